/* Reads recordings for the recorder: stacks that were copied, and the names of functions. */
#ifndef RECORD_STACK_READER_H
#define RECORD_STACK_READER_H

#include "base/process_files.h"
#include "record/recording_file.h"

/* What samples with chains by frame pointers and copies of stacks say. */
struct stack_verdict {
    uint64_t n;           /* stacks that were looked at */
    uint64_t by_pointers; /* frame pointers tell all their callers that tables tell */
    uint64_t cut;         /* the fewer bytes of the stack would not do */
};

/* Reads what was recorded, and what processes mapped. */
struct stack_reader {
    /* Writes the records of an open recording with chains in place of copies: by what is in the
     * copies, or those by frame pointers. */
    bool (*unwind)(void *context, const struct recording_file *from,
                   const struct process_files *of_process, bool by_pointers,
                   struct recording_file *to, struct fault *f);
    /* Looks at the stacks in a recording that is not finished; fewer_bytes: of a stack. */
    bool (*judge)(void *context, const struct recording_file *from,
                  const struct process_files *of_process, uint32_t fewer_bytes,
                  struct stack_verdict *verdict, struct fault *f);
    /* Appends the symbols of the functions in which samples of the finished recording lie, as
     * symbol/embedded_symbols.h says. */
    bool (*name)(void *context, const struct recording_file *from,
                 const struct process_files *of_process, struct buf *to, struct fault *f);
    void *context;
    uint16_t chain_most; /* addresses in a chain that `unwind` writes */
};

#endif
