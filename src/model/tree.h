/* The merged tree of one column of a profile: totals, and the callees of each stack in order. */
#ifndef MODEL_TREE_H
#define MODEL_TREE_H

#include "model/profile.h"

/* Borrows a profile, which must not change meanwhile. */
struct tree {
    const struct profile *profile;
    const struct column *column;
    uint32_t n;       /* stacks of the profile; stack 0 is the root */
    uint64_t *total;  /* by stack: its own value and that of all stacks below it */
    uint64_t *start;  /* by stack, in time order only: the sum of all values before it; else NULL */
    stack_id *listed; /* stacks whose callees are listed, ascending; NULL: all are */
    size_t n_listed, listed_room;
    uint32_t *first; /* by place in listed: where its callees begin in callees; then their end */
    stack_id *callees;
    size_t n_callees;
};

/* Adds up a column. Frames of one caller that agree in name and kind must be one row already
 * (change_merge_rows). */
void tree_build(struct tree *t, const struct profile *p, size_t column);
void tree_free(struct tree *t);

/* Lists the callees of every stack whose total is at least `least`, ordered by name bytes, then
 * kind, then id; in time order by time. Lists of a call before are gone. */
void tree_list_callees(struct tree *t, uint64_t least);

/* Lists the callees of every stack in no order, which is enough for what is added up. */
void tree_list_unordered(struct tree *t);

/* Lends the callees of a stack; none when tree_list_callees did not list them. */
const stack_id *tree_callees(const struct tree *t, stack_id stack, uint32_t *n);

/* What a stack has by itself: its total less that of its callees, which must have been listed. */
uint64_t tree_self(const struct tree *t, stack_id stack);

/* The name of the stack's last frame; "all" for the root. */
struct str tree_name(const struct tree *t, stack_id stack);
enum frame_kind tree_kind(const struct tree *t, stack_id stack);

#endif
