/* Parses numbers of pprof's older text formats, and undoes sampling. */
#ifndef INPUT_PPROF_TEXT_AMOUNTS_H
#define INPUT_PPROF_TEXT_AMOUNTS_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* Objects and their bytes, in use and ever allocated. */
enum { OBJECTS, BYTES, ALL_OBJECTS, ALL_BYTES, AMOUNTS };

/* Takes blanks and "13: 319488 [ 13: 319488]" from *rest; false when it is something else. */
MUST_CHECK bool amounts_take(struct str *rest, uint64_t *amounts);

/* Takes blanks and digits; false when there are none, or they do not fit. */
MUST_CHECK bool amounts_number(struct str *rest, uint64_t *number);

/* Takes blanks and the given byte; false when it is another. */
MUST_CHECK bool amounts_mark(struct str *rest, char mark);

/* Estimates the real numbers from those sampled every `rate` bytes; false when they do not fit. */
MUST_CHECK bool amounts_unsample(uint64_t *objects, uint64_t *bytes, uint64_t rate);

/* Converts cycles, of which one in `period` was recorded, to nanoseconds; false when they do not
 * fit. */
MUST_CHECK bool amounts_time(uint64_t *cycles, uint64_t period, uint64_t hz);

#endif
