/* UTF-8: decodes any bytes; says which code points are safe to display, and how wide they are. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdint.h>

#include "base/str.h"

enum { UTF8_REPLACEMENT = 0xfffd };

/* Decodes the code point at s.p[*at] (*at < s.n) and moves *at behind it. An invalid sequence gives
 * UTF8_REPLACEMENT once for each maximal subpart (Unicode 15, chapter 3.9, table 3-8). */
uint32_t utf8_next(struct str s, size_t *at);

/* Like utf8_next; sets *valid to whether the sequence was valid. */
uint32_t utf8_next_checked(struct str s, size_t *at, bool *valid);

/* Writes the code point (not a surrogate, at most U+10FFFF) to to[0..3]; returns the length. */
size_t utf8_put(char *to, uint32_t point);

enum utf8_class {
    UTF8_PLAIN,
    UTF8_CONTROL,   /* C0, DEL, C1, U+FFFE, U+FFFF and the like: no output may contain it */
    UTF8_INVISIBLE, /* bidi controls, zero width, line and paragraph separator: must be shown */
};

enum utf8_class utf8_class_of(uint32_t point);

/* Returns where the run of printable ASCII that begins at `at` ends; quick. */
size_t utf8_printable_end(struct str s, size_t at);

/* Whether s is valid UTF-8 and contains only UTF8_PLAIN characters. */
bool utf8_plain(struct str s);

/* Cells of a terminal or a monospaced font: 0 (combining), 1, or 2 (wide East Asian, emoji). */
unsigned utf8_cells(uint32_t point);

#endif
