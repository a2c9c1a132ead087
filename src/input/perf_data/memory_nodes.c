/* {u64 version, u64 bytes in a block, u64 n, {u64 node, u64 blocks, u64 bits, u64 bitmap[]}...}
 * Reads which memory each node has. */
#include "input/perf_data/memory_nodes.h"

#include "base/mem.h"

void memory_nodes_free(struct memory_nodes *m)
{
    buf_free(&m->bitmaps);
    mem_free(m->rows, m->room, sizeof *m->rows);
    *m = (struct memory_nodes){0};
}

void memory_nodes_read(struct memory_nodes *m, struct bytes body)
{
    struct bytes *b = &body;
    uint64_t version, n, skipped;
    struct str words;

    memory_nodes_free(m);
    m->big = body.big;
    if (!bytes_u64(b, &version) || !bytes_u64(b, &m->block) || !bytes_u64(b, &n))
        return;
    for (; n && m->n < MEMORY_NODES_MOST; n--) {
        struct memory_node node;
        if (!bytes_u64(b, &node.number) || !bytes_u64(b, &skipped) || !bytes_u64(b, &node.blocks))
            return;
        uint64_t n_words = node.blocks / 64 + (node.blocks % 64 != 0);
        if (n_words > b->n / 8 || !bytes_str(b, (size_t)n_words * 8, &words))
            return;
        node.at = m->bitmaps.n;
        buf_add(&m->bitmaps, words);
        m->rows = mem_grow(m->rows, &m->room, m->n + 1, sizeof *m->rows);
        m->rows[m->n++] = node;
    }
}

bool memory_nodes_find(const struct memory_nodes *m, uint64_t address, uint64_t *node)
{
    uint64_t block = m->block ? address / m->block : 0;

    for (size_t i = 0; m->block && i < m->n; i++) {
        if (block >= m->rows[i].blocks)
            continue;
        size_t at = m->rows[i].at + (size_t)(block / 64) * 8;
        if (u64_at((const unsigned char *)m->bitmaps.p + at, m->big) >> block % 64 & 1) {
            *node = m->rows[i].number;
            return true;
        }
    }
    return false;
}
