/* What the ways of building a call graph share: its functions, and collecting edges. */
#include "model/graph/build.h"

#include <stdlib.h>

/* A function with its sort key. */
struct function_key {
    struct str name, module, file;
    uint32_t twin;
    uint32_t number;
};

static int compare(const void *a, const void *b)
{
    const struct function_key *x = a;
    const struct function_key *y = b;
    int order = str_compare(x->name, y->name);

    if (!order)
        order = str_compare(x->module, y->module);
    if (!order)
        order = str_compare(x->file, y->file);
    return order ? order : (x->twin > y->twin) - (x->twin < y->twin);
}

/* Numbers functions by name, module, file and twin. The order of frames would not do: it depends on
 * how the input was split into parts. */
static void order_functions(struct graph *g)
{
    struct function_key *keys = mem_alloc(g->n_functions, sizeof *keys);
    struct graph_function *ordered = mem_alloc(g->n_functions, sizeof *ordered);
    uint32_t *rank = mem_alloc(g->n_functions, sizeof *rank);

    for (uint32_t i = 0; i < g->n_functions; i++) {
        const struct graph_function *f = &g->functions[i];
        keys[i] = (struct function_key){graph_text(g, f->name), graph_text(g, f->module),
                                        graph_text(g, f->file), f->twin, i};
    }
    qsort(keys, g->n_functions, sizeof *keys, compare);
    for (uint32_t i = 0; i < g->n_functions; i++) {
        rank[keys[i].number] = i;
        ordered[i] = g->functions[keys[i].number];
    }
    memcpy(g->functions, ordered, g->n_functions * sizeof *ordered);
    for (frame_id i = 1; i < g->profile->frames.n; i++)
        g->function_of[i] = rank[g->function_of[i]];
    mem_free(keys, g->n_functions, sizeof *keys);
    mem_free(ordered, g->n_functions, sizeof *ordered);
    mem_free(rank, g->n_functions, sizeof *rank);
}

/* Numbers the pairs of name and module, then those pairs with the file, then with the twin. */
static void find_functions(struct graph *g)
{
    const struct frames *frames = &g->profile->frames;
    struct pairs places;
    struct pairs files;
    struct pairs functions;

    pairs_init(&places);
    pairs_init(&files);
    pairs_init(&functions);
    for (frame_id i = 1; i < frames->n; i++) {
        const struct frame *row = &frames->rows[i];
        uint32_t known = functions.n;
        uint32_t file = pairs_add(&files, pairs_add(&places, row->name, row->module), row->file);
        uint32_t at = pairs_add(&functions, file, row->twin);
        g->function_of[i] = at;
        if (at == known)
            g->functions[at] = (struct graph_function){.name = row->name,
                                                       .module = row->module,
                                                       .file = row->file,
                                                       .twin = row->twin,
                                                       .kind = row->kind,
                                                       .inlined = true};
        g->functions[at].inlined = g->functions[at].inlined && row->kind == KIND_INLINED;
    }
    g->n_functions = functions.n;
    pairs_free(&places);
    pairs_free(&files);
    pairs_free(&functions);
}

/* In a column that counts calls, the self value is how often a function was called. A second such
 * column is that of the profile before. */
static void set_called(struct graph *g, const uint64_t *calls)
{
    if (g->n_functions && g->functions[0].counted) {
        g->called_before = mem_alloc(g->n_functions, sizeof *g->called_before);
        memcpy(g->called_before, calls, g->n_functions * sizeof *g->called_before);
        return;
    }
    for (uint32_t i = 0; i < g->n_functions; i++) {
        g->functions[i].counted = true;
        g->functions[i].called = calls[i];
    }
}

/* Readers leave names that no stack holds; in a profile without stacks, all are functions. */
static void mark_met(struct graph *g)
{
    const struct profile *p = g->profile;
    bool *held = mem_alloc(p->stacks.n, sizeof *held);

    for (uint32_t i = 0; i < g->n_functions; i++)
        g->functions[i].met = p->calls.share != CALLS_NOT_SHARED;
    for (uint32_t i = 0; i < p->n_samples; i++)
        held[p->samples[i].stack] = true;
    for (stack_id i = p->stacks.n - 1; i > 0; i--) {
        const struct stack *row = &p->stacks.rows[i];
        if (!held[i])
            continue;
        held[row->caller] = true;
        g->functions[g->function_of[row->frame]].met = true;
    }
    for (uint32_t i = 0; i < g->n_functions; i++)
        g->n_met += g->functions[i].met;
    mem_free(held, p->stacks.n, sizeof *held);
}

