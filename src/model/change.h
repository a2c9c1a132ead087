/* Changes from one profile to another. Each writes a new profile, which the caller frees; what is
 * left out is counted, never lost. */
#ifndef MODEL_CHANGE_H
#define MODEL_CHANGE_H

#include "model/profile.h"

/* Whether frames that agree in name and kind stand in several rows, by module, file or line. */
bool change_rows_differ(const struct profile *from);

/* Makes one row of frames that agree in name and kind, as a tree needs it. */
void change_merge_rows(struct profile *to, const struct profile *from);

/* Every stack from its leaf to its root. False when there would be more than `most` stacks; `to` is
 * then a valid part of the whole. */
MUST_CHECK bool change_reverse(struct profile *to, const struct profile *from, uint64_t most);

/* Time order: only neighbours in time share a stack. `from` must be ordered. Fails as
 * change_reverse. */
MUST_CHECK bool change_to_chart(struct profile *to, const struct profile *from, uint64_t most);

/* What happens to a stack at one of its frames. */
enum change_mark {
    CHANGE_DROP_FRAME = 1,   /* the frame goes, its stack stays */
    CHANGE_DROP_STACK = 2,   /* stacks that hold the frame go (--ignore) */
    CHANGE_KEEP_STACK = 4,   /* when need_keep: only stacks that hold such a frame stay (--focus) */
    CHANGE_CUT_CALLERS = 8,  /* the frames above the last such frame go (--skip-after) */
    CHANGE_CUT_CALLEES = 16, /* the frames below the last such frame go (--prune-from) */
    CHANGE_FROM_HERE = 32,   /* the frames above the first such frame go (--show-from) */
    CHANGE_BASE = 128,       /* cuts callers; when need_base: a stack without it goes (--base) */
    CHANGE_SEPARATOR = 64,   /* the frames below are wakers and get their mark (palette chain) */
};

struct change {
    const unsigned char *marks; /* by frame: change_mark bits added up */
    const unsigned char *ends;  /* by frame: it goes where a stack ends with it; NULL: none does */
    bool need_keep;             /* a stack without CHANGE_KEEP_STACK goes */
    bool need_base;             /* a stack without CHANGE_BASE goes */
    bool need_from;             /* a stack without CHANGE_FROM_HERE goes */
    bool merge_recursive;       /* directly repeated frames become one */
    uint64_t *dropped;          /* counts the samples (rows) that went; may be NULL */
};

/* Applies all of these in one pass over the stacks. Whole stacks are kept or dropped first, then
 * callees and ends cut; what is left must hold a base or a frame to show from, where one is needed;
 * then callers are cut and frames dropped. A stack of which no frame is left is dropped. */
void change_apply(struct profile *to, const struct profile *from, const struct change *change);

#endif
