/* The events of Java Flight Recorder and of async-profiler whose samples weigh something. */
#ifndef INPUT_JFR_EVENT_H
#define INPUT_JFR_EVENT_H

#include "input/jfr/metadata.h"

struct jfr_weighed {
    const char *name;
    const char *unit;
    enum jfr_role weight; /* JFR_NO_ROLE: each counts as 1 */
    enum jfr_role class;  /* of what was allocated or waited for: the leaf; JFR_NO_ROLE: none */
};

/* Finds an event that is known, or NULL. */
const struct jfr_weighed *jfr_weighed_of(struct str name);

/* The unit of what an event weighs; "" where it is none that this format has. Events that are not
 * known are counted. */
struct str jfr_unit_of(struct str name);

/* Whether it samples what runs: such an event is drawn rather than one with more samples. */
bool jfr_is_sampling(struct str name);

#endif
