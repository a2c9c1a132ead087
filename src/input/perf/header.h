/* Parses the first line of a sample in the output of perf script. */
#ifndef INPUT_PERF_HEADER_H
#define INPUT_PERF_HEADER_H

#include <stdint.h>

#include "input/perf/layout.h"

/* The parts of the line; missing ones are empty. Borrows from the line. */
struct perf_header {
    struct str comm, pid, tid, cpu, event;
    struct str vm, vcpu; /* of a guest */
    struct str time;     /* "1234.567890" */
    struct str text;     /* what follows the event: of a tracepoint its arguments */
    struct str frame;    /* of a sample without a chain: "7f00 main+0x1 (/bin/a)" */
    uint64_t period;
    bool has_period;
    bool record;  /* a PERF_RECORD_ or other line that is no sample */
    bool chained; /* such a line with a call chain below it */
    bool sure;    /* has a time or an event, or more than a comm: no other text looks like that */
    bool fits;    /* has the fields of the layout, which are neither time nor event */
};

/* Parses a line without its newline; false when it is no such line. */
bool perf_header_read(struct str line, const struct perf_layout *layout, struct perf_header *h);

/* Returns the time of a header in ns, or NO_TIME. */
uint64_t perf_header_time(struct str time);

#endif
