/* Any bytes are of the target's format or a fault: what is taken adds up, and what is chosen of it
 * is written as folded stacks that are read again with the same total; nothing depends on where the
 * blocks of the input end, a joined reading has what two have, and places have what functions have;
 * what the format recognises has its signs. */
#include "app/selection/select.h"
#include "base/mem.h"
#include "input/common/signs.h"
#include "model/compare/change.h"
#include "model/shown.h"
#include "model/tree.h"
#include "render/flame/picture.h"
#include "render/output.h"
#include "tests/fuzz/format.h"
#include "tests/fuzz/places.h"
#include "tests/fuzz/reading.h"
#include "tests/fuzz/wellformed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_folded(const struct profile *p, struct sink *s)
{
    struct fault f = {0};
    struct tree tree;
    struct limits limits = limits_usual();
    struct style style = {
        .countname = STR(""), .factor = {.value = 1}, .chart = moments_are_chart(&p->moments)};
    struct picture picture = {
        .profile = p,
        .tree = &tree,
        .whole = p->columns[0].total,
        .span = p->columns[0].total,
        .style = &style,
        .limits = &limits,
    };

    tree_build(&tree, p, 0);
    sink_open_buf(s);
    check(output_find(STR("folded"), &f)->write(&picture, s, &f));
    tree_free(&tree);
}

/* Functions of one name in several modules or files are one in stacks that are drawn. */
static void merge_rows(struct profile *p)
{
    struct profile merged;

    if (!change_rows_differ(p))
        return;
    change_merge_rows(&merged, p);
    profile_free(p);
    *p = merged;
}

/* What was chosen and written is read with the same total. */
__attribute__((noinline)) static void check_written(const struct profile *chosen, struct str text)
{
    struct profile again;
    struct tally tally;

    check(read_bytes("folded", text, moments_are_chart(&chosen->moments), &again, &tally));
    check(moments_are_chart(&chosen->moments) ||
          again.n_merged == 0); /* no stack is written twice */
    check(profile_rescale(&again, 0, chosen->columns[0].scale));
    check(tally.bad == 0 && again.columns[0].total == chosen->columns[0].total);
    profile_free(&again);
}

/* A choice uses the profile up, so that the bytes are read for each. */
static void check_choice(struct str bytes, bool ordered, const char *root_by, const char *value)
{
    const struct selection_request r = {
        .root_by = root_by, .annotate = 8, .most_nodes = limits_usual().nodes};
    struct fault f = {0};
    struct profile p;
    struct profile chosen;
    struct tally tally;
    struct sink s;

    check(read_bytes(fuzz_format, bytes, ordered, &p, &tally));
    const struct select_options o = {.value = value, .quiet = true, .names_only = true};
    if (!select_apply(&r, &o, &p, &chosen, &f)) { /* it has labels, but not that one */
        check(root_by && f.kind == FAULT_INPUT);
        profile_free(&p);
        return;
    }
    merge_rows(&chosen);
    write_folded(&chosen, &s);
    check_written(&chosen, buf_str(&s.buf));
    sink_discard(&s);
    profile_free(&chosen);
    profile_free(&p);
}

static void check_column(struct str bytes, const struct profile *p, size_t column)
{
    struct str name = names_get(&p->names, p->columns[column].name);
    char value[128];

    check(name.n < sizeof value);
    memcpy(value, name.p, name.n);
    value[name.n] = '\0';
    if (name.n)
        check_choice(bytes, moments_are_chart(&p->moments), NULL, value);
}

static void check_choices(struct str bytes, const struct profile *p)
{
    static const char *const keys[] = {NULL, "tid", "none"};
    enum { KEYS = sizeof keys / sizeof keys[0] };

    for (size_t i = 0; i < KEYS; i++)
        if (is_way(bytes, i, KEYS + p->n_columns))
            check_choice(bytes, moments_are_chart(&p->moments), keys[i], NULL);
    for (size_t c = 0; c < p->n_columns; c++)
        if (is_way(bytes, KEYS + c, KEYS + p->n_columns))
            check_column(bytes, p, c);
}

static bool is_same_tally(const struct tally *a, const struct tally *b)
{
    return a->bytes == b->bytes && a->code_bytes == b->code_bytes && a->lines == b->lines &&
           a->blank == b->blank && a->comments == b->comments && a->inside == b->inside &&
           a->taken == b->taken && a->bad == b->bad && a->empty_frames == b->empty_frames &&
           a->left_mangled == b->left_mangled && a->unshown == b->unshown &&
           a->indented == b->indented && a->non_utf8_line == b->non_utf8_line &&
           a->ends_in_two_numbers == b->ends_in_two_numbers && a->states_unit == b->states_unit &&
           !(a->period < b->period) && !(a->period > b->period);
}

/* Reads the bytes once more, in blocks of few lines. */
static void check_borders(struct str bytes, bool ok, const struct profile *p,
                          const struct tally *tally)
{
    enum { BLOCKS = 200 };
    struct profile again;
    struct tally t;
    struct sink s;
    struct sink s_again;

    check(read_blocks(fuzz_format, bytes, 1 + bytes.n % BLOCKS, moments_are_chart(&p->moments),
                      &again, &t) == ok);
    if (ok) {
        check(is_same_tally(&t, tally));
        write_folded(p, &s);
        write_folded(&again, &s_again);
        check(str_equal(buf_str(&s.buf), buf_str(&s_again.buf)));
        sink_discard(&s);
        sink_discard(&s_again);
    }
    profile_free(&again);
}

