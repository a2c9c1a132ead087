/* base/unpack: gzip, zstd and xz. */
#include "base/unpack/unpack.h"

#include <stdlib.h>

#include "unit.h"

#include "base/buf.h"
#include "packed.h"

/* Unpacks all of the bytes, given in pieces of `piece` bytes, into pieces of `room` bytes. */
static bool unpack_all(struct str bytes, const struct limits *limits, size_t piece, size_t room,
                       struct buf *to, struct fault *f)
{
    struct unpack *u = unpack_new(packing_of(bytes), "x", limits, f);
    struct str in = {bytes.p, 0};
    char *block = malloc(room);
    size_t got = 0;
    bool ok = u != NULL;
    bool ended = false;

    while (ok && (got || !ended)) {
        size_t left = (size_t)(bytes.p + bytes.n - in.p);
        if (in.n == 0) {
            ended = left == 0;
            in.n = left < piece ? left : piece;
        }
        struct unpack_room rest = {block, room};
        ok = unpack_some(u, &in, ended, &rest, f);
        got = room - rest.n;
        if (ok)
            buf_add(to, (struct str){block, got});
    }
    unpack_free(u);
    free(block);
    return ok;
}

/* The packings this build has, each with the bytes of PLAIN. */
static size_t samples(struct str *list)
{
    size_t n = 0;

#ifdef FLAME_HAVE_ZLIB
    list[n++] = PACKED_GZIP;
#endif
#ifdef FLAME_HAVE_ZSTD
    list[n++] = PACKED_ZSTD;
#endif
#ifdef FLAME_HAVE_LZMA
    list[n++] = PACKED_XZ;
#endif
    list[n] = (struct str){"", 0};
    return n;
}

static void packings_are_told_by_their_first_bytes(void **state)
{
    (void)state;
    assert_int_equal(packing_of(PACKED_GZIP), PACKING_GZIP);
    assert_int_equal(packing_of(PACKED_ZSTD), PACKING_ZSTD);
    assert_int_equal(packing_of(STR("\x5E\x2A\x4D\x18\0\0\0\0")), PACKING_ZSTD);
    assert_int_equal(packing_of(PACKED_XZ), PACKING_XZ);
    assert_int_equal(packing_of(STR("")), PACKING_NONE);
    assert_int_equal(packing_of(STR("\x1F")), PACKING_NONE);
    assert_int_equal(packing_of(STR("\xFD\x37zX")), PACKING_NONE);
    assert_int_equal(packing_of(STR(PLAIN)), PACKING_NONE);
}

static void pieces_of_any_size_unpack_to_the_same(void **state)
{
    const struct limits limits = limits_usual();
    struct str list[4];
    size_t n = samples(list);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        for (size_t piece = 1; piece <= list[i].n; piece++) {
            struct buf to = {0};
            struct fault f = {0};
            assert_true(unpack_all(list[i], &limits, piece, 1 + piece % 7, &to, &f));
            assert_str(buf_str(&to), PLAIN);
            buf_free(&to);
        }
    }
}

static void members_that_follow_each_other_go_on(void **state)
{
    const struct limits limits = limits_usual();
    struct str list[4];
    size_t n = samples(list);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        struct buf packed = {0};
        buf_add(&packed, list[i]);
        buf_add(&packed, list[i]);
        for (size_t piece = 1; piece <= packed.n; piece += 3) {
            struct buf to = {0};
            struct fault f = {0};
            assert_true(unpack_all(buf_str(&packed), &limits, piece, 64, &to, &f));
            assert_str(buf_str(&to), PLAIN PLAIN);
            buf_free(&to);
        }
        buf_free(&packed);
    }
}

static void a_cut_at_any_byte_is_a_fault(void **state)
{
    const struct limits limits = limits_usual();
    struct str list[4];
    size_t n = samples(list);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        for (size_t length = 6; length < list[i].n; length++) {
            struct buf to = {0};
            struct fault f = {0};
            assert_false(unpack_all((struct str){list[i].p, length}, &limits, 8, 64, &to, &f));
            assert_int_equal(f.kind, FAULT_INPUT);
            assert_non_null(strstr(f.text, "cut short"));
            buf_free(&to);
        }
    }
}

static void a_change_of_any_byte_is_a_fault_or_harmless(void **state)
{
    const struct limits limits = limits_untrusted();
    struct str list[4];
    size_t n = samples(list);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        unsigned faults = 0;
        for (size_t at = 6; at < list[i].n; at++) {
            char bytes[128];
            struct buf to = {0};
            struct fault f = {0};
            memcpy(bytes, list[i].p, list[i].n);
            bytes[at] ^= 0x55;
            if (unpack_all((struct str){bytes, list[i].n}, &limits, 128, 64, &to, &f))
                assert_str(buf_str(&to), PLAIN);
            else
                faults++;
            assert_int_equal(f.kind != FAULT_NONE, f.text[0] != '\0');
            buf_free(&to);
        }
        /* Of gzip's header the time and the system (5 bytes) may be anything. */
        assert_in_range(faults, list[i].n - 6 - 6, list[i].n - 6);
    }
}

static void rubbish_after_the_end_is_a_fault(void **state)
{
    const struct limits limits = limits_usual();
    struct str list[4];
    size_t n = samples(list);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        struct buf packed = {0};
        struct buf to = {0};
        struct fault f = {0};
        buf_add(&packed, list[i]);
        buf_add(&packed, STR("rubbish rubbish rubbish"));
        assert_false(unpack_all(buf_str(&packed), &limits, 999, 64, &to, &f));
        assert_non_null(strstr(f.text, "damaged"));
        buf_free(&packed);
        buf_free(&to);
    }
}

