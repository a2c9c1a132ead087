/* Takes a source line that perf script prints below a frame (-F +srcline). */
#ifndef INPUT_PERF_SOURCE_H
#define INPUT_PERF_SOURCE_H

#include "input/common/text.h"

/* Whether the line says that the frame above it is inlined. */
bool perf_source_is_inlined(struct str line);

/* Makes "main" "main:file.c:12" if that is wanted, or adds that to the frame's place. A frame that
 * has its line from debug information keeps it. Uses the scratch buffer. False with a fault when
 * the name is too long. */
MUST_CHECK bool perf_source_add(struct text *text, struct buf *scratch, struct str line,
                                frame_id *frame);

#endif
