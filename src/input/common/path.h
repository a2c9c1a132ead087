/* The path from the root of a printed call tree to the last row read. */
#ifndef INPUT_COMMON_PATH_H
#define INPUT_COMMON_PATH_H

#include "input/common/builder.h"

struct path_step {
    frame_id frame;
    stack_id stack; /* of the frame with its callers; 0: not looked up yet */
};

/* Owns its array. Zeroed: an empty path. */
struct path {
    struct path_step *steps; /* by depth */
    size_t n, room;
};

void path_free(struct path *p);

/* Puts a frame at that depth and removes deeper ones. False, without a change, when its caller is
 * missing. */
MUST_CHECK bool path_put(struct path *p, size_t depth, frame_id frame);

/* Removes the frames at that depth and below: a row was invalid, so those below it have no caller.
 */
void path_cut(struct path *p, size_t depth);

/* Finds or adds the stack of the path. False with a fault when it is too deep. */
MUST_CHECK bool path_stack(struct path *p, const struct builder *b, stack_id *stack);

#endif
