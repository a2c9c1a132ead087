/* A report while it is made. */
#ifndef APP_REPORT_RUN_H
#define APP_REPORT_RUN_H

#include <sys/types.h>

#include "app/budget.h"
#include "app/report_files.h"
#include "app/request.h"
#include "base/digest.h"
#include "render/report.h"

/* One profile: what is known of it so far. */
struct report_part {
    enum report_state state;
    bool known;           /* the last report has it: */
    struct str known_row; /* its record there, */
    struct str known_picture;
    struct digest known_digest; /* and its content with all options */
    bool reused;                /* it has not changed */
    struct digest digest;       /* of a profile that was drawn */
    struct buf answer;          /* owned: a record, or why there is none */
};

struct report_run {
    const struct request *request;
    const char *folder; /* of the report */
    pid_t process;      /* that makes it */
    struct budget budget;
    struct buf budget_bytes;
    struct digest options; /* all that a picture depends on beside its profile */
    struct report_files files;
    struct report_part *parts; /* by file */
    struct buf last;           /* the state of the last report, which parts borrow from */
};

#endif
