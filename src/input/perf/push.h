/* Pushes frames of perf script onto the stack that is built. */
#ifndef INPUT_PERF_PUSH_H
#define INPUT_PERF_PUSH_H

#include "input/perf/frame.h"
#include "input/perf/inlined.h"

/* Pushes a frame, or the functions that `inlined` finds at its address, the innermost first. False
 * with a fault when a name is too long or the stack too deep. */
MUST_CHECK bool perf_push(struct tidier *t, struct perf_inlined *inlined,
                          const struct perf_frame *frame);

#endif
