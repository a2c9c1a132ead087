/* The options of a comparison (--before and others), checked but not yet carried out. */
#ifndef APP_OPTIONS_SIDE_REQUEST_H
#define APP_OPTIONS_SIDE_REQUEST_H

#include "app/common/request_list.h"
#include "app/options/selection_request.h"
#include "model/compare/difference.h"
#include "render/graph/comparison.h"

/* Borrows texts from the arguments; owns its lists. */
struct side_request {
    struct request_list before; /* inputs of the side before; none: no comparison */
    struct graph_work work;     /* --per: amounts of work */
    bool shares, per;           /* compares shares, or cost per work; else cost */
    size_t tests;               /* that share the error rate, see model/compare/evidence.h; 0: 1 */
    const struct evidence_row *whole; /* see struct difference; NULL: not known */
    bool chooses_before;              /* --before-where was given: */
    bool is_one_input;                /* without --before both sides are of it */
    bool before_by_time;              /* it gives a range of time */
    bool before_labels;               /* it gives labels */
    struct time_window window_before;
    struct request_list where_before; /* owned: all that holds for the side before; */
    size_t n_where_before;            /* the first of them, which --before-where gives */
    struct str snapshot_before;       /* see selection_request; "": the same on both sides */

    /* For flame only: */
    enum difference_layout layout;
    bool by_self; /* --delta self */
    bool negate;
    bool strip_hex; /* removes hexadecimal numbers from names */
    bool plain;     /* compares as old programs do: without a significance test or moved code */
    const char *identity; /* a file of rules; NULL: none */
};

/* The selection for the side before, all borrowed: that of after, except that --snapshot may name
 * another snapshot, and --before-where other labels and times. */
static inline struct selection_request side_request_before(const struct side_request *sides,
                                                           const struct selection_request *after)
{
    struct selection_request before = *after;

    if (sides->snapshot_before.n)
        before.snapshot = sides->snapshot_before;
    if (sides->chooses_before) {
        before.where = sides->where_before;
        before.n_before = sides->n_where_before;
    }
    if (sides->before_by_time) {
        before.by_time = before.before_time = true;
        before.window = sides->window_before;
    }
    return before;
}

#endif
