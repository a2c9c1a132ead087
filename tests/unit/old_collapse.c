/* Command lines of the programs stackcollapse*, each in its own grammar. */
#include "old_words.h"

#include <stdio.h>

#include "app/help/help.h"
#include "app/old_names/old_collapse.h"
#include "render/output.h"

/* Words are cut at '|'; the first is the program. */
static void parse(struct line *l, const char *words)
{
    *l = (struct line){0};
    snprintf(l->text, sizeof l->text, "%s", words);
    parse_words(l);
}

static void accepted(struct line *l, const char *words)
{
    parse(l, words);
    if (!l->ok)
        fail_msg("%s: %s", words, l->fault.text);
    assert_non_null(l->request.old_name);
}

static void refused(const char *words, const char *message)
{
    struct line l;

    parse(&l, words);
    request_free(&l.request);
    if (l.ok)
        fail_msg("%s: was not refused", words);
    assert_string_equal(l.fault.text, message);
}

/* What is refused only because no reader of its format is there is told by its name. */
static void every_program_reads_files_of_its_format(void **state)
{
    const struct old_program *program;
    char words[100];
    struct line l;

    (void)state;
    for (size_t i = 0; (program = old_collapse_listed(i)); i++) {
        snprintf(words, sizeof words, "/old/%s|in", program->name);
        parse(&l, words);
        assert_string_equal(l.request.old_name, program->name);
        assert_int_equal(l.request.inputs.n, 1);
        assert_string_equal(l.request.inputs.items[0], "in");
        assert_null(l.request.output.path);
        if (l.ok) {
            assert_string_equal(l.request.read.ask.format->name, program->format);
            assert_string_equal(l.request.output.format->name, "folded");
        } else {
            assert_non_null(strstr(l.fault.text, program->format));
        }
        request_free(&l.request);
    }
}

static void stacks_of_perf_begin_with_the_command(void **state)
{
    struct line l;

    (void)state;
    accepted(&l, "stackcollapse-perf.pl");
    assert_string_equal(l.request.selection.root_by, "comm");
    assert_int_equal(l.request.selection.annotate, 1u << KIND_INLINED);
    assert_true(l.request.selection.comm_underscores && l.request.selection.first_event);
    assert_int_equal(l.request.inputs.n, 0);
    request_free(&l.request);
}

static void how_tos_run_unchanged(void **state)
{
    struct line l;

    (void)state;
    accepted(&l, "stackcollapse-perf.pl|--tid|-PID|--ker|out.perf|-J|-ad|-|--ev|cycles:u");
    assert_string_equal(l.request.selection.root_by, "tid");
    assert_int_equal(l.request.selection.annotate,
                     1u << KIND_INLINED | 1u << KIND_KERNEL | 1u << KIND_JIT);
    assert_string_equal(l.request.selection.event, "cycles:u");
    assert_true(l.request.read.ask.naming.addresses);
    assert_int_equal(l.request.inputs.n, 2);
    assert_string_equal(l.request.inputs.items[1], "-");
    request_free(&l.request);

    accepted(&l, "stackcollapse-perf.pl|--event-filter=a|--event-filter|--pid|--all|--|--tid");
    assert_string_equal(l.request.selection.event, "--pid");
    assert_string_equal(l.request.selection.root_by, "comm");
    assert_int_equal(l.request.inputs.n, 1);
    assert_string_equal(l.request.inputs.items[0], "--tid");
    request_free(&l.request);

    accepted(&l, "stackcollapse-recursive.pl|a|b");
    assert_true(l.request.selection.filter.merge_recursive);
    request_free(&l.request);
}

static void what_perl_refuses_is_refused(void **state)
{
    (void)state;
    refused("stackcollapse-perf.pl|--a",
            "-a: several options begin with this, wanted one of all, addrs");
    refused("stackcollapse-perf.pl|-o|x",
            "-o: no such option of stackcollapse-perf.pl (-help lists them)");
    refused("stackcollapse-perf.pl|--pid=1", "-pid: \"1\" found, wanted no value");
    refused("stackcollapse-perf.pl|--event-filter", "-event-filter: no value found, wanted EVENT");
    refused("stackcollapse-perf.pl|--nopid",
            "-nopid: no such option of stackcollapse-perf.pl (-help lists them)");
    refused("stackcollapse-recursive.pl|--pid",
            "-pid: no such option of stackcollapse-recursive.pl (-help lists them)");
}

/* The format may not be there: what was read before is. */
static void options_may_be_negated(void **state)
{
    static const struct {
        const char *words, *root_by;
        unsigned shorten;
    } rows[] = {
        {"", "pool", SHORTEN_NOTHING},
        {"|--include-tname", "pool", SHORTEN_NOTHING},
        {"|--no-include-tname", "none", SHORTEN_NOTHING},
        {"|--noinclude-tn", "none", SHORTEN_NOTHING},
        {"|-NO-INCLUDE-TNAME|-include-tname", "pool", SHORTEN_NOTHING},
        {"|--include-tid", "thread", SHORTEN_NOTHING},
        {"|--include-tid|--no-include-tid", "pool", SHORTEN_NOTHING},
        {"|--short", "pool", SHORTEN_PACKAGES},
        {"|--short|--no-short", "pool", SHORTEN_NOTHING},
    };
    char words[100];
    struct line l;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(words, sizeof words, "stackcollapse-jstack.pl%s", rows[i].words);
        parse(&l, words);
        assert_string_equal(l.request.selection.root_by, rows[i].root_by);
        assert_int_equal(l.request.selection.shorten, rows[i].shorten);
        request_free(&l.request);
    }
    refused("stackcollapse-jstack.pl|--no", "-no: several options begin with this, wanted one of "
                                            "no-include-tname, no-include-tid, no-shorten-pkgs");
    parse(&l, "stackcollapse-java-exceptions.pl|--no-pk");
    assert_int_equal(l.request.selection.shorten, SHORTEN_NO_PACKAGES);
    request_free(&l.request);
}

