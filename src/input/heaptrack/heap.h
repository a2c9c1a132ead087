/* What each stack allocated, freed, and held when the total was greatest (the peak). */
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

/* A block whose line could not be read. */
#define HEAPTRACK_NO_TRACE UINT32_MAX

/* Allocations of one size from one stack share a block. */
struct heaptrack_block {
    uint64_t size;
    uint32_t trace; /* number, or HEAPTRACK_NO_TRACE */
};

/* One stack. */
struct heaptrack_trace {
    stack_id stack;
    uint32_t depth;                    /* its number of frames */
    uint32_t rule;                     /* that suppresses its leaks; 0: none */
    uint64_t values[HEAPTRACK_VALUES]; /* leaked: held now; peak: held at the peak with number
                                        * `seen` */
    uint64_t seen;                     /* the peak that values[HEAPTRACK_PEAK] belongs to */
};

/* Owns its arrays. Traces are numbered from 1, blocks from 0. */
struct heaptrack_heap {
    struct heaptrack_trace *traces; /* the first stands for "no caller" */
    size_t n_traces, traces_room;
    struct heaptrack_block *blocks;
    size_t n_blocks, blocks_room;
    uint64_t held, most, allocated; /* bytes, of all */
    uint64_t n_peaks;               /* peaks so far: how often the total exceeded all before */
    uint64_t last;                  /* 1 + the block allocated last; 0: something was freed since */
};

void heaptrack_heap_init(struct heaptrack_heap *h);
void heaptrack_heap_free(struct heaptrack_heap *h);

/* Allocates a block; returns an error, or NULL. */
const char *heaptrack_heap_take(struct heaptrack_heap *h, uint64_t block);

/* Frees one of its allocations; returns an error, or NULL. */
const char *heaptrack_heap_give(struct heaptrack_heap *h, uint64_t block);

/* Brings the peak values of all traces up to the last peak. */
void heaptrack_heap_end(struct heaptrack_heap *h);

#endif
