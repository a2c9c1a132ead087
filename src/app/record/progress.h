/* The line that is shown while it records. */
#ifndef APP_RECORD_PROGRESS_H
#define APP_RECORD_PROGRESS_H

#include "base/buf.h"
#include "record/busy.h"
#include "record/ring.h"

/* Zeroed: nothing was shown. */
struct record_progress {
    bool shown;
    uint64_t last_ns;
    struct busy busy;
};

/* What there is. Borrows all. */
struct recorded_so_far {
    uint64_t ns;
    const struct ring_counts *counts;
    uint64_t bytes;
    const struct busy *busy;
};

/* Whether there is a terminal on standard error that shows such a line. */
bool record_progress_can(void);

/* Writes the line over the one before, five times a second at most; for struct record_order. */
void record_progress_show(void *progress, uint64_t ns, const struct ring_counts *counts,
                          uint64_t bytes);

/* Removes it. */
void record_progress_end(struct record_progress *p);

/* Appends the line, of at most so many cells of a terminal. */
void record_progress_line(struct buf *to, const struct recorded_so_far *now, size_t cells);

#endif
