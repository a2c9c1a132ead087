/* Tests of render/theme and of every built-in theme. */
#include "render/theme/theme.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "render/flame/page.h"
#include "themes.h"

/* Of each v, both ends among them, and of all three. */
enum { SAMPLES = 9, CUBE = SAMPLES * SAMPLES * SAMPLES };

static double light(unsigned char channel)
{
    double v = channel / 255.0;

    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double luminance(struct colour c)
{
    return 0.2126 * light(c.r) + 0.7152 * light(c.g) + 0.0722 * light(c.b);
}

/* Of text, and of the mark of inlined frames. */
static void assert_reads(struct colour c)
{
    const unsigned part = 256 * FLAME_MARK_PERCENT / 100;
    struct colour mark = colour_mixed(c, (struct colour){0, 0, 0}, part);

    assert_true((luminance(c) + 0.05) / 0.05 >= 4.5);
    assert_true((luminance(c) + 0.05) / (luminance(mark) + 0.05) >= 3);
}

static void sample(size_t i, double v[3])
{
    for (size_t k = 0; k < 3; k++) {
        size_t step = i % SAMPLES;
        v[k] = (double)step / (SAMPLES - 1);
        i /= SAMPLES;
    }
}

static void black_text_and_marks_read_on_every_colour_of_every_theme(void **state)
{
    struct str name;
    struct str about;
    size_t n = 0;

    (void)state;
    for (; theme_listed(n, &name, &about); n++) {
        struct theme t = load(name.p);
        assert_true(about.n > 0);
        assert_true(str_equal(about, t.about));
        for (size_t c = 0; c < t.n_colours; c++) {
            for (size_t i = 0; i < CUBE; i++) {
                double v[3];
                sample(i, v);
                assert_reads(theme_colour_at(&t, c, v));
            }
        }
        for (unsigned part = 0; part <= 256; part++) {
            assert_reads(colour_mixed(t.unchanged, t.less, part));
            assert_reads(colour_mixed(t.unchanged, t.more, part));
        }
        theme_free(&t);
    }
    assert_int_equal(n, 21);
}

static unsigned char scale(int base, int span, double v)
{
    return (unsigned char)(base + (int)(span * v));
}

/* The ranges of flamegraph.pl, each channel as {base, span, which v}. */
static void classic_ranges_are_those_of_flamegraph(void **state)
{
    static const struct {
        const char *name;
        int channel[3][3];
    } classic[] = {
        {"hot", {{205, 50, 2}, {0, 230, 0}, {0, 55, 1}}},
        {"mem", {{0, 0, 2}, {190, 50, 1}, {0, 210, 0}}},
        {"io", {{80, 60, 0}, {80, 60, 0}, {190, 55, 1}}},
        {"red", {{200, 55, 0}, {50, 80, 0}, {50, 80, 0}}},
        {"green", {{50, 60, 0}, {200, 55, 0}, {50, 60, 0}}},
        {"blue", {{80, 60, 0}, {80, 60, 0}, {205, 50, 0}}},
        {"yellow", {{175, 55, 0}, {175, 55, 0}, {50, 20, 0}}},
        {"purple", {{190, 65, 0}, {80, 60, 0}, {190, 65, 0}}},
        {"aqua", {{50, 60, 0}, {165, 55, 0}, {165, 55, 0}}},
        {"orange", {{190, 65, 0}, {90, 65, 0}, {0, 0, 0}}},
    };

    (void)state;
    for (size_t k = 0; k < sizeof classic / sizeof classic[0]; k++) {
        const int(*c)[3] = classic[k].channel;
        struct theme t = load(classic[k].name);
        size_t index = theme_match(&t, STR("anything"), KIND_USER);
        for (size_t i = 0; i < CUBE; i++) {
            double v[3];
            sample(i, v);
            struct colour plain = {scale(c[0][0], c[0][1], v[c[0][2]]),
                                   scale(c[1][0], c[1][1], v[c[1][2]]),
                                   scale(c[2][0], c[2][1], v[c[2][2]])};
            assert_true(colour_equal(theme_colour_at(&t, index, v), colour_under_black(plain)));
        }
        theme_free(&t);
    }
}

/* What rules name has the classic colours. */
static void themes_of_languages_have_the_classic_colours(void **state)
{
    static const struct {
        const char *theme, *name, *classic;
    } rows[] = {
        {"java", "Java", "green"},        {"java", "inlined", "aqua"},
        {"java", "C++", "yellow"},        {"java", "kernel", "orange"},
        {"java", "other", "red"},         {"js", "JavaScript", "green"},
        {"js", "runtime", "aqua"},        {"js", "C++", "yellow"},
        {"js", "kernel", "orange"},       {"js", "other", "red"},
        {"perl", "Perl", "green"},        {"perl", "C++", "yellow"},
        {"perl", "kernel", "orange"},     {"perl", "other", "red"},
        {"python", "packages", "aqua"},   {"python", "standard library", "yellow"},
        {"python", "your code", "red"},   {"rust", "standard library", "orange"},
        {"rust", "other crates", "aqua"}, {"rust", "not Rust", "yellow"},
        {"chain", "wakers", "aqua"},      {"chain", "stack", "blue"},
    };
    const double v[3] = {0.37, 0.61, 0.83};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct theme t = load(rows[i].theme);
        struct theme plain = load(rows[i].classic);
        size_t c = 0;
        while (c < t.n_colours && !str_equal(t.colours[c].name, str_of(rows[i].name)))
            c++;
        assert_true(c < t.n_colours);
        assert_true(colour_equal(theme_colour_at(&t, c, v), theme_colour_at(&plain, 0, v)));
        theme_free(&plain);
        theme_free(&t);
    }
}

