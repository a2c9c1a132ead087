/* Changes from one profile to another. Each writes a new profile, which the caller frees; what is
 * left out is counted, never lost. */
#ifndef MODEL_CHANGE_H
#define MODEL_CHANGE_H

#include "model/profile.h"

/* Whether frames that agree in name and kind stand in several rows, by module, file or line. */
bool change_rows_differ(const struct profile *from);

/* Makes one row of frames that agree in name and kind, as a tree needs it. */
void change_merge_rows(struct profile *to, const struct profile *from);

/* Every stack from its leaf to its root. */
void change_reverse(struct profile *to, const struct profile *from);

/* Time order: only neighbours in time share a stack. `from` must be ordered. */
void change_to_chart(struct profile *to, const struct profile *from);

/* What happens to a stack at one of its frames. */
enum change_mark {
    CHANGE_DROP_FRAME = 1,   /* the frame goes, its stack stays */
    CHANGE_DROP_STACK = 2,   /* stacks that hold the frame go (--ignore) */
    CHANGE_KEEP_STACK = 4,   /* when need_keep: only stacks that hold such a frame stay (--focus) */
    CHANGE_CUT_CALLERS = 8,  /* the frames above the last such frame go (--base, --skip-after) */
    CHANGE_CUT_CALLEES = 16, /* the frames below the last such frame go (--prune-from) */
    CHANGE_FROM_HERE = 32,   /* the frames above the first such frame go (--show-from) */
    CHANGE_SEPARATOR = 64,   /* the frames below are wakers and get their mark (palette chain) */
};

struct change {
    const unsigned char *marks; /* by frame: change_mark bits added up */
    bool need_keep;             /* a stack without CHANGE_KEEP_STACK goes */
    bool need_cut;              /* a stack without CHANGE_CUT_CALLERS goes (--base) */
    bool need_from;             /* a stack without CHANGE_FROM_HERE goes */
    bool merge_recursive;       /* directly repeated frames become one */
    uint64_t *dropped;          /* counts the samples (rows) that went; may be NULL */
};

/* Applies all of these in one pass over the stacks. A stack of which no frame is left is dropped.
 */
void change_apply(struct profile *to, const struct profile *from, const struct change *change);

#endif
