/* The largest of many totals, in a heap. */
#include "render/flame/heaviest.h"

#include "base/mem.h"

void heaviest_init(struct heaviest *h, size_t most)
{
    *h = (struct heaviest){.totals = mem_alloc(most, sizeof *h->totals), .most = most};
}

void heaviest_free(struct heaviest *h)
{
    mem_free(h->totals, h->most, sizeof *h->totals);
}

static void sift_up(struct heaviest *h, uint64_t total)
{
    size_t at = h->n++;

    for (; at && h->totals[(at - 1) / 2] > total; at = (at - 1) / 2)
        h->totals[at] = h->totals[(at - 1) / 2];
    h->totals[at] = total;
}

/* Puts the total in place of the smallest. */
static void sift_down(struct heaviest *h, uint64_t total)
{
    size_t at = 0;

    for (;;) {
        size_t next = 2 * at + 1;
        if (next + 1 < h->n && h->totals[next + 1] < h->totals[next])
            next++;
        if (next >= h->n || h->totals[next] >= total)
            break;
        h->totals[at] = h->totals[next];
        at = next;
    }
    h->totals[at] = total;
}

void heaviest_add(struct heaviest *h, uint64_t total)
{
    if (h->n < h->most)
        sift_up(h, total);
    else if (h->n && total > h->totals[0])
        sift_down(h, total);
}

uint64_t heaviest_least(const struct heaviest *h)
{
    return h->n ? h->totals[0] : 0;
}
