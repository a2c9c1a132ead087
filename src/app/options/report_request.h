/* What `flame report` is asked beside what flame is. */
#ifndef APP_OPTIONS_REPORT_REQUEST_H
#define APP_OPTIONS_REPORT_REQUEST_H

#include "base/buf.h"

struct report_request {
    bool on;            /* it is asked for */
    bool force;         /* profiles that did not change are drawn again */
    const char *budget; /* a file; NULL: none */
    struct buf options; /* owned: those that tell how profiles are drawn, as a shell reads them */
    struct buf options_alone; /* owned: of them those that one profile can be drawn with */
};

#endif
