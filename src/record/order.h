/* What is to be recorded, and how. */
#ifndef RECORD_ORDER_H
#define RECORD_ORDER_H

#include "record/counting.h"
#include "record/ring.h"
#include "record/trap/watch.h"
#include "record/unwound_file.h"

/* Borrows everything. */
struct record_order {
    struct counting counting;       /* without threads and groups: those are found here */
    char *const *command;           /* the end of arguments; its first NULL: none */
    struct command_setting setting; /* of the command */
    char *const *started;    /* one that runs already, whose processes are the pids; NULL: none */
    struct command *running; /* the same; its end ends the recording */
    bool all;                /* the whole system; a command is only waited for */
    const uint32_t *pids;    /* with all their threads */
    size_t n_pids;
    size_t n_named;       /* of them, the last, which were found by a name: they may be gone */
    const uint32_t *tids; /* alone */
    size_t n_tids;
    const char *const *groups; /* paths below /sys/fs/cgroup */
    size_t n_groups;
    const char *const *containers; /* ids or names */
    size_t n_containers;
    bool no_attach;               /* Java machines are not asked for their maps */
    uint64_t for_ns;              /* 0: until the command, or the user, ends it */
    uint64_t delay_ns;            /* before samples are taken */
    uint64_t off_cpu_ns;          /* a sample stands for so much sleep; 0: sleep is not sampled */
    uint32_t off_cpu_stack_bytes; /* that such a sample takes along, see off_cpu_open */
    struct recording_place place; /* where nothing is watched */
    struct watch *watch;          /* it is recorded once this springs; NULL: at once */
    uint64_t lead_ns; /* so much from before its conditions came true is in the recording */
    /* Called when it springs: says where the recording is to be. */
    bool (*sprung)(void *context, struct recording_place *place, struct fault *f);
    void *sprung_context;
    const char *program;    /* our name and version, for the recording */
    char *const *arguments; /* the whole command line, for the recording */
    struct stack_reader stacks;
    bool keep_stacks; /* copies of them stay in the recording */
    /* Called about four times a second with what there is; may be NULL. */
    void (*progress)(void *context, uint64_t ns, const struct ring_counts *counts, uint64_t bytes);
    void *context;
    struct busy *busy; /* counts whose samples they are; NULL: nobody asks */
};

#endif
