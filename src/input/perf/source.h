/* Takes a source line that perf script prints below a frame (-F +srcline). */
#ifndef INPUT_PERF_SOURCE_H
#define INPUT_PERF_SOURCE_H

#include "input/common/text.h"

/* Whether the line says that the frame above it is inlined. */
bool perf_source_is_inlined(struct str line);

/* The frames of one line, the last of the stack: those it was read as, the innermost first. */
struct perf_line_frames {
    size_t from;   /* the first one in the builder's frames */
    uint64_t hash; /* of the frames before it */
};

/* Takes the line below the frames of another, if these have none yet, for the first of them: makes
 * "main" "main:file.c:12" if that is wanted, or adds that to the frame's place. A frame that has
 * its line from debug information keeps it. Uses the scratch buffer. False with a fault when the
 * name is too long. */
MUST_CHECK bool perf_source_take(struct text *text, struct buf *scratch, struct str line,
                                 struct perf_line_frames *above);

#endif
