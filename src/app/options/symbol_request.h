/* Where names of functions are sought, as the command line and the environment say. */
#ifndef APP_OPTIONS_SYMBOL_REQUEST_H
#define APP_OPTIONS_SYMBOL_REQUEST_H

#include "app/common/request_list.h"
#include "base/buf.h"
#include "symbol/options.h"

/* Borrows from the arguments; owns its lists. */
struct symbol_request {
    struct request_list symfs;
    const char *kallsyms, *perf_map_dir, *explain; /* NULL: none was given */
    bool no_inlined;
    bool debuginfod;
    bool untrusted; /* files that an input names stay closed */
};

/* Whether it asks what named a function and for no output. */
static inline bool symbol_request_explains(const struct symbol_request *r, const char *output)
{
    return r->explain && !output;
}

/* Makes options of it; *cache owns what they borrow beside the request. */
void symbol_request_options(const struct symbol_request *r, struct symbol_options *options,
                            struct buf *cache);

#endif
