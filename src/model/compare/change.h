/* Transformations of a profile. Each writes a new profile, which the caller frees, and counts what
 * it drops. */
#ifndef MODEL_COMPARE_CHANGE_H
#define MODEL_COMPARE_CHANGE_H

#include "model/chart.h"
#include "model/profile.h"

/* Whether frames of equal name and kind have several rows, by module, file or line. */
bool change_rows_differ(const struct profile *from);

/* Merges frame rows of equal name and kind, as a tree needs it. Of their modules and files the
 * first of each is where they were seen. */
void change_merge_rows(struct profile *to, const struct profile *from);

/* Reverses every stack: leaf first. False when more than `most` stacks would result; `to` is then a
 * valid part of the whole. */
MUST_CHECK bool change_reverse(struct profile *to, const struct profile *from, uint64_t most);

/* Makes a flame chart: only neighbours in time share a stack. `from` must be in time order, lane by
 * lane; each lane has a frame of its own above all others. What a gap divides does not share a
 * stack. Fails as change_reverse. */
MUST_CHECK bool change_to_chart(struct profile *to, const struct profile *from,
                                const struct chart_lanes *lanes, uint64_t most);

/* Puts frames together that repeat: f;f;f becomes f, f;g;f;g becomes f;g (see repeats.h). Every
 * function keeps its self value, and as its total that of the outermost. Sets
 * *repeats, by stack of the new profile, to how often its last frame stands in a row, at most; the
 * caller frees it. False, and nothing, where there are none. */
MUST_CHECK bool change_fold(struct profile *to, const struct profile *from, uint32_t **repeats);

/* What a frame does to the stacks that hold it. */
enum change_mark {
    CHANGE_DROP_FRAME = 1,   /* removes the frame from its stacks */
    CHANGE_DROP_STACK = 2,   /* drops the stack (--ignore) */
    CHANGE_KEEP_STACK = 4,   /* with need_keep: stacks without such a frame are dropped (--focus) */
    CHANGE_CUT_CALLERS = 8,  /* removes the frames above the last such frame (--skip-after) */
    CHANGE_CUT_CALLEES = 16, /* removes the frames below the last such frame (--prune-from) */
    CHANGE_FROM_HERE = 32,   /* removes the frames above the first such frame (--show-from) */
    CHANGE_BASE = 128,       /* removes callers; with need_base: stacks without such a frame are
                              * dropped (--base) */
    CHANGE_SEPARATOR = 64,   /* the frames below are wakers and get the waker mark (palette chain)
                              */
};

struct change {
    const unsigned char *marks; /* by frame: its change_mark bits */
    const unsigned char *ends;  /* by frame: removed where it ends a stack; NULL: none is */
    bool keeps_outermost;       /* a stack of nothing but ends keeps its outermost frame */
    bool need_keep;             /* drops stacks without CHANGE_KEEP_STACK */
    bool need_base;             /* drops stacks without CHANGE_BASE */
    bool need_from;             /* drops stacks without CHANGE_FROM_HERE */
    bool merge_recursive;       /* merges a frame with an equal frame directly below it */
    uint64_t *dropped;          /* counts the dropped samples (rows); may be NULL */
};

/* Applies all changes in one pass over the stacks, in this order: drops whole stacks, removes
 * callees and ends, drops stacks that now lack a needed base or a frame to show from, removes
 * callers, then single frames. A stack without frames left is dropped. */
void change_apply(struct profile *to, const struct profile *from, const struct change *change);

#endif