static const struct {
    const char *theme, *name, *colour;
} names_and_colours[] = {
    {"java", "java/lang/String.hash_[j]", "Java"},
    {"java", "Interpreter_[j]", "Java"},
    {"java", "Work.index(I)J_[0]", "Java"},
    {"java", "Work.index(I)J_[1]", "Java"},
    {"java", "Unsafe::copy_[i]", "inlined"},
    {"java", "java/util/HashMap.get", "Java"},
    {"java", "java.util.HashMap.get", "Java"},
    {"java", "Ljava/util/HashMap;::get", "Java"},
    {"java", "io/netty/channel/Channel.read", "Java"},
    {"java", "com/foo/Bar:::run", "Java"},
    {"java", "Lcom/foo/Bar:::run", "Java"},
    {"java", "scala/Bar:::run", "Java"},
    {"java", "JavaCalls::call_virtual", "C++"},
    {"java", "do_syscall_64_[k]", "kernel"},
    {"java", "std::sort_[k]", "C++"},
    {"java", "Interpreter", "other"},
    {"java", "Xjava/lang", "other"},
    {"java", "", "other"},
    {"js", "/app/server.js:12_[j]", "JavaScript"},
    {"js", "Builtin_[j]", "runtime"},
    {"js", "v8::internal::Heap", "C++"},
    {"js", "LazyCompile:~run /app/x.js:1", "JavaScript"},
    {"js", "node_modules/x/y.js:3", "JavaScript"},
    {"js", "server.js", "other"},
    {"js", "Stub:CEntry", "runtime"},
    {"js", " ", "JavaScript"},
    {"js", "  ", "other"},
    {"js", "tcp_v4_rcv_[k]", "kernel"},
    {"js", "a_[k]b", "kernel"},
    {"js", "main", "other"},
    {"perl", "Foo::bar", "C++"},
    {"perl", "Perl_pp_entersub", "Perl"},
    {"perl", "run.pl", "Perl"},
    {"perl", "read_[k]", "kernel"},
    {"perl", "main", "other"},
    {"python", ".venv/lib/python3.9/site-packages/click/core.py:12", "packages"},
    {"python", "x\\site-packages\\y.py", "packages"},
    {"python", "my-site-packages/y.py", "your code"},
    {"python", ".venv/lib/python3.9/time.py:12", "standard library"},
    {"python", "C:/Programs/Python/Python39/lib/thread.py", "standard library"},
    {"python", "python3.x/y.py", "your code"},
    {"python", "<built-in method time.sleep>", "standard library"},
    {"python", "<method 'append' of 'list' objects>", "standard library"},
    {"python", "<frozen importlib._bootstrap>:_load_unlocked:680", "standard library"},
    {"python", "/home/user/project/main.py:3", "your code"},
    {"rust", "core::ptr::drop_in_place", "standard library"},
    {"rust", "app`std::rt::lang_start", "standard library"},
    {"rust", "`alloc::vec", "standard library"},
    {"rust", "<alloc::boxed::Box<F,A> as core::ops::FnOnce>::call", "standard library"},
    {"rust", "<core::iter::Map as x>::next", "standard library"},
    {"rust", "<core::future::from_generator::GenFuture<T> as x>::poll", "other crates"},
    {"rust", "app`tokio::runtime::run", "other crates"},
    {"rust", "core::a`main", "not Rust"},
    {"rust", "__libc_start_main", "not Rust"},
    {"wakeup", "anything_[k]", "aqua"},
    {"chain", "schedule_[w]", "wakers"},
    {"chain", "a_[w]_[k]", "wakers"},
    {"chain", "schedule", "stack"},
    {"kinds", "a_[k]", "kernel"},
    {"kinds", "a_[j]", "JIT"},
    {"kinds", "a_[1]", "JIT"},
    {"kinds", "a_[0]", "user"},
    {"kinds", "a_[i]", "inlined"},
    {"kinds", "a_[w]", "guest, waker"},
    {"kinds", "[unknown]", "no name"},
    {"kinds", "a", "unmarked"},
    {"safe", "a_[k]", "kernel"},
    {"safe", "[unknown]", "no name"},
    {"safe", "[not sampled]", "not sampled"},
    {"auto", "[not sampled]", "not sampled"},
    {"safe", "a", "unmarked"},
};

