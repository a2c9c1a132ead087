/* render/common/text: cleaning, measuring, shortening, escaping. */
#include "render/common/text.h"

#include "unit.h"

#include "base/utf8.h"

#define DOTS "\xE2\x80\xA6"
#define LOST "\xEF\xBF\xBD"
#define CHINESE "\xE4\xB8\xAD\xE6\x96\x87"
#define E_E_E "e\xCC\x81\x65\xCC\x81\x65\xCC\x81"

static void assert_clean(struct str raw, const char *wanted)
{
    struct buf b = {0};

    text_clean(raw, &b);
    assert_str(buf_str(&b), wanted);
    buf_free(&b);
}

static void assert_fit(const char *text, size_t cells, enum text_cut cut, const char *wanted)
{
    struct buf b = {0};

    buf_add(&b, STR("|"));
    text_fit(str_of(text), cells, cut, &b);
    struct str got = str_from_to(buf_str(&b), 1, b.n);
    assert_str(got, wanted);
    assert_in_range(text_cells(got), 0, cells);
    buf_free(&b);
}

static void in_tables_a_name_loses_its_middle_once_its_arguments_are_gone(void **state)
{
    (void)state;
    assert_fit("short", 20, TEXT_CUT_MIDDLE, "short");
    assert_fit("std::map<int, long>::find(int const&)", 20, TEXT_CUT_MIDDLE,
               "std::map<\xE2\x80\xA6>::find(\xE2\x80\xA6)");
    assert_fit("a_name_of_thirty_letters_in_all", 16, TEXT_CUT_MIDDLE,
               "a_nam\xE2\x80\xA6"
               "ers_in_all");
    assert_fit(CHINESE CHINESE CHINESE CHINESE, 13, TEXT_CUT_MIDDLE,
               CHINESE "\xE2\x80\xA6" CHINESE CHINESE);
    assert_fit("abcdefg", 6, TEXT_CUT_MIDDLE,
               "a\xE2\x80\xA6"
               "defg");
    assert_fit("abcdef", 3, TEXT_CUT_MIDDLE, "");
    assert_fit("abcdef", 2, TEXT_CUT_MIDDLE, "");
}

static void plain_names_stay_as_they_are(void **state)
{
    (void)state;
    assert_clean(STR(""), "");
    assert_clean(STR("main"), "main");
    assert_clean(STR("std::map<int, long>::find(int const&) const ~ `'\"\\"),
                 "std::map<int, long>::find(int const&) const ~ `'\"\\");
    assert_clean(STR("\xE4\xB8\xAD\xE6\x96\x87 caf\xC3\xA9 \xF0\x9F\x94\xA5"),
                 "\xE4\xB8\xAD\xE6\x96\x87 caf\xC3\xA9 \xF0\x9F\x94\xA5");
}

static void controls_become_replacements_wherever_they_stand(void **state)
{
    char text[24];

    (void)state;
    for (size_t at = 0; at < 20; at++) {
        memset(text, 'a', sizeof text);
        text[at] = 0x1b;
        struct buf b = {0};
        text_clean((struct str){text, 20}, &b);
        assert_int_equal(b.n, 22);
        assert_memory_equal(b.p + at, LOST, 3);
        buf_free(&b);
    }
    assert_clean((struct str){"a\0b", 3}, "a" LOST "b");
    assert_clean(STR("a\nb\rc\x7F"
                     "d\xC2\x9B\x65\xEF\xBF\xBE"),
                 "a" LOST "b" LOST "c" LOST "d" LOST "e" LOST);
}

static void a_tab_becomes_a_blank(void **state)
{
    (void)state;
    assert_clean(STR("a\tb"), "a b");
}

static void invalid_bytes_become_replacements(void **state)
{
    (void)state;
    assert_clean(STR("\xC0\xBC"), LOST LOST);
    assert_clean(STR("a\xED\xA0\x80z"), "a" LOST LOST LOST "z");
    assert_clean(STR("\xF0\x9F\x94"), LOST);
}

