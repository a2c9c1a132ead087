/* Numbers of older profiles for pprof, and what they were sampled of. */
#ifndef INPUT_PPROF_TEXT_AMOUNTS_H
#define INPUT_PPROF_TEXT_AMOUNTS_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* Objects and their bytes, and those ever allocated. */
enum { OBJECTS, BYTES, ALL_OBJECTS, ALL_BYTES, AMOUNTS };

/* Takes blanks and "13: 319488 [ 13: 319488]" off; false when it is none. */
MUST_CHECK bool number_column_cut(struct str *rest, uint64_t *amounts);

/* Takes blanks and digits off; false when there are none, or they do not fit. */
MUST_CHECK bool number_column_number(struct str *rest, uint64_t *number);

/* Takes blanks and the byte off; false when it is another. */
MUST_CHECK bool number_column_mark(struct str *rest, char mark);

/* Brings what was sampled each `rate` bytes to what there was; false when it does not fit. */
MUST_CHECK bool number_column_unsample(uint64_t *objects, uint64_t *bytes, uint64_t rate);

/* Brings cycles of which a share was recorded to nanoseconds; false when they do not fit. */
MUST_CHECK bool number_column_time(uint64_t *cycles, uint64_t period, uint64_t hz);

#endif
