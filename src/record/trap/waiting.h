/* Finds the threads that wait longer than a limit, by looks at what each of them does. */
#ifndef RECORD_TRAP_WAITING_H
#define RECORD_TRAP_WAITING_H

#include "record/sleep/off_cpu.h"
#include "record/trap/waiting_program.h"

/* Looks at the threads of a process. */
struct waiting_link {
    uint32_t pid; /* 0: at all threads */
    int fd;
};

/* Processes that are looked at one by one; more of them are found among all. */
enum { WAITING_LINKS = 64 };

/* Owns its descriptors. A zeroed struct may be closed. */
struct waiting {
    bool is_open;
    struct waiting_maps maps;
    int program;
    struct waiting_link links[WAITING_LINKS];
    size_t n_links;
    bool only_all; /* this kernel does not look at one process alone */
    struct buf rows;
};

/* Loads the program. The reasons are those for which sleep is not sampled; errno as there. */
MUST_CHECK enum off_cpu_fault waiting_open(struct waiting *w, uint64_t limit_ns);

/* Chooses whose threads are looked at; n 0: all. Where there are too many processes, or this kernel
 * cannot choose, all are. */
void waiting_choose(struct waiting *w, const uint32_t *pids, size_t n);

/* Looks: sets the rows to a struct waiting_row for each wait that has become longer than the limit
 * since the last look. */
void waiting_look(struct waiting *w);

/* Lends them. */
const struct waiting_row *waiting_rows(const struct waiting *w, size_t *n);

void waiting_close(struct waiting *w);

#endif
