/* Reads the features in a recording's header: build-ids, event names, the machine. */
#ifndef INPUT_PERF_DATA_FEATURE_H
#define INPUT_PERF_DATA_FEATURE_H

#include "base/perf_file.h"
#include "input/perf_data/recording.h"

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
