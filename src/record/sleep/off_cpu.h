/* Samples of sleep, taken by a small program in the kernel: each stands for the time it says, in
 * nanoseconds, as its period. */
#ifndef RECORD_SLEEP_OFF_CPU_H
#define RECORD_SLEEP_OFF_CPU_H

#include "record/ring.h"
#include "record/sleep/off_cpu_program.h"

enum { OFF_CPU_PROGRAMS = 3 };

/* Owns its descriptors, rings and arrays. A zeroed struct may be closed. */
struct off_cpu_recorder {
    bool is_open;
    struct off_cpu_maps maps;
    int programs[OFF_CPU_PROGRAMS];
    int links[OFF_CPU_PROGRAMS];
    int asleep; /* a program that finds who sleeps already; 0: there is none */
    size_t n_programs, n_links;
    size_t n_processors; /* that are on */
    int *fds;            /* by processor */
    uint64_t *ids;       /* the same */
    struct ring *rings;  /* the same */
    struct perf_event_attr attr;
    struct recorded_event event;     /* for the file; borrows attr and ids */
    struct buf taken, stack, record; /* scratch */
    uint32_t period_ns;
    uint64_t from_ns; /* sleep before this is not told; set by who records */
    bool all;         /* of every thread */
    uint64_t lost;    /* for which there was no room */
    bool is_full;     /* nor was there for some threads; known at the end */
    uint64_t n_cut;   /* threads for whose stacks there was not enough room; known at the end */
};

/* What keeps the kernel from taking a program of ours. */
enum off_cpu_fault {
    OFF_CPU_FINE,
    OFF_CPU_NO_RIGHT,  /* neither root nor CAP_BPF and CAP_PERFMON */
    OFF_CPU_NO_TYPES,  /* no BTF, or a kernel before 5.15 */
    OFF_CPU_NAMESPACE, /* numbers of processes are not those of the kernel */
    OFF_CPU_REFUSED,   /* else; errno says why */
};

/* Loads the programs, which do not run yet. stack_bytes: of each stack that are taken, at most
 * OFF_CPU_STACK, a multiple of 8. */
MUST_CHECK enum off_cpu_fault off_cpu_open(struct off_cpu_recorder *o, bool all, uint32_t period_ns,
                                           uint32_t stack_bytes);

/* Begins to take samples, of all threads or of those that are added, and what these start. False
 * with the reason in errno. */
MUST_CHECK bool off_cpu_begin(struct off_cpu_recorder *o);

/* Adds a thread, unless it is there. awaited: once it starts a program. */
MUST_CHECK bool off_cpu_add(struct off_cpu_recorder *o, uint32_t tid, bool awaited);

/* What sleeps already sleeps from now on, if this kernel can tell: Linux 6.1 and later. */
void off_cpu_find_asleep(const struct off_cpu_recorder *o);

/* Finds the samples that are there; then writes and counts them. */
void off_cpu_look(struct off_cpu_recorder *o);
MUST_CHECK bool off_cpu_drain(struct off_cpu_recorder *o, const struct ring_use *use,
                              struct fault *f);

/* Ends to take samples, and writes those of threads that sleep still, up to this time. */
MUST_CHECK bool off_cpu_end(struct off_cpu_recorder *o, uint64_t now_ns, const struct ring_use *use,
                            struct fault *f);

void off_cpu_close(struct off_cpu_recorder *o);

#endif
