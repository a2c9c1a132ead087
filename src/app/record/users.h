/* The users that root starts commands as, and reads other users' files as. */
#ifndef APP_RECORD_USERS_H
#define APP_RECORD_USERS_H

#include "app/options/record_request.h"

struct record_users {
    struct user command, reader;
};

/* Sets in the request whom the command, and that of --when-command, run as: the one that was named,
 * or who called root by sudo, unless root is meant; and whom children become that read the
 * recording and files of its processes. The request borrows the users. */
MUST_CHECK bool record_users_find(struct record_request *r, struct record_users *users,
                                  struct fault *f);

#endif
