/* Limits that the system holds a process to. */
#ifndef APP_COMMON_RESOURCE_LIMITS_H
#define APP_COMMON_RESOURCE_LIMITS_H

#include "base/limits.h"

/* Sets the limits memory and time of this process, and of those it will start; the time counts from
 * now on. */
void resource_limits_apply(const struct limits *limits);

#endif
