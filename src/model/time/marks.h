/* The marks of a profile: what its input says of times beside the samples. A moment, as when a page
 * was painted; or a span, as a request or a collection of garbage. */
#ifndef MODEL_TIME_MARKS_H
#define MODEL_TIME_MARKS_H

#include "model/labels.h"

struct mark {
    int64_t from_ns; /* since the first sample; below 0: before it */
    int64_t to_ns;   /* the same of a moment */
    uint64_t id;     /* what marks of one request or object have in common; 0: not told */
    uint64_t value;  /* what it measured; 0: nothing, or not told */
    name_id text;
    thread_id of;     /* a process is a thread without a tid; 0: not of one, or not known */
    labels_id labels; /* what else is told, by key: of marks.labels */
};

/* Owns its array and labels. Zeroed: there are none. */
struct mark_list {
    struct labels labels; /* zeroed: no mark has any */
    struct mark *rows;    /* by time, once they are settled */
    size_t room;
    size_t n;
    size_t n_settled; /* the times of those from here on are in the clock of the input that is being
                       * read, mod 2^64 */
};

void marks_free(struct mark_list *m);
void marks_copy(struct mark_list *to, const struct mark_list *from);
void marks_add(struct mark_list *m, const struct mark *mark);

/* Finds or adds a set of labels of marks. Sorts the pairs in place. */
labels_id marks_labels(struct mark_list *m, struct label *pairs, size_t n);

/* Lends the labels of a mark. */
const struct label *marks_labels_of(const struct mark_list *m, const struct mark *mark, size_t *n);

/* Adds to the times that are not settled. */
void marks_move(struct mark_list *m, uint64_t ns);

/* Takes the times as they are now, and sorts by them. */
void marks_settle(struct mark_list *m);

/* Keeps what was at `from` or later, and before `to`, of threads that are kept; cuts spans at both
 * ends. */
void marks_cut(struct mark_list *m, int64_t from_ns, int64_t to_ns, const bool *threads);

#endif
