/* Which of the events of a recording is drawn. */
#ifndef APP_SELECTION_EVENTS_H
#define APP_SELECTION_EVENTS_H

#include "app/options/selection_request.h"
#include "model/profile.h"

struct events_choice {
    name_id unit; /* of what its periods count; 0: no event, or mixed */
    bool mixed;   /* several events whose periods count different things */
};

/* Whether samples are counted beside what they weigh. */
bool events_have_samples(const struct profile *p);

/* sched:sched_switch, but neither cycles:u nor a probe into a program. */
bool events_is_tracepoint(struct str event);

/* Sets keep, by label set, for the event that is asked for, else for the one with most samples, and
 * says what others there are. An event that is not there is a fault. Names are added to p. */
MUST_CHECK bool events_choose(const struct selection_request *r, bool quiet, struct profile *p,
                              bool *keep, struct events_choice *choice, struct fault *f);

#endif
