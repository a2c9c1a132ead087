/* Options that control how inputs are read. */
#ifndef APP_OPTIONS_READ_REQUEST_H
#define APP_OPTIONS_READ_REQUEST_H

#include <string.h>

#include "app/options/symbol_request.h"
#include "base/limits.h"
#include "input/input.h"

/* Labels that options give. Owns its lists. */
struct label_request {
    struct request_list labels;         /* KEY=VALUE */
    struct request_list from, patterns; /* KEY, or KEY=RE, and as many REs */
};

/* Borrows texts from the arguments; owns the lists of symbols. */
struct read_request {
    const struct input_format *from; /* NULL: detected from the input */
    struct limits limits;
    unsigned threads; /* 0: as many as this process may use, at most 4 */
    bool strict;
    bool skip_unreadable; /* skips inputs that cannot be read; else they are a fault */
    bool need_stacks;     /* an input with callers and callees but no stacks is a fault */
    bool ordered;         /* samples stay in the order of the input */
    bool off_cpu, wall, latency;
    bool estimate;    /* read as gprof2dot does: versions of symbols, and of calls what it estimates
                         from */
    bool timed;       /* samples keep their times */
    bool joined;      /* outputs that need different readings share this one; the first of them */
    bool first_timed; /* needs times, */
    bool first_whole; /* and frames as formats of whole samples have them */
    bool is_passing;  /* the input is gone afterwards: titles do not name it */
    const char *called; /* borrowed: what messages call the one input; NULL: its path */
    const int *opened; /* borrowed: a descriptor of the one input; NULL: it is opened by its path */
    const struct request_list *opened_paths; /* borrowed: of which inputs `opened` has one each, in
                                              * this order; NULL: there is one input */
    bool two_counts; /* a folded line with two counts has both sides of a comparison */
    unsigned places; /* labels to keep that are kept only when asked for: enum sample_place */
    struct label_request labels;
    uint64_t max_bad;
    struct naming naming;
    struct symbol_request symbols;
};

/* What samples keep of their times. */
static inline enum time_kind read_request_time(const struct read_request *r)
{
    return r->timed ? TIME_POINTS : r->ordered ? TIME_ORDER : TIME_NONE;
}

/* The descriptor of an input; NULL: it is opened by its path. */
static inline const int *read_request_opened(const struct read_request *r, const char *path)
{
    if (!r->opened || !r->opened_paths)
        return r->opened;
    for (size_t i = 0; i < r->opened_paths->n; i++)
        if (strcmp(r->opened_paths->items[i], path) == 0)
            return &r->opened[i];
    return NULL;
}

#endif
