/* What yajl keeps, taken and given back as all other memory. */
#ifndef INPUT_JSON_MEMORY_H
#define INPUT_JSON_MEMORY_H

#ifdef FLAME_HAVE_YAJL
#include <yajl/yajl_parse.h>

/* For yajl_alloc. */
extern const yajl_alloc_funcs json_memory;

#endif

#endif
