/* What measures are called. */
#ifndef RENDER_COMMON_MEASURE_H
#define RENDER_COMMON_MEASURE_H

#include "base/str.h"

/* Words to put behind a sum whose unit does not say what it is of: "on-CPU"; "": none are known. */
struct str measure_words(struct str measure);

/* Whether a measure is one that a sum with its unit needs no word for: "samples", "period". */
bool measure_is_plain(struct str measure, struct str unit);

#endif
