/* Whether the recording in an archive belongs to the maps in it. */
#ifndef INPUT_PERFCOLLECT_RECORDED_H
#define INPUT_PERFCOLLECT_RECORDED_H

#include "input/common/names/bundled_symbols.h"
#include "input/common/reading.h"

/* Whether a process with a map occurs in the recording. True if it cannot be read: reading it will
 * say why. */
bool perfcollect_recorded(const struct reading *r, struct str recording,
                          const struct bundled_symbols *maps);

#endif
