/* Chooses which event of a recording is drawn (--event). */
#ifndef APP_SELECTION_EVENTS_H
#define APP_SELECTION_EVENTS_H

#include "app/options/selection_request.h"
#include "model/profile.h"

/* What decides which event is drawn. Borrows all. */
struct events_asked {
    const struct selection_request *r;
    const char *value; /* the measure that --value names; NULL: none is */
    bool quiet;
};

struct events_choice {
    name_id unit; /* unit of its periods; 0: no event, or mixed */
    bool mixed;   /* several events whose periods have different units */
};

/* Whether the profile has a column that counts samples, next to their weights. */
bool events_have_samples(const struct profile *p);

/* Whether the event is a kernel tracepoint: sched:sched_switch, but neither cycles:u nor a user
 * probe. */
bool events_is_tracepoint(struct str event);

/* Sets keep, by label set, for the event asked for, else for the one with most samples, and prints
 * the others. An unknown event is a fault. Adds names to p. */
MUST_CHECK bool events_choose(const struct events_asked *asked, struct profile *p, bool *keep,
                              struct events_choice *choice, struct fault *f);

/* Returns what the event that events_choose would choose measures: "cycles" for cycles:u, "ns" for
 * cpu-clock, or the event itself if its unit says no more than that it counts events; "" if there
 * is no event, or all are asked for. Adds names to p. */
struct str events_measure(const struct selection_request *r, struct profile *p);

/* Returns the event that is drawn when none is asked for; 0: no sample has one. Adds names to p. */
name_id events_default(const struct selection_request *r, struct profile *p);

/* Returns what an event's samples weigh: "ns" for jdk.ThreadPark, "samples" for one of which it is
 * not known. */
struct str events_unit(struct str event);

/* If any input counts its samples, counts each row of an input that does not as one sample,
 * whatever the order of inputs. */
void events_count_rows(struct profile *p);

#endif
