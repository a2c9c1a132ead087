/* What the kernel writes of a process into /proc/PID/status and /proc/PID/stat: proc(5). */
#ifndef RECORD_PROC_FIELDS_H
#define RECORD_PROC_FIELDS_H

#include "base/attr.h"
#include "base/str.h"

/* Lends what a line of status says behind "\nTgid:" or another such name. False when there is no
 * such line. */
MUST_CHECK bool proc_status_value(struct str status, struct str name, struct str *value);

/* Lends the fields of stat behind the name in brackets, which may hold blanks and brackets: the
 * state is the first of them. Empty when there is none. */
struct str proc_stat_fields(struct str stat);

#endif
