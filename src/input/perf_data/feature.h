/* Reads the features in a recording's header: build-ids, event names, the machine. */
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
    FEATURE_COUNTER_CAPS = 31,   /* of each kind of counters, if there are several */
};

/* Whether we use a feature. */
bool feature_is_read(uint64_t feature);

/* Reads a feature; ignores one that is truncated or unknown. */
void feature_read(struct recording *rec, uint64_t feature, struct bytes body);

/* Reads one entry of the build-id list, which in a pipe is a record. */
void feature_read_build_id(struct recording *rec, uint16_t misc, struct bytes body);

/* Reads a record that updates an event. */
void feature_read_update(struct recording *rec, struct bytes body);

/* Names events without a name by their type. */
void feature_name_events(struct recording *rec);

#endif
