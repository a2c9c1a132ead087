/* Finds what is inlined at the addresses of frames that perf script prints, in the files that these
 * name: for --inline of stackcollapse-perf.pl, which asks addr2line. */
#ifndef INPUT_PERF_INLINED_H
#define INPUT_PERF_INLINED_H

#include "input/common/names/tidier.h"
#include "input/common/reading.h"
#include "input/perf/frame.h"
#include "model/names.h"
#include "model/pairs.h"

struct modules;    /* symbol/modules.h */
struct code_range; /* the same */

/* Of one reader. Owns its modules and tables, borrows the reading. */
struct perf_inlined {
    struct reading *r;
    struct modules *modules; /* NULL: no file was looked for yet, and there are no tables */
    /* The functions that were looked up: searching a file for a name reads all its symbols. */
    struct names names;
    struct pairs functions;    /* (file, name) */
    struct code_range *ranges; /* of each; empty: the file has no such function, or several */
    size_t ranges_room;
};

void perf_inlined_init(struct perf_inlined *in, struct reading *r);
void perf_inlined_free(struct perf_inlined *in);

/* Pushes the functions at the frame's address, the innermost first, onto the stack of the tidier's
 * builder. *pushed is false, and nothing is pushed, where none is inlined, or it is not known; the
 * frame is then as perf printed it. False with a fault when a name is too long. */
MUST_CHECK bool perf_inlined_push(struct perf_inlined *in, struct tidier *t,
                                  const struct perf_frame *frame, bool *pushed);

/* False with a fault when the system failed to open or read a file. */
MUST_CHECK bool perf_inlined_check(const struct perf_inlined *in, struct fault *f);

#endif