#ifdef FLAME_HAVE_ZLIB
static void zero_bytes_after_gzip_are_passed_over(void **state)
{
    const struct limits limits = limits_usual();
    struct buf packed = {0};
    struct buf to = {0};
    struct fault f = {0};

    (void)state;
    buf_add(&packed, PACKED_GZIP);
    for (int i = 0; i < 600; i++)
        buf_add_byte(&packed, '\0');
    assert_true(unpack_all(buf_str(&packed), &limits, 50, 64, &to, &f));
    assert_str(buf_str(&to), PLAIN);
    buf_free(&packed);
    buf_free(&to);
}
#endif

static void the_limit_on_bytes_is_exact(void **state)
{
    struct limits limits = limits_usual();
    struct str list[4];
    size_t n = samples(list);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        struct buf to = {0};
        struct fault f = {0};
        limits.inflate = strlen(PLAIN);
        assert_true(unpack_all(list[i], &limits, 99, 8, &to, &f));
        limits.inflate--;
        assert_false(unpack_all(list[i], &limits, 99, 8, &to, &f));
        assert_int_equal(f.kind, FAULT_INPUT);
        assert_non_null(strstr(f.text, "limit \"inflate\" (25) reached"));
        buf_free(&to);
    }
}

#ifdef FLAME_HAVE_ZSTD
static void growth_beyond_the_ratio_is_a_fault_above_a_mebibyte(void **state)
{
    struct limits limits = limits_usual();
    struct buf to = {0};
    struct fault f = {0};

    (void)state;
    assert_false(unpack_all(ZSTD_BOMB, &limits, 999, 4096, &to, &f));
    assert_non_null(strstr(f.text, "inflate-ratio"));
    assert_in_range(to.n, 1 << 20, (1 << 20) + 4096);
    buf_free(&to);
}

static void no_limit_lets_everything_pass(void **state)
{
    struct limits limits = limits_usual();
    struct buf to = {0};
    struct fault f = {0};

    (void)state;
    limits.inflate_ratio = 0;
    limits.inflate = 0;
    assert_true(unpack_all(ZSTD_BOMB, &limits, 999, 4096, &to, &f));
    assert_int_equal(to.n, 3 << 20);
    buf_free(&to);
}

/* 2 GiB, which the frame does not need but asks for. */
static void a_window_beyond_the_memory_is_a_fault_that_helps(void **state)
{
    struct limits limits = limits_untrusted();
    char bytes[64];
    struct buf to = {0};
    struct fault f = {0};

    (void)state;
    memcpy(bytes, PACKED_ZSTD.p, PACKED_ZSTD.n);
    bytes[5] = (char)0xa8;
    assert_false(unpack_all((struct str){bytes, PACKED_ZSTD.n}, &limits, 99, 64, &to, &f));
    assert_int_equal(f.kind, FAULT_INPUT);
    assert_non_null(strstr(f.text, "zstd -d --long=31"));
    buf_free(&to);
}
#endif

#ifdef FLAME_HAVE_LZMA
static void xz_keeps_to_its_part_of_the_memory(void **state)
{
    struct limits limits = limits_usual();
    struct buf to = {0};
    struct fault f = {0};

    (void)state;
    limits.memory = 64 << 20;
    assert_false(unpack_all(PACKED_XZ, &limits, 99, 64, &to, &f));
    assert_int_equal(f.kind, FAULT_INPUT);
    assert_non_null(strstr(f.text, "too much memory"));
    buf_free(&to);
}
#endif

static void a_packing_without_its_library_is_a_fault_that_helps(void **state)
{
    const struct limits limits = limits_usual();
    static const enum packing packings[] = {PACKING_GZIP, PACKING_ZSTD, PACKING_XZ};
    static const char *const commands[] = {"(gzip -d)", "(zstd -d)", "(xz -d)"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct fault f = {0};
        struct unpack *u = unpack_new(packings[i], "x.packed", &limits, &f);
        assert_int_equal(u == NULL, f.kind == FAULT_INPUT);
        if (!u)
            assert_non_null(strstr(f.text, commands[i]));
        unpack_free(u);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packings_are_told_by_their_first_bytes),
        cmocka_unit_test(pieces_of_any_size_unpack_to_the_same),
        cmocka_unit_test(members_that_follow_each_other_go_on),
        cmocka_unit_test(a_cut_at_any_byte_is_a_fault),
        cmocka_unit_test(a_change_of_any_byte_is_a_fault_or_harmless),
        cmocka_unit_test(rubbish_after_the_end_is_a_fault),
        cmocka_unit_test(the_limit_on_bytes_is_exact),
        cmocka_unit_test(a_packing_without_its_library_is_a_fault_that_helps),
#ifdef FLAME_HAVE_ZLIB
        cmocka_unit_test(zero_bytes_after_gzip_are_passed_over),
#endif
#ifdef FLAME_HAVE_ZSTD
        cmocka_unit_test(growth_beyond_the_ratio_is_a_fault_above_a_mebibyte),
        cmocka_unit_test(no_limit_lets_everything_pass),
        cmocka_unit_test(a_window_beyond_the_memory_is_a_fault_that_helps),
#endif
#ifdef FLAME_HAVE_LZMA
        cmocka_unit_test(xz_keeps_to_its_part_of_the_memory),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
