/* What holds of the places in functions, in whatever an input says. */
#ifndef FUZZ_PLACES_H
#define FUZZ_PLACES_H

#include "model/graph/call_paths.h"
#include "tests/fuzz/format.h"
#include "tests/fuzz/reading.h"

static void check_function(const struct graph *g, uint32_t function)
{
    struct graph_places places;

    graph_places_build(&places, g, function);
    for (size_t c = 0; c < g->n_measures; c++) {
        uint64_t self = 0;
        for (uint32_t i = 0; i < places.n; i++) {
            self += places.self[i * places.n_measures + c];
            check(places.total[i * places.n_measures + c] <= g->measures[c].whole);
        }
        check(self == g->measures[c].self[function]);
    }
    graph_places_free(&places);
}

/* Reads the bytes once more, for places. Sums stay the same; what a function holds itself is what
 * its places hold. */
__attribute__((noinline)) static void check_places(struct str bytes, bool ordered,
                                                   const struct profile *before)
{
    enum { FUNCTIONS = 5 };
    const struct fuzz_way way = {
        fuzz_format,
        {.full = true, .modules = true, .apart = true, .places = true, .sources = bytes.n % 2},
        0};
    struct profile p;
    struct graph g;
    struct tally tally;

    if (read_way(&way, bytes, ordered, &p, &tally)) {
        check(p.n_columns == before->n_columns);
        for (size_t c = 0; c < p.n_columns; c++)
            check(p.columns[c].total == before->columns[c].total);
        (p.calls.share == CALLS_NOT_SHARED ? graph_of_stacks : graph_of_calls)(&g, &p);
        for (uint32_t i = 0; i < g.n_functions && i < FUNCTIONS; i++)
            check_function(&g, i);
        graph_free(&g);
    }
    profile_free(&p);
}

#endif
