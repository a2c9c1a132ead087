/* What named a function, for --explain. */
#ifndef INPUT_PERF_DATA_EXPLAIN_H
#define INPUT_PERF_DATA_EXPLAIN_H

#include "input/common/explained.h"
#include "input/perf_data/diagnostics.h"
#include "input/perf_data/sources.h"

/* A place in which code of that name lies. */
struct explained {
    struct code code; /* with the lowest address */
    bool inlined;     /* into other code */
    bool has_name;
    struct buf by; /* the map that named it; "": none, or no map */
};

/* Owns its rows. */
struct explaining {
    struct explained *rows;
    size_t room, n;
};

void explaining_free(struct explaining *e);

/* Takes a place, whose text is that given here. */
void explaining_add(struct explaining *e, const struct explained *place, struct str by);

void explaining_join(struct explaining *e, const struct explaining *other);

/* Adds what named the function in each place, in the order of their names. */
void explaining_tell(const struct explaining *e, struct sources *sources, struct buf *to);

#endif
