/* base/sink: numbers as text. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/sink.h"
#include "unit.h"

enum { TRIES = 20000 };

/* Numbers of every length. */
static uint64_t draw(uint64_t *seed, unsigned i)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed >> i % 64;
}

static struct str text(const char *from, const char *end)
{
    return (struct str){from, (size_t)(end - from)};
}

static void whole_numbers_are_as_printf_writes_them(void **state)
{
    char got[NUMBER_ROOM];
    char wanted[NUMBER_ROOM];
    uint64_t power = 1;
    uint64_t seed = 1;

    (void)state;
    assert_str(text(got, digits_u64(got, UINT64_MAX)), "18446744073709551615");
    for (unsigned i = 0; i < 20; i++, power *= 10) {
        for (unsigned k = 0; k < 2; k++) {
            snprintf(wanted, sizeof wanted, "%" PRIu64, power - k);
            assert_str(text(got, digits_u64(got, power - k)), wanted);
        }
    }
    for (unsigned i = 0; i < TRIES; i++) {
        uint64_t n = draw(&seed, i);
        snprintf(wanted, sizeof wanted, "%" PRIu64, n);
        assert_str(text(got, digits_u64(got, n)), wanted);
    }
}

static void zeros_behind_the_last_digit_of_a_fraction_are_left_out(void **state)
{
    static const struct {
        uint64_t value;
        unsigned scale;
        const char *text;
    } rows[] = {
        {0, 0, "0"},       {0, 3, "0"},
        {1500, 3, "1.5"},  {1, 6, "0.000001"},
        {100, 2, "1"},     {1000001, 6, "1.000001"},
        {1010, 2, "10.1"}, {UINT64_MAX, 19, "1.8446744073709551615"},
    };
    char got[NUMBER_ROOM];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_str(text(got, digits_decimal(got, rows[i].value, rows[i].scale)), rows[i].text);
}

static void commas_stand_between_thousands_but_not_in_a_fraction(void **state)
{
    static const struct {
        uint64_t value;
        unsigned scale;
        const char *text;
    } rows[] = {
        {0, 0, "0"},
        {999, 0, "999"},
        {1000, 0, "1,000"},
        {1002003, 0, "1,002,003"},
        {12345678, 4, "1,234.5678"},
        {1000000, 3, "1,000"},
        {UINT64_MAX, 0, "18,446,744,073,709,551,615"},
        {UINT64_MAX, 6, "18,446,744,073,709.551615"},
    };
    char got[NUMBER_ROOM];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_str(text(got, digits_grouped(got, rows[i].value, rows[i].scale)), rows[i].text);
}

static void a_fixed_number_keeps_its_zeros_and_a_short_one_does_not(void **state)
{
    static const struct {
        double value;
        unsigned digits;
        const char *fixed, *shortest;
    } rows[] = {
        {0, 2, "0.00", "0"},
        {-0.001, 2, "0.00", "0"},
        {-0.005, 2, "-0.01", "-0.01"},
        {12.3, 2, "12.30", "12.3"},
        {99.995001, 2, "100.00", "100"},
        {1.5, 0, "2", "2"},
        {-1e12, 6, "-1000000000000.000000", "-1000000000000"},
    };
    char got[NUMBER_ROOM];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_str(text(got, digits_fixed(got, rows[i].value, rows[i].digits)), rows[i].fixed);
        assert_str(text(got, digits_short(got, rows[i].value, rows[i].digits)), rows[i].shortest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_are_as_printf_writes_them),
        cmocka_unit_test(zeros_behind_the_last_digit_of_a_fraction_are_left_out),
        cmocka_unit_test(commas_stand_between_thousands_but_not_in_a_fraction),
        cmocka_unit_test(a_fixed_number_keeps_its_zeros_and_a_short_one_does_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
