/* The command line of `flame record`. */
#ifndef APP_OPTIONS_RECORD_REQUEST_H
#define APP_OPTIONS_RECORD_REQUEST_H

#include "app/common/request_list.h"
#include "record/command.h"
#include "record/counting.h"
#include "record/trap/watch.h"

/* Bytes of a stack in a sample. */
enum { RECORD_STACK_USUAL = 8192, RECORD_STACK_LARGE = 32768, RECORD_STACK_MOST = 65528 };

/* What has to be so before it records. Times are 0 where they are not given. */
struct trap_request {
    struct condition *conditions;
    size_t conditions_room, n_conditions;
    const char *file, *command; /* NULL: none */
    uint64_t lasting_ns, at_most_ns, every_ns, lead_ns;
    uint64_t times; /* 0: not given, once */
};

static inline bool trap_request_is_set(const struct trap_request *t)
{
    return t->n_conditions || t->file || t->command;
}

/* Owns its lists; borrows the texts. */
struct record_request {
    bool on;  /* the command is `flame record` */
    bool all; /* the whole system */
    bool user, kernel;
    bool data;    /* addresses of data as well */
    bool wall;    /* when threads leave processors as well, for --wall */
    bool off_cpu; /* sleep is sampled as well */
    bool quiet;
    bool no_attach;   /* Java machines are not asked for their maps */
    bool keep_stacks; /* in the recording, once they are unwound */
    uint32_t *pids, *tids;
    size_t n_pids, pids_room, n_tids, tids_room;
    size_t n_named;                             /* of the pids, the last, found by a name */
    struct request_list named_pids, named_tids; /* values of -p and -t in which there are names */
    struct request_list groups, containers, outputs;
    unsigned char *output_reads; /* by output: as in struct request */
    size_t output_reads_room;
    bool several_states; /* pictures show other states of threads than others: those noted */
    struct event_choices events;
    struct trap_request trap;
    uint64_t frequency, period; /* 0: not given */
    uint64_t for_ns, delay_ns;
    uint64_t off_cpu_ns; /* of sleep a sample; 0: not given */
    enum call_chain chain;
    uint32_t stack_bytes;
    const char *processors; /* NULL: all */
    const char *before;     /* the command is compared with this one, its words as for a shell;
                             * NULL: recorded alone */
    uint64_t runs;          /* of each, then; 0: until it is proven or hopeless */
    const char *budget;     /* a file of the most that functions may grow; NULL: none */
    const char *as;         /* whom the command runs as, as it was given; NULL: the
                             * user who called root, or us */
    bool as_root;           /* root is meant */
    uint32_t off_cpu_stack_bytes;   /* of a stack in samples of sleep; 0: not given */
    struct command_setting setting; /* of the command */
    const struct user *reader;      /* whom readers of recordings become; NULL: us */
    const char *recording;          /* the path of it, whatever the outputs; NULL: by them */
    const int *recording_folder;    /* borrowed: the folder of it, open; NULL: by the path */
    char *const *command;           /* up to a NULL; in the arguments */
    bool only_check;                /* whether it could be recorded */
    char *const *started;           /* a command that runs already, as the pids; NULL: none */
    struct command *running;        /* the same */
    struct watch *watch; /* it is recorded once this springs, with the lead; NULL: at once */
    void (*sprung)(void *context); /* called then: may change the outputs */
    void *sprung_context;
    char *const *arguments; /* all of them */
};

/* Whether processes, or threads alone, are asked for, by number or name. */
static inline bool record_request_has_pids(const struct record_request *r)
{
    return r->n_pids || r->named_pids.n;
}

static inline bool record_request_has_tids(const struct record_request *r)
{
    return r->n_tids || r->named_tids.n;
}

void record_request_free(struct record_request *r);

#endif