static void what_hides_is_shown(void **state)
{
    (void)state;
    assert_clean(STR("a\xE2\x80\xAEz"), "a<U+202E>z");
    assert_clean(STR("\xC2\xAD"), "<U+00AD>");
    assert_clean(STR("\xE2\x80\x8B\xE2\x80\xA8\xEF\xBB\xBF"), "<U+200B><U+2028><U+FEFF>");
    assert_clean(STR("\xF3\xA0\x81\x81"), "<U+E0041>");
}

/* Whatever two bytes stand between letters, the result is valid and holds no control. */
static void clean_text_is_valid_and_visible(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 0x10000; i++) {
        char raw[5] = {'a', (char)(i >> 8), (char)(i & 255), (char)0x80, 'z'};
        struct buf b = {0};
        text_clean((struct str){raw, 5}, &b);
        for (size_t at = 0; at < b.n;) {
            bool valid;
            uint32_t point = utf8_next_checked(buf_str(&b), &at, &valid);
            assert_true(valid);
            assert_int_equal(utf8_class_of(point), UTF8_PLAIN);
        }
        buf_free(&b);
    }
}

static void cells_count_wide_letters_twice_and_marks_not(void **state)
{
    (void)state;
    assert_int_equal(text_cells(STR("")), 0);
    assert_int_equal(text_cells(STR("0123456789abcdef!")), 17);
    assert_int_equal(text_cells(STR("a\xE4\xB8\xAD"
                                    "b")),
                     4);
    assert_int_equal(text_cells(STR("e\xCC\x81")), 1);
    assert_int_equal(text_cells(STR("\xF0\x9F\x94\xA5")), 2);
}

static void what_fits_is_not_cut(void **state)
{
    (void)state;
    assert_fit("main", 4, TEXT_CUT_RIGHT, "main");
    assert_fit("a<b>", 4, TEXT_CUT_SMART, "a<b>");
    assert_fit("ab", 2, TEXT_CUT_RIGHT, "ab");
    assert_fit("", 0, TEXT_CUT_SMART, "");
}

static void the_end_goes(void **state)
{
    (void)state;
    assert_fit("allocate", 7, TEXT_CUT_RIGHT, "alloca" DOTS);
    assert_fit("allocate", 6, TEXT_CUT_RIGHT, "alloc" DOTS);
    assert_fit("malloc", 2, TEXT_CUT_RIGHT, "");
    assert_fit("malloc", 0, TEXT_CUT_SMART, "");
}

static void a_letter_is_cut_whole(void **state)
{
    (void)state;
    assert_fit(E_E_E E_E_E "e\xCC\x81", 6, TEXT_CUT_RIGHT, "e\xCC\x81\x65\xCC\x81" E_E_E DOTS);
    assert_fit(CHINESE CHINESE CHINESE, 11, TEXT_CUT_RIGHT, CHINESE CHINESE "\xE4\xB8\xAD" DOTS);
    assert_fit(CHINESE CHINESE CHINESE, 10, TEXT_CUT_RIGHT, "");
}

/* Whether a text is a whole name or has enough letters. */
static bool says_enough(struct str text)
{
    size_t letters = 0;

    for (size_t at = 0; at < text.n;) {
        uint32_t point = utf8_next(text, &at);
        letters += point >= 0x80 ? point != 0x2026 : strchr("<>()[]:.$_*, ", (char)point) == NULL;
    }
    return letters >= 5 || str_find(text, 0, STR(DOTS)) == text.n;
}

