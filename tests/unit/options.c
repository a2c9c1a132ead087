/* The command lines of both programs, and the help that is written from the same table. */
#include "unit.h"

#include <stdio.h>

#include "app/command_line.h"
#include "app/help/help.h"
#include "app/help/help_parts.h"
#include "app/help/help_verbs.h"
#include "base/mem.h"

enum { ARGUMENTS = 20 };

/* A parsed command line; its words are cut from one text at '|'. */
struct line {
    char text[300];
    char *argv[ARGUMENTS + 1];
    int argc;
    struct request request;
    struct fault fault;
    bool ok;
};

static void parse_as(struct line *l, const char *program, const char *words)
{
    *l = (struct line){.argc = 1};
    l->argv[0] = l->text;
    snprintf(l->text, sizeof l->text, "%s%s%s", program, *words ? "|" : "", words);
    for (char *p = l->text; *p; p++) {
        if (*p != '|')
            continue;
        *p = '\0';
        assert_in_range(l->argc, 1, ARGUMENTS - 1);
        l->argv[l->argc++] = p + 1;
    }
    l->ok = request_parse(&l->request, l->argc, l->argv, &l->fault);
    assert_int_equal(l->fault.kind, l->ok ? FAULT_NONE : FAULT_USAGE);
}

static void parse(struct line *l, const char *words)
{
    parse_as(l, "flame", words);
}

#define with(l, words)                                                                             \
    struct line l;                                                                                 \
    parse(&l, words);                                                                              \
    if (!l.ok)                                                                                     \
        fail_msg("%s: %s", words, l.fault.text);

static void refused(const char *words, const char *message)
{
    struct line l;

    parse(&l, words);
    request_free(&l.request);
    if (l.ok)
        fail_msg("%s: was not refused", words);
    assert_string_equal(l.fault.text, message);
}

static void defaults_are_those_of_the_manual(void **state)
{
    (void)state;
    with(l, "");
    const struct request *r = &l.request;
    assert_int_equal(r->task, TASK_DRAW);
    assert_int_equal(r->inputs.n, 0);
    assert_null(r->output.path);
    assert_null(r->read.ask.format);
    assert_null(r->output.format);
    assert_null(r->picture.title);
    assert_null(r->picture.bgcolors);
    assert_null(r->picture.palette_map);
    assert_string_equal(r->picture.colors, "auto");
    assert_true(r->read.ask.max_bad == UINT64_MAX);
    assert_int_equal(r->picture.paint_source, PAINT_BY_NAME);
    assert_str(r->picture.style.fonttype, "monospace");
    assert_str(r->picture.style.nametype, "Function:");
    assert_str(r->picture.style.countname, "");
    assert_true(r->picture.style.width_px == 1200 && r->picture.style.frame_px == 18 &&
                r->picture.style.fontsize == 12);
    assert_true(r->picture.style.fontwidth == 0.602 && r->picture.style.minwidth == 0.5);
    assert_false(r->picture.style.minwidth_percent);
    assert_int_equal(r->picture.style.factor.value, 1);
    assert_int_equal(r->picture.style.factor.scale, 0);
    assert_int_equal(r->picture.style.cut, TEXT_CUT_SMART);
    assert_int_equal(r->read.ask.limits.depth, limits_usual().depth);
    request_free(&l.request);
}

static void options_and_profiles_mix(void **state)
{
    (void)state;
    with(l, "a|-i|b|--title|t|-|--|-c|--title");
    assert_int_equal(l.request.inputs.n, 5);
    assert_string_equal(l.request.inputs.items[0], "a");
    assert_string_equal(l.request.inputs.items[1], "b");
    assert_string_equal(l.request.inputs.items[2], "-");
    assert_string_equal(l.request.inputs.items[3], "-c");
    assert_string_equal(l.request.inputs.items[4], "--title");
    assert_string_equal(l.request.picture.title, "t");
    assert_true(l.request.given[OPTION_INVERTED]);
    request_free(&l.request);
}

static void values_stand_in_all_usual_places(void **state)
{
    (void)state;
    static const char *const lines[] = {"--colors=java", "--colors|java", "--color=java",
                                        "--colour|java", "-c|java",       "-cjava",
                                        "-icjava",       "--colors=java"};

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        with(l, lines[i]);
        assert_string_equal(l.request.picture.colors, "java");
        request_free(&l.request);
    }
}

