/* Builds one call graph of two profiles. */
#include "model/graph/pair.h"

#include <math.h>
#include <stdlib.h>

#include "model/graph/build.h"
#include "model/graph/match.h"

/* Returns by function of the graph a bit for each kind of its frames. */
static unsigned char *kinds_of(const struct graph *g)
{
    unsigned char *kinds = mem_alloc(g->n_functions, 1);

    for (frame_id i = 1; i < g->profile->frames.n; i++)
        kinds[g->function_of[i]] |= (unsigned char)(1u << g->profile->frames.rows[i].kind);
    return kinds;
}

/* Returns the kind of a frame whose function is `same` after. It stays if that has such frames, or
 * if both are known to be different code; but what one side does not tell is taken over, and so is
 * what another compiler made at run time. */
static enum frame_kind paired_kind(enum frame_kind kind, const struct graph_function *same,
                                   unsigned kinds)
{
    const unsigned made = 1u << KIND_USER | 1u << KIND_JIT;
    bool alike = kind == KIND_UNKNOWN || kinds == 1u << KIND_UNKNOWN ||
                 ((1u << kind & made) && !(kinds & ~made));

    return (kinds >> kind & 1) || !alike ? kind : same->kind;
}

struct frame *graph_pair_frames(struct profile *before, const struct profile *after)
{
    struct frame *rows = mem_alloc(before->frames.n, sizeof *rows);
    struct graph from;
    struct graph to;
    struct graph_match match;

    memcpy(rows, before->frames.rows, before->frames.n * sizeof *rows);
    graph_begin(&from, before);
    graph_begin(&to, after);
    unsigned char *kinds = kinds_of(&to);
    graph_match_build(&match, &from, &to, true);
    for (frame_id i = 1; i < before->frames.n; i++) {
        uint32_t same = match.function[from.function_of[i]];
        if (same == GRAPH_NO_MATCH)
            continue;
        rows[i].name = names_add(&before->names, graph_text(&to, to.functions[same].name));
        rows[i].module = names_add(&before->names, graph_text(&to, to.functions[same].module));
        rows[i].file = names_add(&before->names, graph_text(&to, to.functions[same].file));
        rows[i].twin = to.functions[same].twin;
        rows[i].kind = paired_kind(rows[i].kind, &to.functions[same], kinds[same]);
    }
    mem_free(kinds, to.n_functions, 1);
    graph_match_free(&match);
    graph_free(&from);
    graph_free(&to);
    return rows;
}

/* By function and edge of a part: its number in the joined graph. */
struct join {
    struct graph *g;
    const struct graph *part;
    uint32_t *function; /* by function of the part */
};

static int compare(const struct graph *g, uint32_t a, const struct graph *part, uint32_t b)
{
    const struct graph_function *x = &g->functions[a];
    const struct graph_function *y = &part->functions[b];
    int order = str_compare(graph_text(g, x->name), graph_text(part, y->name));

    if (!order)
        order = str_compare(graph_text(g, x->module), graph_text(part, y->module));
    if (!order)
        order = str_compare(graph_text(g, x->file), graph_text(part, y->file));
    return order ? order : (x->twin > y->twin) - (x->twin < y->twin);
}

/* The functions of both graphs are sorted alike, and those of the part are all in the joined graph.
 */
static void find_functions(struct join *j)
{
    uint32_t at = 0;

    for (uint32_t i = 0; i < j->part->n_functions; i++) {
        while (at < j->g->n_functions && compare(j->g, at, j->part, i) < 0)
            at++;
        j->function[i] = at;
    }
}

static void join_init(struct join *j, struct graph *g, const struct graph *part)
{
    *j = (struct join){g, part, mem_alloc(part->n_functions, sizeof *j->function)};
    find_functions(j);
}

static void join_free(struct join *j)
{
    mem_free(j->function, j->part->n_functions, sizeof *j->function);
}

/* A function or edge that both parts have keeps its place after. */
static void follow(struct join *before, const struct join *after)
{
    struct graph_match match;

    graph_match_build(&match, before->part, after->part, true);
    for (uint32_t i = 0; i < before->part->n_functions; i++)
        if (match.function[i] != GRAPH_NO_MATCH)
            before->function[i] = after->function[match.function[i]];
    graph_match_free(&match);
}

static void find_edges(const struct join *j, struct graph_found *found, size_t column,
                       const uint64_t *weights)
{
    for (uint32_t i = 0; i < j->part->n_edges; i++) {
        const struct graph_edge *e = &j->part->edges[i];
        uint32_t pair = pairs_add(&found->pairs, j->function[e->caller], j->function[e->callee]);
        graph_weigh(found, column, pair, weights[i]);
    }
}

/* The whole of the measure is that of the part. */
static void take_measure(const struct join *j, size_t column, const struct graph_measure *from)
{
    struct graph_measure *to = &j->g->measures[column];

    to->scale = from->scale;
    to->sum = from->sum;
    to->whole = from->whole;
    memset(to->self, 0, j->g->n_functions * sizeof *to->self);
    for (uint32_t i = 0; i < j->part->n_functions; i++) {
        to->self[j->function[i]] = from->self[i];
        to->total[j->function[i]] = from->total[i];
    }
    if (!from->known)
        return;
    to->known = mem_alloc(j->g->n_edges, sizeof *to->known);
    memset(to->known, true, j->g->n_edges * sizeof *to->known);
    for (uint32_t i = 0; i < j->part->n_edges; i++) {
        const struct graph_edge *e = &j->part->edges[i];
        to->known[graph_find_edge(j->g, j->function[e->caller], j->function[e->callee])] =
            from->known[i];
    }
}

