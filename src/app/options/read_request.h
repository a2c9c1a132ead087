/* How inputs are read: what is asked of each, and what the program makes of them all. */
#ifndef APP_OPTIONS_READ_REQUEST_H
#define APP_OPTIONS_READ_REQUEST_H

#include <string.h>

#include "app/common/request_list.h"
#include "base/buf.h"
#include "input/input.h"

/* Labels that options give. Owns its lists. */
struct label_request {
    struct request_list labels;         /* KEY=VALUE */
    struct request_list from, patterns; /* KEY, or KEY=RE, and as many REs */
};

/* Borrows texts from the arguments; owns its lists. */
struct read_request {
    struct ask ask;                   /* every reader borrows it; threads 0: at most 4 */
    bool skip_unreadable;             /* skips inputs that cannot be read; else they are a fault */
    bool timed;                       /* samples keep their times */
    bool is_passing;                  /* the input is gone afterwards: titles do not name it */
    const struct read_request *first; /* borrowed: how the first of several outputs, which need
                                       * different readings and share this one, reads alone;
                                       * NULL: they need the same, but for */
    unsigned also;      /* states of threads that others show: bits 1 << enum ask_read */
    const char *called; /* borrowed: what messages call the one input; NULL: its path */
    const int *opened; /* borrowed: a descriptor of the one input; NULL: it is opened by its path */
    const struct request_list *opened_paths; /* borrowed: of which inputs `opened` has one each, in
                                              * this order; NULL: there is one input */
    struct label_request labels;
    struct request_list symfs; /* owned: ask.symbols borrows it, */
    struct buf debug_cache;    /* and this */
};

/* What samples keep of their times. */
static inline enum time_kind read_request_time(const struct read_request *r)
{
    return r->timed ? TIME_POINTS : r->ask.ordered ? TIME_ORDER : TIME_NONE;
}

/* Whether frames are as formats of whole samples have them. */
static inline bool read_request_whole(const struct read_request *r)
{
    return r->ask.naming.modules;
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

/* Whether only --explain is asked for, and no output. */
static inline bool read_request_explains(const struct read_request *r, const char *output)
{
    return r->ask.symbols.explain && !output;
}

#endif
