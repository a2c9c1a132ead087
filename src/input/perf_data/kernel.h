/* The kernel of a recording. Its list of symbols takes as long to read as millions of bytes of the
 * recording, so that it is begun while records are still found. */
#ifndef INPUT_PERF_DATA_KERNEL_H
#define INPUT_PERF_DATA_KERNEL_H

#include "input/perf_data/recording.h"

/* Takes note of where the kernel stood, and begins to load its names when one of its samples is
 * met. */
void recorded_kernel_see(struct recording *rec, const struct record *record);

/* Begins to load them, if that was not done. */
void recorded_kernel_begin(struct recording *rec);

#endif
