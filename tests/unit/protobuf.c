/* base/protobuf: fields out of bytes, and where they are wrong. */
#include "base/protobuf.h"

#include "unit.h"

enum { AT = 1000 };

static struct protobuf of(struct str bytes)
{
    return protobuf_of(bytes, AT);
}

static void fields_of_every_kind_are_taken(void **state)
{
    struct protobuf m = of(STR("\x08\x96\x01"
                               "\x12\x03"
                               "abc"
                               "\x1d\x01\x02\x03\x04"
                               "\x21\x01\x02\x03\x04\x05\x06\x07\x88"
                               "\xf8\xff\xff\xff\x0f\x00"
                               "\x12\x00"));
    struct protobuf_field field;

    (void)state;
    assert_true(protobuf_next(&m, &field));
    assert_int_equal(field.number, 1);
    assert_int_equal(field.kind, PROTOBUF_VARINT);
    assert_int_equal(field.value, 150);
    assert_int_equal(field.bytes.n, 0);
    assert_int_equal(field.at, AT + 3);
    assert_true(protobuf_next(&m, &field));
    assert_int_equal(field.number, 2);
    assert_str(field.bytes, "abc");
    assert_int_equal(field.value, 0);
    assert_int_equal(field.at, AT + 5);
    assert_true(protobuf_next(&m, &field));
    assert_int_equal(field.value, 0x04030201);
    assert_true(protobuf_next(&m, &field));
    assert_int_equal(field.number, 4);
    assert_true(field.value == UINT64_C(0x8807060504030201));
    assert_true(protobuf_next(&m, &field));
    assert_int_equal(field.number, (1 << 29) - 1);
    assert_true(protobuf_next(&m, &field));
    assert_int_equal(field.bytes.n, 0);
    assert_false(protobuf_next(&m, &field));
    assert_null(m.wrong);
    assert_int_equal(m.at, AT + 30);
}

static void numbers_have_at_most_64_bits(void **state)
{
    struct protobuf most = of(STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"));
    struct protobuf more = of(STR("\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"));
    struct protobuf longer = of(STR("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"));
    struct protobuf padded = of(STR("\x81\x80\x80\x00"));
    uint64_t value = 0;

    (void)state;
    assert_true(protobuf_varint(&most, &value));
    assert_true(value == UINT64_MAX);
    assert_true(protobuf_varint(&padded, &value));
    assert_int_equal(value, 1);
    assert_true(protobuf_varint(&more, &value));
    assert_false(protobuf_varint(&more, &value));
    assert_non_null(more.wrong);
    assert_int_equal(more.at, AT + 1);
    assert_false(protobuf_varint(&longer, &value));
    assert_non_null(longer.wrong);
    assert_false(protobuf_varint(&longer, &value));
}

/* Where the field begins, or the part of it that is wrong. */
static void check_wrong(struct str bytes, size_t good, uint64_t at)
{
    struct protobuf m = of(bytes);
    struct protobuf_field field;

    for (size_t i = 0; i < good; i++)
        assert_true(protobuf_next(&m, &field));
    assert_false(protobuf_next(&m, &field));
    assert_non_null(m.wrong);
    assert_int_equal(m.at, AT + at);
    assert_false(protobuf_next(&m, &field));
    assert_int_equal(m.at, AT + at);
}

static void what_is_wrong_is_told_with_its_place(void **state)
{
    (void)state;
    check_wrong(STR("\x08\x01\x08"), 1, 3);     /* no number */
    check_wrong(STR("\x08\x01\x08\x80"), 1, 3); /* half a number */
    check_wrong(STR("\x08\x01\x80"), 1, 2);     /* half a tag */
    check_wrong(STR("\x08\x01\x12"), 1, 3);     /* no length */
    check_wrong(STR("\x08\x01\x12\x02"
                    "a"),
                1, 3); /* beyond the end */
    check_wrong(STR("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                    "abc"),
                0, 1);                                      /* far beyond */
    check_wrong(STR("\x08\x01\x0d\x01\x02\x03"), 1, 3);     /* three bytes of four */
    check_wrong(STR("\x08\x01\x09\x01\x02\x03\x04"), 1, 3); /* four of eight */
    check_wrong(STR("\x08\x01\x0b\x0c"), 1, 2);             /* a group */
    check_wrong(STR("\x08\x01\x0e"), 1, 2);                 /* no kind */
    check_wrong(STR("\x08\x01\x00\x01"), 1, 2);             /* field 0 */
    check_wrong(STR("\x80\x80\x80\x80\x10\x01"), 0, 0);     /* field 2^29 */
}

static void no_message_is_no_field(void **state)
{
    struct protobuf m = of(STR(""));
    struct protobuf_field field;

    (void)state;
    assert_false(protobuf_next(&m, &field));
    assert_null(m.wrong);
    assert_int_equal(m.at, AT);
}

static void repeated_numbers_are_packed_or_not(void **state)
{
    struct protobuf m = of(STR("\x0a\x04\x01\x96\x01\x00\x08\x07\x0a\x00\x0a\x02\x05\x80"));
    static const uint64_t wanted[] = {1, 150, 0, 7, 5};
    struct protobuf_field field;
    size_t n = 0;

    (void)state;
    while (protobuf_next(&m, &field)) {
        struct protobuf_numbers numbers = protobuf_numbers_of(&field);
        uint64_t value;
        while (protobuf_numbers_next(&numbers, &value)) {
            assert_true(n < 5);
            assert_int_equal(value, wanted[n++]);
        }
        assert_true((numbers.packed.wrong != NULL) == (n == 5));
        if (n == 5)
            assert_int_equal(numbers.packed.at, AT + 13);
    }
    assert_int_equal(n, 5);
    assert_null(m.wrong);
}

static void messages_in_fields_know_where_they_are(void **state)
{
    struct protobuf m = of(STR("\x0a\x02\x08\x80"));
    struct protobuf_field field;

    (void)state;
    assert_true(protobuf_next(&m, &field));
    struct protobuf inner = protobuf_in(&field);
    assert_false(protobuf_next(&inner, &field));
    assert_int_equal(inner.at, AT + 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_every_kind_are_taken),
        cmocka_unit_test(numbers_have_at_most_64_bits),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(no_message_is_no_field),
        cmocka_unit_test(repeated_numbers_are_packed_or_not),
        cmocka_unit_test(messages_in_fields_know_where_they_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
