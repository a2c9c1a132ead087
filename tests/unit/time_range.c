/* app/options/time_range, model/time/wall_clock, model/time/time_window: ranges of times of day. */
#include "app/options/time_range.h"
#include "model/profile.h"
#include "model/time/wall_clock.h"

#include "unit.h"

#define S UINT64_C(1000000000)

static const uint64_t zero_ns = UINT64_C(1763647327250000000); /* 2025-11-20 14:02:07.25 */

static struct time_window parsed(const char *text)
{
    struct time_window window;

    assert_true(time_range_parse(str_of(text), &window));
    return window;
}

static void assert_window(struct time_window window, bool of_day, uint64_t from_ns, uint64_t to_ns)
{
    assert_int_equal(window.of_day, of_day);
    assert_int_equal(window.from_ns, from_ns);
    assert_int_equal(window.to_ns, to_ns);
}

static void ranges_are_of_seconds_or_of_times_of_day(void **state)
{
    const uint64_t at_ns = (14 * 3600 + 2 * 60 + 7) * S;

    (void)state;
    assert_window(parsed("2..3.5"), false, 2 * S, 7 * S / 2);
    assert_window(parsed("..3"), false, 0, 3 * S);
    assert_window(parsed("14:02:07..14:02:09.5"), true, at_ns, at_ns + 5 * S / 2);
    assert_window(parsed("14:02..14:03"), true, at_ns - 7 * S, at_ns + 53 * S);
    assert_window(parsed("14:02:07.."), true, at_ns, UINT64_MAX);
    assert_window(parsed("..14:02:07"), true, 0, at_ns);
    assert_window(parsed("23:59..24:00"), true, 86340 * S, 86400 * S);
    assert_window(parsed("23:59..00:01"), true, 86340 * S, 86460 * S);
}

static void what_is_no_range_is_refused(void **state)
{
    static const char *const wrong[] = {"",
                                        "..",
                                        "14:02:07",
                                        "3..2",
                                        "14:02:07..9",
                                        "9..14:02:07",
                                        "14:2:7:1..15:00",
                                        "24:01..24:02",
                                        "14:60..15:00",
                                        "14:02:60..15:00",
                                        "14:..15:00",
                                        ":02..15:00",
                                        "14:02:..15:00",
                                        "14:02:007..15:00",
                                        "14:02:07.1234567891..15:00",
                                        "14:02..14:02"};
    struct time_window window;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(time_range_parse(str_of(wrong[i]), &window));
}

/* Resolves a range against samples at the first moment and some seconds later. */
static struct time_window resolved(const char *text, uint64_t first_ns, uint64_t seconds)
{
    const uint64_t value[] = {1};
    struct profile p;

    profile_init(&p, 1, TIME_POINTS);
    p.info.zero_ns = first_ns;
    assert_true(profile_add_at(&p, (struct moment){.at_ns = 0}, 0, 0, value));
    assert_true(profile_add_at(&p, (struct moment){.at_ns = seconds * S}, 0, 0, value));
    const struct time_window window = time_window_resolve(parsed(text), &p);
    profile_free(&p);
    return window;
}

static void times_of_day_count_from_the_first_sample(void **state)
{
    (void)state;
    assert_window(resolved("14:02:08.25..14:02:09.25", zero_ns, 5), false, S, 2 * S);
    assert_window(resolved("14:00..14:02:09.25", zero_ns, 5), false, 0, 2 * S);
    assert_window(resolved("14:02:09.25..", zero_ns, 5), false, 2 * S, UINT64_MAX);
    assert_window(resolved("14:00..14:01", zero_ns, 5), false, 0, 0);
    assert_window(resolved("..14:01", zero_ns, 5), false, 0, 0);
    assert_window(resolved("14:02..14:03", 0, 5), false, 0, 0);
    assert_window(resolved("1..2", 0, 5), false, S, 2 * S);
}

