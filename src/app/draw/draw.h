/* Makes a finished output of inputs that were read. */
#ifndef APP_DRAW_DRAW_H
#define APP_DRAW_DRAW_H

#include "app/draw/shared_inputs.h"

/* Called after a picture was written, before it is freed. reversed: the stacks of its tree begin
 * with their last frame. */
struct drawn_listener {
    void (*drawn)(void *context, struct picture *picture, bool reversed, const struct inputs *in);
    void *context;
    const int *in; /* borrowed: the folder, open, in which the output is made: */
    size_t folder; /* bytes of its path that name this folder; 0: all but the last part */
};

/* What an output is made of. Borrows. */
struct output_context {
    struct option_files *files;
    struct shared_inputs *shared;
    /* The profile is no longer needed, and given to the output (shared_inputs_lend). */
    bool is_last;
};

/* Changes the profile as asked, and writes the output. On failure writes nothing. listener: may be
 * NULL. */
MUST_CHECK bool draw_output(const struct flame_request *request,
                            const struct output_context *drawing,
                            const struct drawn_listener *listener, struct fault *f);

#endif
