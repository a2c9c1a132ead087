/* Parses words and numbers in borrowed bytes, independent of the locale. */
#ifndef BASE_PARSE_H
#define BASE_PARSE_H

#include <stdint.h>

#include "base/ascii.h"
#include "base/attr.h"
#include "base/str.h"

/* Takes the text before the first separator from *rest and moves *rest behind the separator.
 * Returns false when nothing is left: rest->p is NULL after the last field. An empty text has one
 * empty field. */
bool take_field(struct str *rest, char separator, struct str *part);

/* Takes the next word (text without blanks) from *rest; false when only blanks are left. */
bool take_word(struct str *rest, struct str *word);

/* A decimal number without sign: value / 10^scale. */
struct decimal {
    uint64_t value;
    unsigned scale; /* digits after the point, as written */
};

/* Parses all of s as digits; false when it is empty, holds another byte, or does not fit. */
MUST_CHECK bool parse_u64(struct str s, uint64_t *value);

/* Parses all of s as a number or two, "3" or "0-3"; false as well when the last is the lesser. */
MUST_CHECK bool parse_range(struct str s, uint64_t *first, uint64_t *last);

/* Parses all of s as hexadecimal digits; fails as parse_u64. */
MUST_CHECK bool parse_hex_u64(struct str s, uint64_t *value);

/* Takes leading hexadecimal digits, with or without 0x, from *rest; false when there are none, or
 * the number does not fit into 64 bits. */
MUST_CHECK bool parse_hex_head(struct str *rest, uint64_t *value);

/* Whether all of s is hexadecimal digits; whether all of s is digits with an optional '-', of any
 * length. An empty s is neither. */
bool is_hex_number(struct str s);
bool is_whole_number(struct str s);

/* Parses all of s as digits with at most max_scale digits after a point ("31", "31.", "31.23" but
 * not ".5"); false when s is something else, or the number does not fit into 64 bits. */
MUST_CHECK bool parse_decimal(struct str s, unsigned max_scale, struct decimal *number);

/* Parses all of s as a decimal number in units of 1/10^scale: with scale 2, "31.5" is 3150. Fails
 * as parse_decimal. */
MUST_CHECK bool parse_scaled(struct str s, unsigned scale, uint64_t *value);

/* Parses all of s as programs print floating point numbers ("31.23", ".5", "1e-05"). Digits after
 * the point beyond max_scale are rounded, and *rounded is set. False when s is no number,
 * is negative, or does not fit into 64 bits. */
MUST_CHECK bool parse_float(struct str s, unsigned max_scale, struct decimal *number,
                            bool *rounded);

/* Converts a number to a scale not smaller than its own; false when it does not fit then. */
MUST_CHECK bool decimal_scale(struct decimal *number, unsigned scale);

/* Parses all of s as seconds with at most 9 digits after the point; fails as parse_decimal. */
MUST_CHECK bool parse_seconds(struct str s, uint64_t *ns);

/* Parses all of s as a size: digits and an optional K, M, G or T (powers of 1024). */
MUST_CHECK bool parse_size(struct str s, uint64_t *value);

/* The edit distance of two words: changed, added or removed letters and swapped neighbours; limit +
 * 1 when there are more. Texts longer than 64 bytes are as far apart as can be. */
unsigned edit_distance(struct str a, struct str b, unsigned limit);

#endif
