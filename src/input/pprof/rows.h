/* Reads rows of a Profile's tables. */
#ifndef INPUT_PPROF_ROWS_H
#define INPUT_PPROF_ROWS_H

#include "input/common/locations.h"
#include "input/pprof/message.h"

/* The tables of a message, which they borrow. */
struct location_tables pprof_tables(const struct pprof_message *m);

/* The row of a location, or ROW_NOT_LISTED. */
static inline size_t pprof_location_row(const struct pprof_message *m, uint64_t id)
{
    size_t row;

    return pprof_find(&m->locations, id, &row) ? row : ROW_NOT_LISTED;
}

#endif
