/* Draws a flame graph as requested: from inputs to the finished output. */
#ifndef APP_DRAW_DRAW_H
#define APP_DRAW_DRAW_H

#include "app/inputs/inputs.h"
#include "app/options/flame_request.h"

/* Called after a picture was written, before it is freed. reversed: the stacks of its tree begin
 * with their last frame. */
struct drawn_listener {
    void (*drawn)(void *context, struct picture *picture, bool reversed, const struct inputs *in);
    void *context;
    size_t folder; /* bytes of the output's path that name a folder of the user, see base/sink.h */
};

/* Reads the inputs, changes the profile as asked, and writes the picture. On failure writes
 * nothing. listener: may be NULL. */
MUST_CHECK bool draw_flamegraph(const struct flame_request *request,
                                const struct drawn_listener *listener, struct fault *f);

/* Checks the options of the request and the files that they name, without reading inputs. */
MUST_CHECK bool draw_check(const struct flame_request *request, struct fault *f);

#endif
