/* app/help/help_chapters: the topics of --help, and the chapters of the manual among them. */
#include "app/help/help.h"

#include "unit.h"

#include "app/help/help_chapters.h"

static void topics_are_known(void **state)
{
    static const char *const topics[] = {"", "all", "man", "report", "themes", "flamegraph.pl"};
    struct fault f = {0};

    (void)state;
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++)
        assert_true(help_knows(topics[i], &f));
    assert_int_equal(f.kind, 0);
}

static void an_unknown_topic_is_answered_with_the_nearest(void **state)
{
    struct fault f = {0};

    (void)state;
    assert_false(help_knows("reprot", &f));
    assert_int_equal(f.kind, FAULT_USAGE);
    assert_non_null(strstr(f.text, "--help: no topic is named \"reprot\"; did you mean \"report\"? "
                                   "(all, man, bash, zsh, old-options, intro, "));
}

static void every_chapter_has_a_title_and_a_section(void **state)
{
    struct str name;
    struct str about;
    size_t n = 0;

    (void)state;
    for (; help_chapter_listed(n, &name, &about); n++) {
        struct sink s;
        sink_open_buf(&s);
        assert_true(help_chapter(&s, name));
        struct str text = buf_str(&s.buf);
        assert_true(str_starts(text, STR("# ")));
        assert_true(str_starts(str_from_to(text, 2, text.n), about));
        assert_in_range(about.n, 5, 50);
        assert_in_range(help_chapter_section(n), 1, 7);
        sink_discard(&s);
    }
    assert_in_range(n, 10, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(topics_are_known),
        cmocka_unit_test(an_unknown_topic_is_answered_with_the_nearest),
        cmocka_unit_test(every_chapter_has_a_title_and_a_section),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
