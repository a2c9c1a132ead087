/* Recognises the format of an input by its first bytes. */
#ifndef INPUT_RECOGNISE_RECOGNISE_H
#define INPUT_RECOGNISE_RECOGNISE_H

#include "input/options.h"

/* Finds what is to be converted before the input is read, for report->decoding. Unless the options
 * name a format, sets report->format to the one that is confirmed most strongly, and
 * report->runner_up to another with equal confidence, which is a fault when the options are strict.
 * If there is no format, sets report->unknown, and the fault names those that can read part of the
 * prefix. */
MUST_CHECK bool input_recognise(const char *name, struct str prefix, const struct ask *ask,
                                struct input_report *report, struct fault *f);

/* Sets report->unproven for a text, as its reader gets it, of the format that was asked for. Folded
 * stacks need no evidence, dumps have it further on, and so may JSON. */
void input_prove(struct str prefix, struct input_report *report);

/* Sets report->format to what confirms a text most strongly, if anything does; returns the bits. */
unsigned input_recognise_text(struct str text, struct input_report *report);

/* Whether a file with this beginning is an SVG. */
bool input_is_svg(struct str prefix);

#endif
