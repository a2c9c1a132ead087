/* Applies --limit memory and time by setrlimit. */
#ifndef APP_COMMON_RESOURCE_LIMITS_H
#define APP_COMMON_RESOURCE_LIMITS_H

#include "base/limits.h"

/* Limits memory and processor time of this process and of those it starts later. Time counts from
 * this call. */
void resource_limits_apply(const struct limits *limits);

#endif
