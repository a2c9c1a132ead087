/* What is kept of what was read: which samples, stacks and names. */
#ifndef APP_OPTIONS_SELECTION_REQUEST_H
#define APP_OPTIONS_SELECTION_REQUEST_H

#include "app/common/request_list.h"
#include "base/str.h"
#include "model/profile.h"

/* Stacks are kept, dropped and cut by the names of their functions. Owns its lists. */
struct filter_request {
    struct request_list base, skip_after; /* names */
    struct request_list focus, ignore, hide, show, show_from, prune_from,
        allocator; /* POSIX EREs */
    bool merge_recursive;
};

/* Names that are taken out of what is written. Owns its list. */
struct redact_request {
    struct request_list patterns; /* POSIX EREs */
    bool hash_names;
};

/* Whether any was asked for. */
static inline bool redact_needed(const struct redact_request *r)
{
    return r->patterns.n > 0 || r->hash_names;
}

/* What is left out of names of functions. */
enum shorten { SHORTEN_NOTHING, SHORTEN_PACKAGES, SHORTEN_NO_PACKAGES, SHORTEN_NO_MODULES };

/* Borrows texts from the arguments; owns its lists. */
struct selection_request {
    const char *event;     /* NULL: the one with most samples */
    const char *value;     /* name of a column; NULL: the first, see weight_samples */
    size_t column;         /* 1 + its place; 0: not said */
    struct str snapshot;   /* a number, "peak" or "last"; "": the peak */
    const char *root_by;   /* label keys, commas between; NULL: comm, or thread; "none"; with old
                              names also "TID=tid", the value behind a text */
    bool first_event;      /* where none is asked for, the one met first instead */
    bool join_events;      /* that differ in precision only, where none is asked for */
    bool weight_samples;   /* not periods */
    bool all_snapshots;    /* the output format shows all of them */
    bool root_by_implied;  /* by an old name: nobody asked for it */
    bool comm_underscores; /* blanks in commands are '_' */
    bool by_time;          /* --where time=FROM..TO, from the start of each input: */
    struct time_window window;
    struct request_list where; /* KEY=VALUE; what follows are values of one KEY */
    struct request_list comm, pid, tid;
    unsigned annotate; /* a bit for each frame_kind that gets its mark */
    enum shorten shorten;
    uint64_t most_nodes; /* that stacks may become with other first frames */
    struct filter_request filter;
    struct redact_request redact;
};

#endif
