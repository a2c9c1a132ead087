/* input/perf_data/time/order: records by time, and as in the file where times are equal. */
#include "input/perf_data/time/order.h"

#include "profiles.h"

static struct record_at *make(size_t n)
{
    struct record_at *records = mem_alloc(n, sizeof *records);

    for (size_t i = 0; i < n; i++)
        records[i].at = i;
    return records;
}

static void check(struct record_at *records, size_t n)
{
    uint64_t sum = 0;

    order_records(records, n);
    for (size_t i = 0; i < n; i++)
        sum += records[i].at;
    assert_int_equal(sum, n * (n - 1) / 2);
    for (size_t i = 1; i < n; i++) {
        const struct record_at *a = &records[i - 1];
        const struct record_at *b = &records[i];
        assert_true(a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->at < b->at));
    }
    mem_free(records, n, sizeof *records);
}

static void records_are_put_in_order_whatever_digits_differ(void **state)
{
    static const uint64_t masks[] = {
        UINT64_MAX, 0xff, UINT64_C(0xff) << 56,         UINT64_C(7) << 10,    UINT64_C(1) << 63,
        1,          0,    UINT64_C(0x8000000000000001), UINT64_C(0xf0f) << 20};
    uint64_t seed = 7;

    (void)state;
    for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
        struct record_at *records = make(5000);
        for (size_t k = 0; k < 5000; k++)
            records[k].time_ns = ((uint64_t)random_below(&seed, UINT32_MAX) << 33 ^
                                  (uint64_t)random_below(&seed, UINT32_MAX) << 8) &
                                 masks[i];
        check(records, 5000);
    }
}

static void what_has_no_time_comes_first(void **state)
{
    struct record_at *records = make(4);

    (void)state;
    records[0].time_ns = 9;
    records[2].time_ns = 3;
    order_records(records, 4);
    assert_int_equal(records[0].at, 1);
    assert_int_equal(records[1].at, 3);
    assert_int_equal(records[2].at, 2);
    assert_int_equal(records[3].at, 0);
    mem_free(records, 4, sizeof *records);
}

static void few_records_are_in_order(void **state)
{
    (void)state;
    order_records(NULL, 0);
    for (size_t n = 1; n < 4; n++) {
        struct record_at *records = make(n);
        for (size_t i = 0; i < n; i++)
            records[i].time_ns = 100 - i;
        check(records, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_put_in_order_whatever_digits_differ),
        cmocka_unit_test(what_has_no_time_comes_first),
        cmocka_unit_test(few_records_are_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