static void a_cut_name_has_five_letters_or_nothing_is_shown(void **state)
{
    static const char *const names[] = {
        "std::map<int, long>::find(int const&)",
        "java.util.List.of",
        "__x64_sys_read",
        "main.(*T).f.func1",
        "<module>",
        "[libc.so.6]",
        "\xD0\xBE\xD0\xBF\xD0\xB5\xD1\x80::\xD1\x87\xD1\x82\xD0\xB5\xD0\xBD",
    };

    (void)state;
    assert_fit("malloc", 5, TEXT_CUT_RIGHT, "");
    assert_fit("malloc", 5, TEXT_CUT_SMART, "");
    assert_fit("free_all", 6, TEXT_CUT_SMART, "fr" DOTS "all");
    assert_fit("freeall", 6, TEXT_CUT_SMART, DOTS "eeall");
    assert_fit("[unknown]", 6, TEXT_CUT_SMART, "");
    assert_fit("[unknown]", 7, TEXT_CUT_SMART, "[unkno" DOTS);
    assert_fit("net::Book::fill", 11, TEXT_CUT_SMART, DOTS "Book::fill");
    assert_fit("net::Book::fill", 10, TEXT_CUT_SMART, "Book:" DOTS "fill");
    assert_fit("net::Book::fill", 6, TEXT_CUT_SMART, "B" DOTS "fill");
    assert_fit("net::Book::fill", 5, TEXT_CUT_SMART, "");
    assert_fit("fill(int, long)", 7, TEXT_CUT_SMART, "fill");
    assert_fit("fill(int, long)", 4, TEXT_CUT_SMART, "fill");
    assert_fit("[[[[a]]]]", 6, TEXT_CUT_SMART, "[[[[a" DOTS);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t cells = 0; cells < 40; cells++)
            for (enum text_cut cut = TEXT_CUT_SMART; cut <= TEXT_CUT_RIGHT; cut++) {
                struct buf b = {0};
                text_fit(str_of(names[i]), cells, cut, &b);
                assert_true(says_enough(buf_str(&b)));
                buf_free(&b);
            }
}

static void arguments_shrink_from_the_innermost(void **state)
{
    const char *name = "std::map<std::string, std::vector<int, std::allocator<int>>>::find";

    (void)state;
    assert_fit(name, 64, TEXT_CUT_SMART,
               "std::map<std::string, std::vector<int, std::allocator<" DOTS ">>>::find");
    assert_fit(name, 60, TEXT_CUT_SMART, "std::map<std::string, std::vector<" DOTS ">>::find");
    assert_fit(name, 30, TEXT_CUT_SMART, "std::map<" DOTS ">::find");
    assert_fit(name, 17, TEXT_CUT_SMART, "std::map<" DOTS ">::find");
    assert_fit(name, 16, TEXT_CUT_SMART, DOTS "map<" DOTS ">::find");
    assert_fit(name, 12, TEXT_CUT_SMART, "map<std" DOTS "find");
    assert_fit(name, 30, TEXT_CUT_RIGHT, "std::map<std::string, std::ve" DOTS);
}

static void of_arguments_at_one_depth_the_longest_shrink_first(void **state)
{
    (void)state;
    assert_fit("pair<int>::swap<std::string>", 20, TEXT_CUT_SMART, "pair<int>::swap<" DOTS ">");
    assert_fit("pair<int>::swap<std::string>", 17, TEXT_CUT_SMART,
               "pair<" DOTS ">::swap<" DOTS ">");
}

static void two_ellipses_never_meet(void **state)
{
    (void)state;
    assert_fit("vector<unsigned long>::push_back", 20, TEXT_CUT_SMART,
               "vector<" DOTS ">::push_back");
    for (size_t cells = 10; cells < 20; cells++)
        assert_fit("vector<unsigned long>::push_back", cells, TEXT_CUT_SMART, DOTS "push_back");
    assert_fit("vector<unsigned long>::push_back", 9, TEXT_CUT_SMART, DOTS "ush_back");
}

