/* The processes that ran before the recording began: their threads and what code, or
 * data, they have mapped. */
#ifndef RECORD_TARGETS_TASKS_H
#define RECORD_TARGETS_TASKS_H

#include "base/buf.h"
#include "base/hash.h"
#include "base/slots.h"

struct sampled_processes;

/* A file whose build-id was looked for. */
struct known_file;

/* Owns its arrays, borrows what processes see. Zeroed, but for it: empty. */
struct tasks {
    struct sampled_processes *held;
    struct known_file *files;
    size_t files_room, n_files;
    struct slots slots; /* files by what the kernel tells of them */
    struct hash_key key;
    struct buf text, names; /* scratch */
    bool data;              /* tells of mapped data as well */
    size_t maps_read;       /* bytes of lists of maps */
    uint32_t n_cut;         /* processes whose lists were not read to their ends */
};

void tasks_free(struct tasks *t);

/* Appends records about one process; nothing when it has ended or may not be looked at. */
void tasks_add(struct tasks *t, uint32_t pid, struct buf *to);

/* Whom to tell of. Borrows the lists. */
struct tasks_chosen {
    bool all;
    const uint32_t *pids; /* processes */
    size_t n_pids;
    const uint32_t *tids; /* threads, told with their processes */
    size_t n_tids;
};

/* The same for all that were chosen. */
void tasks_add_chosen(struct tasks *t, const struct tasks_chosen *chosen, struct buf *to);

/* Whether any of the processes or threads that were chosen runs still. */
bool tasks_run(const struct tasks_chosen *chosen);

/* Returns the process of a thread; 0 when it has ended. */
uint32_t tasks_process_of(uint32_t tid);

/* Calls found(context, number) for each number that is the name of an entry of a folder such as
 * /proc or /proc/PID/task, until it returns false. False when the folder cannot be read. */
bool tasks_each(const char *folder, bool (*found)(void *context, uint32_t number), void *context);

#endif
