/* Which texts may be in the beginning of an input: found in one pass for all formats, most of which
 * are then not asked whether it is theirs. */
#ifndef INPUT_COMMON_SIGNS_H
#define INPUT_COMMON_SIGNS_H

#include "input/common/reading.h"

/* A sign (struct input_format) is a text. A newline at its start or at its end is that of a line
 * without the blanks there: "\n#0" begins a line, or stands behind its indentation; "]\n" ends one.
 * A sign without a newline has four bytes or more, or is rare, as it is searched for.
 *
 * Two signs are no texts: a line that begins as 2026-05-01T, of which the first digit, the '-' and
 * the 'T' are looked at; and a text that ends, as a prefix does, before any line that is not blank
 * and no comment ('#'). */
#define SIGN_DATE "\n\x01"
#define SIGN_NO_LINE "\n\x02"

/* A line that ends in a digit. */
#define SIGNS_DIGIT_ENDS "0\n", "1\n", "2\n", "3\n", "4\n", "5\n", "6\n", "7\n", "8\n", "9\n"

/* What stands in a text. */
struct signs {
    struct str text;      /* borrowed */
    unsigned char *first; /* owned: a bit for two bytes, whether a line begins with them, ... */
    uint64_t last[4];     /* ... for a byte, whether one ends with it */
    unsigned char *inner; /* owned: whether four bytes with that hash stand anywhere */
    unsigned shift;       /* of a hash: those of short texts have fewer bits */
};

/* Looks at a text; signs_free frees what it found. */
void signs_find(struct signs *s, struct str text);
void signs_free(struct signs *s);

/* Whether the text may have a sign; false: it has not. */
bool signs_may_have(const struct signs *s, struct str sign);

/* Whether the text may have a sign of each set of the format. */
bool signs_allow(const struct signs *s, const struct input_format *format);

/* Whether SIGN_DATE tells of a line. */
bool signs_is_date(struct str line);

#endif
