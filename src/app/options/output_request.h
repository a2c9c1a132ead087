/* Where the output goes, and as what. */
#ifndef APP_OPTIONS_OUTPUT_REQUEST_H
#define APP_OPTIONS_OUTPUT_REQUEST_H

#include "render/flame/picture.h"

struct output_request {
    const char *path;                   /* NULL: standard output */
    const struct output_format *format; /* of flame; NULL: by the ending of path, or the default */
};

#endif
