/* An event of a trace as babeltrace prints it, on a line of its own. */
#ifndef INPUT_BABELTRACE_EVENT_LINE_H
#define INPUT_BABELTRACE_EVENT_LINE_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* Whose an event is, and which. */
enum { EVENT_COMM, EVENT_PID, EVENT_TID, EVENT_PROVIDER, EVENT_TRACEPOINT, EVENT_HOST, EVENT_KEYS };

/* Stacks that LTTng adds to an event, callstack-user and callstack-kernel. */
enum { EVENT_CALLS_USER, EVENT_CALLS_KERNEL, EVENT_STACKS };

/* The parts of a line; borrowed from it. */
struct event_line {
    int64_t ns;
    struct str labels[EVENT_KEYS];  /* empty: not told; all have a provider and a name */
    struct str calls[EVENT_STACKS]; /* the addresses of its stack: "[0] = 0x4011A3, [1] = 0x401290",
                                     * that of the innermost function first */
};

/* False where the line is no event. */
MUST_CHECK bool event_line_parse(struct str line, struct event_line *e);

/* Takes what "host:app:(7) my_app:note", which stands behind the time, says: host, provider and
 * name, and what the labels lack of the process. False where it names no event. */
MUST_CHECK bool event_line_head(struct str head, struct str labels[EVENT_KEYS]);

/* Takes the last "[3] = 0x4011A3" off the end of a list. False where there is none. */
MUST_CHECK bool event_line_last_call(struct str *list, struct str *value);

#endif
