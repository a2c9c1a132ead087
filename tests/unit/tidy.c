/* Names of functions as profilers print them, and what is made of them. */
#include "unit.h"

#include "input/common/names/tidy.h"

struct row {
    const char *from, *to;
};

static void assert_rows(void (*make)(struct str, struct buf *), const struct row *rows, size_t n)
{
    struct buf to = {0};

    for (size_t i = 0; i < n; i++) {
        make(str_of(rows[i].from), &to);
        assert_str(buf_str(&to), rows[i].to);
    }
    buf_free(&to);
}

static void arguments_are_cut_by_balanced_brackets(void **state)
{
    static const struct row rows[] = {
        {"main", "main"},
        {"foo(int, char const*)", "foo"},
        {"foo(int)::{lambda(int)#1}::operator()(int) const", "foo::{lambda(int)#1}::operator()"},
        {"std::function<void (int)>::operator()(int) const",
         "std::function<void (int)>::operator()"},
        {"(anonymous namespace)::f(int)", "(anonymous namespace)::f"},
        {"a::(anonymous namespace)::f(int)", "a::(anonymous namespace)::f"},
        {"A::operator->()", "A::operator->"},
        {"A::operator<(A const&) const", "A::operator<"},
        {"A::operator<<(int)", "A::operator<<"},
        {"std::ostream& operator<< <char>(std::ostream&, char)", "std::ostream& operator<< <char>"},
        {"net/http.(*Client).Do", "net/http.(*Client).Do"},
        {"main.(*T).M.func1", "main.(*T).M.func1"},
        {"std::_Function_handler<int (int, int), main::{lambda(int, int)#1}>::_M_invoke(int)",
         "std::_Function_handler<int (int, int), main::{lambda(int, int)#1}>::_M_invoke"},
        {"JavaCalls::call_helper(JavaValue*, Thread*)", "JavaCalls::call_helper"},
        {"arrayOopDesc::base(BasicType) const", "arrayOopDesc::base"},
        {"A::f(int) const::{lambda()#1}::operator()() const", "A::f::{lambda()#1}::operator()"},
        {"foo(int) [clone .constprop.0]", "foo"},
        {"operator new(unsigned long)@plt", "operator new@plt"},
        {"RegExp:\\bFoo(?:/[\\d.]+|[ \\w.]*)", "RegExp:\\bFoo"},
        {"f(x)</script>", "f(x)</script>"},
        {"(", "("},
        {"((((", "("},
        {"a<b", "a<b"},
        {"", ""},
    };

    (void)state;
    assert_rows(tidy_name, rows, sizeof rows / sizeof rows[0]);
}

static void return_types_of_compiled_java_and_net_are_cut(void **state)
{
    static const struct row rows[] = {
        {"void com.Foo::bar(int)", "com.Foo::bar"},
        {"int java.lang.Object.hashCode()", "java.lang.Object.hashCode"},
        {"java.lang.Object jdk.internal.misc.Unsafe.get(java.lang.Object, long)",
         "jdk.internal.misc.Unsafe.get"},
        {"long[][] Work.rows(int)", "Work.rows"},
        {"Order Shop.next()", "Shop.next"},
        {"void java.util.Map$$Lambda$14/0x0000000800066840.accept(java.lang.Object)",
         "java.util.Map$$Lambda.accept"},
        {"void a.B.<init>(int)", "a.B.<init>"},
        {"bool [System.Private.CoreLib] System.Char::IsDigit(char)", "System.Char::IsDigit"},
        {"instance class [System.Runtime]System.String [work] Shop.Cart::Name(int32)",
         "Shop.Cart::Name"},
        /* Of others it is part of the name, or no type. */
        {"int std::vector<int>::foo<int>(int)", "int std::vector<int>::foo<int>"},
        {"static App.Cart.total(Swift.Int)", "static App.Cart.total"},
        {"dispatch thunk of App.Cart.total()", "dispatch thunk of App.Cart.total"},
        {"net/http.(*Client).Do", "net/http.(*Client).Do"},
        {"a b", "a b"},
        {"[x] a.b()", "[x] a.b"},
    };

    (void)state;
    assert_rows(tidy_name, rows, sizeof rows / sizeof rows[0]);
}

static void what_tools_write_where_a_stack_was_cut_is_known(void **state)
{
    static const char *const cut[] = {"<unwind failure>",
                                      "[unwind failed]",
                                      "[Truncated Stack]",
                                      "[truncated stacks]",
                                      "<truncated>",
                                      "(truncated)",
                                      "[incomplete]",
                                      "[frame_buffer_overflow]",
                                      "<unwinding aborted due to error no_frame>"};
    static const char *const others[] = {
        "", "<", "[unknown]", "truncated", "[truncated]", "<truncated> ", "(truncate)", "<init>"};

    (void)state;
    for (size_t i = 0; i < sizeof cut / sizeof cut[0]; i++)
        assert_true(tidy_is_cut(str_of(cut[i])));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(tidy_is_cut(str_of(others[i])));
}

