/* Reading of inputs: a file, a pipe or a folder becomes a profile. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include "input/options.h"

/* Reads one input ("-": standard input; a folder: the recording's file `data` in it) into the
 * profile, beside what is there, or an SVG into options->svg. Nothing readable in it is a fault. */
MUST_CHECK bool input_read(const char *path, const struct input_options *options, struct profile *p,
                           struct input_report *report, struct fault *f);

#endif
