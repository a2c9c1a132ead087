/* Checks outputs before a recording, so that none fails only after it. */
#ifndef APP_OPTIONS_RECORD_OUTPUTS_H
#define APP_OPTIONS_RECORD_OUTPUTS_H

#include "app/common/request_list.h"
#include "base/fault.h"

/* Whether an output is the recording itself, by its ending. */
bool record_is_recording(const char *output);

/* Whether the output can be written: its ending is that of a recording or of a picture that this
 * program can draw, it is no folder, and the folder that it lies in is there and may be written. */
MUST_CHECK bool record_check_output(const char *name, struct fault *f);

/* The same for each; none: for perf.data and profile.svg. */
MUST_CHECK bool record_check_outputs(const struct request_list *outputs, struct fault *f);

#endif
