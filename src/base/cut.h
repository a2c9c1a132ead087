/* Cutting words and numbers out of borrowed bytes. Nothing here depends on a locale. */
#ifndef BASE_CUT_H
#define BASE_CUT_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_hex_digit(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* A blank or the end of a line. */
static inline bool is_space(char c)
{
    return is_blank(c) || c == '\n' || c == '\r';
}

static inline bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns s without blanks (space, tab) and carriage returns at its ends. */
struct str cut_trim(struct str s);

/* Cuts the text before the first separator off *rest and moves *rest behind it. Returns false when
 * *rest is used up (p is set to NULL after the last part). An empty text is one empty part. */
bool cut_part(struct str *rest, char separator, struct str *part);

/* Cuts the next word (no blanks in it) off *rest; false when only blanks are left. */
bool cut_word(struct str *rest, struct str *word);

/* Returns what stands behind the last '/', or all of it. */
struct str cut_base_name(struct str path);

/* A decimal number without sign: value / 10^scale. */
struct decimal {
    uint64_t value;
    unsigned scale; /* digits after the point, as written */
};

/* Reads the whole of s as digits; false when it is empty, holds another byte, or does not fit. */
MUST_CHECK bool cut_u64(struct str s, uint64_t *value);

/* Reads the whole of s as hexadecimal digits; false as cut_u64. */
MUST_CHECK bool cut_hex_u64(struct str s, uint64_t *value);

/* Cuts the hexadecimal digits at its start, and a 0x before them, off *rest; false when there are
 * none, or more than fit into 64 bits. */
MUST_CHECK bool cut_hex_head(struct str *rest, uint64_t *value);

/* Whether the whole of s is hexadecimal digits; whether it is digits, perhaps behind a '-', however
 * many. An empty s is neither. */
bool is_hex_number(struct str s);
bool is_whole_number(struct str s);

/* Reads the whole of s as digits with at most max_scale digits after a point ("31", "31.", "31.23"
 * but not ".5"); false when it is not one, or does not fit into 64 bits. */
MUST_CHECK bool cut_decimal(struct str s, unsigned max_scale, struct decimal *number);

/* Reads the whole of s as a decimal number in units of 1/10^scale: with 2, "31.5" is 3150; false as
 * cut_decimal. */
MUST_CHECK bool cut_scaled(struct str s, unsigned scale, uint64_t *value);

/* Reads the whole of s as programs write floating point numbers ("31.23", ".5", "1e-05"), with at
 * most max_scale digits after the point: further ones are rounded, and told so. False when it is
 * none, is negative, or does not fit into 64 bits. */
MUST_CHECK bool cut_float(struct str s, unsigned max_scale, struct decimal *number, bool *rounded);

/* Brings a number to a scale that is no smaller than its own; false when it does not fit then. */
MUST_CHECK bool decimal_scale(struct decimal *number, unsigned scale);

/* Reads the whole of s as seconds with at most 9 digits after the point; false as cut_decimal. */
MUST_CHECK bool cut_seconds(struct str s, uint64_t *ns);

/* Reads the whole of s as a size: digits and an optional K, M, G or T (powers of 1024). */
MUST_CHECK bool cut_size(struct str s, uint64_t *value);

/* The number of changes of a letter and swaps of neighbours that turn a into b, or limit + 1 when
 * there are more; for "did you mean". Texts longer than 64 bytes are as far apart as can be. */
unsigned cut_distance(struct str a, struct str b, unsigned limit);

#endif
