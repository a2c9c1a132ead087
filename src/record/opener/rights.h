/* Gives up all rights but those that a process has as a user. */
#ifndef RECORD_OPENER_RIGHTS_H
#define RECORD_OPENER_RIGHTS_H

#include <stdbool.h>

#include "record/opener/wire.h"

/* Enters the namespaces, takes the ids, drops all capabilities for good, and cannot be looked into
 * from then on. Who has no more rights than its user has keeps its namespaces, and can take no
 * other ids. False, with errno, when any of it fails: the caller has to end then. */
bool rights_take(const struct opener_rights *r, int users, int mounts);

/* What holds for a helper of any kind: no core file, no tracing by others, no new rights, and an
 * end with its parent. False when the parent is gone. */
bool rights_lock_down(int parent);

#endif
