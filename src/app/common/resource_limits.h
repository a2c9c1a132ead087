/* Applies --limit memory and time by setrlimit. */
#ifndef APP_COMMON_RESOURCE_LIMITS_H
#define APP_COMMON_RESOURCE_LIMITS_H

#include "base/limits.h"

/* Sets the limit memory, where it is derived: half of what the machine, its control group or ulimit
 * (-v, -d) gives, whichever is least. */
void resource_limits_derive(struct limits *limits);

/* Limits memory and processor time of this process and of those it starts later. Time counts from
 * this call. */
void resource_limits_apply(const struct limits *limits);

/* Whether memory ran out because of the limit memory, so far as can be told. Async-signal-safe. */
bool resource_limits_reached_memory(void);

#endif
