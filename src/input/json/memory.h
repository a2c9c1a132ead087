/* Makes yajl use our allocator. */
#ifndef INPUT_JSON_MEMORY_H
#define INPUT_JSON_MEMORY_H

#ifdef FLAME_HAVE_YAJL
#include <yajl/yajl_parse.h>

/* For yajl_alloc. */
extern const yajl_alloc_funcs json_memory;

#endif

#endif
