/* Where to look for function names, from the command line and the environment. */
#ifndef APP_OPTIONS_SYMBOL_REQUEST_H
#define APP_OPTIONS_SYMBOL_REQUEST_H

#include "app/common/request_list.h"
#include "base/buf.h"
#include "symbol/options.h"

/* Borrows from the arguments; owns its lists. */
struct symbol_request {
    struct request_list symfs;
    const char *kallsyms, *perf_map_dir, *explain; /* NULL: not given */
    bool no_inlined;
    bool debuginfod;
    const struct process_files *of_process; /* borrowed: opens what the processes of an input mapped
                                             * that was recorded just now; NULL: it was not */
    bool untrusted; /* the input is untrusted: does not open files that it names */
};

/* Whether only --explain is asked for, and no output. */
static inline bool symbol_request_explains(const struct symbol_request *r, const char *output)
{
    return r->explain && !output;
}

/* Fills *options, which borrow the request and *cache. */
void symbol_request_options(const struct symbol_request *r, struct symbol_options *options,
                            struct buf *cache);

#endif
