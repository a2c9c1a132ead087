/* How functions were compiled: what names tell, and what differs between two sides. */
#include "model/tier.h"

#include "profiles.h"

static void assert_tier(const char *name, enum tier tier, const char *rest)
{
    struct buf to = {0};

    assert_int_equal(canonical_name(str_of(name), &to), tier);
    buf_add_byte(&to, '\0');
    assert_string_equal(to.p, rest);
    buf_free(&to);
}

static void names_tell_tiers(void **state)
{
    (void)state;
    assert_tier("void [App] A::f[Tier0]", TIER_BASELINE, "void [App] A::f");
    assert_tier("A::f(int32)[OptimizedTier1]", TIER_OPTIMISED, "A::f(int32)");
    assert_tier("A::f(int32)[PreJIT]", TIER_PRECOMPILED, "A::f(int32)");
    assert_tier("LazyCompile:*f /a.js:1:2", TIER_OPTIMISED, "JS:f /a.js:1:2");
    assert_tier("JS:~f /a.js:1:2", TIER_INTERPRETED, "JS:f /a.js:1:2");
    assert_tier("JS:^f /a.js:1:2", TIER_BASELINE, "JS:f /a.js:1:2");
    assert_tier("JS:+'f /a.js:1:2", TIER_OPTIMISED, "JS:f /a.js:1:2");
    assert_tier("LazyCompile: *f /a.js:1:2", TIER_OPTIMISED, "JS:f /a.js:1:2");
    assert_tier("Function:~ /a.js:1:2", TIER_INTERPRETED, "JS: /a.js:1:2");
    /* Folded stacks of perf mark them as made at run time as well. */
    assert_tier("JS:*f /a.js:1:2_[j]", TIER_OPTIMISED, "JS:f /a.js:1:2");
    assert_tier("JS:~f /a.js:1:2_[j]", TIER_INTERPRETED, "JS:f /a.js:1:2");
    assert_tier("JS:f /a.js:1:2_[j]", TIER_COMPILED, "JS:f /a.js:1:2");
    assert_tier("Script:~ /a.js:1:1_[j]", TIER_INTERPRETED, "JS: /a.js:1:1");
    assert_tier("*f /a.js:1:2", TIER_OPTIMISED, "f /a.js:1:2");
    assert_tier("a/B.f_[0]", TIER_INTERPRETED, "a/B.f");
    assert_tier("a/B.f_[1]", TIER_BASELINE, "a/B.f");
    assert_tier("a/B.f_[j]", TIER_COMPILED, "a/B.f");
    assert_tier("a/B.f_very-hot", TIER_OPTIMISED, "a/B.f");
    assert_tier("a/B.f_cold", TIER_BASELINE, "a/B.f");
}

static void hotness_is_told_of_methods_of_java_only(void **state)
{
    static const char *const others[] = {
        "github.com/x/y.run_hot",
        "github.com/x/y.run_cold",
        "github.com/X/Y.run_hot",
        "github.com/x/y.(*T).run_hot",
        "net/http.run_warm",
        "my-app/Db.run_hot",
        "/src/App.run_hot",
        "a/B_hot",
        "a/B._hot",
        "a/.f_hot",
        "Main.run_hot",
        "f(int)_hot",
        "a/B.C.f_hot",
        "x.(*T)_hot",
        "(I)V_hot",
    };

    (void)state;
    assert_tier("java/util/HashMap$Node.get_scorching", TIER_OPTIMISED,
                "java/util/HashMap$Node.get");
    assert_tier("a/B.<init>_no-opt", TIER_BASELINE, "a/B.<init>");
    assert_tier("a/b.f()V_hot", TIER_OPTIMISED, "a/b.f()V");
    assert_tier("Main.f(I[J)[Ljava/lang/Long;_warm", TIER_OPTIMISED,
                "Main.f(I[J)[Ljava/lang/Long;");
    assert_tier("a/B$$Lambda$7/0x00123456.run_hot", TIER_OPTIMISED, "a/B$$Lambda.run");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_tier(others[i], TIER_UNKNOWN, others[i]);
}

