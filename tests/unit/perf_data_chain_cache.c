/* input/perf_data/chain_cache: chains that come again are found, or not, but never another's. */
#include "input/perf_data/chain_cache.h"

#include "profiles.h"

struct chain {
    unsigned char p[400];
    size_t n;
};

static struct chain random_chain(uint64_t *seed)
{
    struct chain chain = {.n = (1 + random_below(seed, 50)) * 8};

    for (size_t i = 0; i < chain.n; i++)
        chain.p[i] = (unsigned char)(i % 8 == 0 ? random_below(seed, 3) : 0);
    return chain;
}

static struct chain_cache_key key_of(uint64_t where, const struct chain *chain)
{
    return (struct chain_cache_key){.where = where, .chain = {chain->p, chain->n, false}};
}

static void nothing_is_found_that_was_not_added(void **state)
{
    struct chain_cache m = {.n = 0};
    struct cached_chain got;
    const struct chain chain = {.p = {1}, .n = 8};
    const struct chain longer = {.p = {1}, .n = 16};
    const struct chain_cache_key key = key_of(1, &chain);
    struct chain_cache_key other = key;

    (void)state;
    assert_false(chain_cache_find(&m, &key, &got));
    chain_cache_add(&m, &key, &(struct cached_chain){5, 1, false});
    assert_true(chain_cache_find(&m, &key, &got));
    assert_int_equal(got.stack, 5);
    assert_int_equal(got.depth, 1);
    other.where = 2;
    assert_false(chain_cache_find(&m, &other, &got));
    other = key_of(1, &longer);
    assert_false(chain_cache_find(&m, &other, &got));
    other = key;
    other.kind = 3;
    assert_false(chain_cache_find(&m, &other, &got));
    other = key;
    other.chain.n = 0;
    chain_cache_add(&m, &other, &(struct cached_chain){6, 0, false});
    assert_false(chain_cache_find(&m, &other, &got));
    chain_cache_free(&m);
}

/* Every stack has a number of its own: what is found must be that of an equal chain. */
static void what_is_found_is_that_of_an_equal_chain(void **state)
{
    enum { KEPT = 4000 };
    struct chain *chains = mem_alloc(KEPT, sizeof *chains);
    struct chain_cache m = {.n = 0};
    uint64_t seed = 12;
    size_t n_found = 0;

    (void)state;
    for (size_t i = 0; i < 60000; i++) {
        struct chain *chain = &chains[i % KEPT];
        if (i < KEPT || random_below(&seed, 4) == 0)
            *chain = random_chain(&seed);
        uint64_t where = random_below(&seed, 2);
        struct cached_chain wanted = {0, (uint32_t)chain->n, false};
        const struct chain_cache_key key = key_of(where, chain);
        struct cached_chain got;
        for (size_t k = 0; k < chain->n; k++)
            wanted.stack = wanted.stack * 31 + chain->p[k];
        wanted.stack = wanted.stack * 2 + (uint32_t)where;
        if (chain_cache_find(&m, &key, &got)) {
            n_found++;
            assert_int_equal(got.stack, wanted.stack);
            assert_int_equal(got.depth, wanted.depth);
        } else {
            chain_cache_add(&m, &key, &wanted);
            assert_true(chain_cache_find(&m, &key, &got));
        }
    }
    assert_true(n_found > 10000);
    chain_cache_free(&m);
    mem_free(chains, KEPT, sizeof *chains);
}

/* 60 chains of 1 MiB each are more than it keeps. */
static void memory_is_bounded(void **state)
{
    enum { SIZE = 1 << 20 };
    struct chain_cache m = {.n = 0};
    unsigned char *bytes = mem_alloc(SIZE, 1);

    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        struct chain_cache_key key = {.where = 0, .chain = {bytes, SIZE, false}};
        struct cached_chain got;
        bytes[0] = (unsigned char)i;
        chain_cache_add(&m, &key, &(struct cached_chain){i, 1, false});
        assert_true(chain_cache_find(&m, &key, &got));
        assert_int_equal(got.stack, i);
        assert_true(m.chains_room <= 64 << 20);
    }
    chain_cache_free(&m);
    mem_free(bytes, SIZE, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_found_that_was_not_added),
        cmocka_unit_test(what_is_found_is_that_of_an_equal_chain),
        cmocka_unit_test(memory_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
