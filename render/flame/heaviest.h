/* The largest of many totals, in bounded memory. */
#ifndef RENDER_FLAME_HEAVIEST_H
#define RENDER_FLAME_HEAVIEST_H

#include <stddef.h>
#include <stdint.h>

struct heaviest {
    uint64_t *totals; /* a heap, the smallest first */
    size_t n, most;
};

void heaviest_init(struct heaviest *h, size_t most);
void heaviest_free(struct heaviest *h);

void heaviest_add(struct heaviest *h, uint64_t total);

/* Returns the smallest of them; 0 if there is none. */
uint64_t heaviest_least(const struct heaviest *h);

#endif