static void methods_named_like_clones_keep_their_names(void **state)
{
    static const char *const methods[] = {
        "java/util/HashMap.clone",
        "java.util.HashMap.clone",
        "int[].clone",
        "Vec.part",
        "java/util/HashMap.cold",
        "java.util.HashMap.cold",
        "main.(*T).cold",
        "int[].cold",
        "github.com/x/y.cold",
        "Lru.isra",
        "Node.localalias/",
        "a.B.lto_priv",
    };

    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        assert_tier(methods[i], TIER_UNKNOWN, methods[i]);
}

static void clones_are_told(void **state)
{
    (void)state;
    assert_tier("parse.constprop.0", TIER_CLONE, "parse");
    assert_tier("parse.part.1.isra.0.cold", TIER_CLONE, "parse");
    assert_tier("parse.cold_[k]", TIER_CLONE, "parse_[k]");
    assert_tier("parse.clone.3", TIER_CLONE, "parse");
    assert_tier("parse.llvm.8213", TIER_CLONE, "parse");
    assert_tier("parse.cold.7", TIER_CLONE, "parse");
    assert_tier("parse.localalias", TIER_CLONE, "parse");
    assert_tier("parse.lto_priv.0.cold", TIER_CLONE, "parse");
    assert_tier("PyObject_Call.cold", TIER_CLONE, "PyObject_Call");
    assert_tier("nested.12.cold", TIER_CLONE, "nested.12");
    assert_tier("a::f(char const*, ...).cold", TIER_CLONE, "a::f(char const*, ...)");
    assert_tier("f(char const*, ...).cold", TIER_CLONE, "f(char const*, ...)");
    assert_tier("a::f(int) [clone .cold]", TIER_UNKNOWN, "a::f(int) [clone .cold]");
    assert_tier(".cold", TIER_UNKNOWN, ".cold");
}

/* What another run of the same program numbers otherwise. */
static void numbers_of_a_run_are_left_out(void **state)
{
    (void)state;
    assert_tier("a.B$$Lambda$14/0x0000000800c03000.accept", TIER_UNKNOWN, "a.B$$Lambda.accept");
    assert_tier("a.B$$Lambda/0x00007f0134c04218.accept", TIER_UNKNOWN, "a.B$$Lambda.accept");
    assert_tier("a/B$$Lambda$7/1096979270.run_[j]", TIER_COMPILED, "a/B$$Lambda.run");
    assert_tier("a.LambdaForm$MH.0x00007f0b4c060400.invoke", TIER_UNKNOWN,
                "a.LambdaForm$MH.invoke");
    assert_tier("a.GeneratedMethodAccessor12.invoke", TIER_UNKNOWN,
                "a.GeneratedMethodAccessor.invoke");
    assert_tier("jdk.proxy2.$Proxy9.get", TIER_UNKNOWN, "jdk.proxy.$Proxy.get");
    assert_tier("a.B$$EnhancerBySpringCGLIB$$1a2b3c4d.get", TIER_UNKNOWN,
                "a.B$$EnhancerBySpringCGLIB$$.get");
    assert_tier("a.B$1.run", TIER_UNKNOWN, "a.B$1.run");
    assert_tier("a.B.lambda$main$3", TIER_UNKNOWN, "a.B.lambda$main$3");
    assert_tier("file/0x00123456", TIER_UNKNOWN, "file/0x00123456");
}

