/* The events of Java Flight Recorder and async-profiler whose samples have weights. */
#ifndef INPUT_JFR_EVENT_H
#define INPUT_JFR_EVENT_H

#include "input/jfr/metadata.h"
#include "model/moments.h"

struct jfr_weighed {
    const char *name;
    const char *unit;
    enum jfr_role weight;    /* JFR_NO_ROLE: each counts 1 */
    enum jfr_role class;     /* of what was allocated or waited for: becomes the leaf; JFR_NO_ROLE:
                              * none */
    enum thread_state state; /* of its thread, if the event does not tell it */
};

/* Finds a known event, or NULL. */
const struct jfr_weighed *jfr_weighed_of(struct str name);

/* The unit of an event's weights; "" for no event of this format. Unknown events are counted. */
struct str jfr_unit_of(struct str name);

/* Whether it samples execution: such an event is drawn by default, even if others have more
 * samples. */
bool jfr_is_sampling(struct str name);

#endif
