/* Finds the symbols of the functions in which samples and their callers lie, for the recording to
 * bring them along. */
#ifndef INPUT_SAMPLED_SYMBOLS_H
#define INPUT_SAMPLED_SYMBOLS_H

#include "base/buf.h"
#include "input/unwound.h"

/* Appends them as symbol/embedded_symbols.h says, from the files that were mapped: those of the
 * recorded build-id, or without one those of the recorded inode. Of a stack that was copied only
 * its last function counts. False with a fault when the recording, or a file, cannot be read. */
MUST_CHECK bool perf_data_symbols(const struct unwound_input *input, struct buf *to,
                                  struct fault *f);

#endif
