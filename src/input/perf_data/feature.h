/* What the header of a recording says beside its records: build-ids, names of events, the machine.
 */
#ifndef INPUT_PERF_DATA_FEATURE_H
#define INPUT_PERF_DATA_FEATURE_H

#include "input/perf_data/recording.h"

enum feature {
    FEATURE_TRACING_DATA = 1,
    FEATURE_BUILD_ID = 2,
    FEATURE_HOSTNAME = 3,
    FEATURE_RELEASE = 4,
    FEATURE_VERSION = 5, /* of perf */
    FEATURE_MACHINE = 6,
    FEATURE_PROCESSOR = 8, /* its name */
    FEATURE_COMMAND = 11,
    FEATURE_EVENTS = 12,
    FEATURE_PROCESSOR_CAPS = 28, /* of the processor's counters */
    FEATURE_COUNTER_CAPS = 31,   /* of each kind of counters, where there are several */
};

/* Whether anything is taken of a feature. */
bool feature_is_read(uint64_t feature);

/* Takes what is known of a feature; one that is cut or unknown says nothing. */
void feature_read(struct recording *rec, uint64_t feature, struct bytes body);

/* Takes one entry of the list of build-ids, which is a record of its own in a pipe. */
void feature_read_build_id(struct recording *rec, uint16_t misc, struct bytes body);

/* Takes a record that says more of an event. */
void feature_read_update(struct recording *rec, struct bytes body);

/* Gives events that have no name one by their type. */
void feature_name_events(struct recording *rec);

#endif