static void a_unique_beginning_is_enough(void **state)
{
    (void)state;
    with(l, "--bg=blue|--tit=x|--rev|--flame|--inv|--merge|--sub=y|--widt=800|--min=2|--sum");
    assert_string_equal(l.request.picture.bgcolors, "blue");
    assert_string_equal(l.request.picture.title, "x");
    assert_str(l.request.picture.style.subtitle, "y");
    assert_true(l.request.picture.style.reverse && l.request.selection.filter.merge_recursive &&
                l.request.messages.summary);
    assert_true(l.request.picture.style.chart && l.request.given[OPTION_INVERTED]);
    assert_true(l.request.picture.style.width_px == 800 && l.request.picture.style.minwidth == 2);
    request_free(&l.request);
}

static void the_root_is_on_top_unless_told_otherwise(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        with(l, i ? "--upright|a" : "a");
        assert_int_equal(l.request.picture.style.inverted, !i);
        request_free(&l.request);
    }
}

static void numbers_are_exact(void **state)
{
    (void)state;
    with(l, "--minwidth=.25%|--factor=0.001|--fontsize=9.5|--fontwidth=.6|--total="
            "18446744073709551615|--threads=256|--max-bad=0|--rows=7|--height=1000");
    assert_true(l.request.picture.style.minwidth == 0.25 &&
                l.request.picture.style.minwidth_percent);
    assert_int_equal(l.request.picture.style.factor.value, 1);
    assert_int_equal(l.request.picture.style.factor.scale, 3);
    assert_true(l.request.picture.style.fontsize == 9.5 &&
                l.request.picture.style.fontwidth == 0.6);
    assert_true(l.request.picture.total == UINT64_MAX);
    assert_true(l.request.read.ask.max_bad == 0);
    assert_int_equal(l.request.read.ask.threads, 256);
    assert_int_equal(l.request.picture.style.rows, 7);
    request_free(&l.request);
}

static void numbers_out_of_range_are_refused(void **state)
{
    static const struct {
        const char *option, *wanted;
        const char *values[8];
    } rows[] = {
        {"width",
         "a whole number from 1 to 1000000",
         {"0", "-1", "1e9", "nan", "0x10", "99999999999999999999", "1000001", ""}},
        {"height", "a whole number from 1 to 1000", {"0", "-5", "1001", "16.0", " 16", "16 "}},
        {"fontsize", "a number from 1 to 200", {"0", "-5", "inf", "200.000001", "0.9", "12px"}},
        {"fontwidth", "a number from 0.1 to 2", {"0", "0.09", "2.1", ".", "1.1.1"}},
        {"minwidth",
         "pixels from 0 to 1000000, or percent from 0% to 100%",
         {"nan", "-5", "1e308", "101%", "%", "5%%", "1000001", "0.1234567"}},
        {"factor",
         "a number above 0 with at most 6 digits after the point",
         {"0", "nan", "-1", "1e308", "0.000000", "0.0000001", "18446744073709551615", "+1"}},
        {"threads", "a whole number from 1 to 256", {"0", "257", "two"}},
        {"total", "a whole number from 1", {"0", "1.5", "18446744073709551616"}},
        {"max-bad", "a whole number", {"-1", ""}},
        {"rows", "a whole number", {"-1", "all"}},
    };
    char words[100];
    char message[200];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t k = 0; k < 8 && rows[i].values[k]; k++) {
            const char *value = rows[i].values[k];
            snprintf(words, sizeof words, "--%s=%s", rows[i].option, value);
            snprintf(message, sizeof message, "--%s: \"%s\" found, wanted %s", rows[i].option,
                     value, rows[i].wanted);
            refused(words, message);
        }
    }
}

