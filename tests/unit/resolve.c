/* app/options/resolve: what follows from several options together. */
#include "old_words.h"

#include <stdio.h>

#include "app/options/resolve.h"
#include "render/output.h"

/* Resolves the words of a command line, with '|' between. */
static void resolve(struct line *l, const char *words)
{
    *l = (struct line){0};
    snprintf(l->text, sizeof l->text, "%s", words);
    parse_words(l);
    assert_true(l->ok);
    l->ok = request_resolve(&l->request, &l->fault);
    assert_int_equal(l->fault.kind, l->ok ? FAULT_NONE : FAULT_USAGE);
}

static void refused(const char *words, const char *message)
{
    struct line l;

    resolve(&l, words);
    assert_false(l.ok);
    assert_string_equal(l.fault.text, message);
    request_free(&l.request);
}

static void the_format_is_that_of_the_ending(void **state)
{
    static const char *const rows[][2] = {
        {"flame|a|-o|b.json", "json"},
        {"flame|a|-o|b", "svg"},
        {"flame|a|-o|b.svg|-f|folded", "folded"},
        {"flame|merge|a|-o|b", "folded"},
        {"flame|report|a|-o|b.json", "svg"}, /* a folder */
        {"callgraph|a|-o|b.json", "json"},
        {"callgraph|a|-o|b", "dot"},
        {"callgraph|a|-o|b|--callers|main", "table"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct line l;
        resolve(&l, rows[i][0]);
        assert_true(l.ok);
        const struct output_request *to = &l.request.output;
        assert_string_equal(to->graph_format ? to->graph_format->name : to->format->name,
                            rows[i][1]);
        assert_null(to->figure_format);
        assert_false(to->on_terminal);
        request_free(&l.request);
    }
}

static void inputs_are_read_for_what_is_made_of_them(void **state)
{
    struct line l;

    (void)state;
    resolve(&l, "flame|a|b");
    assert_true(l.request.read.ask.need_stacks && !l.request.read.skip_unreadable);
    assert_true(!l.request.read.ask.ordered && !l.request.read.timed);
    assert_true(l.request.selection.join_events && !l.request.selection.root_by_implied);
    request_free(&l.request);
    resolve(&l, "flame|merge|a|--flamechart|--where|time=1..2");
    assert_true(l.request.read.skip_unreadable && l.request.read.ask.ordered &&
                l.request.read.timed);
    assert_false(l.request.selection.join_events);
    request_free(&l.request);
    resolve(&l, "callgraph|a");
    assert_false(l.request.read.ask.need_stacks);
    assert_true(l.request.read.ask.naming.full && !l.request.read.ask.naming.demangled_full);
    request_free(&l.request);
    resolve(&l, "flamegraph.pl|a");
    assert_true(l.request.read.ask.two_counts && l.request.selection.root_by_implied);
    assert_true(l.request.sides.plain && l.request.picture.red_blue);
    request_free(&l.request);
}

static void whole_stacks_keep_names_whole(void **state)
{
    struct line l;

    (void)state;
    resolve(&l, "flame|a|-o|b.svg");
    assert_true(!l.request.read.ask.naming.full && !l.request.read.ask.naming.modules);
    request_free(&l.request);
    resolve(&l, "flame|a|-f|pprof|-o|b");
    assert_true(l.request.read.ask.naming.full && l.request.read.ask.naming.modules);
    assert_false(l.request.read.ask.naming.demangled_full);
    request_free(&l.request);
    resolve(&l, "flame|a|-f|timeline|-o|b");
    assert_true(l.request.selection.all_snapshots);
    request_free(&l.request);
}

static void what_excludes_another_option_is_refused(void **state)
{
    (void)state;
    refused("flame|a|--before|b|--flamechart|-o|c.svg",
            "--flamechart: cannot be combined with --before, wanted one of them");
    refused("flame|a|--shares|-o|c.svg", "--shares: wanted --before with it");
    refused("flame|a|--hash|--random|-o|c.svg",
            "--hash: cannot be combined with --random, wanted one of them");
    refused("flame|--budget=b|a.folded",
            "--budget: is an option of flame report, wanted that command or this option left out");
    refused("flame|--force|a.folded",
            "--force: is an option of flame report, wanted that command or this option left out");
    refused("flame|a|b|-f|timeline|-o|c", "--format timeline: 2 inputs found, wanted one");
    refused("flame|a|--before-where|time=14:02..14:03|--where|time=1..2|-o|c.svg",
            "--before-where: wanted its range of time and that of --where both in seconds, or both "
            "in times of day");
    refused("callgraph|a|--compare|-o|c", "--compare: 1 PROFILEs found, wanted two");
    refused("callgraph|a|b|--compare|--before|c|-o|d",
            "--compare: cannot be combined with --before, wanted one of them");
}

static void parts_are_those_of_the_request(void **state)
{
    struct line l;

    (void)state;
    resolve(&l, "flame|a|--title|t|--quiet");
    const struct flame_request flame = request_flame(&l.request);
    assert_ptr_equal(flame.input.paths, &l.request.inputs);
    assert_ptr_equal(flame.input.read, &l.request.read);
    assert_true(flame.input.messages->quiet);
    assert_string_equal(flame.picture->title, "t");
    const struct callgraph_request graph = request_callgraph(&l.request);
    assert_ptr_equal(graph.graph, &l.request.graph);
    assert_ptr_equal(graph.output, flame.output);
    request_free(&l.request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_format_is_that_of_the_ending),
        cmocka_unit_test(inputs_are_read_for_what_is_made_of_them),
        cmocka_unit_test(whole_stacks_keep_names_whole),
        cmocka_unit_test(what_excludes_another_option_is_refused),
        cmocka_unit_test(parts_are_those_of_the_request),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
