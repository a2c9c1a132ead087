/* Takes the copies of stacks out of a recording. */
#ifndef RECORD_UNWOUND_FILE_H
#define RECORD_UNWOUND_FILE_H

#include "record/recording_file.h"

/* What samples with chains by frame pointers and copies of stacks say. */
struct stack_verdict {
    uint64_t n;           /* stacks that were looked at */
    uint64_t by_pointers; /* frame pointers tell all their callers that tables tell */
    uint64_t cut;         /* the fewer bytes of the stack would not do */
};

/* Reads what was recorded. */
struct stack_reader {
    /* Writes the records of the recording at the path with chains in place of copies: by what is
     * in the copies, or those by frame pointers. */
    bool (*unwind)(void *context, const char *path, bool by_pointers, struct recording_file *to,
                   struct fault *f);
    /* Looks at the stacks in a recording that is not finished; fewer_bytes: of a stack. */
    bool (*judge)(void *context, const char *path, uint32_t fewer_bytes,
                  struct stack_verdict *verdict, struct fault *f);
    void *context;
    uint16_t chain_most; /* addresses in a chain that `unwind` writes */
};

/* Replaces a finished recording by what the reader makes of it, with one set
 * of events. On failure the recording is as it
 * was. */
MUST_CHECK bool recording_file_unwind(struct recording_file *r, const struct stack_reader *by,
                                      bool by_pointers, struct fault *f);

#endif
