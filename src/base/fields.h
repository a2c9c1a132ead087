/* "5:cpuid" and "42;": texts and numbers one behind the other, for records of our own. */
#ifndef BASE_FIELDS_H
#define BASE_FIELDS_H

#include "base/sink.h"

void fields_put_number(struct sink *s, uint64_t n);
void fields_put_text(struct sink *s, struct str text);

/* Take a field from *rest; false, and nothing else is promised, when none stands there. */
MUST_CHECK bool fields_get_number(struct str *rest, uint64_t *n);
MUST_CHECK bool fields_get_text(struct str *rest, struct str *text);

/* The same for a number that is at most `most`. */
MUST_CHECK bool fields_get_count(struct str *rest, size_t most, size_t *n);

#endif
