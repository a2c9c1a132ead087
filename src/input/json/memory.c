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

static size_t room_of(const void *memory)
{
    size_t n;

    memcpy(&n, (const char *)memory - HEAD, sizeof n);
    return n;
}

static void release(void *context, void *memory)
{
    (void)context;
    if (memory)
        mem_free((char *)memory - HEAD, room_of(memory) + HEAD, 1);
}

/* yajl asks for a little more each time, so a block gets half as much again. */
static void *change_size(void *context, void *memory, size_t n)
{
    size_t before = memory ? room_of(memory) : 0;

    if (memory && n <= before)
        return memory;
    char *block = take_memory(context, memory ? n + n / 2 : n);
    if (memory)
        memcpy(block, memory, before);
    release(context, memory);
    return block;
}

const yajl_alloc_funcs json_memory = {take_memory, change_size, release, NULL};
#endif
