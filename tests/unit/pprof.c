/* input/pprof: where messages end, and entries by their ids. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_end_behind_their_texts),
        cmocka_unit_test(messages_end_before_texts_that_stand_first),
        cmocka_unit_test(one_message_may_have_texts_in_many_places),
        cmocka_unit_test(damage_belongs_to_the_last_message),
        cmocka_unit_test(entries_are_found_by_id),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
