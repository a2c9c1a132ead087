/* base/base64: text of bytes. */
#include "base/base64.h"

#include "unit.h"

static void assert_text(const char *bytes, size_t n, const char *wanted)
{
    struct sink s;

    sink_open_buf(&s);
    base64_write(&s, (struct str){bytes, n});
    assert_str(buf_str(&s.buf), wanted);
    sink_discard(&s);
}

static void the_examples_of_the_rfc_hold(void **state)
{
    static const char *const wanted[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
                                         "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};

    (void)state;
    for (size_t n = 0; n <= 6; n++)
        assert_text("foobar", n, wanted[n]);
}

static void every_digit_stands_for_its_value(void **state)
{
    unsigned char bytes[48];

    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        bytes[3 * i] = (unsigned char)((4 * i) << 2 | (4 * i + 1) >> 4);
        bytes[3 * i + 1] = (unsigned char)((4 * i + 1) << 4 | (4 * i + 2) >> 2);
        bytes[3 * i + 2] = (unsigned char)((4 * i + 2) << 6 | (4 * i + 3));
    }
    assert_text((const char *)bytes, sizeof bytes,
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
    assert_text("\xFF\xFE", 2, "//4=");
}

static void pieces_of_three_bytes_make_one_text(void **state)
{
    enum { N = 7000 };
    struct sink whole;
    struct sink pieces;
    char bytes[N];

    (void)state;
    for (size_t i = 0; i < N; i++)
        bytes[i] = (char)(i * 7 + i / 251);
    for (size_t n = N - 3; n <= N; n++) {
        sink_open_buf(&whole);
        sink_open_buf(&pieces);
        base64_write(&whole, (struct str){bytes, n});
        base64_write(&pieces, (struct str){bytes, 3 * 1025});
        base64_write(&pieces, (struct str){bytes + 3 * 1025, n - 3 * 1025});
        assert_int_equal(whole.buf.n, (n + 2) / 3 * 4);
        assert_true(whole.written == whole.buf.n);
        assert_true(str_equal(buf_str(&whole.buf), buf_str(&pieces.buf)));
        sink_discard(&whole);
        sink_discard(&pieces);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_of_the_rfc_hold),
        cmocka_unit_test(every_digit_stands_for_its_value),
        cmocka_unit_test(pieces_of_three_bytes_make_one_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
