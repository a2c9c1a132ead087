/* symbol/kallsyms: the kernel's list of its own symbols. */
#include "symbol/kallsyms.h"

#include "unit.h"

static const char list[] = "ffffffff81000000 T srso_alias_untrain_ret\n"
                           "ffffffff81000000 T _stext\n"
                           "ffffffff81000000 T _text\n"
                           "ffffffff81000000 T __pi__text\n"
                           "ffffffff81000010 t static_function.isra.0\r\n"
                           "ffffffff81000020 R constant\n"
                           "ffffffff81000030 D data\n"
                           "ffffffff81000040 W weak\n"
                           "ffffffffc0a3b000 t nft_do_chain\t[nf_tables]\n"
                           "ffffffffc0a3b080 t nft_trace\t[nf_tables]\n"
                           "ffffffffc0b00000 t bpf_prog_6deef7357e7b4530_sd\t[bpf]\n";

static void assert_name(const struct kallsyms *k, uint64_t address, const char *name)
{
    const struct symbol *s = table_find(&k->symbols, address);

    assert_str(s ? table_name(&k->symbols, s) : STR("nothing"), name);
}

static void functions_are_found_and_of_several_the_last(void **state)
{
    struct kallsyms k = {0};

    (void)state;
    kallsyms_read(&k, str_of(list));
    kallsyms_finish(&k, STR("_text"), 0xffffffff81000000);
    assert_name(&k, 0xffffffff80ffffff, "nothing");
    assert_name(&k, 0xffffffff81000000, "__pi__text");
    assert_name(&k, 0xffffffff8100002f, "static_function.isra.0");
    assert_name(&k, 0xffffffff8100003f, "data");
    assert_name(&k, 0xffffffff81000045, "weak");
    assert_name(&k, 0xffffffffc0a3b07f, "nft_do_chain\t[nf_tables]");
    assert_int_equal(k.lines, 11);
    assert_true(k.any_address);
    kallsyms_free(&k);
}

static void nothing_reaches_far_into_what_is_no_code(void **state)
{
    struct kallsyms k = {0};

    (void)state;
    kallsyms_read(&k, str_of(list));
    kallsyms_finish(&k, STR("_text"), 0);
    assert_name(&k, 0xffffffff81001fff, "weak");
    assert_name(&k, 0xffffffff81002000, "nothing");
    assert_name(&k, 0xffffffffc0a3bfff, "nft_trace\t[nf_tables]");
    assert_name(&k, 0xffffffffc0a3d000, "nothing");
    assert_name(&k, 0xffffffffc0b02000, "nothing");
    kallsyms_free(&k);
}

static void another_start_of_the_kernel_moves_it_and_drops_modules(void **state)
{
    struct kallsyms k = {0};

    (void)state;
    kallsyms_read(&k, str_of(list));
    kallsyms_finish(&k, STR("_stext"), 0xffffffff9e000000);
    assert_name(&k, 0xffffffff81000010, "nothing");
    assert_name(&k, 0xffffffff9e000010, "static_function.isra.0");
    assert_name(&k, 0xffffffffc0a3b000, "nothing");
    assert_name(&k, 0xffffffffddb00000, "nothing");
    kallsyms_free(&k);
}

static void lines_may_come_in_pieces_cut_anywhere(void **state)
{
    static const char whole[] = "ffffffff81000000 T _text\nffffffff81000010 t first\n"
                                "ffffffff81000020 t last";

    (void)state;
    for (size_t cut = 0; cut < sizeof whole; cut++) {
        struct kallsyms k = {0};
        kallsyms_expect(&k, cut);
        buf_add(&k.symbols.text, (struct str){whole, cut});
        kallsyms_take(&k, false);
        buf_add(&k.symbols.text, (struct str){whole + cut, sizeof whole - 1 - cut});
        kallsyms_take(&k, false);
        kallsyms_take(&k, true);
        assert_int_equal(k.lines, 3);
        kallsyms_finish(&k, STR("_text"), 0xffffffff81000000);
        assert_name(&k, 0xffffffff81000010, "first");
        assert_name(&k, 0xffffffff81000020, "last");
        kallsyms_free(&k);
    }
}

static void hidden_addresses_are_told(void **state)
{
    struct kallsyms k = {0};

    (void)state;
    kallsyms_read(&k, STR("0000000000000000 T _text\n0000000000000000 t f\n"));
    assert_int_equal(k.lines, 2);
    assert_false(k.any_address);
    kallsyms_free(&k);
}

static void other_lines_are_passed_over(void **state)
{
    struct kallsyms k = {0};

    (void)state;
    kallsyms_read(&k, STR("\n\r\nffffffff81000000\nffffffff81000000 T\nffffffff81000000 T \n"
                          "ffffffff81000000 T \r\nffffffff81000000 TT x\nx T y\n"
                          "fffffffffffffffff T y\nffffffff81000000 t cut"));
    kallsyms_finish(&k, STR("_text"), 1);
    assert_int_equal(k.symbols.n, 1);
    assert_int_equal(k.lines, 1);
    assert_name(&k, 0xffffffff81000000, "cut");
    kallsyms_free(&k);
}

static void names_come_apart(void **state)
{
    (void)state;
    assert_str(kallsyms_function(STR("f\t[m]")), "f");
    assert_str(kallsyms_module(STR("f\t[m]")), "[m]");
    assert_str(kallsyms_function(STR("f")), "f");
    assert_str(kallsyms_module(STR("f")), "");
    assert_str(kallsyms_module(STR("f\t")), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_found_and_of_several_the_last),
        cmocka_unit_test(nothing_reaches_far_into_what_is_no_code),
        cmocka_unit_test(another_start_of_the_kernel_moves_it_and_drops_modules),
        cmocka_unit_test(lines_may_come_in_pieces_cut_anywhere),
        cmocka_unit_test(hidden_addresses_are_told),
        cmocka_unit_test(other_lines_are_passed_over),
        cmocka_unit_test(names_come_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
