/* input/pprof: where messages end, entries by their ids, and stacks by the bytes of locations. */
#include "input/pprof/chains.h"
#include "input/pprof/message.h"

#include "unit.h"

#define TYPE "\x0a\x04\x08\x01\x10\x02"
#define SAMPLE "\x12\x02\x10\x05"
#define EMPTY "\x32\x00"
#define TEXT                                                                                       \
    "\x32\x03"                                                                                     \
    "cpu"
#define PERIOD "\x60\x64"

static void check_ends(struct str bytes, const size_t *ends, size_t n)
{
    uint64_t at = 0;

    for (size_t i = 0; i < n; i++) {
        at = pprof_end(bytes, at);
        assert_int_equal(at, ends[i]);
    }
    assert_int_equal(at, bytes.n);
}

static void messages_end_behind_their_texts(void **state)
{
    (void)state;
    check_ends(STR(TYPE SAMPLE EMPTY TEXT PERIOD TYPE SAMPLE EMPTY TEXT TYPE EMPTY TEXT SAMPLE),
               (const size_t[]){19, 36, 53}, 3);
}

static void messages_end_before_texts_that_stand_first(void **state)
{
    (void)state;
    check_ends(STR(EMPTY TEXT TYPE SAMPLE EMPTY TEXT PERIOD TYPE SAMPLE), (const size_t[]){17, 36},
               2);
}

static void one_message_may_have_texts_in_many_places(void **state)
{
    (void)state;
    check_ends(STR(TYPE EMPTY TEXT SAMPLE EMPTY TEXT EMPTY SAMPLE EMPTY), (const size_t[]){32}, 1);
    check_ends(STR(EMPTY TEXT TYPE SAMPLE EMPTY TEXT SAMPLE EMPTY), (const size_t[]){30}, 1);
    check_ends(STR(TYPE SAMPLE TEXT TYPE TEXT), (const size_t[]){26}, 1);
    check_ends(STR(""), (const size_t[]){0}, 1);
}

static void damage_belongs_to_the_last_message(void **state)
{
    (void)state;
    check_ends(STR(TYPE SAMPLE EMPTY TEXT "\x0b" TYPE EMPTY), (const size_t[]){26}, 1);
}

static size_t row_of(const struct pprof_ids *ids, uint64_t id)
{
    size_t row;

    return pprof_find(ids, id, &row) ? row : SIZE_MAX;
}

static void entries_are_found_by_id(void **state)
{
    struct pprof_id dense[] = {{1, 10}, {2, 20}, {3, 30}};
    struct pprof_id sparse[] = {{2, 10}, {2, 20}, {2, 30}, {9, 40}, {UINT64_MAX, 50}};
    const struct pprof_ids all = {dense, 3, 3, true};
    const struct pprof_ids some = {sparse, 5, 5, false};
    const struct pprof_ids none = {NULL, 0, 0, false};

    (void)state;
    assert_int_equal(row_of(&all, 1), 0);
    assert_int_equal(row_of(&all, 3), 2);
    assert_int_equal(row_of(&all, 4), SIZE_MAX);
    assert_int_equal(row_of(&all, 0), SIZE_MAX);
    assert_int_equal(row_of(&some, 2), 0); /* the first of several */
    assert_int_equal(row_of(&some, 3), SIZE_MAX);
    assert_int_equal(row_of(&some, 9), 3);
    assert_int_equal(row_of(&some, UINT64_MAX), 4);
    assert_int_equal(row_of(&none, 1), SIZE_MAX);
}

/* A label has few bytes, the last of which tell one thread from another. */
static void labels_of_threads_are_spread_over_a_cache(void **state)
{
    enum { THREADS = 64, ENTRIES = 1024 };
    bool taken[ENTRIES] = {false};
    size_t n = 0;

    (void)state;
    for (unsigned i = 0; i < THREADS; i++) {
        const char label[] = {0x1a, 0x04, 0x08, 0x07, 0x10, (char)(8 + i)};
        bool *entry = &taken[pprof_hash((struct str){label, sizeof label}) % ENTRIES];
        n += !*entry;
        *entry = true;
    }
    assert_in_range(n, THREADS * 3 / 4, THREADS);
}

static void a_chain_is_found_by_all_its_bytes(void **state)
{
    static const char bytes[] = "\x05\x01\x02\x05\x01\x02\x05\x01\x03";
    struct pprof_chains c;

    (void)state;
    pprof_chains_init(&c, 1000);
    struct pprof_looked looked = pprof_chains_look(&c, (struct str){bytes, 3});
    assert_null(pprof_chains_find(&looked));
    pprof_chains_keep(&looked, 7, true);
    looked = pprof_chains_look(&c, (struct str){bytes + 3, 3});
    const struct pprof_chain *chain = pprof_chains_find(&looked);
    assert_non_null(chain);
    assert_int_equal(chain->stack, 7);
    assert_true(chain->is_unnamed);
    looked = pprof_chains_look(&c, (struct str){bytes + 6, 3});
    assert_null(pprof_chains_find(&looked));
    looked = pprof_chains_look(&c, (struct str){bytes, 6});
    assert_null(pprof_chains_find(&looked));
    pprof_chains_free(&c);
}

static void one_more_chain_leaves_the_last_one_of_a_hash(void **state)
{
    static const char bytes[] = "\x05\x01\x02";
    struct pprof_chains c;

    (void)state;
    pprof_chains_init(&c, 1000);
    const struct pprof_looked first = pprof_chains_look(&c, (struct str){bytes, 3});
    struct pprof_looked second = first;
    second.packed = (struct str){bytes, 2};
    second.tag++;
    pprof_chains_keep(&first, 1, false);
    pprof_chains_keep(&second, 2, false);
    assert_int_equal(pprof_chains_find(&first)->stack, 1);
    assert_int_equal(pprof_chains_find(&second)->stack, 2);
    pprof_chains_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_end_behind_their_texts),
        cmocka_unit_test(messages_end_before_texts_that_stand_first),
        cmocka_unit_test(one_message_may_have_texts_in_many_places),
        cmocka_unit_test(damage_belongs_to_the_last_message),
        cmocka_unit_test(entries_are_found_by_id),
        cmocka_unit_test(labels_of_threads_are_spread_over_a_cache),
        cmocka_unit_test(a_chain_is_found_by_all_its_bytes),
        cmocka_unit_test(one_more_chain_leaves_the_last_one_of_a_hash),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
