/* Synthetic call stacks: paths of a tree in which who calls whom depends on the caller alone. */
#include "calls.h"

uint32_t mix(uint32_t a, uint32_t b)
{
    uint64_t h = (((uint64_t)a << 32 | b) ^ 0x51ed270b0a1f39c1U) * 0x9e3779b97f4a7c15U;

    return (uint32_t)((h ^ h >> 29) * 0xbf58476d1ce4e5b9U >> 32);
}

/* Code mostly calls its own language, now and then C, and C calls back into the others. */
static enum language language_of_callee(enum language caller, uint32_t h)
{
    static const uint8_t user[16] = {LANG_C,    LANG_C,    LANG_C,    LANG_C,   LANG_C,   LANG_C,
                                     LANG_C,    LANG_C,    LANG_CPP,  LANG_CPP, LANG_CPP, LANG_CPP,
                                     LANG_JAVA, LANG_JAVA, LANG_RUST, LANG_GO};

    if (caller == LANG_KERNEL)
        return LANG_KERNEL;
    if (caller == LANG_ROOT || h % 64 == 0)
        return (enum language)user[h / 64 % 16];
    return h % 6 == 1 ? LANG_C : caller;
}

/* Each caller has 2 to 9 callees, the first ones called more often; which they are depends on the
 * caller alone, so that the same paths come back under different roots. */
static uint32_t choose_callee(const struct pool *pool, struct random *r, uint32_t caller,
                              bool kernel)
{
    uint32_t width = 2 + mix(caller, 77) % 8;
    uint32_t a = random_below(r, width);
    uint32_t b = random_below(r, width);
    uint32_t h = mix(caller, (a < b ? a : b) + (kernel ? 16 : 0));
    enum language language =
        kernel ? LANG_KERNEL : language_of_callee((enum language)pool->names[caller].language, h);
    uint32_t first = pool->first[language];
    uint32_t id = first + mix(h, 5) % (pool->first[language + 1] - first);

    if (random_below(r, 10) == 0)
        id += random_below(r, pool->names[id].variants + 1U);
    return id;
}

/* How many callees of the stack before are left behind: mostly a few, sometimes any number. */
static uint32_t choose_drop(struct random *r, uint32_t depth)
{
    uint32_t kind = random_below(r, 100);

    if (kind < 36)
        return random_below(r, 7);
    if (kind < 62)
        return random_below(r, depth / 2);
    return random_below(r, depth);
}

void next_stack(const struct pool *pool, struct random *r, const struct depths *depths,
                struct stack *s)
{
    uint32_t half = (depths->most - depths->least) / 2 + 1;
    uint32_t target = depths->least + random_below(r, half) + random_below(r, half);
    uint32_t shared = s->depth < target ? s->depth : target;
    uint32_t tail = 0;

    if (random_below(r, 5) < 2)
        tail = depths->tail_least + random_below(r, depths->tail_most - depths->tail_least + 1);
    uint32_t drop = shared ? choose_drop(r, shared) : 0;
    shared = drop < shared ? shared - drop : 0;
    if (shared == 0)
        s->frames[shared++] = pool->first[LANG_ROOT] + random_below(r, pool->first[LANG_ROOT + 1]);
    for (s->depth = shared; s->depth < target; s->depth++)
        s->frames[s->depth] =
            choose_callee(pool, r, s->frames[s->depth - 1], s->depth + tail >= target);
}
