/* One column of a profile as a tree: the total of each stack, and its callees in order. */
#ifndef MODEL_TREE_H
#define MODEL_TREE_H

#include "model/profile.h"

/* Borrows a profile, which must not change meanwhile. */
struct tree {
    const struct profile *profile;
    const struct column *column;
    uint32_t n;       /* stacks of the profile; stack 0 is the root */
    uint64_t *total;  /* by stack: its self value plus those of all stacks below it */
    uint64_t *start;  /* by stack, in time order only: the sum of all earlier values; else NULL */
    uint64_t *listed; /* a bit for each stack: its callees are listed; NULL: all are */
    uint32_t *listed_before; /* by word of listed: how many bits the words before have */
    size_t n_listed;
    uint64_t least;  /* all that have at least this total are */
    uint32_t *first; /* by number of the listed stack, as they ascend: where its callees begin in
                      * callees; then their end */
    stack_id *callees;
    size_t n_callees;
};

/* Sums a column. Frames of one caller with equal name and kind must already be one row
 * (change_merge_rows). */
void tree_build(struct tree *t, const struct profile *p, size_t column);
void tree_free(struct tree *t);

/* Lets all callees of the root begin with it: they are lanes, which share an axis of time. */
void tree_align_lanes(struct tree *t);

/* Lists the callees of every stack with at least the total `least`, sorted by name bytes, then
 * kind, then id; in time order by time. Replaces earlier lists. */
void tree_list_callees(struct tree *t, uint64_t least);

/* The same in any order, and only if they are not listed yet. */
void tree_need_callees(struct tree *t, uint64_t least);

/* Lists the callees of every stack unsorted, which is enough for summing. */
void tree_list_unordered(struct tree *t);

/* Lends the callees of a stack; none if tree_list_callees did not list them. */
const stack_id *tree_callees(const struct tree *t, stack_id stack, uint32_t *n);

/* The self value of a stack: its total minus that of its callees, which must be listed. */
uint64_t tree_self(const struct tree *t, stack_id stack);

/* The name of the stack's last frame; "all" for the root. */
struct str tree_name(const struct tree *t, stack_id stack);
enum frame_kind tree_kind(const struct tree *t, stack_id stack);

#endif
