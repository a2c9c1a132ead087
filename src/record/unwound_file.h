/* Writes a recording anew, with call chains in place of its copies of stacks. */
#ifndef RECORD_UNWOUND_FILE_H
#define RECORD_UNWOUND_FILE_H

#include "record/recording_file.h"
#include "record/stack_reader.h"

struct native_names; /* record/code/native_names.h */

/* Replaces a finished recording by what the reader makes of it, with one set of events and the
 * names of its functions. On failure the recording is as it was. */
MUST_CHECK bool recording_file_unwind(struct recording_file *r, const struct stack_reader *by,
                                      bool by_pointers, const struct native_names *names,
                                      struct fault *f);

#endif
