/* Text as it is shown. A name is kept byte for byte in the model; here it is made safe to draw,
 * once, for every output. */
#ifndef RENDER_COMMON_TEXT_H
#define RENDER_COMMON_TEXT_H

#include "base/buf.h"
#include "base/sink.h"

/* Appends raw as valid UTF-8 without anything that no output can carry: an invalid sequence becomes
 * U+FFFD for each maximal subpart, a control character U+FFFD (tab: a space), and bidi controls,
 * zero-width characters, U+2028 and U+2029 their visible form <U+202E>. Names of plain ASCII,
 * nearly all, take one quick pass. */
void text_clean(struct str raw, struct buf *to);

/* Cells (columns of a monospaced font) of clean text; wide characters count 2. */
size_t text_cells(struct str clean);

enum text_cut {
    TEXT_CUT_SMART, /* template and generic arguments shrink to <...> first, then the end goes */
    TEXT_CUT_RIGHT, /* the end goes */
};

/* Appends clean text shortened to at most `cells` cells, an ellipsis (U+2026) where something went;
 * nothing when fewer than 3 cells are left for a text that does not fit. A combining mark stays
 * with its letter. */
void text_fit(struct str clean, size_t cells, enum text_cut cut, struct buf *to);

/* Write clean text escaped for a place: XML text or attribute value (& < > " '), the inside of a
 * JSON string, a terminal or table (clean text is safe there as it is). */
void text_xml(struct sink *s, struct str clean);
void text_json(struct sink *s, struct str clean);

/* For formats that others go on with: the inside of a JSON string of text as it is, not clean.
 * Control characters are escaped, an invalid sequence becomes U+FFFD for each maximal subpart. */
void text_json_whole(struct sink *s, struct str raw);

#endif