static void names_take_the_colours_of_their_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names_and_colours / sizeof names_and_colours[0]; i++) {
        struct theme t = load(names_and_colours[i].theme);
        size_t index = theme_match(&t, str_of(names_and_colours[i].name), KIND_UNKNOWN);
        if (!str_equal(t.colours[index].name, str_of(names_and_colours[i].colour)))
            fail_msg("%s: %s is %.*s, wanted %s", names_and_colours[i].theme,
                     names_and_colours[i].name, (int)t.colours[index].name.n,
                     t.colours[index].name.p, names_and_colours[i].colour);
        theme_free(&t);
    }
}

static void a_kind_needs_no_mark(void **state)
{
    struct theme java = load("java");
    struct theme kinds = load("kinds");

    (void)state;
    assert_true(
        str_equal(java.colours[theme_match(&java, STR("read"), KIND_KERNEL)].name, STR("kernel")));
    assert_true(
        str_equal(java.colours[theme_match(&java, STR("f::g"), KIND_JIT)].name, STR("Java")));
    assert_true(
        str_equal(kinds.colours[theme_match(&kinds, STR("f"), KIND_USER)].name, STR("user")));
    assert_true(
        str_equal(kinds.colours[theme_match(&kinds, STR("f_[k]"), KIND_USER)].name, STR("user")));
    theme_free(&java);
    theme_free(&kinds);
}

static void backgrounds_follow_the_palette(void **state)
{
    static const struct {
        const char *background;
        const char *themes[8];
    } rows[] = {
        {"green", {"mem"}},
        {"blue", {"io", "wakeup", "chain"}},
        {"grey", {"red", "green", "blue", "aqua", "yellow", "purple", "orange"}},
        {"yellow", {"hot", "java", "js", "perl", "python", "rust"}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct background b;
        assert_true(background_parse(str_of(rows[i].background), &b));
        for (size_t k = 0; k < 8 && rows[i].themes[k]; k++) {
            struct theme t = load(rows[i].themes[k]);
            assert_memory_equal(&t.background, &b, sizeof b);
            assert_int_equal(t.wakers, strcmp(rows[i].themes[k], "chain") == 0);
            theme_free(&t);
        }
    }
}

/* Linear light as a reader with no long, middle or short cones sees it (Machado, Oliveira and
 * Fernandes, 2009, severity 1). */
static const double sight[4][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};

static void multiply(const double m[3][3], const double from[3], double to[3])
{
    for (size_t i = 0; i < 3; i++)
        to[i] = fmax(0, m[i][0] * from[0] + m[i][1] * from[1] + m[i][2] * from[2]);
}

/* Oklab (Ottosson, 2020): distances in it follow what people see; 0.02 is just noticeable. */
static void to_oklab(struct colour c, const double eyes[3][3], double lab[3])
{
    static const double cones[3][3] = {{0.4122214708, 0.5363325363, 0.0514459929},
                                       {0.2119034982, 0.6806995451, 0.1073969566},
                                       {0.0883024619, 0.2817188376, 0.6299787005}};
    const double linear[3] = {light(c.r), light(c.g), light(c.b)};
    double seen[3];
    double lms[3];

    multiply(eyes, linear, seen);
    multiply(cones, seen, lms);
    for (size_t i = 0; i < 3; i++)
        lms[i] = cbrt(lms[i]);
    lab[0] = 0.2104542553 * lms[0] + 0.7936177850 * lms[1] - 0.0040720468 * lms[2];
    lab[1] = 1.9779984951 * lms[0] - 2.4285922050 * lms[1] + 0.4505937099 * lms[2];
    lab[2] = 0.0259040371 * lms[0] + 0.7827717662 * lms[1] - 0.8086757660 * lms[2];
}

static double distance(struct colour a, struct colour b, const double eyes[3][3])
{
    double x[3];
    double y[3];

    to_oklab(a, eyes, x);
    to_oklab(b, eyes, y);
    return sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
                (x[2] - y[2]) * (x[2] - y[2]));
}

