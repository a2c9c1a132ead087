/* Records: opens counters, starts the command or joins what runs, and writes what the kernel
 * tells until the end. */
#ifndef RECORD_RECORDER_H
#define RECORD_RECORDER_H

#include "record/order.h"
#include "record/outcome.h"

/* Records into a file. Once its disk is full that has ended, and a command is only waited for. On
 * failure there is no file, but for what was recorded before; outcome->status is 126 or 127 if the
 * command could not be started. */
MUST_CHECK bool record(const struct record_order *order, struct record_outcome *outcome,
                       struct fault *f);

/* Whether it could be recorded, by what there is and what the user may do. Starts no command. */
MUST_CHECK bool record_check(const struct record_order *order, struct fault *f);

#endif
