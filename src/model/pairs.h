/* A hash table of pairs of ids; pairs are numbered in the order of adding. */
#ifndef MODEL_PAIRS_H
#define MODEL_PAIRS_H

#include "base/hash.h"
#include "base/slots.h"

struct pair {
    uint32_t a, b;
};

struct pairs {
    struct pair *rows;
    size_t room;
    uint32_t n;
    struct slots slots; /* hold 1 + the number */
    struct hash_key key;
};

void pairs_init(struct pairs *pairs);
void pairs_free(struct pairs *pairs);
void pairs_copy(struct pairs *to, const struct pairs *from);

/* Returns the number of the pair; adds it if new. */
uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b);

#endif
