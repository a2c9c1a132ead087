/* app/record/output_name: the names of several recordings. */
#include "app/record/output_name.h"

#include "unit.h"

#define assert_name(name, turn, text)                                                              \
    do {                                                                                           \
        struct buf b_ = {0};                                                                       \
        output_name_add(&b_, name, turn);                                                          \
        assert_string_equal(b_.p, text);                                                           \
        buf_free(&b_);                                                                             \
    } while (0)

static const struct output_turn second = {
    .number = 2,
    .of = 3,
    .distinct = true,
    .time = {.tm_year = 126, .tm_mon = 10, .tm_mday = 28, .tm_min = 15}};

static void the_number_stands_before_the_ending(void **state)
{
    (void)state;
    assert_name("x.svg", &second, "x-2.svg");
    assert_name("perf.data", &second, "perf-2.data");
    assert_name("a.b/x.pb.gz", &second, "a.b/x-2.pb.gz");
    assert_name("a.b/x", &second, "a.b/x-2");
    assert_name("a/.hidden", &second, "a/.hidden-2");
    assert_name("a.b/", &second, "a.b/-2");
    assert_name("x.gz", &second, "x-2.gz");
    assert_name("-", &second, "-");
}

static void a_name_says_where_number_and_time_stand(void **state)
{
    struct output_turn turn = second;

    (void)state;
    assert_name("stall-%n.svg", &turn, "stall-2.svg");
    assert_name("%n%n%%n", &turn, "22%n");
    assert_name("%t.svg", &turn, "20261128-001500.svg");
    assert_name("100%.svg", &turn, "100%-2.svg");
    assert_name("x%", &turn, "x%-2");
    turn.distinct = false;
    assert_name("%t.svg", &turn, "20261128-001500-2.svg");
}

static void one_recording_keeps_its_name(void **state)
{
    struct output_turn turn = second;

    (void)state;
    turn.number = turn.of = 1;
    assert_name("x.svg", &turn, "x.svg");
    assert_name("x-%n.svg", &turn, "x-1.svg");
    assert_name("100%-%x.svg", &turn, "100%-%x.svg");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_number_stands_before_the_ending),
        cmocka_unit_test(a_name_says_where_number_and_time_stand),
        cmocka_unit_test(one_recording_keeps_its_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
