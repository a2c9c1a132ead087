/* The functions of a tree with what they hold, wherever they stand in it. */
#ifndef MODEL_FUNCTIONS_H
#define MODEL_FUNCTIONS_H

#include "model/tree.h"

/* A function is a name and a kind. */
struct function {
    name_id name;
    enum frame_kind kind;
    uint64_t self;
    uint64_t total;  /* counts once for every stack that holds it, however often it recurs there */
    uint32_t places; /* stacks of the tree that end in it */
};

struct functions {
    struct function *rows;
    size_t n, room;
};

/* Adds up all functions of the tree, whose callees must all have been listed. reversed: its stacks
 * begin with their last frame. They stand as they were met. */
void functions_add_up(struct functions *functions, const struct tree *t, bool reversed);

/* The same, ordered by self, largest first, then total, then name, then kind. */
void functions_build(struct functions *functions, const struct tree *t, bool reversed);

/* That order: below 0 when a goes before b. */
int functions_compare(const struct function *a, const struct function *b,
                      const struct names *names);
void functions_free(struct functions *functions);

#endif