static void operators_are_no_arguments(void **state)
{
    (void)state;
    assert_fit("Path::operator<(Path const&) const> tail", 16, TEXT_CUT_SMART, "Path::operator<");
    assert_fit("operator<<(ostream&, vector<int, allocator<int>>)", 33, TEXT_CUT_SMART,
               "operator<<(ostream&, vector<" DOTS ">)");
    assert_fit("list<unsigned>::operator->() const", 27, TEXT_CUT_SMART,
               "list<" DOTS ">::operator->() const");
    assert_fit("operator< <unsigned long long>(int)", 20, TEXT_CUT_SMART,
               "operator< <" DOTS ">(int)");
    assert_fit("operator<=><unsigned long long>(int)", 20, TEXT_CUT_SMART,
               "operator<=><" DOTS ">(int)");
    assert_fit("f()::{lambda(auto)#1}::operator()<unsigned long>(int)", 44, TEXT_CUT_SMART,
               "f()::{lambda(auto)#1}::operator()<" DOTS ">(int)");
    assert_fit("box<decltype(f()) (*)(int) -> unsigned>::get", 15, TEXT_CUT_SMART,
               "box<" DOTS ">::get");
}

static void names_that_end_in_operator_take_arguments(void **state)
{
    (void)state;
    assert_fit("my_operator<unsigned long>::run", 20, TEXT_CUT_SMART, "my_operator<" DOTS ">::run");
}

static void rust_paths_shrink(void **state)
{
    (void)state;
    assert_fit("<alloc::vec::Vec<T> as core::ops::Drop>::drop", 20, TEXT_CUT_SMART,
               DOTS "vec::Vec::drop");
    assert_fit("<demo::Word as demo::Score>::score", 17, TEXT_CUT_SMART, "demo::Word::score");
    assert_fit("<demo::Word>::score_of_all", 26, TEXT_CUT_SMART, "<demo::Word>::score_of_all");
    assert_fit("<demo::Word>::score_of_all", 24, TEXT_CUT_SMART, "demo::Word::score_of_all");
    assert_fit("<frozen importlib._bootstrap>:find:9", 33, TEXT_CUT_SMART,
               "importlib._bootstrap:find:9");
    assert_fit("<dyn demo::Any as demo::Score>::score", 20, TEXT_CUT_SMART, "<" DOTS ">::score");
    assert_fit("<demo::Word as demo::Score", 10, TEXT_CUT_SMART, DOTS "mo::Score");
    assert_fit("core::slice::<impl [T]>::sort_unstable", 32, TEXT_CUT_SMART,
               "core::slice::<" DOTS ">::sort_unstable");
    assert_fit("run::<Box<dyn Fn(&str) -> u64 + Send>>", 20, TEXT_CUT_SMART,
               "run::<Box<" DOTS ">>");
}

static void packages_go_before_a_class(void **state)
{
    (void)state;
    assert_fit("java.util.concurrent.FutureTask.run", 20, TEXT_CUT_SMART, DOTS "FutureTask.run");
    assert_fit("java.util.concurrent.FutureTask.run", 30, TEXT_CUT_SMART,
               DOTS "concurrent.FutureTask.run");
    assert_fit("java.base/java.util.List.of", 20, TEXT_CUT_SMART, DOTS "java.util.List.of");
    assert_fit("java.base/java.util.List.of", 10, TEXT_CUT_SMART, DOTS "List.of");
    assert_fit("os.path.join.something", 12, TEXT_CUT_SMART, DOTS "something");
}

