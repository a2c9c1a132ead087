/* -p nginx: the processes of a name. */
#ifndef APP_RECORD_NAMED_H
#define APP_RECORD_NAMED_H

#include "app/options/record_request.h"

/* Adds the numbers of the processes and threads that the request names, and says which they are. A
 * name that none has is a fault with the nearest that one has. */
MUST_CHECK bool record_find_named(struct record_request *r, struct fault *f);

#endif
