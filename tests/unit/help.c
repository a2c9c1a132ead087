/* app/help: pages of help, the man page and completion name the options that they are for. */
#include "unit.h"

#include <stdio.h>

#include "app/help/help.h"
#include "app/help/help_verbs.h"
#include "base/parse.h"

static struct str page(struct sink *s, enum program program, const char *topic)
{
    sink_open_buf(s);
    help_print(s, program, topic);
    return buf_str(&s->buf);
}

static bool holds(struct str text, const char *part)
{
    return str_find(text, 0, str_of(part)) < text.n;
}

static void sentences_need_no_quoting(void **state)
{
    (void)state;
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        assert_null(strpbrk(option_of((enum option_id)i)->about, "[]:'`\"\\\n"));
}

static void assert_fits_a_screen(struct sink *s)
{
    struct str rest = buf_str(&s->buf);
    struct str row;
    size_t n = 0;

    for (; take_field(&rest, '\n', &row); n++) {
        assert_in_range(row.n, 0, 80);
        assert_true(row.n == 0 || row.p[2] != ' ' || row.p[6] == '-'); /* nothing was wrapped */
    }
    assert_in_range(n, 20, 45);
    sink_discard(s);
}

static void help_fits_a_screen(void **state)
{
    static const enum program programs[] = {PROGRAM_FLAME, PROGRAM_CALLGRAPH, PROGRAM_RECORD};
    static const enum verb verbs[] = {VERB_MERGE, VERB_REPORT};
    struct sink s;

    (void)state;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        page(&s, programs[i], "");
        assert_fits_a_screen(&s);
    }
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        sink_open_buf(&s);
        assert_true(help_print_verb(&s, verbs[i]));
        assert_fits_a_screen(&s);
    }
    sink_open_buf(&s);
    assert_false(help_print_verb(&s, VERB_DRAW));
    sink_discard(&s);
}

static void old_options_have_a_topic_of_their_own(void **state)
{
    struct sink all;
    struct sink old;
    struct str every = page(&all, PROGRAM_FLAME, "all");
    struct str few = page(&old, PROGRAM_FLAME, "old-options");

    (void)state;
    assert_true(holds(few, "      --hash  ") && holds(few, "      --negate  "));
    assert_false(holds(every, "      --hash  ") || holds(every, "      --negate  "));
    assert_true(holds(every, "      --hash-names  "));
    assert_false(holds(few, "      --hash-names  "));
    assert_true(holds(every, "  old-options "));
    sink_discard(&all);
    sink_discard(&old);
}

static void assert_pages_name_options(enum program program)
{
    static const char *const topics[] = {"all", "man", "bash", "zsh", "old-options"};
    char name[100];

    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        struct sink s;
        struct str text = page(&s, program, topics[i]);
        for (unsigned k = 0; k < OPTION_COUNT; k++) {
            size_t n = 0;
            const bool old = option_of((enum option_id)k)->shown == SHOWN_OLD;
            if (!option_is_of(option_of((enum option_id)k), program) || (i == 0 && old) ||
                (i == 4 && !old))
                continue;
            for (const char *p = option_of((enum option_id)k)->name; *p; p++) {
                if (*p == '-' && i == 1)
                    name[n++] = '\\';
                name[n++] = *p;
            }
            name[n] = '\0';
            if (!holds(text, name))
                fail_msg("%s does not name %s", topics[i], name);
        }
        sink_discard(&s);
    }
}

static void pages_name_every_option(void **state)
{
    (void)state;
    assert_pages_name_options(PROGRAM_FLAME);
    assert_pages_name_options(PROGRAM_CALLGRAPH);
}

static void the_man_page_has_its_sections(void **state)
{
    static const char *const sections[] = {"NAME",    "SYNOPSIS",    "DESCRIPTION",
                                           "OPTIONS", "EXIT STATUS", "EXAMPLES"};
    char heading[40];
    struct sink s;
    struct str text = page(&s, PROGRAM_FLAME, "man");

    (void)state;
    assert_true(str_starts(text, STR(".TH FLAME 1 \"\" \"flame ")));
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        snprintf(heading, sizeof heading, "\n.SH %s\n", sections[i]);
        assert_true(holds(text, heading));
    }
    assert_true(holds(text, "\n\\fBflame record\\fR [\\fIOPTION"));
    sink_discard(&s);
}

static void shells_are_told_the_values(void **state)
{
    static const char *const topics[] = {"bash", "zsh"};

    (void)state;
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        struct sink s;
        struct str text = page(&s, PROGRAM_FLAME, topics[i]);
        assert_true(holds(
            text, "boxes diff-folded eps firefox folded jpeg json pdf png pprof ps rows speedscope "
                  "svg"));
        assert_true(holds(text, " java "));
        assert_true(holds(text, "depth= dot-nodes= elements= "));
        assert_true(holds(text, "usual untrusted"));
        sink_discard(&s);
    }
}

static void lists_have_a_sentence_each(void **state)
{
    struct sink s;

    (void)state;
    sink_open_buf(&s);
    help_print_formats(&s, PROGRAM_FLAME);
    assert_true(holds(buf_str(&s.buf), "\n  folded    "));
    assert_true(holds(buf_str(&s.buf), "\n  svg    "));
    sink_discard(&s);
    sink_open_buf(&s);
    help_print_themes(&s, PROGRAM_FLAME);
    assert_true(holds(buf_str(&s.buf), "\n  java    "));
    sink_discard(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_need_no_quoting),
        cmocka_unit_test(help_fits_a_screen),
        cmocka_unit_test(old_options_have_a_topic_of_their_own),
        cmocka_unit_test(pages_name_every_option),
        cmocka_unit_test(the_man_page_has_its_sections),
        cmocka_unit_test(shells_are_told_the_values),
        cmocka_unit_test(lists_have_a_sentence_each),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
