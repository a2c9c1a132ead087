/* Warns before a recording of runtimes whose functions will have no names. */
#ifndef APP_RECORD_RUNTIMES_H
#define APP_RECORD_RUNTIMES_H

#include "app/options/record_request.h"

/* Prints which of the processes that are to be recorded are runtimes that were not asked to name
 * their functions: afterwards it would be too late. */
void runtimes_tell(const struct record_request *request);

#endif
