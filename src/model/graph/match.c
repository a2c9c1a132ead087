/* Matches two call graphs; the functions of both are sorted alike. */
#include "model/graph/match.h"

#include "base/mem.h"
#include "model/identity.h"

static struct str name_of(const struct graph *g, uint32_t function)
{
    return graph_text(g, g->functions[function].name);
}

/* How many functions from `from` on share its name. */
static uint32_t count_namesakes(const struct graph *g, uint32_t from)
{
    uint32_t to = from + 1;

    while (to < g->n_functions && str_equal(name_of(g, to), name_of(g, from)))
        to++;
    return to - from;
}

static int compare_places(const struct graph *g, uint32_t a, const struct graph *other, uint32_t b)
{
    int order = str_compare(graph_text(g, g->functions[a].module),
                            graph_text(other, other->functions[b].module));

    uint32_t twin = g->functions[a].twin;
    uint32_t other_twin = other->functions[b].twin;

    if (!order)
        order = str_compare(graph_text(g, g->functions[a].file),
                            graph_text(other, other->functions[b].file));
    return order ? order : (twin > other_twin) - (twin < other_twin);
}

/* The n functions of one name from `from` on, sorted by module, file and twin. */
struct namesakes {
    const struct graph *g;
    uint32_t from, n;
};

static void match_namesakes(struct graph_match *match, const struct namesakes *here,
                            const struct namesakes *there)
{
    uint32_t i = 0;
    uint32_t k = 0;

    if (here->n == 1 && there->n == 1) {
        match->function[here->from] = there->from;
        return;
    }
    while (i < here->n && k < there->n) {
        int order = compare_places(here->g, here->from + i, there->g, there->from + k);
        if (order == 0)
            match->function[here->from + i] = there->from + k;
        i += order <= 0;
        k += order >= 0;
    }
}

static void match_functions(struct graph_match *match, const struct graph *g,
                            const struct graph *other)
{
    struct namesakes here = {.g = g};
    struct namesakes there = {.g = other};

    while (here.from < g->n_functions && there.from < other->n_functions) {
        int order = str_compare(name_of(g, here.from), name_of(other, there.from));
        here.n = order <= 0 ? count_namesakes(g, here.from) : 0;
        there.n = order >= 0 ? count_namesakes(other, there.from) : 0;
        if (order == 0)
            match_namesakes(match, &here, &there);
        here.from += here.n;
        there.from += there.n;
    }
}

static uint32_t find_edge(const struct graph *g, uint32_t caller, uint32_t callee)
{
    uint32_t edge = graph_find_edge(g, caller, callee);

    return edge < g->n_edges ? edge : GRAPH_NO_MATCH;
}

/* The functions with one key in each graph: how many, and the last of them. */
struct keyed {
    uint32_t n[2], function[2];
};

struct keys {
    struct names names; /* the keys */
    struct keyed *rows; /* by id */
    size_t room;
    struct buf text;
};

/* Such a name is an address: its key could not tell two functions apart. */
static bool is_address(struct str key)
{
    struct str bare = name_without_mark(key);

    return str_ends(bare, STR("0x")) || str_ends(bare, STR("0x]"));
}

static void add_key(struct keys *keys, unsigned side, const struct graph *g, uint32_t function)
{
    buf_clear(&keys->text);
    identity_key(name_of(g, function), &keys->text);
    if (!g->functions[function].met || is_address(buf_str(&keys->text)))
        return;
    name_id id = names_add(&keys->names, buf_str(&keys->text));
    keys->rows = mem_grow(keys->rows, &keys->room, (size_t)id + 1, sizeof *keys->rows);
    keys->rows[id].n[side]++;
    keys->rows[id].function[side] = function;
}

/* Matches functions whose names differ only by build: another hash, or number of a clone. */
static void match_keys(struct graph_match *match, const struct graph *g, const struct graph *other)
{
    bool *taken = mem_alloc(other->n_functions, sizeof *taken);
    struct keys keys = {0};

    names_init(&keys.names);
    for (uint32_t i = 0; i < g->n_functions; i++) {
        if (match->function[i] == GRAPH_NO_MATCH)
            add_key(&keys, 0, g, i);
        else
            taken[match->function[i]] = true;
    }
    for (uint32_t i = 0; i < other->n_functions; i++)
        if (!taken[i])
            add_key(&keys, 1, other, i);
    for (name_id i = 0; i < keys.names.n && i < keys.room; i++)
        if (keys.rows[i].n[0] == 1 && keys.rows[i].n[1] == 1)
            match->function[keys.rows[i].function[0]] = keys.rows[i].function[1];
    mem_free(taken, other->n_functions, sizeof *taken);
    mem_free(keys.rows, keys.room, sizeof *keys.rows);
    names_free(&keys.names);
    buf_free(&keys.text);
}

void graph_match_build(struct graph_match *match, const struct graph *g, const struct graph *other,
                       bool by_key)
{
    *match = (struct graph_match){
        .n_functions = g->n_functions,
        .n_edges = g->n_edges,
        .function = mem_alloc(g->n_functions, sizeof *match->function),
        .edge = mem_alloc(g->n_edges, sizeof *match->edge),
    };
    for (uint32_t i = 0; i < g->n_functions; i++)
        match->function[i] = GRAPH_NO_MATCH;
    match_functions(match, g, other);
    if (by_key)
        match_keys(match, g, other);
    for (uint32_t i = 0; i < g->n_edges; i++) {
        uint32_t caller = match->function[g->edges[i].caller];
        uint32_t callee = match->function[g->edges[i].callee];
        match->edge[i] = caller == GRAPH_NO_MATCH || callee == GRAPH_NO_MATCH
                             ? GRAPH_NO_MATCH
                             : find_edge(other, caller, callee);
    }
}

void graph_match_free(struct graph_match *match)
{
    mem_free(match->function, match->n_functions, sizeof *match->function);
    mem_free(match->edge, match->n_edges, sizeof *match->edge);
    *match = (struct graph_match){0};
}