static void the_own_name_of_a_function_stays_longest(void **state)
{
    const char *const java = "io.netty.channel.AbstractChannelHandlerContext.fireChannelRead";
    const char *const cpp = "void shop::orders::Book::fill(std::vector<Order> const&, int) const";

    (void)state;
    assert_fit(java, 50, TEXT_CUT_SMART, DOTS "AbstractChannelHandlerContext.fireChannelRead");
    assert_fit(java, 40, TEXT_CUT_SMART, DOTS "ChannelHandlerContext.fireChannelRead");
    assert_fit(java, 24, TEXT_CUT_SMART, DOTS "Context.fireChannelRead");
    assert_fit(java, 20, TEXT_CUT_SMART, DOTS "fireChannelRead");
    assert_fit(java, 10, TEXT_CUT_SMART, DOTS "annelRead");
    assert_fit(cpp, 63, TEXT_CUT_SMART,
               "void shop::orders::Book::fill(std::vector<" DOTS "> const&, int) const");
    assert_fit(cpp, 34, TEXT_CUT_SMART, "void shop::orders::Book::fill(" DOTS ")");
    assert_fit(cpp, 30, TEXT_CUT_SMART, "shop::orders::Book::fill");
    assert_fit(cpp, 20, TEXT_CUT_SMART, DOTS "orders::Book::fill");
    assert_fit(cpp, 11, TEXT_CUT_SMART, DOTS "Book::fill");
    assert_fit(cpp, 10, TEXT_CUT_SMART, "Book:" DOTS "fill");
}

static void functions_that_say_nothing_alone_keep_their_class(void **state)
{
    (void)state;
    assert_fit("java.util.concurrent.FutureTask.run", 14, TEXT_CUT_SMART, DOTS "utureTask.run");
    assert_fit("java.util.concurrent.FutureTask.run", 8, TEXT_CUT_SMART, "FutureT" DOTS);
    assert_fit("java.util.Executors$RunnableAdapter.call", 9, TEXT_CUT_SMART, "Runnable" DOTS);
    assert_fit("server::accept_loop::{{closure}}", 8, TEXT_CUT_SMART, "accept_" DOTS);
    assert_fit("Worker::operator()(int) const", 8, TEXT_CUT_SMART, "Worker:" DOTS);
    assert_fit("main.(*Server).Serve.func1", 6, TEXT_CUT_SMART, "Serve" DOTS);
}

static void the_place_of_a_function_goes_before_its_name(void **state)
{
    (void)state;
    assert_fit("hashKeys /srv/app/work.js:10:5", 12, TEXT_CUT_SMART, "hashKeys");
    assert_fit("hashKeys (work.js:10)", 12, TEXT_CUT_SMART, "hashKeys");
    assert_fit("JS:* /srv/app/work.js:10:5", 14, TEXT_CUT_SMART, DOTS "work.js:10:5");
    assert_fit("<module> (/srv/app/job.py:1)", 12, TEXT_CUT_SMART, DOTS "job.py:1)");
    assert_fit("processTicks node:internal/process/task_queues:95:5", 15, TEXT_CUT_SMART,
               "processTicks");
    assert_fit("core::fmt::write::h0123456789abcdef", 16, TEXT_CUT_SMART, "core::fmt::write");
    assert_fit("do_work.constprop.0", 12, TEXT_CUT_SMART, "do_work");
    assert_fit("int [System.Private.CoreLib] System.Threading.Thread::Start()[Tier0]", 14,
               TEXT_CUT_SMART, DOTS "Thread::Start");
}

static void functions_in_functions_and_of_receivers_are_names(void **state)
{
    (void)state;
    assert_fit("main.(*Server).Serve", 16, TEXT_CUT_SMART, DOTS "(*Server).Serve");
    assert_fit("main.(*Server).Serve", 9, TEXT_CUT_SMART, DOTS "Serve");
    assert_fit("run(int)::{lambda(auto)#1}::operator()<unsigned long>(int)", 32, TEXT_CUT_SMART,
               DOTS "{lambda(auto)#1}::operator()<" DOTS ">");
    assert_fit("app.main(int).worker(string)", 14, TEXT_CUT_SMART, DOTS "worker");
    assert_fit("operator new(unsigned long)", 20, TEXT_CUT_SMART, "operator new(" DOTS ")");
    assert_fit("(anonymous namespace)::helper", 10, TEXT_CUT_SMART, DOTS "helper");
}

static void what_is_in_brackets_keeps_its_start(void **state)
{
    (void)state;
    assert_fit("[libpthread-2.31.so]", 10, TEXT_CUT_SMART, "[libpthre" DOTS);
    assert_fit("[unknown]", 8, TEXT_CUT_SMART, "[unknow" DOTS);
}

