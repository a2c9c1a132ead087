/* Makes frames from code places: module and address, source file and line. */
#ifndef INPUT_COMMON_LOCATED_FRAMES_H
#define INPUT_COMMON_LOCATED_FRAMES_H

#include "input/common/names/tidier.h"
#include "symbol/place.h"

struct located_frame {
    struct code_place place; /* without a name, path and address are shown */
    struct str path;         /* of the file with the code; "": not known */
    uint64_t address;        /* there */
    enum frame_kind kind;    /* ignored if it is inlined */
};

/* Makes the frame; its name includes the line if the user wants that. Fails as builder_name. */
MUST_CHECK bool located_frame_make(struct tidier *t, const struct located_frame *at,
                                   frame_id *frame);

#endif
