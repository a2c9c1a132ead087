/* Names that mean the same function in two runs have one key, others do not. */
#include "model/identity.h"
#include "tests/unit/unit.h"

static void assert_key(const char *name, const char *key)
{
    struct buf to = {0};

    identity_key(str_of(name), &to);
    buf_add_byte(&to, '\0');
    assert_string_equal(to.p, key);
    buf_free(&to);
}

static void clones_of_a_function_have_its_key(void **state)
{
    (void)state;
    assert_key("parse.constprop.0", "parse");
    assert_key("parse.part.1.isra.0", "parse");
    assert_key("parse.cold", "parse");
    assert_key("parse.llvm.8213", "parse");
    assert_key("parse.cold_[k]", "parse_[k]");
    assert_key(".cold", ".cold");
}

static void rust_hashes_are_left_out(void **state)
{
    (void)state;
    assert_key("core::fmt::write::h0123456789abcdef", "core::fmt::write");
    assert_key("core::fmt::write::h0123456789abcdeg", "core::fmt::write::h0123456789abcdeg");
}

static void processes_and_threads_lose_their_numbers(void **state)
{
    (void)state;
    assert_key("java-1234", "java-");
    assert_key("java-1234/1240", "java-");
    assert_key("kworker/3:1H", "kworker/:H");
    assert_key("pool-1-thread-7", "pool--thread-");
    assert_key("perf-4711.map", "perf-.map");
    assert_key("/tmp/perf-4711.map", "/tmp/perf-.map");
}

static void numbers_of_functions_stay(void **state)
{
    (void)state;
    assert_key("foo_2", "foo_2");
    assert_key("sha256_block", "sha256_block");
    assert_key("std::array<int, 3>::at", "std::array<int, 3>::at");
    assert_key("operator-", "operator-");
    assert_key("read(2)", "read(2)");
}

static void addresses_build_ids_and_versions_are_left_out(void **state)
{
    (void)state;
    assert_key("[libz.so.1.2.13+0x7f00]", "[libz.so+0x]");
    assert_key("/lib/libc-2.36.so", "/lib/libc.so");
    assert_key("/cache/0123456789abcdef0123/elf", "/cache//elf");
    assert_key("deadbeefdeadbeefdead", "deadbeefdeadbeefdead");
}

static void lambdas_lose_their_numbers(void **state)
{
    (void)state;
    assert_key("Main$$Lambda$14/0x0000000800c03000::apply", "Main$$Lambda::apply");
    assert_key("Main.lambda$main$3", "Main.lambda$main$");
    assert_key("run()::{lambda(int)#2}::operator()", "run()::{lambda(int)#}::operator()");
}

static void return_types_are_left_out(void **state)
{
    (void)state;
    assert_key("void foo<int>(int)", "foo<int>(int)");
    assert_key("void foo<int>", "foo<int>");
    assert_key("std::vector<int, std::allocator<int> > const& a::f<int>(b, c)", "a::f<int>(b, c)");
    assert_key("int java.lang.String.hashCode()", "java.lang.String.hashCode()");
    assert_key("void [App] Shop.Cart::Add", "Shop.Cart::Add");
    assert_key("instance int32[] [App] Shop.Cart::get_Items", "Shop.Cart::get_Items");
    assert_key("non-virtual thunk to A::f<int>(int)", "non-virtual thunk to A::f<int>(int)");
    assert_key("vtable for A<int>", "vtable for A<int>");
    assert_key("A::operator new(unsigned long)", "A::operator new(unsigned long)");
    assert_key("JS:sum /app<1>.js:3:7", "JS:sum /app<1>.js:3:7");
    assert_key("work (app.py:12)", "work (app.py:12)");
    assert_key("V8 Worker", "V8 Worker");
    assert_key("(anonymous namespace)::f<int>(int)", "(anonymous namespace)::f<int>(int)");
    assert_key(" f<int>", " f<int>");
    assert_key("a ", "a ");
}

static void assert_bare_key(const char *name, const char *key, bool more)
{
    struct buf to = {0};

    assert_int_equal(identity_bare_key(str_of(name), &to), more);
    buf_add_byte(&to, '\0');
    assert_string_equal(to.p, key);
    buf_free(&to);
}

static void bare_keys_lack_arguments_and_marks(void **state)
{
    (void)state;
    assert_bare_key("keccak(std::string const&)", "keccak", true);
    assert_bare_key("keccak", "keccak", false);
    assert_bare_key("void h<int>(int)", "h<int>", true);
    assert_bare_key("a/B.run(Ljava/lang/String:I)V", "a/B.run", true);
    assert_bare_key("a/B.run(Ljava/lang/String|I)V", "a/B.run", true);
    assert_bare_key("do_syscall_64_[k]", "do_syscall_64", true);
    assert_bare_key("(", "(", false);
    assert_bare_key("", "", false);
}

static void a_key_is_never_empty(void **state)
{
    (void)state;
    assert_key("0123456789abcdef0123", "0123456789abcdef0123");
    assert_key("", "");
}

static void equal_keys_have_one_id(void **state)
{
    struct names names;

    (void)state;
    names_init(&names);
    name_id a = names_add(&names, STR("parse.constprop.0"));
    name_id b = names_add(&names, STR("parse.isra.5"));
    assert_int_equal(identity_of(&names, a), identity_of(&names, b));
    assert_int_equal(identity_of(&names, names_add(&names, STR("other"))),
                     names_add(&names, STR("other")));
    names_free(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clones_of_a_function_have_its_key),
        cmocka_unit_test(rust_hashes_are_left_out),
        cmocka_unit_test(processes_and_threads_lose_their_numbers),
        cmocka_unit_test(numbers_of_functions_stay),
        cmocka_unit_test(addresses_build_ids_and_versions_are_left_out),
        cmocka_unit_test(lambdas_lose_their_numbers),
        cmocka_unit_test(return_types_are_left_out),
        cmocka_unit_test(bare_keys_lack_arguments_and_marks),
        cmocka_unit_test(a_key_is_never_empty),
        cmocka_unit_test(equal_keys_have_one_id),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
