/* Writing to descriptors. */
#ifndef BASE_TRANSFER_H
#define BASE_TRANSFER_H

#include "base/attr.h"
#include "base/str.h"

/* Writes all bytes, by as many calls as it takes. False with errno; some may be written then. */
MUST_CHECK bool transfer_write(int to, struct str bytes);

#endif
