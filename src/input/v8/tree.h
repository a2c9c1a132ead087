/* Links the nodes of a V8 profile to a tree, and makes a stack for each. */
#ifndef INPUT_V8_TREE_H
#define INPUT_V8_TREE_H

#include "input/v8/profile.h"

/* Finds the caller of each node, in any of the ways to give it, and adds the stacks. Nodes that
 * form no tree are a fault; unknown ids count as bad. */
MUST_CHECK bool v8_tree_link(struct v8_profile *p, struct text *text);

/* Returns the node with an id, once linked; V8_NO_NODE: none. */
uint32_t v8_tree_find(const struct v8_profile *p, uint32_t id);

#endif
