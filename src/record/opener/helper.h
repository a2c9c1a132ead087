/* Opens what a process names, with the rights of that process. Whatever may make it wait, or end
 * it, is no matter to the recorder. */
#ifndef RECORD_OPENER_HELPER_H
#define RECORD_OPENER_HELPER_H

#include "base/attr.h"
#include "record/opener/wire.h"

/* Takes the rights, says so, and serves struct opener_request until the socket's other end is
 * closed. descriptors: as struct opener_rights says, the first the socket. parent: the server. */
NO_RETURN void helper_run(const struct opener_rights *r, const int descriptors[OPENER_DESCRIPTORS],
                          int parent);

#endif
