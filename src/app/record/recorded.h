/* A recording: where it lies, and what becomes of it. */
#ifndef APP_RECORD_RECORDED_H
#define APP_RECORD_RECORDED_H

#include "app/options/record_request.h"
#include "input/unwound.h"
#include "record/recorder.h"

/* What came of a recording. Owns its open file, and what one without a name is called; else borrows
 * from the request. */
struct recorded {
    const char *recording; /* its path */
    const char *called;    /* by messages: what the user named; borrowed */
    struct buf temporary;  /* the same, of one that has no name unless it is kept; empty: it has */
    struct record_outcome outcome;
    struct unwound_counts unwound; /* if it was */
};

/* Chooses the file that the request names, perf.data, or for pictures alone one without a name, in
 * the folder of the first of them. Sets its path. */
MUST_CHECK bool recorded_choose_place(struct recorded *recorded,
                                      const struct record_request *request, struct fault *f);

/* Gives a recording without a name the one it is called by, or where that is taken with a number
 * before the ending. A fault says why it could not. */
MUST_CHECK bool recorded_keep(struct recorded *recorded, struct fault *f);

void recorded_free(struct recorded *recorded);

/* Whether an output is a folder for the runs of a comparison: a name without an ending, or
 * one that is there. */
bool record_is_folder(const char *output);

/* Gives an output, or a folder, that root made under sudo to the user who called it. */
void record_give_open_to_user(int fd);

#endif
