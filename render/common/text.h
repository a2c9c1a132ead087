/* Makes text safe to show: cleaning, measuring, shortening, escaping. The model keeps names byte
 * for byte; every output cleans them here. */
#ifndef RENDER_COMMON_TEXT_H
#define RENDER_COMMON_TEXT_H

#include "base/buf.h"
#include "base/sink.h"

/* Appends raw as valid UTF-8 that every output can contain. Each maximal subpart of an invalid
 * sequence becomes U+FFFD, a control character U+FFFD (tab: a space); bidi controls, zero-width
 * characters, U+2028 and U+2029 become visible, <U+202E>. Plain ASCII, nearly all names, takes one
 * quick pass. */
void text_clean(struct str raw, struct buf *to);

/* Whether it is printable ASCII, and so clean as it is. */
bool text_is_plain(struct str raw);

/* Of longer names, text_clean_name leaves out the middle. */
enum { TEXT_NAME_MOST = 4096 };

/* The same for a name that may stand in many places: of more than 4,096 bytes the middle is left
 * out and counted, "begin…[12,345 bytes]…end". So outputs do not grow with length times number. */
void text_clean_name(struct str raw, struct buf *to);

/* Cells (columns of a monospaced font) of clean text; wide characters count 2. */
size_t text_cells(struct str clean);

enum text_cut {
    TEXT_CUT_SMART,  /* of a function's name what says least goes first, see text_fit.c */
    TEXT_CUT_MIDDLE, /* the same, but of what is left begin and end stay: for tables */
    TEXT_CUT_RIGHT,  /* cuts the end */
};

/* Appends clean text shortened to at most `cells` cells, with an ellipsis (U+2026) where something
 * is missing but return types, and arguments behind the name, which go without one; nothing when it
 * does not fit and fewer than five letters, or digits, would be left of a name that has more. A
 * combining mark stays with its letter. */
void text_fit(struct str clean, size_t cells, enum text_cut cut, struct buf *to);

/* Other ways to shorten a name, for when the first says the same of another function. */
enum { TEXT_FIT_OTHERS = 12 };

/* Appends the nth of them, from 0 to TEXT_FIT_OTHERS - 1; false, and nothing, where the name has no
 * such. */
MUST_CHECK bool text_fit_other(struct str clean, size_t cells, unsigned nth, struct buf *to);

/* Write clean text escaped for XML text or attribute values (& < > " '), or for the inside of a
 * JSON string. Terminals and tables take clean text as it is. */
void text_xml(struct sink *s, struct str clean);
void text_json(struct sink *s, struct str clean);

/* For machine-readable formats: the inside of a JSON string of raw text, not cleaned. Control and
 * invisible characters are escaped, \u202e, so that names stay different and do nothing to a
 * terminal; each maximal subpart of an invalid sequence becomes U+FFFD. */
void text_json_whole(struct sink *s, struct str raw);

/* The same for a name that may stand in many places, cut as text_clean_name does. */
void text_json_name(struct sink *s, struct str raw);

#endif
