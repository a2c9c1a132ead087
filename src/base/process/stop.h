/* Whether a signal asks to stop, for work that goes on while signals are blocked. */
#ifndef BASE_PROCESS_STOP_H
#define BASE_PROCESS_STOP_H

#include <stdbool.h>

/* Whether SIGINT or SIGTERM is blocked, and has come. */
bool stop_is_wanted(void);

#endif
