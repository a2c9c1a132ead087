/* Loads the names of the recorded kernel. That takes as long as reading millions of bytes of the
 * recording, so it starts while records are still being found. */
#ifndef INPUT_PERF_DATA_CODE_KERNEL_H
#define INPUT_PERF_DATA_CODE_KERNEL_H

#include "input/perf_data/recording.h"

/* Notes where the kernel was loaded, and starts to load names at its first sample. */
void recorded_kernel_see(struct recording *rec, const struct record *record);

/* Starts loading unless it has started. */
void recorded_kernel_begin(struct recording *rec);

#endif