static void times_behind_midnight_are_of_the_next_day(void **state)
{
    const uint64_t late_ns = zero_ns / WALL_CLOCK_DAY_NS * WALL_CLOCK_DAY_NS + 86390 * S;

    (void)state;
    assert_window(resolved("00:00:05..00:00:07", late_ns, 60), false, 15 * S, 17 * S);
    assert_window(resolved("00:00:05..", late_ns, 60), false, 15 * S, UINT64_MAX);
    assert_window(resolved("..00:00:05", late_ns, 60), false, 10 * S, 15 * S);
    assert_window(resolved("23:59:55..00:00:05", late_ns, 60), false, 5 * S, 15 * S);
    assert_window(resolved("00:00:05..00:00:07", late_ns, 5), false, 0, 0);
    assert_window(resolved("23:59..00:00:20", late_ns + 15 * S, 60), false, 0, 15 * S);
}

static void assert_written(uint64_t ns, const char *wanted)
{
    struct sink s;

    sink_open_buf(&s);
    wall_clock_write(&s, ns, " ");
    assert_str(buf_str(&s.buf), wanted);
    sink_discard(&s);
}

static void a_moment_has_a_date_and_as_many_digits_as_it_needs(void **state)
{
    (void)state;
    assert_written(0, "1970-01-01 00:00:00");
    assert_written(zero_ns, "2025-11-20 14:02:07.250");
    assert_written(zero_ns + 1, "2025-11-20 14:02:07.250000001");
    assert_written(zero_ns + 1000, "2025-11-20 14:02:07.250001");
    assert_written(UINT64_C(951827696) * S, "2000-02-29 12:34:56");
}

static void a_date_with_a_time_is_read_as_it_is_written(void **state)
{
    static const char *const wrong[] = {"",
                                        "2025-11-20",
                                        "2025-13-20T14:02:07",
                                        "2025-11-32 14:02:07",
                                        "2025-11-31 14:02:07",
                                        "2025-04-31T14:02:07",
                                        "2025-02-29 14:02:07",
                                        "2024-02-30 14:02:07",
                                        "2100-02-29 14:02:07",
                                        "Tue Feb 29 14:02:07 2022",
                                        "1969-11-20 14:02:07",
                                        "2400-01-01 00:00:00",
                                        "2025-11-20T24:02:07",
                                        "20251-1-20T14:02:07",
                                        "Thu Nov 20 14:02:07",
                                        "Thu Noc 20 14:02:07 2025",
                                        "Thu ovD 20 14:02:07 2025",
                                        "Thu Nov 20 14:02:07 2025 more"};
    static const struct {
        const char *text;
        uint64_t ns;
    } right[] = {
        {"2025-11-20T14:02:07.250Z", zero_ns},
        {"2025-11-20 14:02:07.25", zero_ns},
        {"Thu Nov 20 14:02:07.25 2025", zero_ns},
        {"1970-01-01T00:00:00Z", 0},
        {"2000-02-29 12:34:56", UINT64_C(951827696) * S},
        {"2024-02-29 00:00:00", UINT64_C(1709164800) * S},
        {"2024-12-31 23:59:59", UINT64_C(1735689599) * S},
        {"Wed Mar  1 00:00:00 2000", UINT64_C(951868800) * S},
        {"2100-03-01T00:00:00", UINT64_C(4107542400) * S},
    };
    uint64_t ns;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (wall_clock_parse_whole(str_of(wrong[i]), &ns))
            fail_msg("%s is read", wrong[i]);
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        assert_true(wall_clock_parse_whole(str_of(right[i].text), &ns));
        assert_int_equal(ns, right[i].ns);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_of_seconds_or_of_times_of_day),
        cmocka_unit_test(what_is_no_range_is_refused),
        cmocka_unit_test(times_of_day_count_from_the_first_sample),
        cmocka_unit_test(times_behind_midnight_are_of_the_next_day),
        cmocka_unit_test(a_moment_has_a_date_and_as_many_digits_as_it_needs),
        cmocka_unit_test(a_date_with_a_time_is_read_as_it_is_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
