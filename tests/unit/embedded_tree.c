/* render/flame/embedded_tree: the bytes of small trees, number by number. */
#include "render/flame/embedded_tree.h"

#include <math.h>

#include "model/compare/evidence.h"
#include "profiles.h"

static const struct style plain = {
    .countname = {"", 0},
    .width_px = 1200,
    .frame_px = 16,
    .factor = {1, 0},
};

/* Writes the tree of a picture to a new `to`, in chunks that were joined. */
static void write_tree(struct picture *picture, uint64_t least, struct buf *to)
{
    struct frame_order order;
    struct ordered_callees branches;
    struct chunks chunks;

    chunks_init(&chunks, false, false);
    frame_order_build(&order, picture->profile);
    ordered_callees_build(&branches, picture->profile);
    ordered_callees_sort(&branches, picture->profile, &order);
    embedded_tree_write(&chunks, picture, &order, &branches, least);
    chunks_end(&chunks);
    chunks_sort(&chunks);
    assert_in_range(chunks.n, 1, embedded_tree_most_chunks(picture));
    *to = (struct buf){0};
    for (size_t i = 0; i < chunks.n; i++)
        buf_add(to, chunks_get(&chunks, i));
    ordered_callees_free(&branches);
    frame_order_free(&order);
    chunks_free(&chunks);
}

static void write_both(const struct profile *p, const struct difference *d,
                       const struct style *style, uint64_t least, struct buf *to)
{
    struct theme theme = {0};
    struct fault f = {0};
    struct tree t;

    assert_true(theme_load(&theme, "hot", &f));
    struct painter painter = {.theme = &theme};
    tree_build(&t, p, 0);
    struct picture picture = {.profile = p,
                              .tree = &t,
                              .difference = d,
                              .whole = t.total[0],
                              .span = t.total[0],
                              .style = style,
                              .painter = &painter};
    write_tree(&picture, least, to);
    tree_free(&t);
    theme_free(&theme);
}

static void write_with(const struct profile *p, const struct style *style, uint64_t least,
                       struct buf *to)
{
    write_both(p, NULL, style, least, to);
}

/* Compares with the bytes wanted, but for the fills: '?' is any byte. */
static void assert_bytes(const struct buf *got, const char *wanted, size_t n)
{
    assert_int_equal(got->n, n);
    for (size_t i = 0; i < n; i++)
        if (wanted[i] != '?' && wanted[i] != got->p[i])
            fail_msg("byte %zu is %02x, wanted %02x", i, (unsigned char)got->p[i],
                     (unsigned char)wanted[i]);
}

#define assert_tree(profile, style, least, wanted)                                                 \
    do {                                                                                           \
        struct buf got_;                                                                           \
        write_with(profile, style, least, &got_);                                                  \
        assert_bytes(&got_, wanted, sizeof(wanted) - 1);                                           \
        buf_free(&got_);                                                                           \
    } while (0)

/* main 300 of 731, parse below it 31 and read_[k] 400, idle beside main 1. */
static void make_small(struct profile *p, bool ordered)
{
    profile_init(p, 1, ordered ? TIME_ORDER : TIME_NONE);
    add_sample(p, "main;read_[k]", 400);
    add_sample(p, "main", 300);
    add_sample(p, "main;parse", 31);
    add_sample(p, "idle", 1);
}

static void a_small_tree_has_these_bytes(void **state)
{
    struct profile p;

    (void)state;
    make_small(&p, false);
    assert_tree(&p, &plain, 0,
                "\x01\x00\x07samples\x00\x01\xa0\x01\xdc\x05\x04\x05"
                "\x1d\x00\x04idle\x00\x04main\x00\x05parse\x00\x08read_[k]"
                "\x04\x00\x00\x00\x02"
                "\x0c????????????"
                "\xc6\x01\x00\x00\x09" /* no modules, no packages, nine kinds */
                "\x13kernel ee8262f7b39c\x11user 79b2e4b4d6f3\x10JIT 7fc98ab9e3bc"
                "\x14inlined 6fcac2b2e5df\x19guest, waker b59fe0d8cbf2"
                "\x15unmarked efcb7bf9e6ba\x14no name c6c6c6dddddd"
                "\x18not sampled e8e8e8f0f0f0\x14off CPU 5a73f0667ffc"
                "\x06\x06\x06\x01"
                "\x00"
                "\x04\x00\x01\x00\x01"
                "\x04\x00\x01\x02\x03"
                "\x07\x00\x01\xac\x02\x1f\x90\x03"
                "\x00");
    profile_free(&p);
}

static void names_share_what_they_begin_with(void **state)
{
    struct profile p;
    struct buf got;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "std::a;std::ab;std::b", 1);
    add_sample(&p, "std::a", 1);
    write_with(&p, &plain, 0, &got);
    static const char names[] = "\x00\x06std::a\x06\x01"
                                "b\x05\x01"
                                "b";
    assert_true(str_find(buf_str(&got), 0, (struct str){names, sizeof names - 1}) < got.n);
    buf_free(&got);
    profile_free(&p);
}

