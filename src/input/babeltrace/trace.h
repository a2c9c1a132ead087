/* The events of a trace (CTF) as records (wire.h), from a child process with libbabeltrace2. */
#ifndef INPUT_BABELTRACE_TRACE_H
#define INPUT_BABELTRACE_TRACE_H

#include "base/process/child_process.h"
#include "input/common/reading.h"

/* Owns the child and the source. */
struct trace {
    const struct reading *r; /* borrowed */
    struct child_running child;
    struct source source; /* the records */
    uint64_t bytes;       /* of the trace's files */
};

/* Whether the input is a zip archive, by its first bytes. */
bool trace_is_archive(struct str prefix);

/* Start to read the traces in the folder r->folder, or those that lie in lttngTrace/ in an archive,
 * whose files are unpacked into a folder of the child's own for that time. False with a fault, also
 * in a build without the library. */
MUST_CHECK bool trace_open_folder(struct trace *t, const struct reading *r, struct fault *f);
MUST_CHECK bool trace_open_archive(struct trace *t, const struct reading *r, struct blocks *blocks,
                                   struct fault *f);

/* Ends what was opened. When the records were read to their end, `whole`, false with the fault of
 * the child, if it has one: then the records are not whole, too. */
MUST_CHECK bool trace_close(struct trace *t, bool whole, struct fault *f);

#endif
