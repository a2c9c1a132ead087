/* Parses numbers and takes words from borrowed bytes. Nothing here depends on a locale. */
#ifndef BASE_PARSE_H
#define BASE_PARSE_H

#include <stdint.h>

#include "base/ascii.h"
#include "base/attr.h"
#include "base/str.h"

/* Takes the text before the first separator from *rest and moves *rest behind the separator.
 * Returns false when *rest is used up: its p is NULL after the last field. An empty text is one
 * empty field. */
bool take_field(struct str *rest, char separator, struct str *part);

/* Takes the next word, which has no blanks in it, from *rest; false when only blanks are left. */
bool take_word(struct str *rest, struct str *word);

/* A decimal number without sign: value / 10^scale. */
struct decimal {
    uint64_t value;
    unsigned scale; /* digits after the point, as written */
};

/* Reads the whole of s as digits; false when it is empty, holds another byte, or does not fit. */
MUST_CHECK bool parse_u64(struct str s, uint64_t *value);

/* Reads the whole of s as hexadecimal digits; false as parse_u64. */
MUST_CHECK bool parse_hex_u64(struct str s, uint64_t *value);

/* Takes the hexadecimal digits at its start, and a 0x before them, off *rest; false when there are
 * none, or more than fit into 64 bits. */
MUST_CHECK bool parse_hex_head(struct str *rest, uint64_t *value);

/* Whether the whole of s is hexadecimal digits; whether it is digits, perhaps behind a '-', however
 * many. An empty s is neither. */
bool is_hex_number(struct str s);
bool is_whole_number(struct str s);

/* Reads the whole of s as digits with at most max_scale digits after a point ("31", "31.", "31.23"
 * but not ".5"); false when it is not one, or does not fit into 64 bits. */
MUST_CHECK bool parse_decimal(struct str s, unsigned max_scale, struct decimal *number);

/* Reads the whole of s as a decimal number in units of 1/10^scale: with 2, "31.5" is 3150; false as
 * parse_decimal. */
MUST_CHECK bool parse_scaled(struct str s, unsigned scale, uint64_t *value);

/* Reads the whole of s as programs write floating point numbers ("31.23", ".5", "1e-05"), with at
 * most max_scale digits after the point: further ones are rounded, and told so. False when it is
 * none, is negative, or does not fit into 64 bits. */
MUST_CHECK bool parse_float(struct str s, unsigned max_scale, struct decimal *number,
                            bool *rounded);

/* Brings a number to a scale that is no smaller than its own; false when it does not fit then. */
MUST_CHECK bool decimal_scale(struct decimal *number, unsigned scale);

/* Reads the whole of s as seconds with at most 9 digits after the point; false as parse_decimal. */
MUST_CHECK bool parse_seconds(struct str s, uint64_t *ns);

/* Reads the whole of s as a size: digits and an optional K, M, G or T (powers of 1024). */
MUST_CHECK bool parse_size(struct str s, uint64_t *value);

/* The number of changes of a letter and swaps of neighbours that turn a into b, or limit + 1 when
 * there are more; for "did you mean". Texts longer than 64 bytes are as far apart as can be. */
unsigned edit_distance(struct str a, struct str b, unsigned limit);

#endif