static void what_is_left_out_becomes_one_node_a_run(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a;x", 1);
    add_sample(&p, "b", 2);
    add_sample(&p, "c", 50);
    add_sample(&p, "d;y;z", 3);
    /* ( stands before letters: the rest is function 0. */
    assert_tree(&p, &plain, 10,
                "\x01\x20\x07samples\x00\x01\xa0\x01\x38\x02\x04"
                "\x16\x00\x11(narrower frames)\x00\x01"
                "c"
                "\x02\x10\x00"
                "\x06???\?\?\?"
                "\x00\x00"
                "\x03\x00\x01\x01"
                "\x03\x00\x01\x00"
                "\x04\x00\x03\x32\x03"
                "\x00");
    profile_free(&p);
}

static void a_limit_of_nodes_leaves_out_the_lightest(void **state)
{
    struct style style = plain;
    struct profile p;
    struct buf got;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_random_samples(&p, 99, 3000);
    for (uint64_t most = 2; most < 20000; most = most * 3 / 2 + 1) {
        struct theme theme = {0};
        struct painter painter = {.theme = &theme};
        struct fault f = {0};
        struct tree t;
        style.max_nodes = most;
        assert_true(theme_load(&theme, "hot", &f));
        tree_build(&t, &p, 0);
        struct picture picture = {.profile = &p,
                                  .tree = &t,
                                  .whole = t.total[0],
                                  .span = t.total[0],
                                  .style = &style,
                                  .painter = &painter};
        write_tree(&picture, 0, &got);
        assert_true(picture.pruned <= t.total[0]);
        assert_int_equal(picture.n_pruned > 0, t.n > most);
        assert_true(t.n - picture.n_pruned <= most);
        buf_free(&got);
        tree_free(&t);
        theme_free(&theme);
    }
    profile_free(&p);
}

static void time_order_has_gaps(void **state)
{
    struct profile p;
    uint64_t value = 5;

    (void)state;
    profile_init(&p, 1, TIME_ORDER);
    stack_id a = stacks_append(
        &p.stacks, 0, frames_add_named(&p.frames, &p.names, names_add(&p.names, STR("a"))));
    stack_id b = stacks_append(
        &p.stacks, a, frames_add_named(&p.frames, &p.names, names_add(&p.names, STR("b"))));
    stack_id again = stacks_append(&p.stacks, a, p.stacks.rows[b].frame);
    assert_true(profile_add(&p, 0, 0, &value));
    assert_true(profile_add(&p, a, 0, &value));
    assert_true(profile_add(&p, b, 0, &value));
    assert_true(profile_add(&p, a, 0, &value));
    assert_true(profile_add(&p, again, 0, &value));
    /* The root has 5 in front, a has 5, then b, 5 more, and b again. */
    assert_tree(&p, &plain, 0,
                "\x01\x01\x07samples\x00\x01\xa0\x01\x19\x02\x04"
                "\x06\x00\x01"
                "a\x00\x01"
                "b"
                "\x02\x00\x00"
                "\x06???\?\?\?"
                "\x00\x00"
                "\x03\x00\x00\x01"
                "\x03\x00\x01\x01"
                "\x04\x05\x0a\x05\x05"
                "\x03\x05\x05\x05");
    profile_free(&p);
}

