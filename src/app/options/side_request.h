/* What was asked of two sides of a comparison, checked but not yet carried out. */
#ifndef APP_OPTIONS_SIDE_REQUEST_H
#define APP_OPTIONS_SIDE_REQUEST_H

#include "app/common/request_list.h"
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
    const char *identity; /* a file of rules; NULL: none */
};

#endif
