/* What logs put before each line: times, hosts, names of containers. */
#ifndef INPUT_RECOGNISE_LOG_PREFIX_H
#define INPUT_RECOGNISE_LOG_PREFIX_H

#include "base/unpack/decoder.h"

/* How many kinds there are. What one kind puts before a line may be the beginning of what an
 * earlier one does. */
int log_prefix_kinds(void);

/* The name of a kind: who writes it. */
const char *log_prefix_name(int kind);

/* Returns the length of the prefix of this kind, or DECODER_NO_PREFIX. */
int log_prefix_length(int kind, struct str head);

/* Whether each line of a text that is not blank has a prefix of this kind, except for one that the
 * text may have cut. */
bool log_prefix_fits(int kind, struct str text);

#endif
