/* The places in a function: frames of equal offset and line are one place. */
#include <stdlib.h>

#include "base/mem.h"
#include "model/graph/build.h"
#include "model/graph/call_paths.h"
#include "model/stack_walk.h"

static int compare(const void *a, const void *b)
{
    const struct graph_place *x = a;
    const struct graph_place *y = b;

    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static struct graph_place place_of(const struct graph *g, frame_id frame)
{
    const struct frame *row = &g->profile->frames.rows[frame];

    return (struct graph_place){.offset = row->offset, .line = row->line};
}

static void find_places(struct graph_places *places, const struct graph *g, uint32_t function)
{
    uint32_t n = 0;

    for (frame_id i = 1; i < g->profile->frames.n; i++)
        if (g->function_of[i] == function) {
            places->rows =
                mem_grow(places->rows, &places->room, (size_t)places->n + 1, sizeof *places->rows);
            places->rows[places->n++] = place_of(g, i);
        }
    if (places->n)
        qsort(places->rows, places->n, sizeof *places->rows, compare);
    for (uint32_t i = 0; i < places->n; i++)
        if (n == 0 || compare(&places->rows[n - 1], &places->rows[i]) != 0)
            places->rows[n++] = places->rows[i];
    places->n = n;
}

static uint32_t find(const struct graph_places *places, struct graph_place place)
{
    uint32_t low = 0;
    uint32_t high = places->n;

    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare(&places->rows[middle], &place) > 0)
            high = middle;
        else
            low = middle;
    }
    return low;
}

static void add_totals(struct graph_places *places, const struct graph *g, uint32_t function,
                       size_t measure)
{
    const struct profile *p = g->profile;
    uint64_t *totals = graph_stack_totals(p, measure);
    uint32_t *on_path = mem_alloc(places->n, sizeof *on_path);
    struct stack_walk walk;
    stack_id stack;
    bool entered;

    stack_walk_init(&walk, &p->stacks);
    while (stack_walk_next(&walk, &stack, &entered)) {
        frame_id frame = p->stacks.rows[stack].frame;
        if (g->function_of[frame] != function)
            continue;
        uint32_t at = find(places, place_of(g, frame));
        if (!entered)
            on_path[at]--;
        else if (on_path[at]++ == 0)
            places->total[at * places->n_measures + measure] += totals[stack];
    }
    stack_walk_free(&walk);
    mem_free(on_path, places->n, sizeof *on_path);
    mem_free(totals, p->stacks.n, sizeof *totals);
}

static void add_selves(struct graph_places *places, const struct graph *g, uint32_t function)
{
    const struct profile *p = g->profile;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        frame_id frame = p->stacks.rows[p->samples[i].stack].frame;
        if (!frame || g->function_of[frame] != function)
            continue;
        size_t at = find(places, place_of(g, frame));
        for (size_t c = 0; c < places->n_measures; c++)
            places->self[at * places->n_measures + c] += p->columns[c].values[i];
    }
}

/* Estimates have more digits than the profile's column. */
static void rescale(struct graph_places *places, const struct graph *g, size_t measure)
{
    uint64_t unit = 1;

    for (unsigned i = g->profile->columns[measure].scale; i < g->measures[measure].scale; i++)
        unit *= 10;
    for (uint32_t i = 0; i < places->n; i++) {
        places->self[i * places->n_measures + measure] *= unit;
        places->total[i * places->n_measures + measure] *= unit;
    }
}

void graph_places_build(struct graph_places *places, const struct graph *g, uint32_t function)
{
    *places = (struct graph_places){.n_measures = g->n_measures};
    find_places(places, g, function);
    places->self = mem_alloc(places->n * places->n_measures, sizeof *places->self);
    places->total = mem_alloc(places->n * places->n_measures, sizeof *places->total);
    add_selves(places, g, function);
    for (size_t c = 0; c < g->n_measures; c++) {
        add_totals(places, g, function, c);
        rescale(places, g, c);
    }
}

void graph_places_free(struct graph_places *places)
{
    mem_free(places->self, places->n * places->n_measures, sizeof *places->self);
    mem_free(places->total, places->n * places->n_measures, sizeof *places->total);
    mem_free(places->rows, places->room, sizeof *places->rows);
    *places = (struct graph_places){0};
}

bool graph_knows_places(const struct graph *g, uint32_t function)
{
    for (frame_id i = 1; i < g->profile->frames.n; i++)
        if (g->function_of[i] == function &&
            (g->profile->frames.rows[i].offset || g->profile->frames.rows[i].line))
            return true;
    return false;
}
