/* The writers of text: folded, json, table, tree and boxes. What they write for small profiles
 * stands in golden/; here is what a golden file cannot hold. */
#include "render/common/amount.h"
#include "render/flame/picture.h"
#include "render/output.h"

#include "profiles.h"

#include <stdio.h>

enum { DEEP = 1000000 };

static const char *const names[] = {"boxes", "folded", "json", "table", "tree"};

enum { N_NAMES = sizeof names / sizeof names[0] };

static const struct style plain = {
    .title = {"", 0},
    .subtitle = {"", 0},
    .countname = {"", 0},
    .width_px = 1200,
    .minwidth = 0.5,
    .factor = {1, 0},
};

/* Writes the profile in a format to a sink that collects. */
static void write_with(const struct profile *p, const char *name, const struct style *style,
                       struct sink *s)
{
    struct fault f = {0};
    const struct output_format *format = output_find(str_of(name), &f);
    struct limits limits = limits_usual();
    struct tree t;

    tree_build(&t, p, 0);
    struct picture picture = {.profile = p,
                              .tree = &t,
                              .whole = t.total[0],
                              .span = t.total[0],
                              .style = style,
                              .limits = &limits};
    sink_open_buf(s);
    assert_non_null(format);
    assert_true(format->write(&picture, s, &f));
    tree_free(&t);
}

static void assert_written(const struct profile *p, const char *name, const char *wanted)
{
    struct sink s;

    write_with(p, name, &plain, &s);
    assert_str(buf_str(&s.buf), wanted);
    sink_discard(&s);
}

static void make_deep(struct profile *p, bool every_frame_weighs)
{
    uint64_t value = 1;
    stack_id at = 0;

    profile_init(p, 1, TIME_NONE);
    frame_id frame = frames_add_named(&p->frames, &p->names, names_add(&p->names, STR("f")));
    for (uint32_t i = 0; i < DEEP; i++) {
        at = stacks_add(&p->stacks, at, frame);
        if (every_frame_weighs || i == DEEP - 1)
            assert_true(profile_add(p, at, 0, &value));
    }
}

static void a_stack_of_a_million_frames_is_written_in_little_space_a_frame(void **state)
{
    struct profile p;

    (void)state;
    make_deep(&p, false);
    for (size_t i = 0; i < N_NAMES; i++) {
        struct sink s;
        write_with(&p, names[i], &plain, &s);
        print_message("%s: %zu bytes\n", names[i], s.buf.n);
        assert_in_range(s.buf.n, 1, 120u * DEEP);
        sink_discard(&s);
    }
    profile_free(&p);
}

/* Folded stacks would have half of 10^12 names here. */
static void a_million_frames_that_all_weigh_are_written_in_little_space_too(void **state)
{
    static const char *const short_ones[] = {"boxes", "json", "table", "tree"};
    struct profile p;

    (void)state;
    make_deep(&p, true);
    for (size_t i = 0; i < sizeof short_ones / sizeof short_ones[0]; i++) {
        struct sink s;
        write_with(&p, short_ones[i], &plain, &s);
        print_message("%s: %zu bytes\n", short_ones[i], s.buf.n);
        assert_in_range(s.buf.n, 1, 120u * DEEP);
        sink_discard(&s);
    }
    profile_free(&p);
}

static void an_empty_profile_is_written_by_all(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    assert_written(&p, "folded", "");
    assert_written(&p, "boxes",
                   "#depth\tstart\ttotal\tjoined\tx\twidth\tname\n"
                   "0\t0\t0\t0\t0.0\t0.0\tall\n");
    assert_written(&p, "json",
                   "{\"format\":\"flame-json\",\"version\":1,\"unit\":\"samples\","
                   "\"order\":\"name\",\"total\":0,\"frames\":[\n"
                   "{\"id\":0,\"caller\":null,\"depth\":0,\"name\":\"all\",\"kind\":\"unknown\","
                   "\"self\":0,\"total\":0}\n]}\n");
    assert_written(&p, "table",
                   "self  self %  total  total %  function\n"
                   "\n0 functions, 0 samples\n");
    assert_written(&p, "tree",
                   "total %  samples  frame\n"
                   "   0.00        0  all\n"
                   "\n1 frame, 0 samples\n");
    profile_free(&p);
}

static void labels_are_added_up_in_folded_stacks(void **state)
{
    struct profile p;
    uint64_t value = 2;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    struct label pair = {names_add(&p.names, STR("pid")), names_add(&p.names, STR("1"))};
    labels_id labels = labels_add(&p.labels, &pair, 1);
    stack_id stack = stack_of(&p, "main;work");
    assert_true(profile_add(&p, stack, labels, &value));
    assert_true(profile_add(&p, stack, 0, &value));
    assert_written(&p, "folded", "main;work 4\n");
    profile_free(&p);
}

static void names_from_other_formats_cannot_break_a_folded_line(void **state)
{
    struct profile p;
    uint64_t value = 3;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    name_id name = names_add(&p.names, STR("a;b\nc\rd"));
    stack_id stack = stacks_add(&p.stacks, 0, frames_add_named(&p.frames, &p.names, name));
    assert_true(profile_add(&p, stack, 0, &value));
    assert_written(&p, "folded", "a:b c d 3\n");
    profile_free(&p);
}