/* The same stacks in the same order, with the same sums. Frees both. */
static void check_same(struct profile *own, struct profile *alone)
{
    struct sink s;
    struct sink s_alone;

    merge_rows(own);
    merge_rows(alone);
    check(own->n_samples == alone->n_samples && own->stacks.n == alone->stacks.n);
    check(own->n_columns == alone->n_columns);
    for (size_t c = 0; c < own->n_columns; c++)
        check(own->columns[c].total == alone->columns[c].total);
    write_folded(own, &s);
    write_folded(alone, &s_alone);
    check(str_equal(buf_str(&s.buf), buf_str(&s_alone.buf)));
    sink_discard(&s);
    sink_discard(&s_alone);
    profile_free(own);
    profile_free(alone);
}

/* What a joined reading has for a picture, or left out of it, is what one for that alone has. */
__attribute__((noinline)) static void check_part(const struct profile *joined, bool left_out,
                                                 struct profile *alone, bool same)
{
    struct profile own;

    (left_out ? shown_left_out : shown_profile)(&own, joined, joined->moments.kind);
    for (size_t c = 0; c < own.n_columns; c++)
        check(own.columns[c].total == joined->columns[c].total);
    if (same) {
        check_same(&own, alone);
        return;
    }
    profile_free(&own);
    profile_free(alone);
}

/* Reads for pictures, for formats of whole samples, and for both at once. */
static void check_joined(struct str bytes, bool ordered)
{
    const struct fuzz_way ways[] = {
        {fuzz_format, {.sources = bytes.n % 2}, 0},
        {fuzz_format, {.sources = bytes.n % 2, .full = true, .modules = true}, 0},
        {fuzz_format, {.sources = bytes.n % 2, .full = true, .modules = true, .shown = true}, 0}};
    struct profile alone[2];
    struct profile joined;
    struct tally tally;
    bool ok = true;

    for (size_t i = 0; i < 2; i++)
        ok &= read_way(&ways[i], bytes, ordered, &alone[i], &tally);
    ok &= read_way(&ways[2], bytes, ordered, &joined, &tally);
    const bool same = ok && tally.unshown == 0 && joined.calls.share == CALLS_NOT_SHARED;
    for (size_t i = 0; i < 2; i++)
        check_part(&joined, i > 0, &alone[i], same);
    profile_free(&joined);
}

/* Memory over time is drawn, and nothing else. */
static void check_timeline(const struct profile *from)
{
    struct limits limits = limits_usual();
    struct style style = {.title = STR(""),
                          .subtitle = STR(""),
                          .notes = STR(""),
                          .countname = STR(""),
                          .fonttype = STR("monospace"),
                          .fontsize = 12,
                          .fontwidth = 0.6,
                          .width_px = 1200,
                          .frame_px = 16,
                          .minwidth = 0.5,
                          .factor = {.value = 1}};
    struct theme theme;
    struct painter painter = {.theme = &theme};
    struct profile p;
    struct picture picture = {
        .profile = &p, .style = &style, .painter = &painter, .limits = &limits};
    struct fault f = {0};
    struct tree tree;
    struct sink s;

    change_merge_rows(&p, from);
    check(theme_load(&theme, "hot", &f));
    tree_build(&tree, &p, 0);
    picture.tree = &tree;
    picture.whole = p.columns[0].total;
    picture.span = p.columns[0].total;
    sink_open_buf(&s);
    bool ok = output_find(STR("timeline"), &f)->write(&picture, &s, &f);
    check(ok && wellformed(buf_str(&s.buf)));
    sink_discard(&s);
    tree_free(&tree);
    theme_free(&theme);
    profile_free(&p);
}

static void check_signs(struct str bytes)
{
    struct fault f = {0};
    const struct input_format *format = input_find(str_of(fuzz_format), &f);
    struct signs signs;

    if (!format || !format->recognise || !format->signs[0])
        return;
    signs_find(&signs, bytes);
    check(signs_allow(&signs, format) || !format->recognise(bytes));
    signs_free(&signs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {size ? (const char *)data : "", size};
    struct profile p;
    struct tally tally;

    check_signs(str_from_to(bytes, 0, size < SOURCE_PREFIX ? size : SOURCE_PREFIX));
    for (unsigned ordered = 0; ordered < 2; ordered++) {
        if (!is_way(bytes, ordered, 2))
            continue;
        bool ok = read_bytes(fuzz_format, bytes, ordered, &p, &tally);
        if (is_way(bytes, 0, 3))
            check_borders(bytes, ok, &p, &tally);
        if (is_way(bytes, 1, 3))
            check_joined(bytes, ordered);
        if (ok && is_way(bytes, 2, 3))
            check_places(bytes, ordered, &p);
        if (ok)
            check_sums(&p, &tally);
        if (ok && p.n_samples)
            check_choices(bytes, &p);
        if (ok && p.labels.snapshots.n)
            check_timeline(&p);
        profile_free(&p);
    }
    return 0;
}
