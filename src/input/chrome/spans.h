/* Spans of time on threads: what began and ended when, made into stacks. */
#ifndef INPUT_CHROME_SPANS_H
#define INPUT_CHROME_SPANS_H

#include "input/common/builder.h"

struct span {
    int64_t begin_ns; /* of an end: when it is */
    int64_t end_ns;   /* or SPAN_BEGINS, SPAN_ENDS */
    frame_id frame;   /* 0 of an end: it says no name */
    uint32_t line;    /* where it stands */
};

/* Instead of an end: the span begins or ends only. No time is as far from 0. */
#define SPAN_BEGINS INT64_MAX
#define SPAN_ENDS INT64_MIN

/* The spans of a thread, in the order of the input. */
struct span_list {
    struct span *spans;
    size_t room;
    uint32_t n;
    bool halves; /* some begin or end only */
};

/* Owns the lists: spans come in any order, so that all of them are kept until the end. */
struct spans {
    struct builder *b; /* borrowed */
    struct span_list *threads;
    size_t threads_room;
    size_t column; /* where the time goes */
};

void spans_free(struct spans *s);

/* Adds a span of a thread. False with a fault when there are too many. */
MUST_CHECK bool spans_add(struct spans *s, uint32_t thread, const struct span *span);

/* Whether some span may last longer than a moment. */
bool spans_last(const struct spans *s);

/* Makes beginnings and their ends whole, and adds what each thread did from moment to moment,
 * thread by thread, as samples of the column, the time in ns. What lies across the end of what it
 * began in is cut there. labels[thread] are those of the samples. */
MUST_CHECK bool spans_finish(struct spans *s, const labels_id *labels);

#endif