static void numbers_of_64_bits_are_written_whole(void **state)
{
    struct profile p;
    struct buf got;
    static const char most[] = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a;b", UINT64_MAX);
    write_with(&p, &plain, 0, &got);
    size_t first = str_find(buf_str(&got), 0, STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"));
    size_t last = str_find(buf_str(&got), first + 1, (struct str){most, sizeof most - 1});
    assert_true(first < got.n && last == got.n - sizeof most + 1 - 1);
    buf_free(&got);
    profile_free(&p);
}

static void add_sides(struct profile *p, const char *stack, uint64_t width, uint64_t before,
                      uint64_t after)
{
    const uint64_t values[] = {width, before, after};

    assert_true(profile_add(p, stack_of(p, stack), 0, values));
}

#define assert_difference(difference, least, wanted)                                               \
    do {                                                                                           \
        struct buf got_;                                                                           \
        write_both((difference)->profile, difference, &plain, least, &got_);                       \
        assert_bytes(&got_, wanted, sizeof(wanted) - 1);                                           \
        buf_free(&got_);                                                                           \
    } while (0)

#define ONE "\x00\x00\x00\x00\x00\x00\xf0\x3f"
#define COLOURS "\xe8\xe8\xe8\xf0\x8a\x24\x4a\x98\xe0"

static void a_difference_has_what_each_side_has(void **state)
{
    struct difference d = {.n_runs = {1, 1}, .weight = {1, 1}};
    struct profile p;

    (void)state;
    profile_init(&p, 3, TIME_NONE);
    add_sides(&p, "main", 5, 3, 2);
    add_sides(&p, "main;read", 7, 3, 4);
    add_sides(&p, "gone", 1, 1, 0);
    assert_true(difference_build(&d, &p));
    assert_difference(&d, 0,
                      "\x01\x40\x07samples\x00\x01\xa0\x01\x0d\x03\x04"
                      "\x12\x00\x04gone\x00\x04main\x00\x04read"
                      "\x03\x00\x00\x00"
                      "\x09?????????"
                      "\x00\x00"
                      "\x1e\x00\x00\x00\x01" ONE "\x01" ONE COLOURS "\x03\x00\x01\x00"
                      "\x03\x00\x01\x02"
                      "\x04\x00\x01\x05\x07"
                      "\x00"
                      "\x04\x00\x01\x03\x03"
                      "\x04\x00\x00\x02\x04");
    difference_free(&d);
    profile_free(&p);
}

/* Also where nothing of them is as wide as anything. */
static void what_is_left_out_keeps_both_sides(void **state)
{
    struct difference d = {.n_runs = {1, 1},
                           .weight = {1, 1},
                           .per = {"run", 3},
                           .by_work = true,
                           .by_self = true,
                           .negate = true};
    struct profile p;

    (void)state;
    profile_init(&p, 3, TIME_NONE);
    add_sides(&p, "a;x", 0, 8, 0);
    add_sides(&p, "b", 0, 2, 0);
    add_sides(&p, "c", 50, 0, 50);
    add_sides(&p, "c;y;z", 3, 5, 3);
    assert_true(difference_build(&d, &p));
    assert_difference(&d, 10,
                      "\x01\x60\x07samples\x00\x01\xa0\x01\x35\x02\x04"
                      "\x16\x00\x11(narrower frames)\x00\x01"
                      "c"
                      "\x02\x10\x00"
                      "\x06???\?\?\?"
                      "\x00\x00"
                      "\x21\x06\x00\x03run\x01" ONE "\x01" ONE
                      "\xe8\xe8\xe8\x4a\x98\xe0\xf0\x8a\x24"
                      "\x03\x00\x01\x00"
                      "\x03\x00\x01\x00"
                      "\x04\x00\x00\x32\x03"
                      "\x00"
                      "\x04\x00\x0a\x00\x05"
                      "\x04\x00\x00\x32\x03");
    difference_free(&d);
    profile_free(&p);
}

static void how_sure_a_change_is_stands_with_its_function(void **state)
{
    struct evidence_row total[] = {
        {.tested = true, .low = -1, .high = 0},
        {.tested = true, .low = 1, .high = 1.5, .beyond_noise = true, .proven = true},
        {.tested = true, .low = -INFINITY, .high = INFINITY},
    };
    struct evidence_row self[] = {
        {.tested = true, .low = -INFINITY, .high = INFINITY},
        {.tested = true, .low = -2, .high = -1, .beyond_noise = true},
        {.tested = true, .low = -INFINITY, .high = INFINITY},
    };
    struct evidence total_evidence = {.rows = total, .n_rows = 3};
    struct evidence self_evidence = {.rows = self, .n_rows = 3};
    struct difference d = {.n_runs = {2, 2}, .weight = {0.5, 0.5}};
    struct profile p;
    struct buf got;

    (void)state;
    profile_init(&p, 5, TIME_NONE);
    const uint64_t values[] = {9, 1, 2, 2, 4};
    assert_true(profile_add(&p, stack_of(&p, "a;b"), 0, values));
    assert_true(difference_build(&d, &p));
    d.total_evidence = &total_evidence;
    d.self_evidence = &self_evidence;
    write_both(&p, &d, &plain, 0, &got);
    static const char wanted[] =
        "\x08\x00\x00\x02\x00\x00\x00\x00\x00\x00\xe0\x3f\x02\x00\x00"
        "\x00\x00\x00\x00\xe0\x3f" COLOURS "\x01\x00\x00\x80\xbf\x00\x00\x00\x00\x00"
        "\x03\x00\x00\x80\x3f\x00\x00\xc0\x3f"
        "\x02\x00\x00\x00\xc0\x00\x00\x80\xbf"
        "\x00\x00";
    assert_true(str_find(buf_str(&got), 0, (struct str){wanted, sizeof wanted - 1}) < got.n);
    buf_free(&got);
    d.total_evidence = d.self_evidence = NULL;
    difference_free(&d);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_tree_has_these_bytes),
        cmocka_unit_test(names_share_what_they_begin_with),
        cmocka_unit_test(what_is_left_out_becomes_one_node_a_run),
        cmocka_unit_test(a_limit_of_nodes_leaves_out_the_lightest),
        cmocka_unit_test(time_order_has_gaps),
        cmocka_unit_test(numbers_of_64_bits_are_written_whole),
        cmocka_unit_test(a_difference_has_what_each_side_has),
        cmocka_unit_test(what_is_left_out_keeps_both_sides),
        cmocka_unit_test(how_sure_a_change_is_stands_with_its_function),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
