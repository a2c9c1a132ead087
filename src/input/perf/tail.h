/* What perf script prints behind the stack of a sample, and is no frame. */
#ifndef INPUT_PERF_TAIL_H
#define INPUT_PERF_TAIL_H

#include "base/str.h"

/* Returns the fields (-F) that a line below a stack or header prints, as "uregs"; "" when it may be
 * a frame or a header. */
struct str perf_tail_fields(struct str line);

/* Removes the same from the end of a header that holds its frame: "7f00 main+0x1 (/bin/a) ABI:2".
 */
struct str perf_tail_cut(struct str text);

/* Whether a word is the size of a page: "4K", "2M", "N/A". */
bool perf_is_page_size(struct str word);

#endif
