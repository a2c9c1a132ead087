/* base/notes: what was tolerated, counted by reason. */
#include "base/notes.h"

#include "unit.h"

#include <stdlib.h>

static void reasons_are_counted_with_their_first_line(void **state)
{
    struct notes notes = {0};

    (void)state;
    notes_add(&notes, "x", 3, "no count", STR("a"));
    notes_add(&notes, "x", 5, "bad count", STR("b c"));
    notes_add(&notes, "x", 9, "no count", STR("c"));
    assert_int_equal(notes.total, 3);
    assert_int_equal(notes.n_reasons, 2);
    assert_string_equal(notes.reasons[0].reason, "no count");
    assert_int_equal(notes.reasons[0].count, 2);
    assert_int_equal(notes.reasons[0].first_line, 3);
    assert_int_equal(notes.reasons[1].count, 1);
    assert_int_equal(notes.reasons[1].first_line, 5);
}

static void many_of_a_kind_are_shown_once(void **state)
{
    struct notes notes = {0};

    (void)state;
    notes_add_many(&notes, "x", 3, "no count", STR("a"), 5);
    notes_add(&notes, "x", 9, "no count", STR("c"));
    assert_int_equal(notes.total, 6);
    assert_int_equal(notes.reasons[0].count, 6);
    assert_int_equal(notes.n_shown, 2);
}

static void the_first_ten_are_kept_safe_for_a_terminal(void **state)
{
    struct notes notes = {0};

    (void)state;
    for (uint64_t line = 1; line <= 25; line++)
        notes_add(&notes, "x", line, "no count", STR("\x1B[2J"));
    assert_int_equal(notes.total, 25);
    assert_int_equal(notes.n_shown, NOTES_SHOWN);
    for (size_t i = 0; i < NOTES_SHOWN; i++) {
        assert_int_equal(notes.shown[i].line, i + 1);
        assert_string_equal(notes.shown[i].file, "x");
        assert_string_equal(notes.shown[i].near.text, "\\x1B[2J");
    }
}

static void more_reasons_than_places_are_still_counted(void **state)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                        "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"};
    struct notes notes = {0};
    uint64_t sum = 0;

    (void)state;
    for (size_t i = 0; i < 20; i++)
        notes_add(&notes, "x", i, names[i], STR(""));
    assert_int_equal(notes.n_reasons, NOTES_REASONS);
    for (size_t i = 0; i < notes.n_reasons; i++)
        sum += notes.reasons[i].count;
    assert_int_equal(sum, 20);
    assert_int_equal(notes.total, 20);
}

static void a_later_part_is_merged_with_its_lines_moved(void **state)
{
    struct notes notes = {0};
    struct notes later = {0};

    (void)state;
    notes_add(&notes, "x", 3, "no count", STR("a"));
    notes_add(&later, "x", 2, "no count", STR("b"));
    notes_add(&later, "x", 4, "bad count", STR("c"));
    notes_merge(&notes, &later, 100);
    assert_int_equal(notes.total, 3);
    assert_int_equal(notes.reasons[0].count, 2);
    assert_int_equal(notes.reasons[0].first_line, 3);
    assert_int_equal(notes.reasons[1].count, 1);
    assert_int_equal(notes.reasons[1].first_line, 104);
    assert_int_equal(notes.n_shown, 3);
    assert_int_equal(notes.shown[1].line, 102);
    assert_string_equal(notes.shown[2].near.text, "c");
}

static void a_note_about_no_line_stays_one_when_merged(void **state)
{
    struct notes notes = {0};
    struct notes later = {0};

    (void)state;
    notes_add(&later, "x", 0, "cut short", STR(""));
    notes_merge(&notes, &later, 100);
    assert_int_equal(notes.shown[0].line, 0);
    assert_int_equal(notes.reasons[0].first_line, 0);
}

static void merging_in_order_equals_one_reading(void **state)
{
    static const char *const names[] = {"a", "b", "c"};
    struct notes *parts = calloc(3, sizeof *parts);
    struct notes *whole = calloc(1, sizeof *whole);
    struct notes *merged = calloc(1, sizeof *merged);

    (void)state;
    for (uint64_t line = 1; line <= 30; line++) {
        notes_add(whole, "x", line, names[line * 7 % 3], STR("n"));
        notes_add(&parts[(line - 1) / 10], "x", (line - 1) % 10 + 1, names[line * 7 % 3], STR("n"));
    }
    for (size_t i = 0; i < 3; i++)
        notes_merge(merged, &parts[i], i * 10);
    assert_int_equal(merged->total, whole->total);
    assert_int_equal(merged->n_shown, whole->n_shown);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(merged->reasons[i].reason, whole->reasons[i].reason);
        assert_int_equal(merged->reasons[i].count, whole->reasons[i].count);
        assert_int_equal(merged->reasons[i].first_line, whole->reasons[i].first_line);
    }
    for (size_t i = 0; i < whole->n_shown; i++)
        assert_int_equal(merged->shown[i].line, whole->shown[i].line);
    free(merged);
    free(whole);
    free(parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_counted_with_their_first_line),
        cmocka_unit_test(many_of_a_kind_are_shown_once),
        cmocka_unit_test(the_first_ten_are_kept_safe_for_a_terminal),
        cmocka_unit_test(more_reasons_than_places_are_still_counted),
        cmocka_unit_test(a_later_part_is_merged_with_its_lines_moved),
        cmocka_unit_test(a_note_about_no_line_stays_one_when_merged),
        cmocka_unit_test(merging_in_order_equals_one_reading),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