static void safe_keeps_its_kinds_apart_for_every_reader(void **state)
{
    struct theme t = load("safe");

    (void)state;
    for (size_t i = 0; i < t.n_colours * SAMPLES; i++) {
        for (size_t k = 0; k < t.n_colours * SAMPLES; k++) {
            double v[3];
            if (i / SAMPLES == k / SAMPLES)
                continue;
            sample(i % SAMPLES, v);
            struct colour a = theme_colour_at(&t, i / SAMPLES, v);
            sample(k % SAMPLES, v);
            struct colour b = theme_colour_at(&t, k / SAMPLES, v);
            for (size_t eyes = 0; eyes < 4; eyes++)
                assert_true(distance(a, b, sight[eyes]) > 0.06);
        }
    }
    theme_free(&t);
}

/* The least distance between any two shades of two colours, for readers who see all colours or have
 * no long or no middle cones. */
static double least_distance(const struct theme *t, size_t i, size_t k)
{
    double least = 1;

    for (size_t n = 0; n < 4; n++) {
        const double x = n & 1 ? 1 : 0;
        const double y = n & 2 ? 1 : 0;
        const double a[3] = {x, x, x};
        const double b[3] = {y, y, y};
        for (size_t eyes = 0; eyes < 3; eyes++)
            least = fmin(least,
                         distance(theme_colour_at(t, i, a), theme_colour_at(t, k, b), sight[eyes]));
    }
    return least;
}

static void the_default_theme_keeps_its_colours_apart(void **state)
{
    struct theme t = load("auto");

    (void)state;
    for (size_t i = 0; i < t.n_colours; i++)
        for (size_t k = 0; k < i; k++)
            if (least_distance(&t, i, k) < 0.03)
                fail_msg("%.*s and %.*s are too much alike", (int)t.colours[i].name.n,
                         t.colours[i].name.p, (int)t.colours[k].name.n, t.colours[k].name.p);
    /* Parts of a program stand beside each other everywhere. */
    for (size_t i = 0; i < t.n_divided_into; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(least_distance(&t, t.divided_into[i], t.divided_into[k]) > 0.05);
    theme_free(&t);
}

static void the_default_ground_is_plain(void **state)
{
    static const char *const names[] = {"auto", "kinds", "safe"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct theme t = load(names[i]);
        const struct background *b = &t.background;
        assert_true(colour_equal(b->top, (struct colour){0xff, 0xff, 0xff}));
        assert_true(colour_equal(b->top, b->bottom));
        assert_true(colour_equal(b->dark_top, (struct colour){0x17, 0x19, 0x1c}));
        assert_true(colour_equal(b->dark_top, b->dark_bottom));
        theme_free(&t);
    }
}

static void a_name_that_is_no_theme_is_a_usage_fault_with_the_nearest(void **state)
{
    struct theme t;
    struct fault f = {0};

    (void)state;
    assert_false(theme_load(&t, "jawa", &f));
    theme_free(&t);
    assert_int_equal(f.kind, FAULT_USAGE);
    assert_string_equal(
        f.text, "\"jawa\" is neither a theme nor a file, did you mean \"java\"; themes: "
                "aqua, auto, blue, chain, green, hot, io, java, js, kinds, mem, orange, perl, "
                "purple, python, red-blue, red, rust, safe, wakeup, yellow");
}

static void hostile_names_are_usage_faults(void **state)
{
    static const char *const names[] = {"",          "../nothing/here.theme", "\x1b[31m", "Hot",
                                        "</script>", "no/such/folder/x.theme"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct theme t;
        struct fault f = {0};
        assert_false(theme_load(&t, names[i], &f));
        theme_free(&t);
        assert_int_equal(f.kind, FAULT_USAGE);
        assert_null(strchr(f.text, '\x1b'));
    }
}

static void a_theme_is_read_from_a_file(void **state)
{
    char path[] = "/tmp/theme-XXXXXX";
    const char text[] = "colour a = #204060 .. #8090a0\notherwise -> a\n";
    struct theme t;
    struct fault f = {0};

    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, sizeof text - 1), sizeof text - 1);
    close(fd);
    bool good = theme_load(&t, path, &f);
    unlink(path);
    assert_true(good);
    assert_int_equal(t.colours[0].r.base, 0x20);
    assert_int_equal(t.colours[0].r.span, 0x60);
    assert_int_equal(t.n_rules, 1);
    theme_free(&t);
}

