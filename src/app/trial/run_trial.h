/* flame record --before: runs two programs in turns, and tells whether the new one is faster. */
#ifndef APP_TRIAL_RUN_TRIAL_H
#define APP_TRIAL_RUN_TRIAL_H

#include "app/options/record_request.h"

/* Runs the old and the new program, and prints what came of it: one sentence first. *status: what
 * the program shall return. */
MUST_CHECK bool run_trial(const struct record_request *request, int *status, struct fault *f);

#endif