static void other_names_tell_none(void **state)
{
    static const char *const names[] = {
        "f",        "f[1]",       "parse_hot", "f_[k]", "[Tier0]",    "JS:f /a.js:1:2",
        "JS:*",     "A::~A(int)", "*",         "~",     "* f",        "_[0]",
        "",         "**",         "operator*", "f_[i]", "Compile:*f", "JS:",
        "f [Tier0", "[PreJIT]",
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_tier(names[i], TIER_UNKNOWN, names[i]);
}

struct weighed {
    const char *stack;
    uint64_t value;
};

static void take(struct tiers *t, enum side side, const struct weighed *stacks, size_t n)
{
    struct profile p;

    profile_init(&p, 1, TIME_NONE);
    for (size_t i = 0; i < n; i++)
        add_sample(&p, stacks[i].stack, stacks[i].value);
    struct frame *rows = tiers_take(t, &p, 0, side);
    mem_free(rows, rows ? p.frames.n : 0, sizeof *rows);
    profile_free(&p);
}

static void what_ran_otherwise_is_found(void **state)
{
    static const struct weighed before[] = {
        {"m;JS:*f a.js:1:2", 90}, {"m;JS:~f a.js:1:2", 10}, {"m;JS:*g a.js:3:1", 5}, {"m;h", 7}};
    static const struct weighed after[] = {
        {"m;JS:~f a.js:1:2", 99}, {"m;JS:*g a.js:3:1", 5}, {"m;h", 7}, {"m;JS:~i a.js:4:1", 9}};
    struct tiers t;
    struct tier_shares shares;

    (void)state;
    tiers_init(&t);
    take(&t, SIDE_BEFORE, before, sizeof before / sizeof before[0]);
    take(&t, SIDE_AFTER, after, sizeof after / sizeof after[0]);
    assert_true(tiers_changed(&t, STR("JS:f a.js:1:2"), &shares));
    assert_int_equal(shares.most[SIDE_BEFORE], TIER_OPTIMISED);
    assert_int_equal(shares.most[SIDE_AFTER], TIER_INTERPRETED);
    assert_int_equal(shares.grown, TIER_INTERPRETED);
    assert_true(shares.share[SIDE_BEFORE][TIER_INTERPRETED] == 0.1);
    assert_true(shares.share[SIDE_AFTER][TIER_INTERPRETED] == 1);
    assert_false(tiers_changed(&t, STR("JS:g a.js:3:1"), &shares));
    assert_false(tiers_changed(&t, STR("JS:i a.js:4:1"), &shares)); /* one side alone */
    assert_false(tiers_changed(&t, STR("h"), &shares));
    assert_false(tiers_changed(&t, STR("unheard of"), &shares));
    tiers_free(&t);
}

static void parts_below_their_function_are_joined(void **state)
{
    struct profile p;
    struct profile joined;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "m;f;f.part.0;f.part.0.cold;g", 1);
    add_sample(&p, "m;f;f", 2); /* calls itself */
    add_sample(&p, "m;JS:~f;JS:*f", 4);
    add_sample(&p, "m;f.part.0;h;f", 8);
    uint32_t *parts = tiers_parts(&p);
    size_t n = p.frames.n;
    assert_non_null(parts);
    profile_init(&joined, 1, TIME_NONE);
    assert_true(profile_merge_parts(&joined, &p, p.frames.rows, parts));
    mem_free(parts, n, sizeof *parts);
    assert_samples(&joined, "m;f;g 1\nm;f;f 2\nm;JS:~f;JS:*f 4\nm;f.part.0;h;f 8\n");
    profile_free(&p);
    profile_free(&joined);
}

static void frames_of_one_method_become_one(void **state)
{
    struct profile p;
    struct profile merged;
    struct tiers t;

    (void)state;
    tiers_init(&t);
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;a/B.f_[0]", 1);
    add_sample(&p, "main;a/B.f_[j]", 2);
    add_sample(&p, "main;a/B.f_[1]", 4);
    struct frame *rows = tiers_take(&t, &p, 0, SIDE_AFTER);
    assert_non_null(rows);
    profile_init(&merged, 1, TIME_NONE);
    assert_true(profile_merge_as(&merged, &p, rows));
    assert_int_equal(merged.frames.n, 3); /* the empty one, main, and a/B.f */
    assert_int_equal(merged.frames.rows[2].kind, KIND_JIT);
    mem_free(rows, p.frames.n, sizeof *rows);
    profile_free(&p);
    profile_free(&merged);
    tiers_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_tell_tiers),
        cmocka_unit_test(hotness_is_told_of_methods_of_java_only),
        cmocka_unit_test(clones_are_told),
        cmocka_unit_test(methods_named_like_clones_keep_their_names),
        cmocka_unit_test(numbers_of_a_run_are_left_out),
        cmocka_unit_test(parts_below_their_function_are_joined),
        cmocka_unit_test(other_names_tell_none),
        cmocka_unit_test(what_ran_otherwise_is_found),
        cmocka_unit_test(frames_of_one_method_become_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