static void colours_and_names_are_checked(void **state)
{
    (void)state;
    with(l, "--search-color=#0000ff|--stroke-color=rgb(1,2,3)|--uicolor=#ffffff|"
            "--bgcolors=#102030|--encoding=us-ascii|--fonttype=DejaVu Sans, sans-serif");
    assert_int_equal(l.request.picture.style.search_colour.b, 255);
    assert_true(l.request.picture.style.has_stroke && l.request.picture.style.stroke.b == 3);
    assert_true(l.request.picture.style.has_ui_colour &&
                l.request.picture.style.ui_colour.g == 255);
    assert_true(l.request.picture.style.ascii);
    assert_str(l.request.picture.style.fonttype, "DejaVu Sans, sans-serif");
    request_free(&l.request);

    refused("--stroke-color=red",
            "--stroke-color: \"red\" found, wanted none, #rrggbb or rgb(R,G,B)");
    refused("--search-color=", "--search-color: \"\" found, wanted #rrggbb or rgb(R,G,B)");
    refused("--uicolor=#12345", "--uicolor: \"#12345\" found, wanted #rrggbb or rgb(R,G,B)");
    refused("--bgcolors=#zzzzzz", "--bgcolors: \"#zzzzzz\" found, wanted " BACKGROUND_WANTED);
    refused("--encoding=latin1", "--encoding: \"latin1\" found, wanted UTF-8 or US-ASCII");
    refused("--fonttype=a</style>", "--fonttype: \"a</style>\" found, wanted font families of "
                                    "letters, digits, blanks, - and _, separated by commas");
    refused("--fonttype=, ", "--fonttype: \", \" found, wanted the name of a font family");
    refused("--focus=a(b", "--focus: \"a(b\" found, wanted a regular expression: "
                           "Unmatched ( or \\(");
}

static void what_is_no_option_is_named(void **state)
{
    (void)state;
    refused("--colrs=x", "--colrs: no such option; did you mean --colors?");
    refused("--zzzzzzzz", "--zzzzzzzz: no such option (--help=all lists them)");
    refused("--=x", "--: no such option (--help=all lists them)");
    refused("-x", "-x: no such option (--help=all lists them)");
    refused("-i\x1b", "-\\x1B: no such option, found in \"-i\\x1B\" (--help=all lists them)");
    refused("--fon=x", "--fon: several options begin with this, wanted one of --fonttype, "
                       "--fontsize, --fontwidth, --font");
    refused("--width", "--width: no value found, wanted N");
    refused("-o", "--output: no value found, wanted FILE");
    refused("--reverse=yes", "--reverse: \"yes\" found, wanted no value");
    refused("-color=java", "-color: a long option begins with two dashes: --colors");
    refused("-Title|x", "-T: no such option, found in \"-Title\" (--help=all lists them)");
    refused("-output|x", "-output: a long option begins with two dashes: --output");
    refused("--output=", "--output: \"\" found, wanted the name of a file");
    refused("view|x", "view: this word is reserved for a later command; for a file of that name "
                      "write ./view");
}

static void single_values_are_not_repeated(void **state)
{
    (void)state;
    refused("--title=a|--title=a", "--title: found twice, wanted once");
    refused("--color=a|-c|b", "--colors: found twice, wanted once");
    refused("--cp|--cp=x", "--cp: found twice, wanted once");
    with(l, "--reverse|--reverse|--base=a|--base=b|--focus=x|--focus=y");
    assert_int_equal(l.request.selection.filter.base.n, 2);
    assert_string_equal(l.request.selection.filter.base.items[1], "b");
    assert_int_equal(l.request.selection.filter.focus.n, 2);
    request_free(&l.request);
}

static void single_limits_go_before_sets_of_them(void **state)
{
    (void)state;
    with(l, "--limit=depth=2K|--limits=untrusted|--limit|time=0");
    assert_int_equal(l.request.read.ask.limits.depth, 2048);
    assert_int_equal(l.request.read.ask.limits.time, 0);
    assert_int_equal(l.request.read.ask.limits.line, limits_untrusted().line);
    request_free(&l.request);
    refused("--limits=tight", "--limits: \"tight\" found, wanted usual or untrusted");
    refused("--limit=dept=1",
            "--limit: no limit is named \"dept\"; did you mean \"depth\"? (--help=all)");
}

static void assert_ends(const char *words, enum request_task task, const char *topic)
{
    with(l, words);
    assert_int_equal(l.request.task, task);
    if (topic)
        assert_string_equal(l.request.help_topic, topic);
    request_free(&l.request);
}

static void help_and_the_version_end_the_reading(void **state)
{
    (void)state;
    assert_ends("--help=man|--bogus", TASK_HELP, "man");
    assert_ends("-h", TASK_HELP, "");
    assert_ends("--version|--bogus", TASK_VERSION, NULL);
}

