/* flame record --when: waits until the conditions hold, then records. */
#ifndef APP_RECORD_RUN_TRAPPED_H
#define APP_RECORD_RUN_TRAPPED_H

#include "app/record/run_record.h"

/* The exit status if a trap never sprang. */
enum { STATUS_NEVER_SPRANG = 6 };

/* Records and draws once. */
typedef bool record_once(const struct record_request *request, struct recorded *recorded,
                         struct fault *f);

/* Calls `once` each time that the trap of the request springs, with names of outputs for each. The
 * status is that of the command if it has ended. */
MUST_CHECK bool run_trapped(const struct record_request *request, record_once *once, int *status,
                            struct fault *f);

#endif
