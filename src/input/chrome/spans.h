/* Spans of time on threads: what began and ended when, made into stacks. */
#ifndef INPUT_CHROME_SPANS_H
#define INPUT_CHROME_SPANS_H

#include "input/input.h"

enum span_phase { SPAN_WHOLE, SPAN_BEGIN, SPAN_END };

struct span {
    int64_t begin_ns;
    int64_t end_ns; /* of a whole one */
    frame_id frame; /* 0 of an end: it says no name */
    uint32_t thread;
    uint32_t at;   /* its place among the spans of the input */
    uint32_t line; /* where it stands */
    enum span_phase phase;
};

/* Owns the spans: they come in any order, so that all of them are kept until the end. */
struct spans {
    struct reading *r;
    struct profile *p;
    struct fault *f;
    struct span *spans;
    size_t room;
    uint32_t n;
    bool halves; /* some begin or end only */
};

void spans_free(struct spans *s);

/* Adds a span; its `at` is set here. False with a fault when there are too many. */
MUST_CHECK bool spans_add(struct spans *s, const struct span *span);

/* Makes beginnings and their ends whole, and adds what each thread did from moment to moment,
 * thread by thread, as samples of one column, the time in ns. What lies across the end of what it
 * began in is cut there. labels[thread] are those of the samples. */
MUST_CHECK bool spans_finish(struct spans *s, const labels_id *labels);

#endif
