/* input/common/marshal: objects of Python, and how long they stay. */
#include "input/common/marshal.h"

#include "unit.h"

#define TUPLE_OF_TWO "(\2\0\0\0i\7\0\0\0i\10\0\0\0"
#define TUPLE_THAT_COMES_AGAIN "\250\2\0\0\0i\1\0\0\0i\2\0\0\0"
#define FIRST_AGAIN "r\0\0\0\0"

struct read_marshal {
    struct ask ask;
    struct source source;
    struct blocks blocks;
    struct reading r;
    struct fault f;
    struct marshal m;
};

static void begin(struct read_marshal *in, struct str bytes)
{
    memset(in, 0, sizeof *in);
    in->ask.limits = limits_usual();
    in->r.name = "x";
    in->r.ask = &in->ask;
    in->r.first_part = true;
    in->r.parts = 1;
    assert_true(source_open_memory(&in->source, "x", bytes, &in->ask.limits, &in->f));
    blocks_init(&in->blocks, &in->source);
    marshal_init(&in->m, &in->r, &in->blocks, &in->f);
}

static void end(struct read_marshal *in)
{
    marshal_free(&in->m);
    blocks_free(&in->blocks);
    source_close(&in->source);
}

/* Takes a tuple and compares its numbers. */
static void assert_next(struct read_marshal *in, int64_t first, int64_t second)
{
    struct marshal_value value;

    assert_true(marshal_next(&in->m, &value));
    assert_int_equal(value.kind, MARSHAL_TUPLE);
    assert_int_equal(value.values.n, 2);
    const struct marshal_value *values = &in->m.values[value.values.first];
    assert_int_equal(values[0].integer, first);
    assert_int_equal(values[1].integer, second);
}

static void what_is_forgotten_makes_room(void **state)
{
    struct read_marshal in;

    (void)state;
    begin(&in, STR(TUPLE_OF_TWO TUPLE_OF_TWO TUPLE_OF_TWO));
    for (unsigned i = 0; i < 3; i++) {
        assert_next(&in, 7, 8);
        assert_int_equal(in.m.n_values, 2);
        marshal_forget(&in.m);
        assert_int_equal(in.m.n_values, 0);
    }
    end(&in);
}

static void what_may_come_again_is_not_forgotten(void **state)
{
    struct read_marshal in;

    (void)state;
    begin(&in, STR(TUPLE_OF_TWO TUPLE_THAT_COMES_AGAIN TUPLE_OF_TWO TUPLE_OF_TWO FIRST_AGAIN));
    assert_next(&in, 7, 8);
    marshal_forget(&in.m);
    assert_next(&in, 1, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_next(&in, 7, 8);
        marshal_forget(&in.m);
        assert_int_equal(in.m.n_values, 2);
    }
    assert_next(&in, 1, 2);
    end(&in);
}

#define NUMBER "\0\0\0\0"
#define FLAGS "\x43\0\0\0"
#define NO_TUPLE ")\0"
#define NAMED_TWICE "z\1aZ\1f"

/* Code of Python 2, 3.4, 3.8 and 3.11, with the marks of what may come again on some objects. */
static void code_of_every_version_is_a_text_of_its_name(void **state)
{
    const struct str codes[] = {
        STR("c" NUMBER NUMBER NUMBER FLAGS
            "s\1\0\0\0x" NO_TUPLE NO_TUPLE NO_TUPLE NO_TUPLE NO_TUPLE NAMED_TWICE NUMBER
            "s\0\0\0\0"),
        STR("\343" NUMBER NUMBER NUMBER NUMBER FLAGS
            "\363\1\0\0\0x" NO_TUPLE NO_TUPLE NO_TUPLE NO_TUPLE NO_TUPLE NAMED_TWICE NUMBER
            "s\0\0\0\0"),
        STR("\343" NUMBER NUMBER NUMBER NUMBER NUMBER FLAGS
            "s\1\0\0\0x" NO_TUPLE NO_TUPLE NO_TUPLE NO_TUPLE NO_TUPLE NAMED_TWICE NUMBER
            "s\0\0\0\0"),
        STR("\343" NUMBER NUMBER NUMBER NUMBER FLAGS "\363\1\0\0\0x" NO_TUPLE NO_TUPLE NO_TUPLE
            "s\0\0\0\0z\1az\1fz\3C.f" NUMBER "s\0\0\0\0s\0\0\0\0"),
    };

    (void)state;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        struct read_marshal in;
        struct marshal_value value;
        struct buf bytes = {0};
        buf_add(&bytes, codes[i]);
        buf_add(&bytes, STR(TUPLE_OF_TWO));
        begin(&in, buf_str(&bytes));
        assert_true(marshal_next(&in.m, &value));
        assert_int_equal(value.kind, MARSHAL_TEXT);
        assert_true(str_equal(names_get(&in.m.texts, value.text), STR("<code object f>")));
        assert_next(&in, 7, 8);
        end(&in);
        for (size_t n = 1; n < codes[i].n; n++) { /* cut off anywhere */
            begin(&in, str_from_to(codes[i], 0, n));
            assert_true(marshal_next(&in.m, &value));
            assert_int_equal(value.kind, MARSHAL_DAMAGE);
            assert_string_equal(in.m.damage, "data that ends inside of an object");
            end(&in);
        }
        buf_free(&bytes);
    }
}

static void what_has_no_known_type_is_told(void **state)
{
    struct read_marshal in;
    struct marshal_value value;

    (void)state;
    begin(&in, STR("(\2\0\0\0i\7\0\0\0?"));
    assert_true(marshal_next(&in.m, &value));
    assert_int_equal(value.kind, MARSHAL_DAMAGE);
    assert_string_equal(in.m.damage, "an object of a type that is not known");
    end(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_forgotten_makes_room),
        cmocka_unit_test(what_may_come_again_is_not_forgotten),
        cmocka_unit_test(code_of_every_version_is_a_text_of_its_name),
        cmocka_unit_test(what_has_no_known_type_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
