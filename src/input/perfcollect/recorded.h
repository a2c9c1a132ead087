/* Whether the recording in an archive is the one that its maps are of. */
#ifndef INPUT_PERFCOLLECT_RECORDED_H
#define INPUT_PERFCOLLECT_RECORDED_H

#include "input/common/bundled_symbols.h"
#include "input/common/reading.h"

/* Whether a process of which there is a map occurs in the recording. What cannot be read counts as
 * one: reading it says why. */
bool perfcollect_recorded(const struct reading *r, struct str recording,
                          const struct bundled_symbols *maps);

#endif
