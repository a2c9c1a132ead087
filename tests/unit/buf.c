/* base/buf: bytes that grow. */
#include "base/buf.h"

#include "unit.h"

static void an_empty_buffer_has_an_address(void **state)
{
    struct buf b = {0};

    (void)state;
    assert_non_null(buf_str(&b).p);
    assert_int_equal(buf_str(&b).n, 0);
    buf_add(&b, STR(""));
    assert_int_equal(buf_str(&b).n, 0);
    buf_free(&b);
}

static void bytes_stay_in_order(void **state)
{
    struct buf b = {0};

    (void)state;
    for (unsigned i = 0; i < 100000; i++) {
        if (i % 3)
            buf_add_byte(&b, (char)i);
        else
            buf_add(&b, (struct str){(const char[]){(char)i}, 1});
    }
    assert_int_equal(b.n, 100000);
    for (unsigned i = 0; i < 100000; i++)
        assert_int_equal(b.p[i], (char)i);
    buf_free(&b);
}

static void reserved_room_is_the_callers(void **state)
{
    struct buf b = {0};

    (void)state;
    buf_add(&b, STR("ab"));
    memcpy(buf_reserve(&b, 1000), "cd", 2);
    assert_str(buf_str(&b), "ab");
    b.n += 2;
    assert_str(buf_str(&b), "abcd");
    buf_free(&b);
}

static void what_exceeds_the_maximum_is_left_out_whole(void **state)
{
    struct buf b = {.max = 5};

    (void)state;
    buf_add(&b, STR("abc"));
    assert_false(b.full);
    buf_add(&b, STR("def"));
    assert_true(b.full);
    assert_str(buf_str(&b), "abc");
    buf_add(&b, STR("de"));
    assert_str(buf_str(&b), "abcde");
    buf_free(&b);
}

static void a_buffer_reserved_beyond_its_maximum_takes_no_more(void **state)
{
    struct buf b = {.max = 2};

    (void)state;
    memcpy(buf_reserve(&b, 4), "abcd", 4);
    b.n += 4;
    buf_add_byte(&b, 'e');
    assert_true(b.full);
    assert_str(buf_str(&b), "abcd");
    buf_free(&b);
}

static void a_freed_buffer_is_empty_and_useful(void **state)
{
    struct buf b = {0};

    (void)state;
    buf_add(&b, STR("ab"));
    buf_free(&b);
    assert_int_equal(buf_str(&b).n, 0);
    buf_add(&b, STR("cd"));
    assert_str(buf_str(&b), "cd");
    buf_free(&b);
    buf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_buffer_has_an_address),
        cmocka_unit_test(bytes_stay_in_order),
        cmocka_unit_test(reserved_room_is_the_callers),
        cmocka_unit_test(what_exceeds_the_maximum_is_left_out_whole),
        cmocka_unit_test(a_buffer_reserved_beyond_its_maximum_takes_no_more),
        cmocka_unit_test(a_freed_buffer_is_empty_and_useful),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
