/* Closes descriptors that a child inherits from its parent. */
#ifndef BASE_PROCESS_DESCRIPTORS_H
#define BASE_PROCESS_DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

/* Closes all descriptors but the standard ones and the given ones, of which there is at least one.
 * False, with errno, when some may be open still. */
MUST_CHECK bool descriptors_close_others(const int *fds, size_t n);

#endif
