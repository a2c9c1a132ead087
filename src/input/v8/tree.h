/* The nodes of a profile of V8 as a tree, and each of them as a stack. */
#ifndef INPUT_V8_TREE_H
#define INPUT_V8_TREE_H

#include "input/v8/profile.h"

/* Finds who called whom, by ids or however it was said, and adds the stacks. Nodes that are no tree
 * are a fault; ids of none are counted as bad. */
MUST_CHECK bool v8_tree_link(struct v8_profile *p, struct text *text);

/* Returns the node of an id once they are linked; V8_NO_NODE: there is none. */
uint32_t v8_tree_find(const struct v8_profile *p, uint32_t id);

#endif
