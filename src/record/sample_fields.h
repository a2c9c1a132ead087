/* What each sample and the end of each other record hold, for every recording alike. */
#ifndef RECORD_SAMPLE_FIELDS_H
#define RECORD_SAMPLE_FIELDS_H

#include <linux/perf_event.h>

#define SAMPLE_FIELDS                                                                              \
    ((uint64_t)(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |     \
                PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD))

/* In words of 8 bytes. A record that is no sample ends with {pid, tid}, time, processor,
 * identifier; in a sample the time follows header, identifier, address and {pid, tid}. */
enum { TRAILER_FIELDS = 4, SAMPLE_TIME_AT = 4 };

#endif
