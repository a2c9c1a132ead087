/* A serialisation of texts and numbers, "5:cpuid" and "42;", for our own record files. */
#ifndef BASE_FIELDS_H
#define BASE_FIELDS_H

#include "base/sink.h"

void fields_put_number(struct sink *s, uint64_t n);
void fields_put_text(struct sink *s, struct str text);

/* Take a field from *rest. On false, *rest and the result are undefined. */
MUST_CHECK bool fields_get_number(struct str *rest, uint64_t *n);
MUST_CHECK bool fields_get_text(struct str *rest, struct str *text);

/* The same for a number of at most `most`. */
MUST_CHECK bool fields_get_count(struct str *rest, size_t most, size_t *n);

#endif
