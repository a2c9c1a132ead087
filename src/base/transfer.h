/* Writing to descriptors. */
#ifndef BASE_TRANSFER_H
#define BASE_TRANSFER_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* Writes all bytes, by as many calls as it takes. False with errno; some may be written then. */
MUST_CHECK bool transfer_write(int to, struct str bytes);

/* The same at a place of a file, whose own position stays. */
MUST_CHECK bool transfer_write_at(int to, struct str bytes, uint64_t at);

#endif