static void eu_stack_names_processes_and_threads(void **state)
{
    static const char *const rows[][2] = {
        {"", "none"},
        {"|--pid", "PID=pid"},
        {"|--tid", "TID=tid"},
        {"|--tid|--pid", "PID=pid,TID=tid"},
    };
    char words[100];
    struct line l;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(words, sizeof words, "stackcollapse-elfutils.pl%s", rows[i][0]);
        parse(&l, words);
        assert_string_equal(l.request.selection.root_by, rows[i][1]);
        request_free(&l.request);
    }
}

static void awk_assigns_variables(void **state)
{
    struct line l;

    (void)state;
    parse(&l, "stackcollapse-sample.awk|-v|MODULES=0|in|-v");
    assert_int_equal(l.request.selection.shorten, SHORTEN_NO_MODULES);
    assert_int_equal(l.request.inputs.n, 2); /* behind a file "-v" is one */
    request_free(&l.request);
    parse(&l, "stackcollapse-sample.awk|MODULES=0|in|MODULES=1");
    assert_int_equal(l.request.selection.shorten, SHORTEN_NOTHING);
    request_free(&l.request);
    parse(&l, "stackcollapse-sample.awk|-vMODULES=|--|./a=b|1=2");
    assert_int_equal(l.request.selection.shorten, SHORTEN_NO_MODULES);
    assert_int_equal(l.request.inputs.n, 2);
    request_free(&l.request);
    parse(&l, "stackcollapse-perf-sched.awk|-v|recurse=0|-v|record_wake_stack=|in");
    assert_int_equal(l.request.inputs.n, 1);
    request_free(&l.request);

    refused("stackcollapse-perf-sched.awk|-v|recurse=1",
            "-recurse: would add the stacks that woke the thread, which is not supported");
    refused("stackcollapse-sample.awk|-v", "-v: no value found, wanted NAME=VALUE");
    refused("stackcollapse-sample.awk|-vMODULES", "-v: \"MODULES\" found, wanted NAME=VALUE");
    refused("stackcollapse-sample.awk|-F|x",
            "-F: no such option of stackcollapse-sample.awk (--help lists them)");
    refused("stackcollapse-ljp.awk|x=1",
            "\"x=1\": no such variable of stackcollapse-ljp.awk (--help lists them); for a file of "
            "that name write ./x=1");
}

static void php_reads_letters(void **state)
{
    struct line l;

    (void)state;
    parse(&l, "stackcollapse-xdebug.php|-tc|--|-in");
    assert_string_equal(l.request.read.ask.value, "leaf-calls");
    assert_string_equal(l.request.inputs.items[0], "-in");
    request_free(&l.request);
    accepted(&l, "stackcollapse-xdebug.php|-th");
    assert_int_equal(l.request.task, TASK_HELP);
    request_free(&l.request);
    refused("stackcollapse-xdebug.php|-tx",
            "-tx: no such option of stackcollapse-xdebug.php (--help lists them)");
    refused("stackcollapse-xdebug.php|--t",
            "--t: no such option of stackcollapse-xdebug.php (--help lists them)");
}

static void help_is_of_the_old_options(void **state)
{
    const struct old_program *program;
    char words[100];

    (void)state;
    for (size_t i = 0; (program = old_collapse_listed(i)); i++) {
        struct line l;
        struct sink s;
        snprintf(words, sizeof words, "%s|--help", program->name);
        accepted(&l, words);
        assert_int_equal(l.request.task, TASK_HELP);
        sink_open_buf(&s);
        help_print(&s, PROGRAM_FLAME, l.request.help_topic);
        struct str text = buf_str(&s.buf);
        assert_true(str_find(text, 0, str_of(program->name)) < text.n);
        assert_true(str_find(text, 0, STR("\n  --help ")) < text.n || program->syntax == OLD_PHP);
        assert_true(str_find(text, 0, STR("--output")) == text.n);
        sink_discard(&s);
        request_free(&l.request);
    }
}

static void only_the_whole_name_is_the_old_one(void **state)
{
    static const char *const names[] = {"stackcollapse-perf", "my-stackcollapse-perf.pl",
                                        "stackcollapse-perf.pl/flame", "stackcollapse-.pl"};
    struct line l;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        parse(&l, names[i]);
        assert_true(l.ok);
        assert_null(l.request.old_name);
        request_free(&l.request);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_program_reads_files_of_its_format),
        cmocka_unit_test(stacks_of_perf_begin_with_the_command),
        cmocka_unit_test(how_tos_run_unchanged),
        cmocka_unit_test(what_perl_refuses_is_refused),
        cmocka_unit_test(options_may_be_negated),
        cmocka_unit_test(eu_stack_names_processes_and_threads),
        cmocka_unit_test(awk_assigns_variables),
        cmocka_unit_test(php_reads_letters),
        cmocka_unit_test(help_is_of_the_old_options),
        cmocka_unit_test(only_the_whole_name_is_the_old_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
