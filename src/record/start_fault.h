/* Why a program cannot be started. */
#ifndef RECORD_START_FAULT_H
#define RECORD_START_FAULT_H

#include "base/fault.h"

/* Whether a shell would find a program of that name. */
bool program_is_there(const char *name);

/* Whether execvp, which failed with that errno, found no program. It says EACCES as well of a
 * folder in PATH that may not be looked into. */
bool start_fault_is_absent(const char *name, int why);

/* Sets the text to the reason, and what mends it: name as it was given to execvp, which failed with
 * that errno. */
void start_fault_reason(const char *name, int why, struct excerpt *text);

#endif
