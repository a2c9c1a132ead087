/* Carrying out a request to draw. */
#ifndef APP_DRAW_DRAW_H
#define APP_DRAW_DRAW_H

#include "app/inputs/inputs.h"
#include "app/options/flame_request.h"

/* Is told of a picture that was written, before it is freed. reversed: the stacks of its tree begin
 * with their last frame. */
struct drawn_listener {
    void (*drawn)(void *context, struct picture *picture, bool reversed, const struct inputs *in);
    void *context;
};

/* Reads the inputs, changes the profile as asked, writes the picture. After a fault nothing was
 * written. listener: NULL when nobody is to be told. */
MUST_CHECK bool draw_flamegraph(const struct flame_request *request,
                                const struct drawn_listener *listener, struct fault *f);

/* Whether an SVG can be drawn as the request says, as far as its options tell. */
MUST_CHECK bool draw_check(const struct flame_request *request, struct fault *f);

#endif
