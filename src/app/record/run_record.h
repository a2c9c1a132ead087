/* flame record: records, and prints what was recorded. */
#ifndef APP_RECORD_RUN_RECORD_H
#define APP_RECORD_RUN_RECORD_H

#include "app/record/recorded.h"

/* Records into the file that the request names, or into one without a name. */
MUST_CHECK bool run_record(const struct record_request *request, struct recorded *recorded,
                           struct fault *f);

#endif
