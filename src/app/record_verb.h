/* Carries out `flame record`. */
#ifndef APP_RECORD_VERB_H
#define APP_RECORD_VERB_H

#include "app/options/record_request.h"
#include "base/fault.h"

/* Records what the request asks for, and draws it. The status is that of the recorded command,
 * unless there is a fault. */
MUST_CHECK bool record_verb(struct record_request *r, int *status, struct fault *f);

#endif
