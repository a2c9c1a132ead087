/* Any bytes are folded stacks or a fault: what is taken adds up, every writer accepts it, folded
 * output read again is the same, the SVG is well-formed and its tree adds up. */
#include "base/mem.h"
#include "model/compare/change.h"
#include "render/flame/picture.h"
#include "render/output.h"
#include "tests/fuzz/embedded.h"
#include "tests/fuzz/reading.h"
#include "tests/fuzz/wellformed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What becomes of the tree in an SVG. */
struct carrying {
    bool no_compress, only_visible;
    uint64_t max_nodes;
};

/* Counts of pprof are whole and have a sign. */
static bool cannot_hold(const struct column *c, struct str format)
{
    return str_equal(format, STR("pprof")) && (c->scale || c->total > INT64_MAX);
}

/* Writes the profile; returns the bytes, which sink_discard frees. */
static void write_as(const struct profile *p, struct str name, struct carrying carrying,
                     struct sink *s)
{
    struct fault f = {0};
    struct theme theme = {0};
    struct tree tree;
    struct limits limits = limits_usual();
    const struct output_format *format = output_find(name, &f);
    struct style style = {
        .title = STR("t"),
        .subtitle = STR(""),
        .notes = STR(""),
        .countname = STR(""),
        .nametype = STR(""),
        .fonttype = STR("monospace"),
        .fontsize = 12,
        .fontwidth = 0.6,
        .width_px = 1200,
        .frame_px = 16,
        .minwidth = 0.5,
        .factor = {.value = 1},
        .chart = moments_are_chart(&p->moments),
        .columns = 80,
        .no_compress = carrying.no_compress,
        .only_visible = carrying.only_visible,
        .max_nodes = carrying.max_nodes,
    };

    check(theme_load(&theme, "java", &f));
    struct painter painter = {.theme = &theme};
    struct picture picture = {
        .profile = p,
        .tree = &tree,
        .whole = p->columns[0].total,
        .span = p->columns[0].total,
        .style = &style,
        .painter = &painter,
        .background = theme.background,
        .limits = &limits,
    };
    tree_build(&tree, p, 0);
    check(tree.total[0] == p->columns[0].total);
    sink_open_buf(s);
    check(format->write(&picture, s, &f) ||
          (f.kind == FAULT_INPUT && cannot_hold(&p->columns[0], name)));
    tree_free(&tree);
    theme_free(&theme);
}

/* 1.5 and 1.5 are 3.0, which is written as 3. */
static bool same_total(const struct column *a, const struct column *b)
{
    struct column x = *a;
    struct column y = *b;

    for (; x.scale && x.total % 10 == 0; x.scale--)
        x.total /= 10;
    for (; y.scale && y.total % 10 == 0; y.scale--)
        y.total /= 10;
    return x.total == y.total && x.scale == y.scale;
}

static void check_round_trip(const struct profile *p)
{
    struct profile again;
    struct tally tally;
    struct sink first;
    struct sink second;

    write_as(p, STR("folded"), (struct carrying){0}, &first);
    check(
        read_bytes("folded", buf_str(&first.buf), moments_are_chart(&p->moments), &again, &tally));
    again.columns[0].period = tally.period;
    check(tally.bad == 0 && same_total(&again.columns[0], &p->columns[0]));
    write_as(&again, STR("folded"), (struct carrying){0}, &second);
    check(str_equal(buf_str(&first.buf), buf_str(&second.buf)));
    sink_discard(&first);
    sink_discard(&second);
    profile_free(&again);
}

/* Figures are drawn by a child, a process each. */
static void check_writers(const struct profile *p)
{
    size_t n;
    const struct output_format *const *formats = output_formats(&n);

    for (size_t i = 0; i < n; i++) {
        struct sink s;
        bool two_sides = str_equal(str_of(formats[i]->name), STR("diff-folded"));
        bool is_refused = formats[i]->whole && moments_are_chart(&p->moments);
        if (formats[i]->figure || formats[i]->all_snapshots || two_sides || is_refused)
            continue;
        write_as(p, str_of(formats[i]->name), (struct carrying){0}, &s);
        if (str_equal(str_of(formats[i]->name), STR("svg")))
            check(wellformed(buf_str(&s.buf)));
        sink_discard(&s);
    }
}

/* The tree in an SVG adds up, whole or without its lightest frames: one of these for each input. */
static void check_embedded(const struct profile *p)
{
    static const struct carrying kinds[] = {{true, false, 0}, {true, true, 0}, {true, false, 20}};
    struct sink s;
    uint64_t sum;

    write_as(p, STR("svg"), kinds[p->stacks.n % (sizeof kinds / sizeof kinds[0])], &s);
    check(embedded_tree_in(buf_str(&s.buf), &sum));
    check(sum == p->columns[0].total);
    sink_discard(&s);
}

static void check_changes(const struct profile *p)
{
    struct profile once;
    struct profile twice;

    check(change_reverse(&once, p, UINT32_MAX));
    check(change_reverse(&twice, &once, UINT32_MAX));
    check(once.columns[0].total == p->columns[0].total);
    check(twice.stacks.n == p->stacks.n || moments_are_chart(&p->moments));
    profile_free(&once);
    profile_free(&twice);
}

static void run(struct str bytes, bool ordered)
{
    struct profile p;
    struct tally tally;
    bool ok = read_bytes("folded", bytes, ordered, &p, &tally);

    p.columns[0].period = tally.period;
    if (ok)
        check_sums(&p, &tally);
    check(tally.lines == tally.blank + tally.comments + tally.taken + tally.bad);
    if (ok && ordered && p.columns[0].total) {
        struct profile chart;
        check(change_to_chart(&chart, &p, &(struct chart_lanes){0}, UINT32_MAX));
        check_writers(&chart);
        check_embedded(&chart);
        profile_free(&chart);
    } else if (ok && p.columns[0].total) {
        check_round_trip(&p);
        check_writers(&p);
        check_embedded(&p);
        check_changes(&p);
    }
    profile_free(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {size ? (const char *)data : "", size};
    size_t n;
    const struct input_format *const *formats = input_formats(&n);

    for (size_t i = 0; i < n; i++)
        if (formats[i]->recognise)
            formats[i]->recognise(bytes);
    run(bytes, false);
    run(bytes, true);
    return 0;
}
