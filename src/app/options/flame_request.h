/* The parts of a request that a flame graph needs. */
#ifndef APP_OPTIONS_FLAME_REQUEST_H
#define APP_OPTIONS_FLAME_REQUEST_H

#include "app/options/input_request.h"
#include "app/options/merge_request.h"
#include "app/options/output_request.h"
#include "app/options/picture_request.h"
#include "app/options/side_request.h"

/* Borrows its parts. */
struct flame_request {
    struct input_request input;
    const struct side_request *sides;
    const struct merge_request *merge;
    const struct picture_request *picture;
    const struct output_request *output;
    const char *profile_option; /* a given option on how profiles are drawn; NULL: none */
};

#endif
