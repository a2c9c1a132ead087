/* The process that forks helpers: it is small, and so are they. */
#ifndef RECORD_OPENER_SERVER_H
#define RECORD_OPENER_SERVER_H

#include "base/attr.h"

/* Serves struct opener_rights on a socket until its other end is closed, and ends then. parent: the
 * recorder. Its signals have their usual effects, and none come from a terminal. */
NO_RETURN void server_run(int socket, int parent);

#endif
