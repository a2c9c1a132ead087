/* The nodes of a machine: which processors and which memory are near to each other. */
#ifndef RECORD_NODES_H
#define RECORD_NODES_H

#include "base/buf.h"

enum {
    NODES_MOST = 1024,            /* of the kernel as well */
    NODE_BLOCKS_MOST = 4 << 20,   /* memory behind so many blocks is left out */
    NODE_BITMAPS_MOST = 16 << 20, /* bytes, of all nodes together; others are left out */
};

struct node {
    uint32_t number;
    uint64_t memory_kb, free_kb;
    size_t processors, n_processors; /* their list, "0-3,8", in the texts; 0 bytes: it has none */
    size_t bitmap;                   /* its first word */
    uint64_t n_blocks;               /* bits, one for each block of memory; 0: none is told */
};

/* Owns its arrays. */
struct nodes {
    struct node *rows;
    size_t room, n; /* n 0: the system tells none */
    struct buf texts;
    uint64_t block; /* bytes; 0: not told */
    uint64_t *words;
    size_t words_room, n_words;
};

/* root: "", or where /sys is looked for. with_memory: bitmaps are read as well. Needs nodes_free
 * in any case. */
void nodes_look(struct nodes *nodes, const char *root, bool with_memory);
void nodes_free(struct nodes *nodes);

#endif
