/* Collects what named a function, for --explain. */
#ifndef INPUT_PERF_DATA_CODE_EXPLAIN_H
#define INPUT_PERF_DATA_CODE_EXPLAIN_H

#include "input/common/names/explained.h"
#include "input/perf_data/code/sources.h"
#include "input/perf_data/diagnostics.h"

/* A place with code of that name. */
struct explained {
    struct code code; /* the one with the lowest address */
    bool inlined;     /* into other code */
    bool has_name;
    struct buf by; /* the perf map that named it; "": none, or no map */
};

/* Owns its rows. */
struct explaining {
    struct explained *rows;
    size_t room, n;
};

void explaining_free(struct explaining *e);

/* Adds a place; `by` replaces its text of that name. */
void explaining_add(struct explaining *e, const struct explained *place, struct str by);

void explaining_join(struct explaining *e, const struct explaining *other);

/* Appends what named the function in each place, sorted by place name. */
void explaining_tell(const struct explaining *e, struct sources *sources, struct text_list *to);

#endif
