/* What perf script prints of memory accesses (-F addr,data_src,weight,phys_addr,data_page_size,
 * code_page_size). */
#ifndef INPUT_PERF_MEMORY_H
#define INPUT_PERF_MEMORY_H

#include "base/str.h"
#include "input/common/memory_access.h"

/* Whether headers in a text say where data came from, and perhaps with what weight. */
bool perf_memory_is_in(struct str text);

/* Reads what follows the event in a header; what is not there stays as it was. chained: frames lie
 * below headers, so that a first one in the header is the data's. *weight: 0 when the header tells
 * none. */
void perf_memory_read_header(struct str text, bool chained, struct memory_access *m,
                             uint64_t *weight);

/* Reads the sizes of pages at the end of a line below a stack. */
void perf_memory_read_tail(struct str line, struct memory_access *m);

#endif
