/* The events to record, as -e names them: cycles, page-faults, r01c2, sched:sched_switch,
 * cpu/event=0x3c/, cycles:u. Source of the numbers: include/uapi/linux/perf_event.h. */
#ifndef RECORD_EVENT_H
#define RECORD_EVENT_H

#include "record/event_choice.h"

/* Owns its array. */
struct event_choices {
    struct event_choice *rows;
    size_t room, n;
};

/* Adds the events of a list with commas. False with a FAULT_USAGE that names one that is unknown,
 * with the nearest that is there. */
MUST_CHECK bool event_choices_add(struct event_choices *e, struct str list, struct fault *f);

/* Whether a sample is taken each time it comes, if nothing else is said. */
bool event_is_tracepoint(const struct event_choice *e);

/* Sets the i-th of the names that all machines know; false behind the last. */
bool event_listed(size_t i, char name[EVENT_NAME_ROOM]);

void event_choices_free(struct event_choices *e);

#endif
