/* symbol/demangle: names of functions as compilers mangle them. */
#include "symbol/demangle.h"

#include "unit.h"

static void mangled_names_are_read_plain_and_full(void **state)
{
#ifdef FLAME_HAVE_LIBIBERTY
    static const struct {
        const char *mangled, *plain, *full;
    } rows[] = {
        {"_ZN4shop6orders3addEi", "shop::orders::add", "shop::orders::add(int)"},
        {"_Z3fooIiEvT_", "foo<int>", "void foo<int>(int)"},
        {"_ZSt4sortIPiEvT_S1_", "std::sort<int*>", "void std::sort<int*>(int*, int*)"},
        {"_ZNKSt8functionIFviEEclEi", "std::function<void (int)>::operator()",
         "std::function<void (int)>::operator()(int) const"},
        {"_ZZ4mainENKUliE_clEi", "main::{lambda(int)#1}::operator()",
         "main::{lambda(int)#1}::operator()(int) const"},
        {"_ZlsRSoRK1A", "operator<<", "operator<<(std::ostream&, A const&)"},
        {"_ZN1AcvT_IiEEv", "A::operator int<int>", "A::operator int<int>()"},
        {"_ZN12_GLOBAL__N_11fEi", "(anonymous namespace)::f", "(anonymous namespace)::f(int)"},
        {"_ZThn16_N1A1fEv", "non-virtual thunk to A::f()", "non-virtual thunk to A::f()"},
        {"_Z1fB5cxx11v", "f[abi:cxx11]", "f[abi:cxx11]()"},
        {"_ZSt4sortv.constprop.0", "std::sort", "std::sort() [clone .constprop.0]"},
        {"_Z3foov.isra.0.cold", "foo", "foo() [clone .isra.0] [clone .cold]"},
        {"_Z3foov.part.3", "foo", "foo() [clone .part.3]"},
        {"_Z3foov.llvm.4567", "foo", "foo() [clone .llvm.4567]"},
        {"_Z3foov@plt", "foo@plt", "foo()@plt"},
        {"_Z3foov@@GLIBCXX_3.4", "foo", "foo()"},
        {"_Z3foov@GLIBCXX_3.4", "foo", "foo()"},
        {"_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write", "core::fmt::write"},
        {"_ZN4core3fmt5write17h0123456789abcdefE.llvm.123", "core::fmt::write", "core::fmt::write"},
        {"_ZN58_$LT$alloc..string..String$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE",
         "<alloc::string::String as core::fmt::Debug>::fmt",
         "<alloc::string::String as core::fmt::Debug>::fmt"},
        {"_RNvCs1234_7mycrate3foo", "mycrate::foo", "mycrate::foo"},
        {"_RNvNtCs1234_7mycrate3foo3bar.llvm.99", "mycrate::foo::bar", "mycrate::foo::bar"},
        {"_RNvCs1234_7mycrate3foo@plt", "mycrate::foo@plt", "mycrate::foo@plt"},
        {"_D3std5stdio7writelnFZv", "std.stdio.writeln()", "std.stdio.writeln()"},
        {"_D3std5stdio7writelnFZv.cold", "std.stdio.writeln()", "std.stdio.writeln()"},
    };
    struct buf to = {0};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(demangle(str_of(rows[i].mangled), DEMANGLE_PLAIN, &to));
        assert_str(buf_str(&to), rows[i].plain);
        assert_true(demangle(str_of(rows[i].mangled), DEMANGLE_FULL, &to));
        assert_str(buf_str(&to), rows[i].full);
    }
    buf_free(&to);
#endif
    (void)state;
}

static void other_names_are_none(void **state)
{
    static const char *const names[] = {"",
                                        "_",
                                        "_Z",
                                        "_start",
                                        "_ZZZZZZZZ",
                                        "_Dmain_nothing",
                                        "__libc_start_main",
                                        "unlink_chunk.constprop.0",
                                        "malloc@plt",
                                        "@plt",
                                        "Lcom/x/Y;::m",
                                        "[unknown]"};
    struct buf to = {0};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_false(demangle(str_of(names[i]), DEMANGLE_PLAIN, &to));
        assert_false(demangle(str_of(names[i]), DEMANGLE_FULL, &to));
    }
    assert_false(demangle((struct str){"_Z3foov\0", 8}, DEMANGLE_PLAIN, &to));
    buf_free(&to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mangled_names_are_read_plain_and_full),
        cmocka_unit_test(other_names_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
