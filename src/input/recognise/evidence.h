/* Where a text begins to be of a format. */
#ifndef INPUT_RECOGNISE_EVIDENCE_H
#define INPUT_RECOGNISE_EVIDENCE_H

#include "input/common/reading.h"

/* Returns where the first lines begin that confirm the format by so many bits, as the text does. */
size_t evidence_begin(const struct input_format *format, struct str text, unsigned bits);

/* Returns where the line begins that is n lines before `at`. */
size_t evidence_lines_back(struct str text, size_t at, size_t n);

uint64_t evidence_count_lines(struct str text);

#endif