/* A value that the option takes. */
static const char *sample_of(const struct option_row *row)
{
    static const char *const samples[OPTION_COUNT] = {
        [OPTION_FORMAT] = "svg",
        [OPTION_FROM] = "folded",
        [OPTION_ENCODING] = "US-ASCII",
        [OPTION_LIMIT] = "depth=1",
        [OPTION_LIMITS] = "untrusted",
        [OPTION_BGCOLORS] = "#000000",
        [OPTION_SEARCH_COLOR] = "#000000",
        [OPTION_STROKE_COLOR] = "#000000",
        [OPTION_UICOLOR] = "#000000",
        [OPTION_HELP] = "all",
        [OPTION_FONTTYPE] = "serif",
        [OPTION_WEIGHT] = "samples",
        [OPTION_SNAPSHOT] = "peak",
        [OPTION_WHERE] = "pid=1",
        [OPTION_BEFORE_WHERE] = "pid=1",
        [OPTION_LABEL] = "host=web1",
        [OPTION_LABEL_FROM] = "path=(?<pod>x)",
        [OPTION_ANNOTATE] = "kernel",
        [OPTION_GRAPH_FORMAT] = "dot",
        [OPTION_TOTALS] = "callratios",
        [OPTION_NODE_LABEL] = "self",
        [OPTION_TIME_FORMAT] = "%f",
        [OPTION_SORT] = "total",
        [OPTION_CLUSTER] = "module",
        [OPTION_RELATIVE_TO] = "all",
        [OPTION_LAYOUT] = "after",
        [OPTION_DELTA] = "self",
        [OPTION_PAPER] = "a4",
        [OPTION_FONT] = "Mono",
        [OPTION_SYMFS] = "/",
        [OPTION_KALLSYMS] = "/proc/self/exe",
        [OPTION_PERF_MAP_DIR] = "/",
    };
    return samples[row->id] ? samples[row->id] : "2";
}

/* callgraph has --full-names in any case. */
static void assert_options_change(enum program program)
{
    struct line *plain = mem_alloc(1, sizeof *plain);
    char words[100];

    parse_as(plain, help_program(program), "");
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = option_of((enum option_id)i);
        const char *value = row->argument == ARGUMENT_NONE ? "" : sample_of(row);
        struct line l;
        assert_int_equal(row->id, i);
        if (!option_is_of(row, program) || row->id == OPTION_GRAPH_FULL_NAMES)
            continue;
        snprintf(words, sizeof words, "--%s%s%s", row->name, *value ? "=" : "", value);
        parse_as(&l, help_program(program), words);
        assert_true(l.ok);
        assert_true(l.request.given[i]);
        l.request.given[i] = false;
        if (memcmp(&l.request, &plain->request, sizeof l.request) == 0)
            fail_msg("%s changes nothing", words);
        request_free(&l.request);
    }
    request_free(&plain->request);
    mem_free(plain, 1, sizeof *plain);
}

static void every_option_of_the_table_changes_the_request(void **state)
{
    (void)state;
    assert_options_change(PROGRAM_FLAME);
    assert_options_change(PROGRAM_CALLGRAPH);
}

static void reports_have_options_of_their_own(void **state)
{
    struct line l;

    (void)state;
    parse(&l, "report|-o|out|--budget|b|--force|a.folded");
    assert_true(l.ok);
    assert_true(l.request.report.on && l.request.report.force);
    assert_string_equal(l.request.report.budget, "b");
    request_free(&l.request);
}

static void names_are_sought_where_the_user_says(void **state)
{
    (void)state;
    with(l, "--symfs|/|--symfs|/tmp|--perf-map-dir|/tmp|--kallsyms|README.md|--no-inline");
    const struct symbol_options *symbols = &l.request.read.ask.symbols;
    assert_int_equal(symbols->n_symfs, 2);
    assert_string_equal(symbols->symfs[0], "/");
    assert_string_equal(symbols->symfs[1], "/tmp");
    assert_string_equal(symbols->perf_map_dir, "/tmp");
    assert_string_equal(symbols->kallsyms, "README.md");
    assert_true(symbols->no_inlined && symbols->files);
    request_free(&l.request);
}

static void strangers_make_it_open_no_files(void **state)
{
    (void)state;
    with(l, "--limits=untrusted");
    assert_false(l.request.read.ask.symbols.files);
    request_free(&l.request);
}

