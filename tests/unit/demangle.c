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
        assert_int_equal(DEMANGLED, demangle(str_of(rows[i].mangled), DEMANGLE_PLAIN, &to));
        assert_str(buf_str(&to), rows[i].plain);
        assert_int_equal(DEMANGLED, demangle(str_of(rows[i].mangled), DEMANGLE_FULL, &to));
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
        assert_int_equal(NOT_MANGLED, demangle(str_of(names[i]), DEMANGLE_PLAIN, &to));
        assert_int_equal(NOT_MANGLED, demangle(str_of(names[i]), DEMANGLE_FULL, &to));
    }
    assert_int_equal(NOT_MANGLED, demangle((struct str){"_Z3foov\0", 8}, DEMANGLE_PLAIN, &to));
    buf_free(&to);
}

#ifdef FLAME_HAVE_LIBIBERTY
/* Writes a substitution of C++ (S_, S0_, S1_ ...) or a back reference of Rust (B_, B0_ ...). */
static void add_reference(struct buf *to, char kind, size_t number, const char *digits)
{
    size_t base = strlen(digits);
    char reversed[16];
    size_t n = 0;

    buf_add_byte(to, kind);
    for (size_t left = number - 1; number && (left || !n); left /= base)
        reversed[n++] = digits[left % base];
    while (n > 0)
        buf_add_byte(to, reversed[--n]);
    buf_add_byte(to, '_');
}

/* void f<A<int, int>, A<A<int, int>, A<int, int>>, ...>(): each argument is twice the one before.
 */
static void make_cpp(struct buf *to, size_t levels)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    buf_clear(to);
    buf_add(to, STR("_Z1fI1AIiiE"));
    for (size_t i = 1; i < levels; i++) {
        buf_add(to, STR("S0_I"));
        add_reference(to, 'S', i + 1, digits);
        add_reference(to, 'S', i + 1, digits);
        buf_add_byte(to, 'E');
    }
    buf_add(to, STR("Evv"));
}

/* a::<(u128, u128), ((u128, u128), (u128, u128)), ...>: the same in Rust. */
static void make_rust(struct buf *to, size_t levels)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t before; /* where the last pair begins, behind _R */

    buf_clear(to);
    buf_add(to, STR("_RIC1aToo"));
    before = to->n - 2 - 3;
    buf_add_byte(to, 'E');
    for (size_t i = 1; i < levels; i++) {
        size_t at = to->n - 2;
        buf_add_byte(to, 'T');
        add_reference(to, 'B', before, digits);
        add_reference(to, 'B', before, digits);
        buf_add_byte(to, 'E');
        before = at;
    }
    buf_add_byte(to, 'E');
}

/* A D function whose parameters each point back at all before them: twice as long each. */
static void make_d(struct buf *to, size_t levels)
{
    buf_clear(to);
    buf_add(to, STR("_D1a1bFS3foo3bar"));
    for (size_t i = 1; i < levels; i++)
        buf_add(to, STR("QjQj"));
    buf_add(to, STR("Zv"));
}
#endif

/* A few hundred bytes stand for gigabytes; the demangler is left long before. */
static void a_name_that_would_grow_too_long_stays_mangled(void **state)
{
#ifdef FLAME_HAVE_LIBIBERTY
    void (*const makers[])(struct buf *, size_t) = {make_cpp, make_rust};
    struct buf mangled = {0};
    struct buf to = {0};

    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        makers[i](&mangled, 5);
        assert_int_equal(DEMANGLED, demangle(buf_str(&mangled), DEMANGLE_PLAIN, &to));
        assert_true(to.n > mangled.n && to.n <= demangle_most(mangled.n));
        makers[i](&mangled, 30);
        assert_int_equal(DEMANGLED_TOO_LONG, demangle(buf_str(&mangled), DEMANGLE_PLAIN, &to));
        assert_int_equal(DEMANGLED_TOO_LONG, demangle(buf_str(&mangled), DEMANGLE_FULL, &to));
        assert_true(to.n <= demangle_most(mangled.n));
    }
    make_d(&mangled, 40);
    assert_int_equal(DEMANGLED_TOO_LONG, demangle(buf_str(&mangled), DEMANGLE_PLAIN, &to));
    buf_free(&mangled);
    buf_free(&to);
#endif
    (void)state;
}

/* Rust writes such names in memory of its own, which a jump would lose. */
static void a_name_in_punycode_with_many_references_is_not_tried(void **state)
{
#ifdef FLAME_HAVE_LIBIBERTY
    struct buf to = {0};

    assert_int_equal(DEMANGLED,
                     demangle(STR("_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbda"
                                  "thfdh9hlq6y"),
                              DEMANGLE_PLAIN, &to));
    assert_int_equal(DEMANGLED_TOO_LONG,
                     demangle(STR("_RINvC1au2_8TB3_B3_EB3_B3_B3_B3_B3_E"), DEMANGLE_PLAIN, &to));
    buf_free(&to);
#endif
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mangled_names_are_read_plain_and_full),
        cmocka_unit_test(other_names_are_none),
        cmocka_unit_test(a_name_that_would_grow_too_long_stays_mangled),
        cmocka_unit_test(a_name_in_punycode_with_many_references_is_not_tried),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
