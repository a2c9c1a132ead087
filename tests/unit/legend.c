/* render/flame/legend: which colours a picture has, and the shares that they stand for. */
#include "render/flame/legend.h"

#include "profiles.h"
#include "themes.h"

static void expect(const char *theme, const struct profile *p, const char *wanted)
{
    struct theme t = load(theme);
    struct legend l;
    struct tree tree;
    struct buf text = {0};
    unsigned sum = 0;

    tree_build(&tree, p, 0);
    legend_build(&l, &t, &tree, false);
    for (size_t i = 0; i < legend_n_shown(&l); i++) {
        buf_add(&text, i ? STR(", ") : STR(""));
        legend_text(&l, i, &text);
        sum += i < l.n ? l.rows[i].percent : 0;
    }
    assert_int_equal(sum, l.n ? 100 : 0);
    if (!str_equal(buf_str(&text), str_of(wanted)))
        fail_msg("%s: found \"%.*s\", wanted \"%s\"", theme, (int)text.n, text.n ? text.p : "",
                 wanted);
    buf_free(&text);
    legend_free(&l);
    tree_free(&tree);
    theme_free(&t);
}

static void start(struct profile *p)
{
    profile_init(p, 1, TIME_NONE);
}

static void kinds_have_their_colours_where_none_has_most(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "a_[j];b_[j]", 1);
    add_sample(&p, "c_[k];d_[k]", 1);
    add_sample(&p, "e;f", 1);
    expect("auto", &p, "kernel 34 %, JIT 33 %, other 33 %");
    expect("hot", &p, "");
    profile_free(&p);
}

static void what_most_is_of_is_divided_by_namespace(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "main;std::sort", 60);
    add_sample(&p, "main;acme::f;acme::g", 29);
    add_sample(&p, "main;acme::f;read_[k]", 10);
    add_sample(&p, "main;rare::f", 1);
    expect("auto", &p, "std 60 %, acme 29 %, kernel 10 %, other 1 %");
    expect("kinds", &p, "unmarked 90 %, kernel 10 %");
    profile_free(&p);
}

/* Tells where the function of each frame with that name was seen. */
static void see(struct profile *p, const char *name, const char *module, const char *file)
{
    for (frame_id i = 1; i < p->frames.n; i++)
        if (str_equal(names_get(&p->names, p->frames.rows[i].name), str_of(name)))
            frames_see(&p->frames, i,
                       (struct frame_seen){names_add(&p->names, str_of(module)),
                                           names_add(&p->names, str_of(file))});
}

static void what_most_is_of_is_divided_by_module_where_several_have_much(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "main;std::sort", 50);
    add_sample(&p, "main;read", 45);
    add_sample(&p, "main;read;sys_read_[k]", 5);
    see(&p, "main", "/bin/shop", "main.c");
    see(&p, "std::sort", "/bin/shop", "");
    see(&p, "read", "/lib/libc.so.6", "../posix/read.c");
    see(&p, "sys_read_[k]", "[kernel.kallsyms]", "");
    expect("auto", &p, "shop 50 %, libc.so.6 45 %, kernel 5 %");
    profile_free(&p);
}

static void a_program_of_one_module_is_divided_by_folder_and_its_libraries_are_not(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "main;parse", 50);
    add_sample(&p, "main;paint", 30);
    add_sample(&p, "main;read", 20);
    add_sample(&p, "main;Cart::add", 10);
    see(&p, "Cart::add", "/bin/shop", "/src/look/cart.c");
    see(&p, "parse", "/bin/shop", "/src/text/parse.c");
    see(&p, "paint", "/bin/shop", "/src/look/paint.c");
    see(&p, "read", "/lib/libc.so.6", "../posix/read.c");
    expect("auto", &p, "text 46 %, look 36 %, libc.so.6 18 %");
    profile_free(&p);
}

static void classes_of_scripts_belong_to_their_file_and_namespaces_to_themselves(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "Module._extensions..js_[j]", 30);
    add_sample(&p, "Socket.Writable.write_[j]", 20);
    add_sample(&p, "Object.<anonymous>_[j]", 20);
    add_sample(&p, "Cart.Line.__init___[j]", 20);
    add_sample(&p, "System.Collections.Generic.List.Add_[j]", 10);
    see(&p, "Module._extensions..js_[j]", "", "node:internal/modules/cjs/loader");
    see(&p, "Socket.Writable.write_[j]", "", "node:internal/streams/writable");
    see(&p, "Object.<anonymous>_[j]", "", "/app/shop/run.mjs");
    see(&p, "Cart.Line.__init___[j]", "", "/app/shop/cart.py");
    see(&p, "System.Collections.Generic.List.Add_[j]", "", "/src/List.cs");
    expect("auto", &p, "node 50 %, shop 40 %, System.Collections 10 %");
    profile_free(&p);
}

static void the_kernel_is_no_module_of_itself(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "schedule_[k]", 40);
    add_sample(&p, "nf_hook_[k]", 35);
    add_sample(&p, "xfs_read_[k]", 25);
    see(&p, "schedule_[k]", "[kernel.kallsyms]", "");
    see(&p, "nf_hook_[k]", "[nf_tables]", "");
    see(&p, "xfs_read_[k]", "[xfs]", "");
    expect("auto", &p, "other kernel 40 %, [nf_tables] 35 %, [xfs] 25 %");
    profile_free(&p);
}

