/* Ends the program by a signal, without memory, or at a limit of resources: removes an unfinished
 * output, and says what happened. */
#ifndef APP_COMMON_PROCESS_END_H
#define APP_COMMON_PROCESS_END_H

#include "base/limits.h"

/* Prepares for signals and for the end of memory. To be called once, at the start. */
void process_end_prepare(void);

/* Applies limits of memory and time to this process (app/common/resource_limits.h), and prepares
 * for their end. */
void process_end_limit(const struct limits *limits);

#endif
