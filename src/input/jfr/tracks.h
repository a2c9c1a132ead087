/* Events without stacks that tell what the Java machine did: collections of garbage become marks,
 * the memory in use and the load of processors counters. */
#ifndef INPUT_JFR_TRACKS_H
#define INPUT_JFR_TRACKS_H

#include "input/common/text.h"
#include "input/jfr/pools.h"

/* What a class of events tells. */
struct jfr_track;

/* Finds what a class tells, or NULL. */
const struct jfr_track *jfr_track_of(const struct jfr_class *class);

/* Takes an event that began at a time, and lasted; times are in ns since 1970. */
void jfr_track_take(const struct jfr_track *track, const struct jfr_pools *pools,
                    const struct jfr_value *values, struct text *text, uint64_t at_ns,
                    uint64_t lasted_ns);

#endif
