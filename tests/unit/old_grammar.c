/* Command lines of flamegraph.pl, read as Perl's Getopt::Long reads them. */
#include "old_words.h"

#include <stdio.h>

#include "app/command_line.h"
#include "app/help/help.h"

/* Words are cut at '|'. */
static void parse(struct line *l, const char *program, const char *words)
{
    *l = (struct line){0};
    snprintf(l->text, sizeof l->text, "%s%s%s", program, *words ? "|" : "", words);
    parse_words(l);
}

static void accepted(struct line *l, const char *words)
{
    parse(l, "/usr/bin/flamegraph.pl", words);
    if (!l->ok)
        fail_msg("%s: %s", words, l->fault.text);
    assert_string_equal(l->request.old_name, "flamegraph.pl");
}

static void refused(const char *words, const char *message)
{
    struct line l;

    parse(&l, "flamegraph.pl", words);
    request_free(&l.request);
    if (l.ok)
        fail_msg("%s: was not refused", words);
    assert_string_equal(l.fault.text, message);
}

static void defaults_are_those_of_flamegraph_pl(void **state)
{
    struct line l;

    (void)state;
    accepted(&l, "");
    assert_string_equal(l.request.picture.title, "Flame Graph");
    assert_string_equal(l.request.picture.colors, "hot");
    assert_str(l.request.picture.style.fonttype, "Verdana");
    assert_str(l.request.picture.style.countname, "samples");
    assert_true(l.request.picture.style.fontwidth == 0.59 &&
                l.request.picture.style.minwidth == 0.1);
    assert_true(l.request.picture.style.width_px == 1200 && l.request.picture.style.frame_px == 16);
    assert_null(l.request.output.path);
    assert_int_equal(l.request.inputs.n, 0);
    request_free(&l.request);
}

static void titles_follow_the_kind_of_picture(void **state)
{
    static const char *const rows[][2] = {
        {"--inverted", "Icicle Graph"},
        {"--flamechart", "Flame Chart"},
        {"--flamechart|--inverted", "Flame Chart"},
        {"--title|", "Flame Graph"},
        {"--inverted|--title|mine", "mine"},
    };
    struct line l;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        accepted(&l, rows[i][0]);
        assert_string_equal(l.request.picture.title, rows[i][1]);
        request_free(&l.request);
    }
}

static void how_tos_run_unchanged(void **state)
{
    struct line l;

    (void)state;
    accepted(&l, "-color=java|-Title|x|-count|us|out.folded");
    assert_string_equal(l.request.picture.colors, "java");
    assert_string_equal(l.request.picture.title, "x");
    assert_str(l.request.picture.style.countname, "us");
    assert_int_equal(l.request.inputs.n, 1);
    assert_string_equal(l.request.inputs.items[0], "out.folded");
    request_free(&l.request);

    accepted(&l, "--colors|java|--hash|in.folded|--cp|-");
    assert_string_equal(l.request.picture.colors, "java");
    assert_int_equal(l.request.picture.paint_source, PAINT_BY_HASH);
    assert_string_equal(l.request.picture.palette_map, "palette.map");
    assert_int_equal(l.request.inputs.n, 2);
    assert_string_equal(l.request.inputs.items[1], "-");
    request_free(&l.request);

    accepted(&l, "--color=io|--title=Block I/O|--countname=I/O|--w=800|-MIN|0.5%|-FontT|serif|"
                 "-rev|+inv|-rand|-neg|-bg|blue|-su|sub|-namet|F");
    assert_true(l.request.picture.style.width_px == 800 && l.request.picture.style.minwidth == 0.5);
    assert_true(l.request.picture.style.minwidth_percent && l.request.picture.style.reverse &&
                l.request.picture.style.inverted);
    assert_string_equal(l.request.picture.bgcolors, "blue");
    assert_str(l.request.picture.style.fonttype, "serif");
    assert_str(l.request.picture.style.subtitle, "sub");
    assert_str(l.request.picture.style.nametype, "F");
    assert_int_equal(l.request.picture.paint_source, PAINT_RANDOM);
    request_free(&l.request);
}

static void the_last_of_repeated_options_wins(void **state)
{
    struct line l;

    (void)state;
    accepted(&l, "-title=a|-title=b|--width|5|--width|6|--random|--hash");
    assert_string_equal(l.request.picture.title, "b");
    assert_true(l.request.picture.style.width_px == 6);
    assert_int_equal(l.request.picture.paint_source, PAINT_BY_HASH);
    request_free(&l.request);
}

static void a_value_may_look_like_an_option(void **state)
{
    struct line l;

    (void)state;
    accepted(&l, "-title|--hash|-notes|--|--|-hash|--");
    assert_string_equal(l.request.picture.title, "--hash");
    assert_str(l.request.picture.style.notes, "--");
    assert_int_equal(l.request.picture.paint_source, PAINT_BY_NAME);
    assert_int_equal(l.request.inputs.n, 2);
    assert_string_equal(l.request.inputs.items[0], "-hash");
    assert_string_equal(l.request.inputs.items[1], "--");
    request_free(&l.request);
}

static void what_flamegraph_pl_refuses_is_refused(void **state)
{
    (void)state;
    refused("-c=x", "-c: several options begin with this, wanted one of colors, countname, cp");
    refused("--font|x",
            "-font: several options begin with this, wanted one of fontsize, fonttype, fontwidth");
    refused("-o|x", "-o: no such option of flamegraph.pl (-help lists them)");
    refused("--format=svg", "-format: no such option of flamegraph.pl (-help lists them)");
    refused("--colour=java", "-colour: no such option of flamegraph.pl (-help lists them)");
    refused("--hash=1", "-hash: \"1\" found, wanted no value");
    refused("--title=", "-title: no value found, wanted TEXT");
    refused("in|-title", "-title: no value found, wanted TEXT");
    refused("--width=1e9", "--width: \"1e9\" found, wanted a whole number from 1 to 1000000");
}

static void only_the_whole_name_is_the_old_one(void **state)
{
    static const char *const names[] = {"flame", "my-flamegraph.pl", "flamegraph.pl/flame", ""};
    struct line l;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        parse(&l, names[i], "--colour=java");
        assert_true(l.ok);
        assert_null(l.request.old_name);
        request_free(&l.request);
    }
}

static void help_is_of_the_old_options(void **state)
{
    struct line l;
    struct sink s;

    (void)state;
    accepted(&l, "-hel");
    assert_int_equal(l.request.task, TASK_HELP);
    sink_open_buf(&s);
    help_print(&s, PROGRAM_FLAME, l.request.help_topic);
    struct str text = buf_str(&s.buf);
    assert_true(str_starts(text, STR("Usage: flamegraph.pl ")));
    assert_true(str_find(text, 0, STR("\n  --negate ")) < text.n);
    assert_true(str_find(text, 0, STR("--output")) == text.n);
    sink_discard(&s);
    request_free(&l.request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_flamegraph_pl),
        cmocka_unit_test(titles_follow_the_kind_of_picture),
        cmocka_unit_test(how_tos_run_unchanged),
        cmocka_unit_test(the_last_of_repeated_options_wins),
        cmocka_unit_test(a_value_may_look_like_an_option),
        cmocka_unit_test(what_flamegraph_pl_refuses_is_refused),
        cmocka_unit_test(only_the_whole_name_is_the_old_one),
        cmocka_unit_test(help_is_of_the_old_options),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
