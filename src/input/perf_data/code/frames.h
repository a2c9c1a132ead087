/* Makes the frames of a recording's code. */
#ifndef INPUT_PERF_DATA_CODE_FRAMES_H
#define INPUT_PERF_DATA_CODE_FRAMES_H

#include "input/common/names/tidier.h"
#include "symbol/place.h"

/* Where a function was met. */
struct code_at {
    struct str module;   /* path; "": not known */
    struct str build_id; /* its bytes; "": not known */
    uint64_t address;
    enum offset_kind offset_kind; /* of the address */
};

/* Adds the frames of a function to the stack. With naming.sources its name has the line, if that is
 * known; with naming.places frames are told apart by instruction. Fails as tidier_push. */
MUST_CHECK bool code_frames_push(struct tidier *t, const struct code_place *at,
                                 const struct code_at *code, enum frame_kind kind);

#endif
