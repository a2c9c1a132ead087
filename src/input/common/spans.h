/* Turns time spans on threads (what began and ended when) into stacks. */
#ifndef INPUT_COMMON_SPANS_H
#define INPUT_COMMON_SPANS_H

#include "input/common/builder.h"

struct span {
    int64_t begin_ns; /* of an end event: its time */
    int64_t end_ns;   /* or SPAN_BEGINS, SPAN_ENDS */
    frame_id frame;   /* 0 for an end event without a name */
    uint32_t line;    /* its line in the input */
    uint32_t mark;    /* 0, or what spans_marked finds its stack by: small numbers */
};

/* In place of an end time: begin and end events are separate. No real time is this far from 0. */
#define SPAN_BEGINS INT64_MAX
#define SPAN_ENDS INT64_MIN

/* The spans of a thread, in input order. */
struct span_list {
    struct span *spans;
    size_t room;
    uint32_t n;
    bool halves; /* some are separate begin and end events */
};

/* Owns the lists. Spans come in any order, so all are kept until the end. */
struct spans {
    struct builder *b; /* borrowed */
    struct span_list *threads;
    size_t threads_room;
    size_t column;    /* the column for time */
    int64_t first_ns; /* the earliest time that was seen, from which times count */
    bool began;       /* a time was seen */
    stack_id *marked; /* by mark */
    size_t marked_room;
    struct overlap {
        uint64_t n, ns;
    } shortened, cut; /* events that give time to the next one, and that lose what lasts longer than
                       * their parent */
};

void spans_free(struct spans *s);

/* Adds a span to a thread. False with a fault when there are too many. */
MUST_CHECK bool spans_add(struct spans *s, uint32_t thread, const struct span *span);

/* Says a time of what is no span, but belongs to the same trace. */
static inline void spans_see(struct spans *s, int64_t ns)
{
    if (!s->began || ns < s->first_ns)
        s->first_ns = ns;
    s->began = true;
}

/* Whether any span can last longer than 0. */
bool spans_last(const struct spans *s);

/* Pairs begin and end events, and adds what each thread did over time as samples of the column, in
 * ns, thread by thread, with labels[thread]; their times begin with the first seen. Of spans that
 * overlap in part, the first ends where the second begins, or where most of that is in the first,
 * the second ends with it; says how much time that is. */
MUST_CHECK bool spans_finish(struct spans *s, const labels_id *labels);

/* After that: the stack of the span with this mark and those around it; 0: there is none. */
static inline stack_id spans_marked(const struct spans *s, uint32_t mark)
{
    return mark < s->marked_room ? s->marked[mark] : 0;
}

#endif
