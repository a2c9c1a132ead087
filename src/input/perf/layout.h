/* Which fields the headers of a text have (perf script -F), found out from its first lines. A comm
 * may hold anything, so one line alone does not tell. */
#ifndef INPUT_PERF_LAYOUT_H
#define INPUT_PERF_LAYOUT_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

/* A header is, each part missing or there in all of a text:
 * VM:pid VCPU:n comm pid/tid [cpu] misc tod time: period event: and what belongs to the event. */
struct perf_layout {
    bool known;   /* there are headers to find it out from; else the rest is false */
    bool exact;   /* frames and headers have the columns that perf prints */
    bool chained; /* frames are below headers, not behind them */
    bool alone;   /* there are no headers, and each frame is a sample */
    bool comm, pid, thread, cpu, misc, tod, time, period, event;
    bool micro;             /* times have PERF_MICRO or more digits */
    bool guests;            /* some samples are of guests */
    unsigned event_columns; /* the width of events and their colons; 0: not known */
};

enum { PERF_MICRO = 6 };

/* Finds out the layout of a text from its first lines. */
void perf_layout_find(struct str prefix, struct perf_layout *l);

/* Whether its headers have neither times nor events. */
static inline bool perf_layout_is_plain(const struct perf_layout *l)
{
    return l->known && !l->time && !l->event;
}

/* Appends "comm, tid, time, period, event, ip, sym, dso": the fields in the first lines. */
void perf_layout_tell(struct str prefix, const struct perf_layout *l, struct buf *to);

#endif