static void engines_put_the_place_of_code_into_its_name(void **state)
{
    static const struct {
        const char *name, *file;
        uint64_t line;
    } rows[] = {
        {"JS:*fib /srv/a.js:7:3", "/srv/a.js", 7},
        {"LazyCompile:~fib /srv/a.js:7", "/srv/a.js", 7},
        {"JS:~ node:internal/main:1:1", "node:internal/main", 1},
        {"py::run:/srv/run.py", "/srv/run.py", 0},
        {"py::run:", NULL, 0},
        {"JS:*fib", NULL, 0},
        {"JS:*fib :7", NULL, 0},
        {"JS:*fib /srv/a.js:99999999999", NULL, 0},
        {"JS:", NULL, 0},
        {"main /srv/a.js:7", NULL, 0},
    };
    struct str file;
    uint64_t line;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool known = tidy_place_in(str_of(rows[i].name), &file, &line);
        if (!rows[i].file) {
            assert_false(known);
            continue;
        }
        assert_true(known);
        assert_str(file, rows[i].file);
        assert_int_equal(line, rows[i].line);
    }
}

static void versions_of_symbols_are_cut(void **state)
{
    static const struct row rows[] = {
        {"memcpy@@GLIBC_2.14", "memcpy"},
        {"memcpy@GLIBC_2.2.5", "memcpy"},
        {"_ZSt4cout@@GLIBCXX_3.4", "_ZSt4cout"},
        {"__libc_fork@GLIBC_PRIVATE", "__libc_fork"},
        {"xmlParse@@LIBXML2_2.4.30", "xmlParse"},
        {"SSL_read@OPENSSL_1_1_0", "SSL_read"},
        {"hash@@Base", "hash"},
        {"QString::resize(int)@@Qt_5", "QString::resize(int)"},
        {"memcpy@plt", "memcpy@plt"},
        {"?sort@Cart@shop@@QAEXXZ", "?sort@Cart@shop@@QAEXXZ"},
        {"_WinMain@16", "_WinMain@16"},
        {"f@http://localhost/a_1.js:12", "f@http://localhost/a_1.js:12"},
        {"f@app_2.js", "f@app_2.js"},
        {"@@GLIBC_2.14", "@@GLIBC_2.14"},
        {"@GLIBC_2.14", "@GLIBC_2.14"},
        {"f@@", "f@@"},
        {"f@@2", "f@@2"},
        {"f@", "f@"},
        {"@", "@"},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_str(tidy_version(str_of(rows[i].from)), rows[i].to);
}

static void how_a_method_was_compiled_stays_behind_its_arguments(void **state)
{
    static const struct row rows[] = {
        {"void [App] Shop.Cart::Add(int32,string)[Tier0]", "Shop.Cart::Add[Tier0]"},
        {"void [App] Shop.Cart::Add(int32,string)", "Shop.Cart::Add"},
        {"instance int32[] [App] Shop.Cart::get_Items()[OptimizedTier1]",
         "Shop.Cart::get_Items[OptimizedTier1]"},
        {"void [App] Box`1[System.__Canon]::.ctor(!0)[PreStub]",
         "Box`1[System.__Canon]::.ctor[PreStub]"},
        {"f(int)[Tier0", "f(int)[Tier0"},
        {"f(int)[]", "f(int)[]"},
        {"f(int)[", "f(int)["},
        {"f(int)[a b]", "f(int)[a b]"},
        {"f(int) [clone .cold]", "f"},
        {"f[abi:cxx11](int)", "f[abi:cxx11]"},
    };

    (void)state;
    assert_rows(tidy_name, rows, sizeof rows / sizeof rows[0]);
}

static void names_nested_in_functions_and_types_stay(void **state)
{
    static const struct row rows[] = {
        {"app.main(immutable(char)[][]).foo(int)", "app.main.foo"},
        {"app.S.m(int) const.inner()", "app.S.m.inner"},
        {"app.S.m(int) const", "app.S.m"},
        {"app.main().__lambda1()", "app.main.__lambda1"},
        {"app.bar!(int).bar(int).inner()", "app.bar!(int).bar.inner"},
        {"std.stdio.writeln!(immutable(char)[]).writeln(immutable(char)[])",
         "std.stdio.writeln!(immutable(char)[]).writeln"},
        {"hash_map.HashMapUnmanaged([]const u8,u32,hash_map.StringContext,80).getOrPut",
         "hash_map.HashMapUnmanaged.getOrPut"},
        {"A(u8).B(*C(i32)).f", "A.B.f"},
        {"foo(int) const::Local::f(int)", "foo::Local::f"},
        {"foo(int).constprop.0", "foo"},
        {"foo(int).part.0.isra.1", "foo"},
        {"foo(int).cold", "foo"},
        {"foo(int).7", "foo"},
        {"foo(int).colder", "foo.colder"},
        {"foo(int).", "foo"},
        {"a(b(c)(d)e", "a"},
    };

    (void)state;
    assert_rows(tidy_name, rows, sizeof rows / sizeof rows[0]);
}

static void descriptors_of_the_jvm_are_arguments(void **state)
{
    static const struct row rows[] = {
        {"Lio/netty/NioEventLoop;.run()V", "io/netty/NioEventLoop:.run"},
        {"La/B;::get(Ljava/nio/Key;I[[J)[Ljava/lang/String;", "a/B:::get"},
        {"a/B.get(IJ)Z", "a/B.get"},
        {"java/lang/String.hashCode()I_very-hot", "java/lang/String.hashCode_very-hot"},
        {"a/B.get(Q)V", "a/B.get(Q)V"},
        {"a/B.get()Value", "a/B.get()Value"},
        {"a/B.get(Lnever", "a/B.get"},
        {"a/B.get(I)[", "a/B.get(I)["},
        {"int java.lang.String.hashCode()", "java.lang.String.hashCode"},
    };

    (void)state;
    assert_rows(tidy_name, rows, sizeof rows / sizeof rows[0]);
}

static void numbers_of_llvm_and_a_hash_before_them_are_left_out(void **state)
{
    static const struct row rows[] = {
        {"a::b::h08ca64c12e8a9bb0.llvm.15516475458848885060", "a::b"},
        {"a::b::h08ca64c12e8a9bb0 (.llvm.15516475458848885060)", "a::b"},
        {"a::b::h08ca64c12e8a9bb0.cold", "a::b.cold"},
        {"a::b::h08ca64c12e8a9bb0.llvm.15.cold.1", "a::b.cold.1"},
        {"_$LT$a..B$GT$::c::h0123456789abcdef.llvm.7", "<a::B>::c"},
        {"copy_range.llvm.8213", "copy_range"},
        {"copy_range.llvm.x", "copy_range.llvm.x"},
        {"a.llvm.", "a.llvm."},
        {".llvm.1", ".llvm.1"},
        {"a::h08ca64c12e8a9bb", "a::h08ca64c12e8a9bb"},
        {"a::h08ca64c12e8a9bb0x", "a::h08ca64c12e8a9bb0x"},
    };

    (void)state;
    assert_rows(tidy_name, rows, sizeof rows / sizeof rows[0]);
    assert_rows(tidy_printed, rows, sizeof rows / sizeof rows[0]);
}

static void half_demangled_rust_is_repaired(void **state)
{
    static const struct row rows[] = {
        {"core::fmt::write::h0123456789abcdef", "core::fmt::write"},
        {"_$LT$alloc..boxed..Box$LT$F$GT$$u20$as$u20$core..ops..FnOnce$GT$::call::"
         "h0123456789abcdef",
         "<alloc::boxed::Box<F> as core::ops::FnOnce>::call"},
        {"_$LT$$RF$T$C$$u20$U$GT$::f", "<&T, U>::f"},
        {"std::rt::lang_start::_$u7b$$u7b$closure$u7d$$u7d$::h0123456789abcdef",
         "std::rt::lang_start::_{{closure}}"},
        {"a::h0123456789abcdeg", "a::h0123456789abcdeg"},
        {"f::$u00$::x$LT$", "f::$u00$::x<"},
    };

    (void)state;
    assert_rows(tidy_name, rows, sizeof rows / sizeof rows[0]);
}

static void java_names_are_tidied(void **state)
{
    static const struct row rows[] = {
        {"Ljava/io/PrintStream;::print", "java/io/PrintStream:::print"},
        {"LBusy;::main", "LBusy:::main"},
        {"Lorg/mozilla/javascript/gen/file_2", "org/mozilla/javascript/gen/file_2"},
        {"Lookup", "Lookup"},
        {"LazyCompile:~f /a/b.js:1", "LazyCompile:~f /a/b.js:1"},
        {"Lcom/a/B$$Lambda$14/0x0000000800066840;::run", "com/a/B$$Lambda:::run"},
        {"com/a/B$$Lambda/0x00007f0000001000.run", "com/a/B$$Lambda.run"},
        {"com/a/B$$Lambda$5/123456.run", "com/a/B$$Lambda.run"},
        {"a;b;c", "a:b:c"},
    };

    (void)state;
    assert_rows(tidy_name, rows, sizeof rows / sizeof rows[0]);
}

static void printed_names_keep_all_but_rust_hashes_and_lambda_numbers(void **state)
{
    static const struct row rows[] = {
        {"foo(int, char const*)", "foo(int, char const*)"},
        {"std::function<void (int)>::operator()(int) const",
         "std::function<void (int)>::operator()(int) const"},
        {"Lcom/a/B$$Lambda$14/0x0000000800066840;::run", "Lcom/a/B$$Lambda:::run"},
        {"app::main::h0123456789abcdef", "app::main"},
        {"app`_$LT$a..B$GT$::c::h0123456789abcdef", "app`<a::B>::c"},
        {"_$LT$a..B$LT$T$GT$$u20$as$u20$c..D$GT$::e::h0123456789abcdef", "<a::B<T> as c::D>::e"},
        {"", ""},
    };

    (void)state;
    assert_rows(tidy_printed, rows, sizeof rows / sizeof rows[0]);
}

static void inlined_methods_are_told_from_operators(void **state)
{
    static const struct {
        const char *name;
        size_t until;
    } rows[] = {
        {"La/B;::f->La/C;::g", 8},      {"A::operator->", 13}, {"A::operator->()->La/C;", 15},
        {"<fn() -> T as F>::call", 22}, {"a->b", 1},           {"La/B;::<init>->La/C;::g", 13},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(tidy_until_inlined(str_of(rows[i].name)), rows[i].until);
}

static void the_kind_is_that_of_the_module(void **state)
{
    static const struct {
        const char *module;
        enum frame_kind kind;
    } rows[] = {
        {"[kernel.kallsyms]", KIND_KERNEL},
        {"[kernel.kallsyms].init.text", KIND_KERNEL},
        {"/usr/lib/debug/boot/vmlinux-5.4.14", KIND_KERNEL},
        {"/lib/modules/5.4/kernel/mlx5_core.ko.xz", KIND_KERNEL},
        {"[nf_tables]", KIND_KERNEL},
        {"bpf_prog_2b956549c660136a_f", KIND_KERNEL},
        {"[guest.kernel.kallsyms]", KIND_GUEST},
        {"[vdso]", KIND_USER},
        {"[heap]", KIND_USER},
        {"[stack]", KIND_USER},
        {"[unknown]", KIND_USER},
        {"/usr/bin/vm", KIND_USER},
        {"/memfd:x (deleted)", KIND_USER},
        {"/tmp/perf-12.map", KIND_JIT},
        {"/tmp/jitted-12-3.so", KIND_JIT},
        {"[JIT] tid 12", KIND_JIT},
        {"[JIT app cache]", KIND_JIT},
        {"", KIND_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(tidy_kind(str_of(rows[i].module)), rows[i].kind);
}

static void unknown_functions_are_called_by_their_module(void **state)
{
    static const struct {
        const char *module, *address, *name;
    } rows[] = {
        {"/usr/lib/libc.so.6", "", "[libc.so.6]"},
        {"[kernel.kallsyms]", "", "[[kernel.kallsyms]]"},
        {"[unknown]", "", "[unknown]"},
        {"[unknown]", "7f00", "[unknown <7f00>]"},
        {"/memfd:x (deleted)", "7f00", "[memfd:x <7f00>]"},
        {"", "", "[unknown]"},
        {"/a;b", "", "[a:b]"},
    };
    struct buf to = {0};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tidy_unknown(str_of(rows[i].module), str_of(rows[i].address), &to);
        assert_str(buf_str(&to), rows[i].name);
    }
    buf_free(&to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_cut_by_balanced_brackets),
        cmocka_unit_test(return_types_of_compiled_java_and_net_are_cut),
        cmocka_unit_test(what_tools_write_where_a_stack_was_cut_is_known),
        cmocka_unit_test(engines_put_the_place_of_code_into_its_name),
        cmocka_unit_test(versions_of_symbols_are_cut),
        cmocka_unit_test(how_a_method_was_compiled_stays_behind_its_arguments),
        cmocka_unit_test(names_nested_in_functions_and_types_stay),
        cmocka_unit_test(descriptors_of_the_jvm_are_arguments),
        cmocka_unit_test(numbers_of_llvm_and_a_hash_before_them_are_left_out),
        cmocka_unit_test(half_demangled_rust_is_repaired),
        cmocka_unit_test(java_names_are_tidied),
        cmocka_unit_test(printed_names_keep_all_but_rust_hashes_and_lambda_numbers),
        cmocka_unit_test(inlined_methods_are_told_from_operators),
        cmocka_unit_test(the_kind_is_that_of_the_module),
        cmocka_unit_test(unknown_functions_are_called_by_their_module),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
