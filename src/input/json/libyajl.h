/* What is used of yajl: libyajl.yajl_parse(...). */
#ifndef INPUT_JSON_LIBYAJL_H
#define INPUT_JSON_LIBYAJL_H

#include "base/process/library.h"

#include <yajl/yajl_parse.h>

#define LIBYAJL(f)                                                                                 \
    f(yajl_alloc) f(yajl_complete_parse) f(yajl_config) f(yajl_free) f(yajl_get_bytes_consumed)    \
        f(yajl_parse)

struct libyajl {
    LIBYAJL(LIBRARY_POINTER)
};

extern struct libyajl libyajl;

/* Comes before the first use of a function. */
void libyajl_load(void);

#endif
