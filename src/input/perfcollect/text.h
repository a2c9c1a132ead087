/* perf.data.txt of an archive, with the names that its maps know. */
#ifndef INPUT_PERFCOLLECT_TEXT_H
#define INPUT_PERFCOLLECT_TEXT_H

#include "input/common/bundled_symbols.h"

/* Adds the text to *to, in which frames that perf did not name are called as the maps say. */
void perfcollect_name(const struct bundled_symbols *maps, struct str text, struct buf *to);

#endif