static void where_nothing_says_parts_the_heaviest_functions_are_told_apart(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "main;parse", 50);
    add_sample(&p, "main;parse;hash", 30);
    add_sample(&p, "main;std::sort", 10);
    add_sample(&p, "main;log", 9);
    add_sample(&p, "main;idle", 1);
    expect("auto", &p, "parse 50 %, hash 30 %, std::sort 10 %, log 9 %, other 1 %");
    profile_free(&p);
    start(&p);
    add_sample(&p, "main;spin", 100);
    expect("auto", &p, "other 100 %");
    profile_free(&p);
}

static void what_is_but_called_through_has_no_share(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "Interpreter;a::f;read_[k]", 50);
    add_sample(&p, "Interpreter;a::f", 50);
    expect("auto", &p, "kernel 50 %, other 50 %, interpreter");
    profile_free(&p);
}

static void inlined_frames_of_no_part_look_like_their_caller(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "acme::f;operator()_[i]", 50);
    add_sample(&p, "acme::f;std::sort_[i]", 30);
    add_sample(&p, "read", 20);
    expect("auto", &p, "acme 50 %, std 30 %, other 20 %, inlined");
    profile_free(&p);
}

static void specks_have_no_entry(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "shop;a_[j]", 6000);
    add_sample(&p, "shop;b_[k]", 3990);
    add_sample(&p, "shop;c", 10);
    expect("auto", &p, "JIT 60 %, kernel 40 %");
    profile_free(&p);
}

static void inlined_frames_look_like_what_they_are_inlined_into(void **state)
{
    struct profile p;

    (void)state;
    start(&p);
    add_sample(&p, "a_[j];b_[i];c_[i]", 2);
    add_sample(&p, "d_[k];e_[i]", 3);
    expect("auto", &p, "kernel 60 %, JIT 40 %, inlined");
    profile_free(&p);
}

static void more_colours_than_entries_become_one_at_its_place_by_weight(void **state)
{
    const char *text = "colour a = #ffffff\ncolour b = #fffffe\ncolour c = #fffffd\n"
                       "colour d = #fffffc\ncolour e = #fffffb\ncolour f = #fffffa\n"
                       "colour g = #fffff9\ncolour h = #fffff8\ncolour i = #fffff7\n"
                       "is a -> a\nis b -> b\nis c -> c\nis d -> d\nis e -> e\nis f -> f\n"
                       "is g -> g\nis h -> h\notherwise -> i\n";
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    struct theme t;
    struct fault f = {0};
    struct profile p;
    struct legend l;
    struct tree tree;
    struct buf first = {0};
    unsigned of_entry[LEGEND_MOST + 1] = {0};

    (void)state;
    start(&p);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        add_sample(&p, names[i], UINT64_MAX / 9);
    assert_true(theme_parse(&t, "x", str_of(text), &f));
    tree_build(&tree, &p, 0);
    legend_build(&l, &t, &tree, false);
    assert_int_equal(l.n, LEGEND_MOST);
    legend_text(&l, 0, &first);
    assert_true(str_equal(buf_str(&first), STR("other 23 %")) ||
                str_equal(buf_str(&first), STR("other 22 %")));
    for (frame_id i = 1; i < l.n_frames; i++)
        of_entry[l.entries[i]]++;
    for (size_t i = 0; i < LEGEND_MOST; i++)
        assert_int_equal(of_entry[i], i ? 1 : 2);
    buf_free(&first);
    legend_free(&l);
    tree_free(&tree);
    theme_free(&t);
    profile_free(&p);
}

static void shares_of_any_weights_add_up_to_100_in_every_theme(void **state)
{
    struct str name;
    struct str about;
    uint64_t seed = 22;

    (void)state;
    for (size_t n = 0; theme_listed(n, &name, &about); n++) {
        struct theme t = load(name.p);
        for (unsigned round = 0; round < 50; round++) {
            static const char *const stacks[] = {"a_[k]", "b_[j]",     "c::d",
                                                 "e",     "[unknown]", "java/x/Y.z",
                                                 "f_[i]", "g_[0]",     "h_[w]"};
            struct profile p;
            struct legend l;
            struct tree tree;
            unsigned sum = 0;
            start(&p);
            for (size_t i = 0; i < sizeof stacks / sizeof stacks[0]; i++) {
                seed = seed * 6364136223846793005 + 1442695040888963407;
                add_sample(&p, stacks[i], seed >> (33 + round % 30));
            }
            tree_build(&tree, &p, 0);
            legend_build(&l, &t, &tree, false);
            for (size_t i = 0; i < l.n; i++)
                sum += l.rows[i].percent;
            assert_true(sum == 100 || l.n == 0);
            legend_free(&l);
            tree_free(&tree);
            profile_free(&p);
        }
        theme_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_have_their_colours_where_none_has_most),
        cmocka_unit_test(what_most_is_of_is_divided_by_namespace),
        cmocka_unit_test(what_most_is_of_is_divided_by_module_where_several_have_much),
        cmocka_unit_test(a_program_of_one_module_is_divided_by_folder_and_its_libraries_are_not),
        cmocka_unit_test(classes_of_scripts_belong_to_their_file_and_namespaces_to_themselves),
        cmocka_unit_test(the_kernel_is_no_module_of_itself),
        cmocka_unit_test(what_is_but_called_through_has_no_share),
        cmocka_unit_test(where_nothing_says_parts_the_heaviest_functions_are_told_apart),
        cmocka_unit_test(inlined_frames_of_no_part_look_like_their_caller),
        cmocka_unit_test(specks_have_no_entry),
        cmocka_unit_test(inlined_frames_look_like_what_they_are_inlined_into),
        cmocka_unit_test(more_colours_than_entries_become_one_at_its_place_by_weight),
        cmocka_unit_test(shares_of_any_weights_add_up_to_100_in_every_theme),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
