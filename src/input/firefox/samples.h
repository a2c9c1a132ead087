/* Adds the samples of a Firefox profile, once all its tables are read. */
#ifndef INPUT_FIREFOX_SAMPLES_H
#define INPUT_FIREFOX_SAMPLES_H

#include "input/common/text.h"
#include "input/firefox/tables.h"

/* The type of weights by its name. */
enum firefox_weight firefox_weight_of(struct str type);

/* Adds the samples and allocations of all threads to the text's profile. False with a fault. */
MUST_CHECK bool firefox_add_samples(struct firefox_file *file, struct text *text);

#endif
