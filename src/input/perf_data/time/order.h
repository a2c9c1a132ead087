/* Sorts records by time: the ring buffers of several processors are written one after another. */
#ifndef INPUT_PERF_DATA_TIME_ORDER_H
#define INPUT_PERF_DATA_TIME_ORDER_H

#include "input/perf_data/recording.h"

/* A stable sort by time. */
void order_records(struct record_at *records, size_t n);

#endif
