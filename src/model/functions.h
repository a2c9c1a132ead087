/* Self and total of each function in a tree. */
#ifndef MODEL_FUNCTIONS_H
#define MODEL_FUNCTIONS_H

#include "model/tree.h"

/* A function is a name and a kind. */
struct function {
    name_id name;
    enum frame_kind kind;
    uint64_t self;
    uint64_t total;  /* counted once for every stack that holds it, even if it recurs there */
    uint32_t places; /* how many stacks of the tree end in it */
};

struct functions {
    struct function *rows;
    size_t n, room;
};

/* Sums the functions of the tree, in no particular order. All callees of the tree must be listed.
 * reversed: its stacks are leaf first. */
void functions_add_up(struct functions *functions, const struct tree *t, bool reversed);

/* The same, ordered by self, largest first, then total, then name, then kind. */
void functions_build(struct functions *functions, const struct tree *t, bool reversed);

/* Compares in that order; below 0 when a comes before b. */
int functions_compare(const struct function *a, const struct function *b,
                      const struct names *names);
void functions_free(struct functions *functions);

#endif
