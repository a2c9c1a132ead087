/* Reads an input (a file, a pipe or a folder) into a profile. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include "input/options.h"

/* Reads one input as it is asked for and adds it to the profile, or copies an SVG to file->svg.
 * Nothing readable is a fault. */
MUST_CHECK bool input_read(const struct input_file *file, const struct ask *ask, struct profile *p,
                           struct input_report *report, struct fault *f);

/* Finds the format of an input as input_read does, behind a log and in any encoding, for
 * report->format. *prefix: the first bytes; becomes those that the format's reader gets. */
MUST_CHECK bool input_find_format(struct source *source, struct blocks *blocks,
                                  const struct ask *ask, struct str *prefix,
                                  struct input_report *report, struct fault *f);

#endif