static const struct {
    const char *text, *fault;
} broken_files[] = {
    {"", "x:1: the file ends, wanted otherwise -> COLOUR"},
    {"# only\n", "x:1: the file ends, wanted otherwise -> COLOUR"},
    {"colour a = #102030\n\nis x -> a", "x:3: the file ends, wanted otherwise -> COLOUR"},
    {"colour", "x:1: the line ends, wanted a new name for a colour"},
    {"colour a #102030", "x:1: found \"#102030\", wanted ="},
    {"colour a = 256 0 0",
     "x:1: found \"256\", wanted a channel such as 90, 230*v1 or 205+50*v3 that stays in 0 to "
     "255"},
    {"colour a = 0 0",
     "x:1: the line ends, wanted a channel such as 90, 230*v1 or 205+50*v3 that stays in 0 to "
     "255"},
    {"colour a = 206+50*v3 0 0",
     "x:1: found \"206+50*v3\", wanted a channel such as 90, 230*v1 or 205+50*v3 that stays in "
     "0 to 255"},
    {"colour a = 0-1*v1 0 0",
     "x:1: found \"0-1*v1\", wanted a channel such as 90, 230*v1 or 205+50*v3 that stays in 0 "
     "to 255"},
    {"colour a = 0 0 5*v4",
     "x:1: found \"5*v4\", wanted a channel such as 90, 230*v1 or 205+50*v3 that stays in 0 to "
     "255"},
    {"colour a = #1020", "x:1: found \"#1020\", wanted a colour as #rrggbb"},
    {"colour a = #102030 ..", "x:1: the line ends, wanted a colour as #rrggbb"},
    {"colour a = #102030 x", "x:1: found \"x\", wanted the end of the line"},
    {"colour a = 0 0 0\ncolour a = 1 1 1", "x:2: found \"a\", wanted a new name for a colour"},
    {"background pink", "x:1: found \"pink\", wanted yellow, blue, green, grey or #rrggbb"},
    {"background", "x:1: the line ends, wanted yellow, blue, green, grey or #rrggbb"},
    {"dark-background red", "x:1: found \"red\", wanted a colour as #rrggbb"},
    {"after-first ab", "x:1: found \"ab\", wanted one character"},
    {"wakers yes", "x:1: found \"yes\", wanted the end of the line"},
    {"otherwise -> a", "x:1: found \"a\", wanted the name of a colour from a line above"},
    {"otherwise a", "x:1: found \"a\", wanted -> and a colour"},
    {"contains -> a", "x:1: found \"->\", wanted a text to look for"},
    {"contains \"\" -> a", "x:1: found \"\", wanted a text to look for"},
    {"contains a ... -> a", "x:1: found \"->\", wanted a text to look for"},
    {"contains \"a -> a", "x:1: a quote is not closed"},
    {"kind core -> a",
     "x:1: found \"core\", wanted a kind: unknown, user, kernel, inlined, jit, waker or guest"},
    {"kind -> a",
     "x:1: found \"->\", wanted a kind: unknown, user, kernel, inlined, jit, waker or guest"},
    {"color a = 0 0 0",
     "x:1: found \"color\", wanted about, background, dark-background, wakers, after-first, "
     "change, colour, divide, undivided, inlined-as-caller, starts, ends, contains, part, is, kind "
     "or otherwise"},
    {"colour a = 0 0 0\notherwise -> a\nis x -> a",
     "x:3: found \"is\", wanted no rule after otherwise: it would not be used"},
    {"\x1b[0m", "x:1: found \"\\x1B[0m\", wanted about, background, dark-background, wakers, "
                "after-first, change, colour, divide, undivided, inlined-as-caller, starts, ends, "
                "contains, part, is, kind or otherwise"},
    {"undivided a", "x:1: found \"a\", wanted the name of a colour from a line above"},
    {"divide", "x:1: the line ends, wanted a percentage from 0 to 100"},
    {"divide 101 a", "x:1: found \"101\", wanted a percentage from 0 to 100"},
    {"divide 60", "x:1: the line ends, wanted the name of a colour from a line above"},
    {"divide 60 a", "x:1: found \"a\", wanted the name of a colour from a line above"},
    {"colour a = 0 0 0\ndivide 60 a a a a a a a", "x:2: found \"a\", wanted at most 6 colours"},
    {"inlined-as-caller yes", "x:1: found \"yes\", wanted the end of the line"},
};

