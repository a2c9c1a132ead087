/* What the fields of tracepoints mean, as recordings carry it. */
#ifndef RECORD_TRACE_FORMATS_H
#define RECORD_TRACE_FORMATS_H

#include "base/buf.h"

/* Appends the formats of the tracepoints (SUBSYSTEM:NAME) as perf stores them; nothing without
 * names, or when they cannot be read. */
void trace_formats_add(struct buf *to, const char *const *names, size_t n);

#endif
