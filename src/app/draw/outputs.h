/* Reads inputs once, and draws one or several outputs of them. */
#ifndef APP_DRAW_OUTPUTS_H
#define APP_DRAW_OUTPUTS_H

#include "app/draw/draw.h"

/* Reads the inputs, changes the profile as asked, and writes the output. On failure writes nothing.
 * listener: may be NULL. */
MUST_CHECK bool draw_flamegraph(const struct flame_request *request,
                                const struct drawn_listener *listener, struct fault *f);

/* Writes several outputs of the same inputs, each as draw_flamegraph would alone. The requests
 * differ in what request_outputs_resolve makes of their outputs. An output that cannot be written
 * does not keep the others from it: all failures are printed, and those outputs named; the fault is
 * that of the first. Where none is written, the last failure is left to print. */
MUST_CHECK bool draw_outputs(const struct flame_request *requests, size_t n, struct fault *f);

/* Checks the options of the request and the files that they name, without reading inputs. */
MUST_CHECK bool draw_check(const struct flame_request *request, struct fault *f);

#endif
