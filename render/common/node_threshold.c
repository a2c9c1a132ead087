/* Counts in one pass how many nodes a tree has for every possible threshold of totals.
 *
 * A frame of total w is a node if the threshold is at most w. A node for pruned frames begins at a
 * callee of total w if that is pruned (the threshold is above w), while its caller stays (the
 * threshold is at most its total), and so does an adjacent sibling before it. Both are ranges of
 * thresholds: prefix sums over +1 where ranges begin and -1 where they end give the counts.
 */
#include "render/common/node_threshold.h"

#include "base/mem.h"

/* Totals below 2^BITS have a step each; above, each power of two has 2^(BITS - 1) steps. */
enum { BITS = 10, HALF = 1 << (BITS - 1), STEPS = HALF * (64 - BITS) + 2 * HALF };

static uint32_t step_of(uint64_t total)
{
    uint32_t shift = 0;

    while (total >> BITS) {
        total >>= 1;
        shift++;
    }
    return shift * HALF + (uint32_t)total;
}

/* The smallest total of a step. */
static uint64_t total_of(uint32_t step)
{
    uint32_t shift = step < 2 * HALF ? 0 : step / HALF - 1;

    return (uint64_t)(step - shift * HALF) << shift;
}

struct counts {
    const struct tree *t;
    int64_t changes[STEPS + 2]; /* by step: how many more nodes there are than at the one before */
};

/* Adds one node for the thresholds `from` to `to`, both included. */
static void add_range(struct counts *c, uint32_t from, uint32_t to)
{
    if (from > to)
        return;
    c->changes[from]++;
    c->changes[to + 1]--;
}

static void add_callees(struct counts *c, stack_id caller, const stack_id *callees, uint32_t n)
{
    const struct tree *t = c->t;
    uint32_t whole = caller ? step_of(t->total[caller]) : STEPS; /* the root always stays */
    uint32_t before = whole;
    uint64_t edge = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint64_t total = t->total[callees[i]];
        uint32_t step = step_of(total);
        bool apart = t->start && t->start[callees[i]] != edge;
        uint32_t most = apart || before > whole ? whole : before;
        add_range(c, 0, step);
        add_range(c, step + 1, most);
        before = step;
        edge = t->start ? t->start[callees[i]] + total : 0;
    }
}

static void count(struct counts *c, const struct ordered_callees *b)
{
    for (stack_id i = 0; i < c->t->n; i++) {
        stack_id next = ordered_callees_next(b, i);
        uint32_t n = next != 0;
        const stack_id *callees =
            ordered_callees_at(b, i) ? ordered_callees_callees(b, i, &n) : &next;
        add_callees(c, i, callees, n);
    }
}

uint64_t node_threshold(const struct tree *t, const struct ordered_callees *b, uint64_t most)
{
    if (t->n <= most)
        return 0;
    struct counts *c = mem_alloc(1, sizeof *c);
    uint32_t step = 0;
    c->t = t;
    count(c, b);
    int64_t n = 1 + c->changes[0];
    while (step < STEPS && (uint64_t)n > most)
        n += c->changes[++step];
    mem_free(c, 1, sizeof *c);
    return step < STEPS ? total_of(step) : UINT64_MAX;
}