/* Every other way to shorten a name fits too, and is not what the first way gives. */
static void other_ways_to_shorten_fit(void **state)
{
    static const char *const names[] = {
        "io/netty/channel/AbstractChannelHandlerContext:.flush",
        "std::__introsort_loop<shop::orders::Order*, std::vector<shop::orders::Order> >",
        "__netif_receive_skb_core",
        "(anonymous namespace)::InspectorConsoleCall(int)",
        "e\xCC\x81\x65\xCC\x81\x65\xCC\x81\x65\xCC\x81",
    };
    unsigned n = 0;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t cells = 0; cells < 90; cells++)
            for (unsigned nth = 0; nth < TEXT_FIT_OTHERS + 2; nth++) {
                struct buf b = {0};
                bool there = text_fit_other(str_of(names[i]), cells, nth, &b);
                n += there;
                assert_true(there == (b.n > 0));
                assert_true(text_cells(buf_str(&b)) <= cells);
                buf_free(&b);
            }
    assert_in_range(n, 500, 5000);
}

static void names_in_brackets_are_no_arguments(void **state)
{
    (void)state;
    assert_fit("<module>", 7, TEXT_CUT_SMART, "<modul" DOTS);
    assert_fit("com/acme/Server.<clinit>", 22, TEXT_CUT_SMART, DOTS "acme/Server.<clinit>");
    assert_fit("py::<genexpr>:/srv/job.py", 20, TEXT_CUT_SMART, "py::<genexpr>");
}

static void comparisons_are_no_arguments(void **state)
{
    (void)state;
    assert_fit("when x < limit and y > 0", 20, TEXT_CUT_SMART, DOTS "x < limit and y > 0");
    assert_fit("when x<= limit and y > 0", 20, TEXT_CUT_SMART, DOTS "x<= limit and y > 0");
}

static void brackets_without_partner_stay(void **state)
{
    (void)state;
    assert_fit("a<b<c::long_name", 10, TEXT_CUT_SMART, DOTS "long_name");
    assert_fit("a>>>b>c::long_name", 10, TEXT_CUT_SMART, DOTS "long_name");
    assert_fit("a<b::cat<unsigned long>::d", 14, TEXT_CUT_SMART, "a<b::cat<" DOTS ">::d");
}

static void hostile_brackets_are_only_text(void **state)
{
    enum { N = 200000 };
    static char text[N];
    struct buf b = {0};

    (void)state;
    for (size_t i = 0; i < N; i++)
        text[i] = i % 2 ? 'a' : '<';
    text_fit((struct str){text, N}, 50, TEXT_CUT_SMART, &b);
    assert_int_equal(text_cells(buf_str(&b)), 50);
    for (size_t i = 0; i < N; i++)
        text[i] = "a<bc>"[i % 5];
    b.n = 0;
    text_fit((struct str){text, N}, 50, TEXT_CUT_SMART, &b);
    assert_in_range(text_cells(buf_str(&b)), 1, 50);
    memset(text, 'a', N / 2);
    memset(text + N / 2, '>', N / 2);
    for (size_t i = 1; i < N / 2; i += 2)
        text[i] = '<';
    b.n = 0;
    text_fit((struct str){text, N}, 50, TEXT_CUT_SMART, &b);
    assert_in_range(text_cells(buf_str(&b)), 1, 50);
    buf_free(&b);
}

