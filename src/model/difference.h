/* What changed between two sides of one profile, by stack and by function. */
#ifndef MODEL_DIFFERENCE_H
#define MODEL_DIFFERENCE_H

#include "model/profile.h"

struct evidence;

enum side { SIDE_BEFORE, SIDE_AFTER, SIDES };

/* Borrows a profile, which must not change meanwhile. Its first column is what widths are made of,
 * then follows a column for each run of before, then one for each of after; all have one unit and
 * scale. Frames that agree in name and kind are one row. Owns its arrays. */
struct difference {
    const struct profile *profile;
    size_t n_runs[SIDES];
    uint64_t *total[SIDES]; /* by stack: the sum over all runs of the side, callees included */
    uint64_t *self[SIDES];  /* by stack: the same without callees */
    double scale[SIDES];    /* what such a sum is multiplied by to be compared, and to be shown:
                               per run, and per unit of work or by share when asked for */
    struct str per;         /* the unit of work, "request"; "": none */
    bool shares;            /* scaled so that most functions stay equal: 100 % is the total before */
    bool negate;            /* grown and shrunk change their colours */
    bool by_self;           /* colours follow what frames have by themselves, not with callees */
    /* By frame: how sure a change of the function is, with callees (counted once a stack) and by
     * itself; NULL: nothing can be said. */
    struct evidence *total_evidence, *self_evidence;
};

#endif
