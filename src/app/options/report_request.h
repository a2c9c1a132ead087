/* The options that only `flame report` has. */
#ifndef APP_OPTIONS_REPORT_REQUEST_H
#define APP_OPTIONS_REPORT_REQUEST_H

#include "base/buf.h"

struct report_request {
    bool on;                  /* the command is `flame report` */
    bool force;               /* redraws profiles that did not change */
    const char *budget;       /* a file; NULL: none */
    bool allow_missing;       /* what is missing or cannot be read does not fail the budget */
    struct buf options;       /* owned: options on how profiles are drawn, quoted for a shell */
    struct buf options_alone; /* owned: the subset that fits the drawing of one profile */
};

#endif
