/* input/perf_data/store: bytes of files and of memory, by where they stand. */
#include "input/perf_data/store.h"

#include "readings.h"

/* Byte i of what a scene holds. */
static unsigned char byte_at(uint64_t i)
{
    return (unsigned char)(i * 7 + i / 251 + i / 65536);
}

static struct buf make_bytes(uint64_t from, uint64_t to)
{
    struct buf b = {0};
    char *p = buf_reserve(&b, (size_t)(to - from));

    for (uint64_t i = from; i < to; i++)
        p[i - from] = (char)byte_at(i);
    b.n = (size_t)(to - from);
    return b;
}

struct scene {
    struct ask ask;
    struct reading r;
    struct source source;
    struct blocks blocks;
    struct buf memory;
    struct store store;
    struct fault f;
    char paths[4][32];
    size_t n_paths;
};

static const char *add_path(struct scene *s, uint64_t from, uint64_t to)
{
    char *path = s->paths[s->n_paths++];
    struct buf bytes = make_bytes(from, to);

    memcpy(path, "/tmp/flame-store-XXXXXX", sizeof "/tmp/flame-store-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    write_file(path, buf_str(&bytes));
    buf_free(&bytes);
    return path;
}

/* Bytes [0, n) as the first file, or from memory. */
static void begin(struct scene *s, uint64_t n, bool in_memory)
{
    memset(s, 0, sizeof *s);
    s->ask.limits = limits_usual();
    s->r.name = "made";
    s->r.ask = &s->ask;
    s->memory = make_bytes(0, n);
    if (in_memory)
        assert_true(
            source_open_memory(&s->source, "made", buf_str(&s->memory), &s->ask.limits, &s->f));
    else
        assert_true(source_open(&s->source, add_path(s, 0, n), &s->ask.limits, &s->f));
    blocks_init(&s->blocks, &s->source);
    struct str prefix;
    assert_true(blocks_prefix(&s->blocks, &prefix, &s->f));
    assert_true(store_open(&s->store, &s->r, &s->blocks, &s->f));
    assert_int_equal(s->store.first, n);
    assert_int_equal(s->store.in_memory, in_memory);
}

static void add(struct scene *s, uint64_t from, uint64_t to)
{
    assert_true(store_add_file(&s->store, add_path(s, from, to), &s->f));
    assert_int_equal(s->store.size, to);
}

static void end(struct scene *s)
{
    store_free(&s->store);
    blocks_free(&s->blocks);
    source_close(&s->source);
    buf_free(&s->memory);
    for (size_t i = 0; i < s->n_paths; i++)
        unlink(s->paths[i]);
}

/* The file of the place ends at `to`. */
static void check(struct view *v, uint64_t at, size_t n, uint64_t to)
{
    struct bytes b;

    assert_true(view_get(v, at, n, &b));
    assert_true(b.n >= (n < to - at ? n : to - at));
    assert_true(b.n <= to - at);
    for (size_t i = 0; i < b.n && i < n; i++)
        if (b.p[i] != byte_at(at + i))
            fail_msg("byte %d of %d at %d", (int)i, (int)n, (int)at);
}

static void bytes_across_windows_are_lent_whole(void **state)
{
    enum { SIZE = 3 * VIEW_STRIDE + 1000 };

    (void)state;
    for (unsigned in_memory = 0; in_memory < 2; in_memory++) {
        struct scene s;
        struct view v;
        begin(&s, SIZE, in_memory);
        view_init(&v, &s.store, false, &s.f);
        for (uint64_t i = 0; i < SIZE; i += 40009)
            check(&v, i, VIEW_TAIL, SIZE);
        for (uint64_t border = VIEW_STRIDE; border < SIZE; border += VIEW_STRIDE)
            for (uint64_t i = border - 20; i < border + 20; i++)
                check(&v, i, 16, SIZE);
        check(&v, VIEW_STRIDE - 1, VIEW_TAIL, SIZE);
        check(&v, SIZE - 1, 8, SIZE);
        check(&v, SIZE, 8, SIZE);
        view_free(&v);
        end(&s);
    }
}

static void files_follow_each_other_wherever_they_end(void **state)
{
    static const uint64_t ends[][3] = {
        {VIEW_STRIDE, 2 * VIEW_STRIDE, 3 * VIEW_STRIDE},
        {1000, 1008, 2 * VIEW_STRIDE + 8},
        {VIEW_STRIDE - 8, VIEW_STRIDE + 8, VIEW_STRIDE + 16},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        for (unsigned in_memory = 0; in_memory < 2; in_memory++) {
            struct scene s;
            struct view v;
            struct buf copy = {0};
            begin(&s, ends[i][0], in_memory);
            add(&s, ends[i][0], ends[i][1]);
            add(&s, ends[i][1], ends[i][2]);
            view_init(&v, &s.store, true, &s.f);
            for (size_t k = 0; k < 3; k++) {
                uint64_t from = k ? ends[i][k - 1] : 0;
                for (uint64_t at = from; at < ends[i][k]; at += 8 + at % 4999 / 8 * 8)
                    check(&v, at, 8, ends[i][k]);
                check(&v, ends[i][k] - 4, 100, ends[i][k]);
                check(&v, from, 8, ends[i][k]);
            }
            assert_true(store_copy(&s.store, ends[i][0] + 1, 5, &copy, &s.f));
            assert_int_equal((unsigned char)copy.p[4], byte_at(ends[i][0] + 5));
            assert_true(store_copy(&s.store, 3, 4, &copy, &s.f));
            assert_int_equal((unsigned char)copy.p[5], byte_at(3));
            assert_int_equal(s.f.kind, FAULT_NONE);
            assert_false(store_copy(&s.store, ends[i][0] - 3, 4, &copy, &s.f));
            buf_free(&copy);
            view_free(&v);
            end(&s);
        }
}

/* Places that are read again and again get windows of their own. */
static void there_are_more_windows_when_places_are_read_again(void **state)
{
    enum { STRIDES = 80, SIZE = STRIDES * VIEW_STRIDE };
    struct scene s;
    struct view v;
    uint64_t seed = 3;

    (void)state;
    begin(&s, SIZE, false);
    view_init(&v, &s.store, false, &s.f);
    size_t few = v.n_windows;
    for (uint64_t i = 0; i < STRIDES; i++)
        check(&v, i * VIEW_STRIDE + 8, 8, SIZE);
    assert_int_equal(v.n_windows, few);
    for (int i = 0; i < 2000; i++) {
        uint64_t at = (uint64_t)(seed * 2654435761u % STRIDES) * VIEW_STRIDE + 100;
        seed = seed * 6364136223846793005u + 1;
        check(&v, at, 24, SIZE);
    }
    assert_true(v.n_windows >= STRIDES / 2);
    assert_true(v.n_windows <= 256);
    view_free(&v);
    end(&s);
}

static void a_file_that_became_shorter_is_a_fault(void **state)
{
    struct scene s;
    struct view v;
    struct bytes b;

    (void)state;
    begin(&s, 2 * VIEW_STRIDE, false);
    view_init(&v, &s.store, false, &s.f);
    assert_int_equal(truncate(s.paths[0], 100), 0);
    assert_false(view_get(&v, VIEW_STRIDE + 8, 8, &b));
    assert_int_equal(s.f.kind, FAULT_SYSTEM);
    view_free(&v);
    end(&s);
}

static void what_is_unpacked_stands_behind_all_files(void **state)
{
    struct scene s;
    struct view v;
    struct bytes b;

    (void)state;
    begin(&s, 100, false);
    buf_add(&s.store.unpacked, STR("unpacked"));
    add(&s, 100, 200);
    view_init(&v, &s.store, false, &s.f);
    assert_true(view_get(&v, STORE_UNPACKED + 2, 4, &b));
    assert_int_equal(b.n, 6);
    assert_memory_equal(b.p, "packed", 6);
    view_free(&v);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_across_windows_are_lent_whole),
        cmocka_unit_test(files_follow_each_other_wherever_they_end),
        cmocka_unit_test(there_are_more_windows_when_places_are_read_again),
        cmocka_unit_test(a_file_that_became_shorter_is_a_fault),
        cmocka_unit_test(what_is_unpacked_stands_behind_all_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
