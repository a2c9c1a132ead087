/* Turns the events of traces into samples with the stack "provider;event", and those that begin and
 * those that end something into spans of time as well. */
#ifndef INPUT_BABELTRACE_TRACE_EVENTS_H
#define INPUT_BABELTRACE_TRACE_EVENTS_H

#include "input/babeltrace/event_line.h"
#include "input/common/label_builder.h"
#include "input/common/spans.h"
#include "input/common/text.h"
#include "model/pairs.h"

/* What all events of a name on a thread have in common. */
struct event_kind {
    labels_id labels;
    frame_id provider, tracepoint;
    bool begins, ends;       /* one of them: half of a span */
    frame_id span;           /* what begins or ends */
    uint32_t thread;         /* on which */
    labels_id thread_labels; /* and its labels */
};

/* The functions at an address, by EVENT_CALLS_USER and EVENT_CALLS_KERNEL; 0: not known yet. */
struct address_frames {
    frame_id of[EVENT_STACKS];
};

struct traced_thread;

/* Owns all but what text borrows. */
struct trace_events {
    struct text text;
    struct label_builder label_builder;
    struct spans spans;
    struct names thread_keys; /* host, process and thread: each machine and container has a 1 */
    struct traced_thread *threads; /* by name in thread_keys */
    size_t room;
    uint64_t unended; /* begun, without an end */
    struct buf name;
    struct pairs addresses;
    struct address_frames *frames; /* by number in addresses */
    size_t frames_room;
};

/* Begins to read; blocks may be NULL where lines are not taken. Free in any case. */
MUST_CHECK bool trace_events_init(struct trace_events *e, struct reading *r, struct blocks *blocks,
                                  struct profile *p, struct fault *f);
void trace_events_free(struct trace_events *e);

/* Finds what an event with these labels is. False with a fault. */
MUST_CHECK bool trace_events_kind(struct trace_events *e, const struct str labels[EVENT_KEYS],
                                  struct event_kind *kind);

/* Begins the stack of an event in the builder. False with a fault, as that below. */
MUST_CHECK bool trace_events_begin(struct trace_events *e, const struct event_kind *kind);

/* Adds the function at an address to it; one of ones alone, with which LTTng ends stacks, is none.
 */
MUST_CHECK bool trace_events_push(struct trace_events *e, unsigned calls, uint64_t address);

/* Adds the event that is counted as the tally's last line. False with a fault. */
MUST_CHECK bool trace_events_add(struct trace_events *e, const struct event_kind *kind,
                                 stack_id stack, int64_t ns);

/* After the last one: adds the spans. False with a fault. */
MUST_CHECK bool trace_events_finish(struct trace_events *e);

#endif
