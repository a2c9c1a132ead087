/* What an input holds beside the lines of its format. */
#ifndef INPUT_RECOGNISE_REST_H
#define INPUT_RECOGNISE_REST_H

#include "input/options.h"

/* Finds what the kept lines are, for report->rest, unless that is known. other_line: see struct
 * tally. */
void rest_find(const struct kept_lines *kept, uint64_t other_line, struct input_report *report);

/* Keeps those of a part behind those of the parts before it, which have lines_before lines, as if
 * one worker had read them all. */
void rest_join(struct kept_lines *kept, const struct kept_lines *part, uint64_t lines_before);

/* The same for the beginning of an input, which its format does not read. */
void rest_find_before(struct str text, struct input_report *report);

/* Sets the fault of an input in which another format is known; returns false. */
bool rest_refuse(const char *name, const struct input_report *report, struct fault *f);

/* Whether what is left of an input may be left out: it is not of another format if the reading is
 * strict, and not too much of the input. False with a fault. */
MUST_CHECK bool rest_check(const char *name, const struct input_report *report,
                           const struct ask *ask, struct fault *f);

/* How many lines rest_check is about, and whether their part is told. */
uint64_t rest_lines(const struct input_report *report);
bool rest_is_told(const struct input_report *report);

#endif
