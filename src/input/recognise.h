/* Which format an input is in, by what its first bytes say. */
#ifndef INPUT_RECOGNISE_H
#define INPUT_RECOGNISE_H

#include "input/options.h"

/* Sets report->format to the format that verified most of the prefix, and report->runner_up to
 * another that verified as much, which is a fault when the options are strict. No format is a fault
 * that names those which can read some of the prefix. */
MUST_CHECK bool input_recognise(const char *name, struct str prefix, const struct input_options *o,
                                struct input_report *report, struct fault *f);

/* Whether a file that begins so is an SVG. */
bool input_is_svg(struct str prefix);

#endif
