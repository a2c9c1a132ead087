/* Draws the difference of all runs. */
#ifndef APP_TRIAL_DRAWING_H
#define APP_TRIAL_DRAWING_H

#include "app/draw/draw.h"
#include "app/trial/trial.h"

/* One output. Borrows all. */
struct trial_picture {
    const char *output;
    const struct drawn_listener *listener; /* NULL: none */
    const int *lent;                       /* an open file to write to; NULL: by its name */
    const struct process_files *files; /* opens what processes mapped; NULL: these are looked for */
};

/* Draws one output of all recordings, or before there are any only checks whether it could be
 * drawn. */
MUST_CHECK bool trial_draw(const struct trial *t, const struct trial_picture *picture,
                           struct fault *f);

#endif
