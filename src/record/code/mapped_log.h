/* What processes did, in the order of time: processors tell of it apart, so that a process which
 * moves from one to another may be seen to map a file before it becomes the program that does. */
#ifndef RECORD_CODE_MAPPED_LOG_H
#define RECORD_CODE_MAPPED_LOG_H

#include "base/buf.h"
#include "record/code/mapped_paths.h"

enum mapped_kind { MAPPED_MAP, MAPPED_FORK, MAPPED_EXEC, MAPPED_EXIT };

struct mapped_event {
    uint64_t time_ns;
    size_t order;           /* of the same time, and in what was noted before */
    size_t path, path_size; /* in the text */
    uint32_t pid, parent;
    enum mapped_kind kind;
};

/* Owns its arrays. Zeroed: empty. */
struct mapped_log {
    struct mapped_event *events;
    size_t room, n, n_all;
    uint64_t told_ns; /* when the newest was done that is told */
    struct buf text;
};

void mapped_log_free(struct mapped_log *l);

/* Notes what a process did; the order and the places in the text are set. path: of MAPPED_MAP. */
void mapped_log_add(struct mapped_log *l, const struct mapped_event *event, struct str path);

/* Tells of what was done before that time, and forgets it. A file that was mapped before something
 * else that is told already is left out: whether it was the same program that did is not known. */
void mapped_log_settle(struct mapped_log *l, uint64_t before_ns, struct mapped_paths *to);

#endif
