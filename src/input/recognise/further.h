/* Looks further than the first bytes: for a dump behind a log, and for JSON whose telling keys come
 * late. */
#ifndef INPUT_RECOGNISE_FURTHER_H
#define INPUT_RECOGNISE_FURTHER_H

#include "input/options.h"

/* How much of an input is looked at, and held in memory for that. */
enum { FURTHER_MOST = 64 << 20 };

/* Whether the first bytes of an input are a part of it that may not tell the kind. */
bool further_may_find(struct str prefix, const struct input_report *report);

/* For such an input. Sets report->format if more confirms one than before; false with a fault when
 * bytes cannot be read. */
MUST_CHECK bool further_find(struct blocks *blocks, struct input_report *report, struct fault *f);

/* Passes over what stands before a dump that was recognised, for report->before. */
MUST_CHECK bool further_skip(struct blocks *blocks, struct input_report *report, struct fault *f);

#endif
