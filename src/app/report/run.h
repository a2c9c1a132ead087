/* A report while it is made. */
#ifndef APP_REPORT_RUN_H
#define APP_REPORT_RUN_H

#include <sys/types.h>

#include "app/options/flame_request.h"
#include "app/options/report_request.h"
#include "app/report/budget.h"
#include "app/report/files.h"
#include "app/report/pairs.h"
#include "base/digest.h"
#include "render/report/report.h"

/* One picture, of a profile or of two sides, and what is known of it so far. */
struct report_part {
    const char *below, *picture;    /* borrowed, as all texts here: see report_file */
    const char *path;               /* of the profile; of two sides that of a run after */
    const struct report_pair *pair; /* NULL: it is of a profile */
    bool found;                     /* in a folder, not named by the user */
    bool dropped;                   /* two sides of which one is no profile: nothing is drawn */
    int error;                      /* of a folder that cannot be read: errno */
    enum report_state state;
    bool known;           /* the last report has it: */
    struct str known_row; /* its record there, */
    struct str known_picture;
    struct digest known_digest; /* and its content with all options */
    bool reused;                /* it has not changed */
    struct digest digest;       /* of what was drawn */
    struct buf answer;          /* owned: a record, or why there is none */
};

struct report_run {
    const struct flame_request *flame; /* what all pictures have in common */
    const struct report_request *request;
    const char *folder; /* of the report */
    pid_t process;      /* that makes it */
    struct budget budget;
    struct buf budget_bytes;
    struct digest options; /* all that a picture depends on beside its profiles */
    struct report_files files;
    struct report_files before; /* of --before */
    struct report_pairs pairs;
    struct report_part *parts; /* those of files, then those of pairs */
    size_t n_parts;
    struct buf last; /* the state of the last report, which parts borrow from */
};

#endif