/* Takes over call counts and what else is known of functions and edges. */
static void take_counts(const struct join *j, bool before)
{
    struct graph *g = j->g;

    for (uint32_t i = 0; i < j->part->n_functions; i++) {
        const struct graph_function *from = &j->part->functions[i];
        struct graph_function *to = &g->functions[j->function[i]];
        to->met |= from->met;
        to->bound |= from->bound;
        to->counted |= from->counted;
        *(before ? &g->called_before[j->function[i]] : &to->called) = from->called;
        if (!before)
            to->cycle = from->cycle;
    }
    for (uint32_t i = 0; i < j->part->n_edges; i++) {
        const struct graph_edge *e = &j->part->edges[i];
        uint32_t at = graph_find_edge(g, j->function[e->caller], j->function[e->callee]);
        *(before ? &g->calls_before[at] : &g->edges[at].calls) = e->calls;
    }
}

static void join(const struct join *after, const struct graph_measure *m, const struct join *before,
                 const struct graph_measure *m_before)
{
    struct graph *g = after->g;
    struct graph_found found;

    graph_found_init(&found, g->n_measures);
    find_edges(after, &found, GRAPH_AFTER, m->weight);
    find_edges(before, &found, GRAPH_BEFORE, m_before->weight);
    graph_set_edges(g, &found, NULL);
    graph_found_free(&found);
    g->calls_before = mem_alloc(g->n_edges, sizeof *g->calls_before);
    take_measure(after, GRAPH_AFTER, m);
    take_measure(before, GRAPH_BEFORE, m_before);
    take_counts(after, false);
    take_counts(before, true);
}

void graph_of_pair(struct graph *g, const struct profile *p, const struct graph_part *after,
                   const struct graph_part *before)
{
    struct join now;
    struct join then;

    graph_begin(g, p);
    mem_free(g->called_before, g->n_functions, sizeof *g->called_before);
    g->called_before = mem_alloc(g->n_functions, sizeof *g->called_before);
    for (uint32_t i = 0; i < g->n_functions; i++) {
        g->functions[i].met = g->functions[i].counted = g->functions[i].bound = false;
        g->functions[i].called = 0;
    }
    join_init(&now, g, after->g);
    join_init(&then, g, before->g);
    follow(&then, &now);
    g->estimated = after->g->estimated || before->g->estimated;
    g->n_cycles = after->g->n_cycles;
    join(&now, &after->g->measures[after->measure], &then, &before->g->measures[before->measure]);
    join_free(&now);
    join_free(&then);
    g->n_met = 0;
    for (uint32_t i = 0; i < g->n_functions; i++)
        g->n_met += g->functions[i].met;
}

static void multiply(uint64_t *values, uint32_t n, uint64_t factor)
{
    for (uint32_t i = 0; i < n; i++)
        values[i] = values[i] > UINT64_MAX / factor ? UINT64_MAX : values[i] * factor;
}

bool graph_pair_level(struct graph *g)
{
    struct graph_measure *coarse = &g->measures[GRAPH_AFTER];
    struct graph_measure *fine = &g->measures[GRAPH_BEFORE];
    uint64_t factor = 1;

    if (coarse->scale > fine->scale) {
        coarse = fine;
        fine = &g->measures[GRAPH_AFTER];
    }
    for (; coarse->scale < fine->scale; coarse->scale++)
        factor *= 10;
    if (coarse->whole > UINT64_MAX / factor || coarse->sum > UINT64_MAX / factor)
        return false;
    coarse->whole *= factor;
    coarse->sum *= factor;
    multiply(coarse->self, g->n_functions, factor);
    multiply(coarse->total, g->n_functions, factor);
    multiply(coarse->weight, g->n_edges, factor);
    return true;
}

static int compare_ratios(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;

    return (*x > *y) - (*x < *y);
}

/* For an even number, the geometric mean of the middle two: one function that doubles and one that
 * halves leave the ratio at 1. */
static double median(double *ratios, size_t n)
{
    qsort(ratios, n, sizeof *ratios, compare_ratios);
    return n % 2 ? ratios[n / 2] : sqrt(ratios[n / 2 - 1] * ratios[n / 2]);
}

double graph_pair_ratio(const struct graph_measure *after, const struct graph_measure *before,
                        uint32_t n_functions)
{
    const double least = 0.002; /* of both shares together */
    double *ratios = mem_alloc(n_functions, sizeof *ratios);
    double sums = after->sum && before->sum ? (double)after->sum / (double)before->sum : 1;
    size_t n = 0;

    for (uint32_t i = 0; i < n_functions; i++) {
        double now = (double)after->self[i];
        double then = (double)before->self[i];
        bool counts = after->self[i] && before->self[i] &&
                      now / (double)after->sum + then / (double)before->sum >= least;
        if (counts)
            ratios[n++] = now / then;
    }
    double ratio = n ? median(ratios, n) : sums;
    mem_free(ratios, n_functions, sizeof *ratios);
    return ratio;
}
