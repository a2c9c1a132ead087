/* Adds names from the archive's maps to perf.data.txt. */
#ifndef INPUT_PERFCOLLECT_TEXT_H
#define INPUT_PERFCOLLECT_TEXT_H

#include "input/common/names/bundled_symbols.h"

/* Appends the text to *to, and names frames that perf did not name by the maps. */
void perfcollect_name(const struct bundled_symbols *maps, struct str text, struct buf *to);

#endif