static void no_line_of_a_table_or_tree_is_wider_than_the_terminal(void **state)
{
    struct style style = plain;
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    for (unsigned i = 0; i < 40; i++) {
        char text[1000];
        size_t n = 0;
        for (unsigned k = 0; k <= i; k++)
            n += (size_t)snprintf(text + n, sizeof text - n, "frame number %u\xE4\xB8\xAD;", k % 9);
        text[n - 1] = '\0';
        add_sample(&p, text, 1000000 - 900 * i);
    }
    for (style.columns = 80; style.columns <= 132; style.columns += 13)
        for (int table = 0; table < 2; table++) {
            struct sink s;
            struct str line;
            write_with(&p, table ? "table" : "tree", &style, &s);
            struct str rest = buf_str(&s.buf);
            while (take_field(&rest, '\n', &line) && line.n)
                assert_in_range(text_cells(line), 1, style.columns);
            sink_discard(&s);
        }
    profile_free(&p);
}

static void a_table_has_as_many_rows_as_asked_for(void **state)
{
    struct style style = plain;
    struct profile p;
    struct sink s;

    (void)state;
    style.rows = 1;
    style.rows_given = true;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;work", 3);
    add_sample(&p, "main", 1);
    write_with(&p, "table", &style, &s);
    assert_str(buf_str(&s.buf), "self  self %  total  total %  function\n"
                                "   3   75.00      3    75.00  work\n"
                                "\n1 of 2 functions, 4 samples\n");
    sink_discard(&s);
    profile_free(&p);
}

/* What the lines of a tree say about a frame's callees adds up, however many there are. */
static void a_tree_shows_the_heaviest_and_sums_up_the_rest(void **state)
{
    struct profile p;
    struct sink s;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    for (unsigned i = 0; i < 1000; i++) {
        char text[32];
        snprintf(text, sizeof text, "main;f%03u", i);
        add_sample(&p, text, i == 700 ? 5000 : 5);
    }
    write_with(&p, "tree", &plain, &s);
    struct str text = buf_str(&s.buf);
    assert_true(str_find(text, 0, STR(" 50.03    5,000  \xE2\x94\x9C f700\n")) < text.n);
    assert_true(str_find(text, 0, STR(" 47.52    4,750  \xE2\x94\x94 950 more\n")) < text.n);
    assert_true(str_find(text, 0, STR("52 of 1,002 frames, 9,995 samples")) < text.n);
    sink_discard(&s);
    profile_free(&p);
}

static void one_is_not_a_plural(void **state)
{
    static const struct {
        const char *unit;
        uint64_t value;
        const char *wanted;
    } cases[] = {
        {"", 1, "1 sample"},
        {"", 2, "2 samples"},

        {"page-faults", 1, "1 page-fault"},
        {"ns", 1, "1 ns"},
        {"cache-misses", 1, "1 cache-miss"},
        {"count", 1, "1 count"},
        {"class", 1, "1 class"},
        {"samples", 11, "11 samples"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct style style = plain;
        struct profile p;
        struct sink s;
        char wanted[200];
        style.countname = str_of(cases[i].unit);
        profile_init(&p, 1, TIME_NONE);
        assert_true(profile_add(&p, stack_of(&p, "f"), 0, &cases[i].value));
        write_with(&p, "tree", &style, &s);
        snprintf(wanted, sizeof wanted, "\n2 frames, %s\n", cases[i].wanted);
        struct str text = buf_str(&s.buf);
        assert_true(str_find(text, 0, str_of(wanted)) < text.n); /* sentences follow */
        sink_discard(&s);
        profile_free(&p);
    }
}

/* The cases of formatAmount in tests/web/text.test.mjs. */
static void amounts_are_scaled_as_in_the_viewer(void **state)
{
    static const struct {
        const char *unit;
        double value;
        const char *wanted;
    } cases[] = {
        {"ns", 999, "999 ns"},
        {"ns", 1000, "1 \xC2\xB5s"},
        {"ns", 1234567, "1.23 ms"},
        {"us", 1500, "1.5 ms"},
        {"ms", 90000, "90 s"},
        {"s", 12345, "12,345 s"},
        {"nanoseconds", 5e9, "5 s"},
        {"seconds", 0, "0 s"},
        {"B", 12, "12 bytes"},
        {"bytes", 4500000, "4.5 MB"},
        {"kB", 1500, "1.5 MB"},
        {"bytes", 0, "0 bytes"},
        {"microseconds", 1, "1 \xC2\xB5s"},
        {"ms", 1.234, "1.23 ms"},
        {"bytes", 1, "1 byte"},
        {"ns", 1e300, "18,446,744,073,709,549,568 s"},
        {"s", 1.5e18, "1,500,000,000,000,000,000 s"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sink s;
        sink_open_buf(&s);
        assert_true(amount_is_scaled(str_of(cases[i].unit)));
        amount_write_scaled(&s, cases[i].value, str_of(cases[i].unit));
        buf_add_byte(&s.buf, '\0');
        assert_string_equal(s.buf.p, cases[i].wanted);
        sink_discard(&s);
    }
    assert_false(amount_is_scaled(STR("samples")));
    assert_false(amount_is_scaled(STR("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_of_a_million_frames_is_written_in_little_space_a_frame),
        cmocka_unit_test(a_million_frames_that_all_weigh_are_written_in_little_space_too),
        cmocka_unit_test(an_empty_profile_is_written_by_all),
        cmocka_unit_test(labels_are_added_up_in_folded_stacks),
        cmocka_unit_test(names_from_other_formats_cannot_break_a_folded_line),
        cmocka_unit_test(no_line_of_a_table_or_tree_is_wider_than_the_terminal),
        cmocka_unit_test(a_table_has_as_many_rows_as_asked_for),
        cmocka_unit_test(a_tree_shows_the_heaviest_and_sums_up_the_rest),
        cmocka_unit_test(one_is_not_a_plural),
        cmocka_unit_test(amounts_are_scaled_as_in_the_viewer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