static void xml_escapes_five_characters(void **state)
{
    struct sink s;

    (void)state;
    sink_open_buf(&s);
    text_xml(&s, STR("<a href=\"x\">&'</a>"));
    text_xml(&s, STR(""));
    text_xml(&s, STR("plain \xC3\xA9"));
    assert_str(buf_str(&s.buf), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;plain \xC3\xA9");
    sink_discard(&s);
}

static void json_escapes_quotes_and_backslashes(void **state)
{
    struct sink s;

    (void)state;
    sink_open_buf(&s);
    text_json(&s, STR("C:\\a \"b\" <c>\\"));
    assert_str(buf_str(&s.buf), "C:\\\\a \\\"b\\\" <c>\\\\");
    sink_discard(&s);
}

static void of_long_names_both_ends_stay(void **state)
{
    enum { MOST = 4096, CUT = MOST / 2 - 2 };
    char name[MOST + 4];
    struct buf clean = {0};
    struct sink s;

    (void)state;
    memset(name, 'x', sizeof name);
    text_clean_name((struct str){name, MOST}, &clean);
    assert_int_equal(clean.n, MOST);
    buf_clear(&clean);
    name[0] = 'a';
    memcpy(name + CUT, "\xF0\x9F\x94\xA5", 4); /* a character across the place of the cut */
    memcpy(name + CUT + 4, "\xF0\x9F\x94\xA5", 4);
    name[MOST + 3] = '\t';
    text_clean_name((struct str){name, sizeof name}, &clean);
    assert_int_equal(clean.n, CUT + strlen("\xE2\x80\xA6[8 bytes]\xE2\x80\xA6") + CUT);
    assert_memory_equal(clean.p, "ax", 2);
    assert_memory_equal(clean.p + CUT, "\xE2\x80\xA6[8 bytes]\xE2\x80\xA6x", 16);
    assert_int_equal(clean.p[clean.n - 1], ' ');
    sink_open_buf(&s);
    text_json_name(&s, (struct str){name, sizeof name});
    assert_memory_equal(s.buf.p, clean.p, clean.n - 1);
    assert_str(str_from_to(buf_str(&s.buf), clean.n - 1, s.buf.n), "\\u0009");
    sink_discard(&s);
    buf_free(&clean);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_names_stay_as_they_are),
        cmocka_unit_test(controls_become_replacements_wherever_they_stand),
        cmocka_unit_test(a_tab_becomes_a_blank),
        cmocka_unit_test(invalid_bytes_become_replacements),
        cmocka_unit_test(what_hides_is_shown),
        cmocka_unit_test(clean_text_is_valid_and_visible),
        cmocka_unit_test(cells_count_wide_letters_twice_and_marks_not),
        cmocka_unit_test(what_fits_is_not_cut),
        cmocka_unit_test(in_tables_a_name_loses_its_middle_once_its_arguments_are_gone),
        cmocka_unit_test(the_end_goes),
        cmocka_unit_test(a_letter_is_cut_whole),
        cmocka_unit_test(a_cut_name_has_five_letters_or_nothing_is_shown),
        cmocka_unit_test(arguments_shrink_from_the_innermost),
        cmocka_unit_test(of_arguments_at_one_depth_the_longest_shrink_first),
        cmocka_unit_test(two_ellipses_never_meet),
        cmocka_unit_test(operators_are_no_arguments),
        cmocka_unit_test(names_that_end_in_operator_take_arguments),
        cmocka_unit_test(rust_paths_shrink),
        cmocka_unit_test(packages_go_before_a_class),
        cmocka_unit_test(the_own_name_of_a_function_stays_longest),
        cmocka_unit_test(functions_that_say_nothing_alone_keep_their_class),
        cmocka_unit_test(the_place_of_a_function_goes_before_its_name),
        cmocka_unit_test(functions_in_functions_and_of_receivers_are_names),
        cmocka_unit_test(what_is_in_brackets_keeps_its_start),
        cmocka_unit_test(other_ways_to_shorten_fit),
        cmocka_unit_test(names_in_brackets_are_no_arguments),
        cmocka_unit_test(comparisons_are_no_arguments),
        cmocka_unit_test(brackets_without_partner_stay),
        cmocka_unit_test(hostile_brackets_are_only_text),
        cmocka_unit_test(xml_escapes_five_characters),
        cmocka_unit_test(json_escapes_quotes_and_backslashes),
        cmocka_unit_test(of_long_names_both_ends_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
