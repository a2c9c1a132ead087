/* Frames of which it is known where they lie, in what file is mapped and in the source. */
#ifndef INPUT_COMMON_LOCATED_FRAMES_H
#define INPUT_COMMON_LOCATED_FRAMES_H

#include "input/common/tidier.h"
#include "symbol/place.h"

struct located_frame {
    struct code_place place; /* without a name it is called by its path and address */
    struct str path;         /* of the file with the code; "": not known */
    uint64_t address;        /* there */
    enum frame_kind kind;    /* unless it is inlined */
};

/* Makes the frame, with its line where names are to have theirs. False as builder_name. */
MUST_CHECK bool located_frame_make(struct tidier *t, const struct located_frame *at,
                                   frame_id *frame);

#endif
