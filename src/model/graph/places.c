/* The places in a function: frames of equal offset, line and source file are one place. */
#include <stdlib.h>

#include "base/mem.h"
#include "model/graph/build.h"
#include "model/graph/call_paths.h"
#include "model/stack_walk.h"

/* A frame of the function, with what sorts it. */
struct located {
    struct graph_place place;
    struct str file, build_id;
    frame_id frame;
};

/* Frames are numbered in the order of reading; nothing but the last line may depend on it. */
static int compare_places(const struct located *x, const struct located *y)
{
    const struct graph_place *a = &x->place;
    const struct graph_place *b = &y->place;

    if (a->offset_kind != b->offset_kind)
        return a->offset_kind < b->offset_kind ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    int order = str_compare(x->file, y->file);
    return order ? order : str_compare(x->build_id, y->build_id);
}

static int compare(const void *a, const void *b)
{
    const struct located *x = a;
    const struct located *y = b;
    int order = compare_places(x, y);

    return order ? order : (x->frame > y->frame) - (x->frame < y->frame);
}

static struct located located_of(const struct graph *g, frame_id frame)
{
    const struct frame *row = &g->profile->frames.rows[frame];
    name_id file = frame_line_file(row);
    const struct graph_place place = {.offset = row->offset,
                                      .offset_kind = row->offset_kind,
                                      .line = row->line,
                                      .file = file,
                                      .module = row->module ? row->module : row->seen.module,
                                      .build_id = row->build_id};

    return (struct located){place, graph_text(g, file), graph_text(g, row->build_id), frame};
}

/* Sets the rows, and by frame of the function the number of its place. */
static void find_places(struct graph_places *places, const struct graph *g, uint32_t function,
                        uint32_t *place_of)
{
    struct located *found = NULL;
    size_t room = 0;
    size_t n = 0;

    for (frame_id i = 1; i < g->profile->frames.n; i++)
        if (g->function_of[i] == function) {
            found = mem_grow(found, &room, n + 1, sizeof *found);
            found[n++] = located_of(g, i);
        }
    if (n)
        qsort(found, n, sizeof *found, compare);
    places->rows = mem_grow(NULL, &places->room, n, sizeof *places->rows);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || compare_places(&found[i - 1], &found[i]) != 0)
            places->rows[places->n++] = found[i].place;
        place_of[found[i].frame] = places->n - 1;
    }
    mem_free(found, room, sizeof *found);
}

static void add_totals(struct graph_places *places, const struct graph *g, uint32_t function,
                       const uint32_t *place_of, size_t measure)
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
        uint32_t at = place_of[frame];
        if (!entered)
            on_path[at]--;
        else if (on_path[at]++ == 0)
            places->total[at * places->n_measures + measure] += totals[stack];
    }
    stack_walk_free(&walk);
    mem_free(on_path, places->n, sizeof *on_path);
    mem_free(totals, p->stacks.n, sizeof *totals);
}

static void add_selves(struct graph_places *places, const struct graph *g, uint32_t function,
                       const uint32_t *place_of)
{
    const struct profile *p = g->profile;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        frame_id frame = p->stacks.rows[p->samples[i].stack].frame;
        if (!frame || g->function_of[frame] != function)
            continue;
        size_t at = place_of[frame];
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

static bool has_value(const uint64_t *values, size_t n)
{
    size_t i = 0;

    while (i < n && !values[i])
        i++;
    return i < n;
}

/* Readers leave frames that no stack holds. */
static void drop_empty(struct graph_places *places)
{
    size_t m = places->n_measures;
    uint32_t n = 0;

    for (uint32_t i = 0; i < places->n; i++) {
        if (!has_value(places->self + i * m, m) && !has_value(places->total + i * m, m))
            continue;
        places->rows[n] = places->rows[i];
        memmove(places->self + n * m, places->self + i * m, m * sizeof *places->self);
        memmove(places->total + n * m, places->total + i * m, m * sizeof *places->total);
        n++;
    }
    places->n = n;
}

void graph_places_build(struct graph_places *places, const struct graph *g, uint32_t function)
{
    uint32_t *place_of = mem_alloc(g->profile->frames.n, sizeof *place_of);

    *places = (struct graph_places){.n_measures = g->n_measures};
    find_places(places, g, function, place_of);
    places->n_values = places->n * places->n_measures;
    places->self = mem_alloc(places->n_values, sizeof *places->self);
    places->total = mem_alloc(places->n_values, sizeof *places->total);
    add_selves(places, g, function, place_of);
    for (size_t c = 0; c < g->n_measures; c++) {
        add_totals(places, g, function, place_of, c);
        rescale(places, g, c);
    }
    drop_empty(places);
    mem_free(place_of, g->profile->frames.n, sizeof *place_of);
}

void graph_places_free(struct graph_places *places)
{
    mem_free(places->self, places->n_values, sizeof *places->self);
    mem_free(places->total, places->n_values, sizeof *places->total);
    mem_free(places->rows, places->room, sizeof *places->rows);
    *places = (struct graph_places){0};
}

bool graph_knows_places(const struct graph *g, uint32_t function)
{
    const struct frames *frames = &g->profile->frames;

    for (frame_id i = 1; i < frames->n; i++)
        if (g->function_of[i] == function &&
            (frame_has_offset(&frames->rows[i]) || frames->rows[i].line))
            return true;
    return false;
}
