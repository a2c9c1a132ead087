/* The folder that a trial leaves: change.svg, change.json, before/perf.data.1, after/perf.data.1
 * and so on, and what the programs wrote: output/before.1.out, output/before.1.err. */
#ifndef APP_TRIAL_FOLDER_H
#define APP_TRIAL_FOLDER_H

#include "base/buf.h"
#include "base/fault.h"
#include "model/compare/difference.h"
#include "record/command.h"

enum { TRIAL_RUNS_MOST = 200 }; /* of a side, whether they fail or not */

/* Open folders: who can write to the one above them may put others in their places, which changes
 * nothing for those that are open. */
struct trial_folder {
    const char *path; /* borrowed */
    int fd;           /* -1: not made, as all */
    int sides[SIDES]; /* for the recordings */
    int output;
};

void trial_folder_init(struct trial_folder *folder, const char *path);

/* Makes the folder and those in it, or clears one that a trial has left. Links, a folder of another
 * user, and one with anything else are faults; trial_folder_close follows in any case. */
MUST_CHECK bool trial_folder_make(struct trial_folder *folder, struct fault *f);
void trial_folder_close(struct trial_folder *folder);

void trial_folder_remove_recording(const struct trial_folder *folder, enum side side,
                                   size_t number);

/* Sets `to` to a path in the folder, ended by NUL. */
void trial_folder_path(struct buf *to, const char *folder, const char *name);
void trial_folder_recording(struct buf *to, const char *folder, enum side side, size_t number);

/* What a program wrote to standard errors. */
void trial_folder_errors(struct buf *to, const char *folder, enum side side, size_t number);

/* Opens the files for the input, which is empty, and the output of a run. */
MUST_CHECK bool trial_files_open(struct command_files *files, const struct trial_folder *folder,
                                 enum side side, size_t number, struct fault *f);
void trial_files_close(struct command_files *files);

const char *trial_side_name(enum side side);

#endif