static void add_selves(struct graph *g, size_t column)
{
    const struct profile *p = g->profile;
    const struct column *from = &p->columns[column];

    for (uint32_t i = 0; i < p->n_samples; i++) {
        frame_id frame = p->stacks.rows[p->samples[i].stack].frame;
        if (frame)
            g->measures[column].self[g->function_of[frame]] += from->values[i];
    }
    if (str_equal(graph_text(g, from->name), STR("calls")) &&
        str_equal(graph_text(g, from->unit), STR("calls")))
        set_called(g, g->measures[column].self);
}

void graph_begin(struct graph *g, const struct profile *p)
{
    uint32_t n = p->frames.n - 1;

    *g = (struct graph){
        .profile = p,
        .functions = mem_alloc(n, sizeof *g->functions),
        .function_of = mem_alloc(p->frames.n, sizeof *g->function_of),
        .measures = mem_alloc(p->n_columns, sizeof *g->measures),
        .n_measures = p->n_columns,
    };
    find_functions(g);
    order_functions(g);
    mark_met(g);
    for (size_t c = 0; c < p->n_columns; c++) {
        const struct column *column = &p->columns[c];
        g->measures[c] = (struct graph_measure){
            .name = column->name,
            .unit = column->unit,
            .scale = column->scale,
            .sum = column->total,
            .whole = column->total,
            .self = mem_alloc(g->n_functions, sizeof(uint64_t)),
            .total = mem_alloc(g->n_functions, sizeof(uint64_t)),
        };
        add_selves(g, c);
    }
}

void graph_found_init(struct graph_found *found, size_t n_columns)
{
    *found = (struct graph_found){.n_columns = n_columns};
    pairs_init(&found->pairs);
    found->weights = mem_alloc(n_columns, sizeof *found->weights);
}

void graph_found_free(struct graph_found *found)
{
    for (size_t c = 0; c < found->n_columns; c++)
        mem_free(found->weights[c].values, found->weights[c].room, sizeof(uint64_t));
    mem_free(found->weights, found->n_columns, sizeof *found->weights);
    pairs_free(&found->pairs);
}

/* An edge to be sorted, with the number under which it was found. */
struct numbered {
    struct graph_edge edge;
    uint32_t number;
};

static int compare_edges(const void *a, const void *b)
{
    const struct graph_edge *x = &((const struct numbered *)a)->edge;
    const struct graph_edge *y = &((const struct numbered *)b)->edge;

    if (x->caller != y->caller)
        return x->caller < y->caller ? -1 : 1;
    return (x->callee > y->callee) - (x->callee < y->callee);
}

void graph_set_edges(struct graph *g, const struct graph_found *found, const uint64_t *calls)
{
    uint32_t n = found->pairs.n;
    const struct pair *pairs = found->pairs.rows;
    struct numbered *order = mem_alloc(n, sizeof *order);

    for (uint32_t i = 0; i < n; i++)
        order[i] = (struct numbered){{.caller = pairs[i].a, .callee = pairs[i].b}, i};
    qsort(order, n, sizeof *order, compare_edges);
    g->edges = mem_alloc(n, sizeof *g->edges);
    g->n_edges = n;
    for (uint32_t i = 0; i < n; i++) {
        g->edges[i] = order[i].edge;
        g->edges[i].calls = calls ? calls[order[i].number] : 0;
    }
    for (size_t c = 0; c < g->n_measures; c++) {
        g->measures[c].weight = mem_alloc(n, sizeof(uint64_t));
        for (uint32_t i = 0; i < n; i++)
            if (order[i].number < found->weights[c].room)
                g->measures[c].weight[i] = found->weights[c].values[order[i].number];
    }
    mem_free(order, n, sizeof *order);
}
