/* What stacks allocated, freed, and held when all together held the most. */
#ifndef INPUT_HEAPTRACK_HEAP_H
#define INPUT_HEAPTRACK_HEAP_H

#include "input/common/text.h"

enum heaptrack_value {
    HEAPTRACK_PEAK,
    HEAPTRACK_LEAKED,
    HEAPTRACK_ALLOCATIONS,
    HEAPTRACK_TEMPORARY,
    HEAPTRACK_ALLOCATED,
    HEAPTRACK_VALUES,
};

/* The line that tells of a block could not be read. */
#define HEAPTRACK_NO_TRACE UINT32_MAX

/* What is allocated by one stack in one size; many allocations share one. */
struct heaptrack_block {
    uint64_t size;
    uint32_t trace; /* number, or HEAPTRACK_NO_TRACE */
};

/* One stack. */
struct heaptrack_trace {
    stack_id stack;
    uint32_t depth;                    /* frames of it */
    uint64_t values[HEAPTRACK_VALUES]; /* leaked: held now; peak: held at the peak, by `seen` */
    uint64_t seen; /* the peak, by its number, that values[HEAPTRACK_PEAK] is of */
};

/* Owns its arrays. Numbers of traces begin at 1, those of blocks at 0. */
struct heaptrack_heap {
    struct heaptrack_trace *traces; /* the first is that of no caller */
    size_t n_traces, traces_room;
    struct heaptrack_block *blocks;
    size_t n_blocks, blocks_room;
    uint64_t held, most, allocated; /* bytes, of all */
    uint64_t n_peaks;               /* so far: how often it held more than ever */
    uint64_t last; /* 1 + the block that was allocated last; 0: something was freed since */
};

void heaptrack_heap_init(struct heaptrack_heap *h);
void heaptrack_heap_free(struct heaptrack_heap *h);

/* Allocates a block; returns what is wrong with that, NULL: nothing. */
const char *heaptrack_heap_take(struct heaptrack_heap *h, uint64_t block);

/* Frees one of them; returns what is wrong with that, NULL: nothing. */
const char *heaptrack_heap_give(struct heaptrack_heap *h, uint64_t block);

/* Brings what all traces held at the peak to the last one. */
void heaptrack_heap_end(struct heaptrack_heap *h);

#endif
