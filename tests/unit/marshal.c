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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_forgotten_makes_room),
        cmocka_unit_test(what_may_come_again_is_not_forgotten),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
