/* The state of a trial: an old and a new program are run in turns, until the change is proven or
 * hopeless. */
#ifndef APP_TRIAL_TRIAL_H
#define APP_TRIAL_TRIAL_H

#include <signal.h>

#include "app/common/shell_words.h"
#include "app/trial/folder.h"
#include "app/trial/runs.h"
#include "record/machine.h"

/* Owns its parts, but borrows what the request owns. */
struct trial {
    struct record_request request; /* as asked; once the first runs are made, with how stacks are
                                    * taken of all others */
    struct trial_folder folder;
    char **arguments[SIDES]; /* of a recording of each alone: flame record -- COMMAND, a NULL */
    size_t n_arguments[SIDES];
    struct buf shown[SIDES]; /* the commands as a shell reads them */
    struct shell_words words;
    struct interim looks;
    size_t look; /* that was the last, from 1; 0: the trial ended before the first */
    enum interim_verdict verdict; /* of the whole */
    bool located;                 /* it is proven, and told where: in which function */
    struct trial_runs runs;
    struct measures measures;
    int usual[SIDES];                /* the exit status of the first run, as of all that are good */
    bool stopped;                    /* by a signal */
    sigset_t blocked;                /* signals that were held back before the first run */
    int not_started;                 /* 126 or 127, where a program could not be started; 0 */
    struct record_outcome outcome;   /* of all runs: what was lost or is missing */
    struct code_names *names[SIDES]; /* as root: of the last run; opens what its processes mapped;
                                      * NULL: none */
    struct machine_state first;      /* before the first run */
};

#endif