static void broken_files_are_faults_that_name_the_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken_files / sizeof broken_files[0]; i++) {
        struct theme t;
        struct fault f = {0};
        assert_false(theme_parse(&t, "x", str_of(broken_files[i].text), &f));
        theme_free(&t);
        assert_int_equal(f.kind, FAULT_INPUT);
        assert_string_equal(f.text, broken_files[i].fault);
    }
}

static void every_word_of_the_format_is_understood(void **state)
{
    const char *text = "\t# indented comment\r\n"
                       "about   Five \"quoted\" words here  \r\n"
                       "background #102030 #405060\r\n"
                       "dark-background #000001 #000002\r\n"
                       "after-first \"!\"\r\n"
                       "wakers\r\n"
                       "colour a = 10 20+5*v1 200-100*v2\r\n"
                       "colour b = #ffffff\r\n"
                       "contains x ... y ... z \"p q\" and ends 1 2 -> b\r\n"
                       "is \"\" -> b\r\n"
                       "otherwise -> a";
    struct theme t;
    struct fault f = {0};

    (void)state;
    assert_true(theme_parse(&t, "x", str_of(text), &f));
    assert_true(str_equal(t.about, STR("Five \"quoted\" words here")));
    assert_true(colour_equal(t.background.bottom, (struct colour){0x40, 0x50, 0x60}));
    assert_true(colour_equal(t.background.dark_bottom, (struct colour){0, 0, 2}));
    assert_true(t.wakers);
    assert_int_equal(theme_match(&t, STR("xyz1"), KIND_USER), 1);
    assert_int_equal(theme_match(&t, STR("x-y-z-2"), KIND_USER), 1);
    assert_int_equal(theme_match(&t, STR("p q1"), KIND_USER), 1);
    assert_int_equal(theme_match(&t, STR("!"), KIND_USER), 1);
    assert_int_equal(theme_match(&t, STR("xyz3"), KIND_USER), 0);
    assert_int_equal(theme_match(&t, STR("zyx1"), KIND_USER), 0);
    assert_int_equal(theme_match(&t, STR("xyz!1"), KIND_USER), 0);
    assert_int_equal(theme_match(&t, STR("!xyz1"), KIND_USER), 1);
    assert_int_equal(theme_match(&t, STR(""), KIND_USER), 1);
    theme_free(&t);
}

static void every_prefix_of_a_theme_is_whole_or_a_fault(void **state)
{
    const char *text = "about x\ncolour a = 10 20+5*v1 200-100*v2\nkind jit and part p# -> a\n"
                       "contains x ... \"y z\" -> a\notherwise -> a\n";

    (void)state;
    for (size_t n = 0; n <= strlen(text); n++) {
        struct theme t;
        struct fault f = {0};
        bool good = theme_parse(&t, "x", (struct str){text, n}, &f);
        assert_int_equal(good, n >= strlen(text) - 1);
        assert_int_equal(f.kind, good ? FAULT_NONE : FAULT_INPUT);
        theme_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(black_text_and_marks_read_on_every_colour_of_every_theme),
        cmocka_unit_test(classic_ranges_are_those_of_flamegraph),
        cmocka_unit_test(themes_of_languages_have_the_classic_colours),
        cmocka_unit_test(names_take_the_colours_of_their_rules),
        cmocka_unit_test(a_kind_needs_no_mark),
        cmocka_unit_test(backgrounds_follow_the_palette),
        cmocka_unit_test(safe_keeps_its_kinds_apart_for_every_reader),
        cmocka_unit_test(the_default_theme_keeps_its_colours_apart),
        cmocka_unit_test(the_default_ground_is_plain),
        cmocka_unit_test(a_name_that_is_no_theme_is_a_usage_fault_with_the_nearest),
        cmocka_unit_test(hostile_names_are_usage_faults),
        cmocka_unit_test(a_theme_is_read_from_a_file),
        cmocka_unit_test(broken_files_are_faults_that_name_the_line),
        cmocka_unit_test(every_word_of_the_format_is_understood),
        cmocka_unit_test(every_prefix_of_a_theme_is_whole_or_a_fault),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
