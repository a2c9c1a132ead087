/* The texts above a picture: what was measured, of what, and what else the input tells. */
#ifndef APP_DRAW_TITLE_H
#define APP_DRAW_TITLE_H

#include "app/inputs/inputs.h"
#include "app/options/flame_request.h"

/* Owns its texts. A zeroed struct may be freed. */
struct title {
    struct buf head;  /* "perf record -g ./server - 13.3 s on-CPU" */
    struct buf page;  /* the same after the name of the file, for a list of open pages */
    struct buf facts; /* "4 threads, 1,315 samples at 99 Hz, host, 2026-11-20"; "": none known */
    struct buf exact; /* the whole command and the sum in full */
    struct buf event; /* "page-faults", where samples are of nothing else; "": of several, a clock,
                       * or not known */
    size_t n_threads; /* with samples, of the whole input; 0: not known */
    bool at_peak;     /* of many snapshots of memory, that of the peak is drawn */
    bool by_clock;    /* all samples are of a clock that runs while a thread does */
    uint64_t time_ns, duration_ns; /* of the recording, as in struct recording_info */
};

void title_free(struct title *title);

/* Takes from the profile what labels and the recording tell, before samples are selected. */
void title_take(struct title *title, const struct profile *p, const struct selection_request *r);

/* What the texts are made of. Borrows. */
struct title_source {
    const struct flame_request *request;
    const struct picture *picture;
    const struct inputs *in;
    bool over_time; /* shows all snapshots of memory */
};

/* Writes the texts. */
void title_write(struct title *title, const struct title_source *source);

/* The bytes of long options that are drawn, some with each frame: who gives them wants them drawn.
 */
uint64_t title_option_bytes(const struct style *style);

#endif
