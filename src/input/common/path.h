/* The way from the root of a printed call tree to the row that was read last. */
#ifndef INPUT_COMMON_PATH_H
#define INPUT_COMMON_PATH_H

#include "input/common/builder.h"

struct path_step {
    frame_id frame;
    stack_id stack; /* of the frame with its callers; 0: not looked for yet */
};

/* Owns its array. A zeroed struct is the empty path. */
struct path {
    struct path_step *steps; /* by depth */
    size_t n, room;
};

void path_free(struct path *p);

/* Puts a frame at that depth; deeper ones are gone. False, and nothing is put, when the row above
 * it is missing. */
MUST_CHECK bool path_put(struct path *p, size_t depth, frame_id frame);

/* Forgets the frames at that depth and below: a row of it was not understood, so that those below
 * it have none above them. */
void path_cut(struct path *p, size_t depth);

/* Finds or adds the stack that the path is. False with a fault when it is too deep. */
MUST_CHECK bool path_stack(struct path *p, const struct builder *b, stack_id *stack);

#endif
