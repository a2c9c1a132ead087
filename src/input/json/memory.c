/* Makes yajl use our allocator; each block stores its size in front. */
#include "input/json/memory.h"

#include <string.h>

#include "base/mem.h"

#ifdef FLAME_HAVE_YAJL
enum { HEAD = 16 };

static void *take_memory(void *context, size_t n)
{
    (void)context;
    char *block = mem_alloc(n + HEAD, 1);
    memcpy(block, &n, sizeof n);
    return block + HEAD;
}

static void give_back(void *context, void *memory)
{
    size_t n;

    (void)context;
    if (!memory)
        return;
    char *block = (char *)memory - HEAD;
    memcpy(&n, block, sizeof n);
    mem_free(block, n + HEAD, 1);
}

static void *change_size(void *context, void *memory, size_t n)
{
    size_t before = 0;
    char *block = take_memory(context, n);

    if (memory)
        memcpy(&before, (char *)memory - HEAD, sizeof before);
    if (memory)
        memcpy(block, memory, before < n ? before : n);
    give_back(context, memory);
    return block;
}

const yajl_alloc_funcs json_memory = {take_memory, change_size, give_back, NULL};
#endif
