/* Options that select samples, stacks and names of what was read. */
#ifndef APP_OPTIONS_SELECTION_REQUEST_H
#define APP_OPTIONS_SELECTION_REQUEST_H

#include "app/common/request_list.h"
#include "base/str.h"
#include "model/time/time_window.h"

/* Keeps, drops and cuts stacks by the names of their functions. Owns its lists. */
struct filter_request {
    struct request_list base, skip_after; /* names */
    struct request_list focus, ignore, hide, show, show_from, prune_from,
        allocator; /* POSIX EREs */
    bool merge_recursive;
    bool keep_allocator; /* memory profiles: also the frames of malloc and the like */
};

/* Names to remove from the output. Owns its list. */
struct redact_request {
    struct request_list patterns; /* POSIX EREs */
    bool hash_names;
};

/* Whether any of these options was given. */
static inline bool redact_needed(const struct redact_request *r)
{
    return r->patterns.n > 0 || r->hash_names;
}

/* Which parts to remove from function names. */
enum shorten { SHORTEN_NOTHING, SHORTEN_PACKAGES, SHORTEN_NO_PACKAGES, SHORTEN_NO_MODULES };

/* Borrows texts from the arguments; owns its lists. */
struct selection_request {
    const char *event;     /* NULL: the one with most samples */
    size_t column;         /* 1 + its index; 0: not given */
    const char *function;  /* name or glob of what --format annotate lists; NULL: the heaviest */
    struct str snapshot;   /* a number, "peak" or "last"; "": not given, the peak */
    const char *root_by;   /* label keys separated by commas; "none"; NULL: comm, or thread. Old
                              names also use "TID=tid": a text in front of the value */
    bool by;               /* root_by is --by: "-" is the frame of a label that is not there */
    bool first_event;      /* if event is NULL: the one of the first sample instead */
    bool join_events;      /* if event is NULL: events that differ only in precision are one */
    bool weight_samples;   /* counts samples, not periods */
    bool all_snapshots;    /* the output format shows all of them */
    bool root_by_implied;  /* set by an old name, not by the user */
    bool comm_underscores; /* writes blanks in commands as '_' */
    bool by_time;          /* --where time=FROM..TO was given: */
    struct time_window window; /* relative to the start of each input */
    struct request_list where; /* KEY=VALUE,...: all must hold; of the values, one */
    size_t n_before;           /* of these, how many the user wrote as --before-where, from first */
    bool before_time;          /* so did he with the time */
    struct request_list comm, pid, tid;
    unsigned annotate; /* a bit for each frame_kind that gets its mark */
    enum shorten shorten;
    uint64_t most_nodes; /* limit of stacks after root frames were added */
    struct filter_request filter;
    struct redact_request redact;
};

#endif
