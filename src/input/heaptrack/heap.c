/* At each new peak of the total, every stack's peak value becomes what it holds. That is not copied
 * at once: a stack is updated when it next changes, or at the end. */
#include "input/heaptrack/heap.h"

#include "base/mem.h"

void heaptrack_heap_init(struct heaptrack_heap *h)
{
    *h = (struct heaptrack_heap){.n_traces = 1};
    h->traces = mem_grow(h->traces, &h->traces_room, 1, sizeof *h->traces);
    h->traces[0] = (struct heaptrack_trace){0};
}

void heaptrack_heap_free(struct heaptrack_heap *h)
{
    mem_free(h->traces, h->traces_room, sizeof *h->traces);
    mem_free(h->blocks, h->blocks_room, sizeof *h->blocks);
    *h = (struct heaptrack_heap){0};
}

/* Call it before the trace's values change. */
static void look(const struct heaptrack_heap *h, struct heaptrack_trace *trace)
{
    if (trace->seen == h->n_peaks)
        return;
    trace->seen = h->n_peaks;
    trace->values[HEAPTRACK_PEAK] = trace->values[HEAPTRACK_LEAKED];
}

const char *heaptrack_heap_take(struct heaptrack_heap *h, uint64_t block)
{
    if (block >= h->n_blocks)
        return "an allocation that is not defined";
    const struct heaptrack_block *b = &h->blocks[block];
    if (b->trace == HEAPTRACK_NO_TRACE)
        return "an allocation whose line could not be read";
    if (b->size > UINT64_MAX - h->allocated)
        return "allocations of more than 2^64-1 bytes";
    struct heaptrack_trace *trace = &h->traces[b->trace];
    look(h, trace);
    trace->values[HEAPTRACK_LEAKED] += b->size;
    trace->values[HEAPTRACK_ALLOCATED] += b->size;
    trace->values[HEAPTRACK_ALLOCATIONS]++;
    h->allocated += b->size;
    h->held += b->size;
    h->last = block + 1;
    if (h->held > h->most) {
        h->most = h->held;
        h->n_peaks++;
    }
    return NULL;
}

const char *heaptrack_heap_give(struct heaptrack_heap *h, uint64_t block)
{
    if (block >= h->n_blocks)
        return "a free of an allocation that is not defined";
    const struct heaptrack_block *b = &h->blocks[block];
    if (b->trace == HEAPTRACK_NO_TRACE || h->traces[b->trace].values[HEAPTRACK_LEAKED] < b->size)
        return "more freed than was allocated";
    struct heaptrack_trace *trace = &h->traces[b->trace];
    look(h, trace);
    trace->values[HEAPTRACK_LEAKED] -= b->size;
    trace->values[HEAPTRACK_TEMPORARY] += h->last == block + 1;
    h->held -= b->size;
    h->last = 0;
    return NULL;
}

void heaptrack_heap_end(struct heaptrack_heap *h)
{
    for (size_t i = 0; i < h->n_traces; i++)
        look(h, &h->traces[i]);
}
