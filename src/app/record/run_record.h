/* flame record: records, and tells what came of it. */
#ifndef APP_RECORD_RUN_RECORD_H
#define APP_RECORD_RUN_RECORD_H

#include "app/options/record_request.h"
#include "input/unwound.h"
#include "record/recorder.h"

/* What came of a recording. Owns the name of one that was not asked for; else borrows from the
 * request. */
struct recorded {
    const char *recording; /* its path */
    struct buf temporary;  /* the same, of a recording to remove once all is drawn; empty: none */
    struct record_outcome outcome;
    struct unwound_counts unwound; /* if it was */
};

/* Records into the file that the request names, or into one beside its first picture. */
MUST_CHECK bool run_record(const struct record_request *request, struct recorded *recorded,
                           struct fault *f);

/* Whether an output is the recording itself, by its ending. */
bool record_is_recording(const char *output);

/* Whether an output is a folder for the runs of a comparison: a name without an ending, or
 * one that is there. */
bool record_is_folder(const char *output);

/* Prints what recordings lack, and what mends it. */
void record_tell_doubts(const struct record_request *r, const struct record_outcome *o);

/* Gives an output, or a folder, that root made under sudo to the user who called it. */
void record_give_to_user(const char *path);

#endif
