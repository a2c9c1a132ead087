/* base/unpack/zip: the files of an archive, one behind the other. */
#include "base/unpack/zip.h"

#include "unit.h"

enum { STORED, DEFLATED = 8, ENCRYPTED = 1, DESCRIBED = 8, PIECE_MOST = 16 };

static void add_number(struct buf *a, uint32_t value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_add_byte(a, (char)(value >> 8 * i & 0xff));
}

static uint32_t sum_of(struct str text)
{
    uint32_t sum = UINT32_MAX;

    for (size_t i = 0; i < text.n; i++) {
        sum ^= (unsigned char)text.p[i];
        for (unsigned k = 0; k < 8; k++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

static void add_header(struct buf *a, const char *name, struct str text, unsigned flags,
                       unsigned method)
{
    struct str file = str_of(name);

    buf_add(a, STR("PK\3\4"));
    add_number(a, 20, 2);
    add_number(a, flags, 2);
    add_number(a, method, 2);
    add_number(a, 0, 4); /* time and date */
    add_number(a, flags & DESCRIBED ? 0 : sum_of(text), 4);
    add_number(a, flags & DESCRIBED ? 0 : (uint32_t)text.n + (method == DEFLATED ? 5 : 0), 4);
    add_number(a, flags & DESCRIBED ? 0 : (uint32_t)text.n, 4);
    add_number(a, (uint32_t)file.n, 2);
    add_number(a, 3, 2);
    buf_add(a, file);
    buf_add(a, STR("xyz")); /* extra field */
}

/* Deflate knows blocks that hold bytes as they are. */
static void add_file(struct buf *a, const char *name, const char *content, unsigned flags,
                     unsigned method)
{
    struct str text = str_of(content);

    add_header(a, name, text, flags, method);
    if (method == DEFLATED) {
        add_number(a, 1, 1);
        add_number(a, (uint32_t)text.n, 2);
        add_number(a, ~(uint32_t)text.n, 2);
    }
    buf_add(a, text);
}

static void add_end(struct buf *a)
{
    buf_add(a, STR("PK\1\2 a list of the files"));
}

/* Reads every file in pieces of `piece` bytes: "name: content\n" each. False with a fault. */
static bool read_archive(struct str bytes, const struct limits *limits, size_t piece,
                         struct buf *said, struct fault *f)
{
    struct source source;
    struct blocks blocks;
    struct zip zip;
    char part[PIECE_MOST];
    size_t got = 1;

    assert_true(piece <= sizeof part);
    assert_true(source_open_memory(&source, "x.zip", bytes, limits, f));
    blocks_init(&blocks, &source);
    zip_init(&zip, &blocks, "x.zip", limits);
    bool ok = zip_next(&zip, f);
    while (ok && zip.in_file) {
        buf_add(said, buf_str(&zip.file));
        buf_add(said, STR(": "));
        for (got = 1; ok && got;) {
            ok = zip_read(&zip, part, piece, &got, f);
            buf_add(said, (struct str){part, ok ? got : 0});
        }
        buf_add_byte(said, '\n');
        ok = ok && zip_next(&zip, f);
    }
    zip_free(&zip);
    blocks_free(&blocks);
    source_close(&source);
    return ok;
}

static void assert_files(const struct buf *a, const char *wanted)
{
    const struct limits limits = limits_usual();

    for (size_t piece = 1; piece <= PIECE_MOST; piece++) {
        struct buf said = {0};
        struct fault f = {0};
        assert_true(read_archive(buf_str(a), &limits, piece, &said, &f));
        buf_add_byte(&said, '\0');
        assert_string_equal(buf_str(&said).p, wanted);
        buf_free(&said);
    }
}

/* Frees the archive. */
static void assert_refused(struct buf *a, const struct limits *limits, const char *message)
{
    const struct limits usual = limits_usual();
    struct buf said = {0};
    struct fault f = {0};

    assert_false(read_archive(buf_str(a), limits ? limits : &usual, PIECE_MOST, &said, &f));
    if (!strstr(f.text, message))
        fail_msg("\"%s\" says nothing of \"%s\"", f.text, message);
    buf_free(&said);
    buf_free(a);
}

static void files_come_one_behind_the_other(void **state)
{
    struct buf a = {0};

    (void)state;
    add_file(&a, "one", "first text", 0, STORED);
    add_file(&a, "empty", "", 0, STORED);
    add_file(&a, "two", "PK\3\4 is no header here", 0, STORED);
    add_end(&a);
    assert_files(&a, "one: first text\nempty: \ntwo: PK\3\4 is no header here\n");
    buf_free(&a);
}

static void what_was_not_read_of_a_file_is_passed_over(void **state)
{
    const struct limits limits = limits_usual();
    struct buf a = {0};
    struct source source;
    struct blocks blocks;
    struct fault f = {0};
    struct zip zip;

    (void)state;
    add_file(&a, "one", "first text", 0, STORED);
    add_file(&a, "two", "second", 0, STORED);
    add_end(&a);
    assert_true(source_open_memory(&source, "x", buf_str(&a), &limits, &f));
    blocks_init(&blocks, &source);
    zip_init(&zip, &blocks, "x", &limits);
    assert_true(zip_next(&zip, &f) && zip_next(&zip, &f));
    assert_true(zip.in_file && str_equal(buf_str(&zip.file), STR("two")));
    assert_true(zip_next(&zip, &f));
    assert_false(zip.in_file);
    zip_free(&zip);
    blocks_free(&blocks);
    source_close(&source);
    buf_free(&a);
}

static void every_cut_is_a_fault(void **state)
{
    const struct limits limits = limits_usual();
    struct buf a = {0};

    (void)state;
    add_file(&a, "one", "first text", 0, STORED);
    add_file(&a, "two", "second", 0, STORED);
    for (size_t n = 0; n <= a.n; n++) {
        struct buf said = {0};
        struct fault f = {0};
        assert_false(read_archive(str_from_to(buf_str(&a), 0, n), &limits, PIECE_MOST, &said, &f));
        assert_int_equal(f.kind, FAULT_INPUT);
        buf_free(&said);
    }
    buf_free(&a);
}

static void what_cannot_be_read_is_said(void **state)
{
    struct buf a = {0};

    (void)state;
    add_file(&a, "one", "text", ENCRYPTED, STORED);
    assert_refused(&a, NULL, "encrypted");
    add_file(&a, "one", "text", DESCRIBED, STORED);
    assert_refused(&a, NULL, "does not say its size");
    add_file(&a, "one", "text", 0, 12);
    assert_refused(&a, NULL, "another way than deflate");
    buf_add(&a, STR("no archive"));
    assert_refused(&a, NULL, "between two files");
}

#ifdef FLAME_HAVE_ZLIB

static void packed_files_stand_beside_stored_ones(void **state)
{
    struct buf a = {0};

    (void)state;
    add_file(&a, "one", "first text", 0, DEFLATED);
    add_file(&a, "two", "second", 0, STORED);
    add_file(&a, "three", "third", 0, DEFLATED);
    add_file(&a, "none", "", 0, DEFLATED);
    add_file(&a, "four", "fourth", 0, DEFLATED);
    add_end(&a);
    assert_files(&a, "one: first text\ntwo: second\nthree: third\nnone: \nfour: fourth\n");
    buf_free(&a);
}

/* The sum and the sizes of a file, with a mark or without, in 32 or 64 bits. */
static void describe(struct buf *a, struct str content, bool with_mark, size_t n_size)
{
    if (with_mark)
        buf_add(a, STR("PK\7\10"));
    add_number(a, sum_of(content), 4);
    for (size_t size = 0; size < 2; size++) {
        add_number(a, (uint32_t)content.n + (size ? 0 : 5), 4);
        add_number(a, 0, n_size - 4);
    }
}

static void a_sum_behind_a_file_is_compared(void **state)
{
    struct buf a = {0};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        bool with_mark = i & 1;
        size_t n_size = i & 2 ? 8 : 4;
        add_file(&a, "one", "first", DESCRIBED, DEFLATED);
        describe(&a, STR("first"), with_mark, n_size);
        add_file(&a, "none", "", DESCRIBED, DEFLATED);
        describe(&a, STR(""), with_mark, n_size);
        add_end(&a);
        assert_files(&a, "one: first\nnone: \n");
        buf_clear(&a);
        add_file(&a, "one", "first", DESCRIBED, DEFLATED);
        describe(&a, STR("First"), with_mark, n_size);
        add_end(&a);
        assert_refused(&a, NULL, "checksum");
        a = (struct buf){0};
        add_file(&a, "one", "first", DESCRIBED, DEFLATED);
        describe(&a, STR("first"), with_mark, n_size);
        a.n -= 9;
        assert_refused(&a, NULL, "zip: ");
        a = (struct buf){0};
    }
}

static void a_wrong_sum_is_a_fault(void **state)
{
    struct buf a = {0};

    (void)state;
    add_file(&a, "one", "first text", 0, STORED);
    add_file(&a, "two", "second", 0, DEFLATED);
    a.p[a.n - 1] ^= 1;
    add_end(&a);
    assert_refused(&a, NULL, "checksum");
}

static void the_limit_inflate_is_of_the_whole_archive(void **state)
{
    struct limits limits = limits_usual();
    struct buf a = {0};
    struct buf said = {0};
    struct fault f = {0};

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        add_file(&a, "file", "ten  bytes", 0, DEFLATED);
    add_end(&a);
    limits.inflate = 30;
    assert_true(read_archive(buf_str(&a), &limits, PIECE_MOST, &said, &f));
    buf_free(&said);
    limits.inflate = 29;
    assert_refused(&a, &limits, "limit \"inflate\" (29)");
}

#else

static void a_build_without_zlib_says_so(void **state)
{
    struct buf a = {0};

    (void)state;
    add_file(&a, "one", "first text", 0, DEFLATED);
    assert_refused(&a, NULL, "zlib");
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_come_one_behind_the_other),
        cmocka_unit_test(what_was_not_read_of_a_file_is_passed_over),
        cmocka_unit_test(every_cut_is_a_fault),
        cmocka_unit_test(what_cannot_be_read_is_said),
#ifdef FLAME_HAVE_ZLIB
        cmocka_unit_test(packed_files_stand_beside_stored_ones),
        cmocka_unit_test(a_sum_behind_a_file_is_compared),
        cmocka_unit_test(a_wrong_sum_is_a_fault),
        cmocka_unit_test(the_limit_inflate_is_of_the_whole_archive),
#else
        cmocka_unit_test(a_build_without_zlib_says_so),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
