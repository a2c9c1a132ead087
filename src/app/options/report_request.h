/* What `flame report` is asked beside what flame is. */
#ifndef APP_OPTIONS_REPORT_REQUEST_H
#define APP_OPTIONS_REPORT_REQUEST_H

#include "app/options/options.h"
#include "base/buf.h"

struct request; /* app/options/request.h */

struct report_request {
    bool on;            /* it is asked for */
    bool force;         /* profiles that did not change are drawn again */
    const char *budget; /* a file; NULL: none */
    struct buf options; /* owned: those that tell how profiles are drawn, as a shell reads them */
    struct buf options_alone; /* owned: of them those that one profile can be drawn with */
};

/* Appends a word as a shell reads it, in quotes where it needs them. */
void report_request_quote(struct buf *to, struct str word);

/* Keeps an option that tells how profiles are drawn. */
void report_request_keep(struct report_request *r, const struct option_use *use);

/* Whether the options go with each other, and with a report where one is asked for. given: by
 * option. */
MUST_CHECK bool report_request_check(const struct request *r, const bool *given, struct fault *f);

#endif
