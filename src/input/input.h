/* Reads an input (a file, a pipe or a folder) into a profile. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include "input/options.h"

/* Reads one input ("-": standard input; a folder: its file `data`, or what a format has in folders)
 * and adds it to the profile, or
 * copies an SVG to options->svg. Nothing readable is a fault. */
MUST_CHECK bool input_read(const char *path, const struct input_options *options, struct profile *p,
                           struct input_report *report, struct fault *f);

#endif
