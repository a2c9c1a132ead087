/* Records in the order in which they happened: rings of several processors are written one behind
 * the other. */
#ifndef INPUT_PERF_DATA_ORDER_H
#define INPUT_PERF_DATA_ORDER_H

#include "input/perf_data/recording.h"

/* Sorts by time; records of one time stay in the order of the file. */
void order_records(struct record_at *records, size_t n);

#endif
