/* record/data_fields: what samples tell of data, and what older kernels know of it. */
#include "record/data_fields.h"

#include <linux/perf_event.h>

#include "unit.h"

static const struct event_choice FAULTS = {.type = PERF_TYPE_SOFTWARE,
                                           .config = PERF_COUNT_SW_PAGE_FAULTS};
static const struct event_choice CLOCK = {.type = PERF_TYPE_SOFTWARE,
                                          .config = PERF_COUNT_SW_CPU_CLOCK};
static const struct event_choice LOADS = {.type = PERF_TYPE_RAW, .config = 0x1cd};
static const struct event_choice TRACED = {.type = PERF_TYPE_TRACEPOINT};

static void what_an_access_cost_is_asked_of_processors_alone(void **state)
{
    (void)state;
    assert_true(data_fields_of(&LOADS) & PERF_SAMPLE_WEIGHT_STRUCT);
    assert_false(data_fields_of(&FAULTS) & PERF_SAMPLE_WEIGHT_STRUCT);
    assert_true(data_fields_of(&FAULTS) & data_fields_of(&CLOCK) & PERF_SAMPLE_ADDR);
}

static void events_without_addresses_are_known(void **state)
{
    (void)state;
    assert_true(data_fields_have_address(&FAULTS));
    assert_true(data_fields_have_address(&LOADS));
    assert_false(data_fields_have_address(&CLOCK));
    assert_false(data_fields_have_address(&TRACED));
}

static void fields_are_left_out_from_the_newest_on_but_for_the_address(void **state)
{
    uint64_t type = data_fields_of(&LOADS) | PERF_SAMPLE_IP;
    uint64_t untold = 0;

    (void)state;
    assert_true(data_fields_give_way(&type, &untold));
    assert_int_equal(untold, PERF_SAMPLE_WEIGHT_STRUCT);
    assert_true(type & PERF_SAMPLE_WEIGHT);
    assert_true(data_fields_give_way(&type, &untold));
    assert_true(data_fields_give_way(&type, &untold));
    assert_int_equal(type,
                     PERF_SAMPLE_IP | PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_WEIGHT);
    assert_true(data_fields_give_way(&type, &untold));
    assert_int_equal(type, PERF_SAMPLE_IP | PERF_SAMPLE_ADDR);
    assert_false(data_fields_give_way(&type, &untold));
    assert_int_equal(type, PERF_SAMPLE_IP | PERF_SAMPLE_ADDR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_access_cost_is_asked_of_processors_alone),
        cmocka_unit_test(events_without_addresses_are_known),
        cmocka_unit_test(fields_are_left_out_from_the_newest_on_but_for_the_address),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
