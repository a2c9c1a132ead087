/* The state of a report while it is made: its profiles, pairs and pictures. */
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

/* One picture, of a profile or a comparison, or what is missing, and what is known about it so far.
 */
struct report_part {
    const char *below, *picture;    /* see report_file; borrowed, like all other texts here */
    const char *path;               /* of the profile; of a comparison: of one run after */
    const struct report_pair *pair; /* NULL: the picture is of a profile */
    const struct report_pair *runs; /* of a profile: the pair that it is a run of; NULL: none */
    const struct report_lack *lack; /* not NULL: there is no picture, as the runs are missing */
    bool found;                     /* found in a folder, not named by the user */
    bool dropped;                   /* a side of the comparison is no profile: nothing is drawn */
    bool blocked;                   /* a run after could not be read, which is said of that run */
    int error;                      /* for a folder that cannot be read: errno; else 0 */
    enum report_state state;
    bool reused;          /* the old picture is kept: nothing changed */
    bool known;           /* the last report has the picture: */
    struct str known_row; /* its record, */
    struct str known_picture;
    struct digest known_digest; /* and the digest of its content and all options */
    struct digest digest;       /* of the content and options drawn */
    struct buf words;           /* owned: see report_row */
    struct buf answer;          /* owned: a record, or the message of a failure */
};

struct report_run {
    const struct flame_request *flame; /* the request shared by all pictures */
    const struct report_request *request;
    const char *folder; /* of the report */
    int at;             /* it, open for the *at functions; owned */
    pid_t process;      /* the process that makes the report */
    struct budget budget;
    struct buf budget_bytes;
    struct digest options; /* all that a picture depends on except its profiles */
    struct report_files files;
    struct report_files before; /* from --before */
    struct report_pairs pairs;
    struct report_part *parts; /* parts of files, then of pairs, then of lacks */
    size_t n_parts;
    size_t n_drawings; /* parts of files and of pairs */
    struct buf last;   /* the state of the last report; parts borrow from it */
};

#endif
