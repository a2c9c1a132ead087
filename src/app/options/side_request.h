/* What was asked of two sides of a comparison, checked but not yet carried out. */
#ifndef APP_OPTIONS_SIDE_REQUEST_H
#define APP_OPTIONS_SIDE_REQUEST_H

#include "app/common/request_list.h"
#include "app/options/selection_request.h"
#include "model/difference.h"
#include "render/graph/comparison.h"

/* Borrows texts from the arguments; owns its list. */
struct side_request {
    struct request_list before; /* what the PROFILEs are compared with; none: nothing */
    struct graph_work work;     /* of --per */
    bool shares, per;           /* how both sides are compared, else by cost */
    struct str snapshot_before; /* see selection_request; "": that of both sides */

    /* Of flame alone: */
    enum difference_layout layout;
    bool layout_given, delta_given;
    bool by_self; /* --delta self */
    bool negate;
    bool strip_hex;       /* in names */
    bool plain;           /* as old programs compare: no test of the change, nothing moved */
    const char *identity; /* a file of rules; NULL: none */
};

/* What is kept of the side before, all of it borrowed: the same as after, but perhaps of another
 * moment. */
static inline struct selection_request side_request_before(const struct side_request *sides,
                                                           const struct selection_request *after)
{
    struct selection_request before = *after;

    if (sides->snapshot_before.n)
        before.snapshot = sides->snapshot_before;
    return before;
}

#endif
