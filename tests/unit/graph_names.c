/* render/graph/names: names in the boxes of a graph. */
#include "render/graph/names.h"

#include "unit.h"

static void assert_made(void (*make)(struct str, struct buf *), const char *from, const char *to)
{
    struct buf made = {0};

    make(str_of(from), &made);
    assert_str(buf_str(&made), to);
    buf_free(&made);
}

static void stripping_takes_parameters_and_template_arguments(void **state)
{
    static const char *const rows[][2] = {
        {"foo(int, char const*)", "foo"},
        {"Xapian::Enquire::get_mset(unsigned, Xapian::RSet const*) const",
         "Xapian::Enquire::get_mset"},
        {"std::vector<std::pair<int, int> >::push_back(int)", "std::vector::push_back"},
        {"f(void (*)(int))", "f"},
        {"(below main)", ""},
        {"main", "main"},
        {"", ""},
        {"f(", "f("},
        {"f)", "f)"},
        {"((((", "(((("},
        {"a(b(c", "a(b(c"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_made(graph_name_strip, rows[i][0], rows[i][1]);
}

static void stripping_leaves_what_is_a_name(void **state)
{
    static const char *const rows[][2] = {
        {"operator()(int)", "operator()"},
        {"(anonymous namespace)::foo(int)", "(anonymous namespace)::foo"},
        {"a::(anonymous namespace)::foo(int)", "a::(anonymous namespace)::foo"},
        {"<impl Display for Vec<T>>::fmt", "<impl Display for Vec>::fmt"},
        {"main.(*T).Method", "main.(*T).Method"},
        {"operator<", "operator<"},
        {"operator<<(std::ostream&, char)", "operator<<"},
        {"operator->", "operator->"},
        {"f(int)::{lambda(char)#1}", "f::{lambda#1}"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_made(graph_name_strip, rows[i][0], rows[i][1]);
}

static void long_names_are_broken_at_blanks_and_hyphens(void **state)
{
    static const char *const rows[][2] = {
        {"a name of thirty-two letters is-", "a name of thirty-two letters is-"},
        {"f(unsigned int, unsigned int, char const*)",
         "f(unsigned int,unsigned int,\nchar const*)"},
        {"a_word_that_is_longer_than_thirty_two_letters and more",
         "a_word_that_is_longer_than_thirty_two_letters\nand more"},
        {"one-two-three-four-five-six-seven-eight", "one-two-three-four-five-six-\nseven-eight"},
        {"map<pair<int, pair<int, unsigned long int> > > x", "map<pair<int,pair<int,unsigned\n"
                                                             "long int>>> x"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_made(graph_name_wrap, rows[i][0], rows[i][1]);
}

static void lines_of_a_name_end_between_scopes_or_words(void **state)
{
    static const struct {
        const char *name, *line;
    } rows[] = {
        {"short", "short"},
        {"std::vector<__gnu_cxx::__normal>", "std::vector<__gnu_cxx::"},
        {"org::__gnu_cxx::__ops::_Iter_comp", "org::__gnu_cxx::"},
        {"java/util/HashMap.<init>", "java/util/"},
        {"ChannelPipe$HeadContext:.flush", "ChannelPipe$"},
        {"HeadOfAllContextsOf:.flush", "HeadOfAllContextsOf"},
        {"DefaultServerBoot$1", "DefaultServerBoot$1"},
        {"DefaultServerBootStrap$1", "DefaultServerBoot"},
        {"one_word_of_many_words_here", "one_word_of_many_"},
        {"AbstractChannelHandlerContext", "AbstractChannel"},
        {"averyveryverylongnamewithoutany", "averyveryverylongnam"},
        {"__________________________", "____________________"},
        {"a b c d e f g h i j k l m", "a b c d e f g h i j "},
        {"\xC3\xA4\xC3\xA4.\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4"
         "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4",
         "\xC3\xA4\xC3\xA4."},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct str name = str_of(rows[i].name);
        const size_t most = i == 1 ? 26 : i == 2 ? 17 : 20;
        assert_str(str_from_to(name, 0, graph_name_line_end(name, 0, most)), rows[i].line);
    }
}

static void a_module_is_the_last_part_of_an_absolute_path(void **state)
{
    (void)state;
    assert_str(graph_module_base(STR("/lib/x86_64-linux-gnu/libc-2.13.so")), "libc-2.13.so");
    assert_str(graph_module_base(STR("frozendict/__init__.py")), "frozendict/__init__.py");
    assert_str(graph_module_base(STR("C:\\Windows\\ntdll.dll")), "ntdll.dll");
    assert_str(graph_module_base(STR("[kernel.kallsyms]")), "[kernel.kallsyms]");
    assert_str(graph_module_base(STR("/")), "/");
    assert_str(graph_module_base(STR("")), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stripping_takes_parameters_and_template_arguments),
        cmocka_unit_test(stripping_leaves_what_is_a_name),
        cmocka_unit_test(long_names_are_broken_at_blanks_and_hyphens),
        cmocka_unit_test(lines_of_a_name_end_between_scopes_or_words),
        cmocka_unit_test(a_module_is_the_last_part_of_an_absolute_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
