/* Commands in one text, and what only a shell can do. */
#include "app/common/shell_words.h"

#include <stdio.h>

#include "unit.h"

static void assert_words(const char *command, const char *const *wanted)
{
    struct shell_words w = {0};
    struct fault f = {0};

    assert_true(shell_words_split(&w, "--before", command, &f));
    for (size_t i = 0; i < w.n; i++)
        assert_string_equal(w.words[i], wanted[i]);
    assert_null(wanted[w.n]);
    assert_null(w.words[w.n]);
    shell_words_free(&w);
}

static void assert_refused(const char *command, const char *told)
{
    struct shell_words w = {0};
    struct fault f = {0};

    assert_false(shell_words_split(&w, "--before", command, &f));
    assert_int_equal(f.kind, FAULT_USAGE);
    assert_string_equal(f.text, told);
    shell_words_free(&w);
}

static void blanks_part_words(void **state)
{
    (void)state;
    assert_words("./old", (const char *const[]){"./old", NULL});
    assert_words("  ./old \t-n  7 ", (const char *const[]){"./old", "-n", "7", NULL});
}

static void quotes_and_backslashes_keep_words_together(void **state)
{
    (void)state;
    assert_words("./old 'a b' \"c d\" e\\ f",
                 (const char *const[]){"./old", "a b", "c d", "e f", NULL});
    assert_words("x'y z'w \"say \\\"no\\\"\" '' \"\" \"\\n\" '$HOME|*'",
                 (const char *const[]){"xy zw", "say \"no\"", "", "", "\\n", "$HOME|*", NULL});
    assert_words("a~ b# \\$x \\", (const char *const[]){"a~", "b#", "$x", "\\", NULL});
}

static void what_only_a_shell_understands_is_refused_with_what_helps(void **state)
{
    static const char *const found[] = {"$HOME/old", "| sort", "> x", "*.c", "~/old", "`date`"};
    char command[64];
    char told[200];

    (void)state;
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        snprintf(command, sizeof command, "./old %s", found[i]);
        snprintf(told, sizeof told,
                 "--before: \"%s\" found, which only a shell understands, wanted a program and its "
                 "arguments, or sh -c '...'",
                 found[i]);
        assert_refused(command, told);
    }
    assert_refused("A=1 ./old", "--before: \"A=1\" found, which only a shell understands, wanted a "
                                "program and its arguments, or env A=1 ...");
    assert_refused("./old \"a $b\"",
                   "--before: \"$b\"\" found, which only a shell understands, wanted a program and "
                   "its arguments, or sh -c '...'");
}

static void a_quote_without_an_end_and_nothing_at_all_are_refused(void **state)
{
    (void)state;
    assert_refused("./old 'a b", "--before: \"'a b\" found, wanted an end of the quote");
    assert_refused("./old \"a b", "--before: \"\"a b\" found, wanted an end of the quote");
    assert_refused(" ", "--before: \"\" found, wanted a program and its arguments");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blanks_part_words),
        cmocka_unit_test(quotes_and_backslashes_keep_words_together),
        cmocka_unit_test(what_only_a_shell_understands_is_refused_with_what_helps),
        cmocka_unit_test(a_quote_without_an_end_and_nothing_at_all_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
