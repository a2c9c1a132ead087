/* A preorder walk through a tree: callers first, callees in their order. */
#ifndef RENDER_COMMON_TREE_WALK_H
#define RENDER_COMMON_TREE_WALK_H

#include "model/tree.h"

struct walk_step {
    stack_id stack;
    uint32_t depth;
};

/* Borrows a tree whose callees are all listed. */
struct walk {
    const struct tree *tree;
    struct walk_step *pending; /* found but not visited yet; the next one is last */
    size_t n, room;
    stack_id stack; /* the current stack */
    uint32_t depth; /* of that stack; 0: the root */
};

void walk_init(struct walk *w, const struct tree *tree);
void walk_free(struct walk *w);

/* Goes to the next stack; the first is the root. Returns false after the last. */
bool walk_next(struct walk *w);

#endif