static void callgraph_is_a_program_and_a_command(void **state)
{
    struct line l;

    (void)state;
    parse_as(&l, "/usr/bin/callgraph", "-n|5|a.folded");
    assert_true(l.ok);
    assert_int_equal(l.request.program, PROGRAM_CALLGRAPH);
    assert_true(l.request.graph.node_least == 0.05);
    assert_string_equal(l.request.inputs.items[0], "a.folded");
    request_free(&l.request);
    parse(&l, "callgraph|-n|5|a.folded");
    assert_true(l.ok);
    assert_int_equal(l.request.program, PROGRAM_CALLGRAPH);
    assert_int_equal(l.request.inputs.n, 1);
    request_free(&l.request);
    refused("--node-thres=5",
            "--node-thres: no such option of flame; callgraph has it: callgraph --node-thres");
    refused("callgraph|--by|page|a.perf",
            "--by: no such option of callgraph; flame has it: flame --by");
}

static void gprof2dot_takes_its_own_options_and_defaults(void **state)
{
    struct line l;

    (void)state;
    parse_as(&l, "/usr/bin/gprof2dot.py", "-n5|--edge=2|-f|perf|--depth|-1|a|--total|callstacks");
    assert_true(l.ok);
    assert_int_equal(l.request.program, PROGRAM_CALLGRAPH);
    assert_string_equal(l.request.read.ask.format->name, "perf");
    assert_true(l.request.graph.node_least == 0.05);
    assert_true(l.request.graph.edge_least == 0.02);
    assert_false(l.request.graph.ratios);
    assert_int_equal(l.request.graph.depth, UINT32_MAX);
    request_free(&l.request);
    parse_as(&l, "gprof2dot", "");
    assert_true(l.ok);
    assert_string_equal(l.request.read.ask.format->name, "gprof");
    assert_true(l.request.graph.ratios && l.request.selection.weight_samples);
    assert_true(l.request.graph.no_hot_path && l.request.graph.no_residuals);
    request_free(&l.request);
    parse_as(&l, "gprof2dot", "--max-nodes=3");
    assert_false(l.ok);
    request_free(&l.request);
    parse_as(&l, "gprof2dot", "-f|callstacks");
    assert_false(l.ok);
    request_free(&l.request);
}

static void a_format_of_times_holds_one_number(void **state)
{
    static const char *const good[] = {"%.7g",    "%f",          "%10.3e",
                                       "%5.1f s", "100%% of %g", "%-+ #05.2G"};
    static const char *const bad[] = {"",    "7",    "%s",   "%n",   "%d",    "%",
                                      "%%",  "%g%g", "%*g",  "%.*g", "%100g", "%.123g",
                                      "%lg", "%Lg",  "%1$g", "%g %n"};
    char words[100];
    struct line l;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        snprintf(words, sizeof words, "--time-format=%s", good[i]);
        parse_as(&l, "callgraph", words);
        if (!l.ok)
            fail_msg("\"%s\" was refused", good[i]);
        request_free(&l.request);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(words, sizeof words, "--time-format=%s", bad[i]);
        parse_as(&l, "callgraph", words);
        if (l.ok)
            fail_msg("\"%s\" was taken", bad[i]);
        request_free(&l.request);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_manual),
        cmocka_unit_test(options_and_profiles_mix),
        cmocka_unit_test(values_stand_in_all_usual_places),
        cmocka_unit_test(a_unique_beginning_is_enough),
        cmocka_unit_test(the_root_is_on_top_unless_told_otherwise),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(colours_and_names_are_checked),
        cmocka_unit_test(what_is_no_option_is_named),
        cmocka_unit_test(single_values_are_not_repeated),
        cmocka_unit_test(single_limits_go_before_sets_of_them),
        cmocka_unit_test(help_and_the_version_end_the_reading),
        cmocka_unit_test(every_option_of_the_table_changes_the_request),
        cmocka_unit_test(reports_have_options_of_their_own),
        cmocka_unit_test(names_are_sought_where_the_user_says),
        cmocka_unit_test(strangers_make_it_open_no_files),
        cmocka_unit_test(callgraph_is_a_program_and_a_command),
        cmocka_unit_test(gprof2dot_takes_its_own_options_and_defaults),
        cmocka_unit_test(a_format_of_times_holds_one_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
