/* render/common/compressed_chunks and render/common/compress: what goes in comes out, in its order,
 * whoever packs it. */
#include "render/common/compressed_chunks.h"

#include "base/mem.h"
#include "unit.h"

enum { PARTS = 3, ROUNDS = 9 };

/* Bytes that tell where they are from. */
static struct str fill(char *room, unsigned part, unsigned round)
{
    size_t n = round * 1000 + part;

    for (size_t i = 0; i < n; i++)
        room[i] = (char)(i % (7 + round) + part);
    return (struct str){room, n};
}

/* Each part has a room of CHUNK bytes and one for its last bytes. */
static void write_parts(struct chunks *p)
{
    char *block = chunks_block(p, PARTS * (CHUNK + (size_t)100));
    char *rooms[PARTS];

    for (unsigned part = 0; part < PARTS; part++)
        rooms[part] = block + part * (size_t)CHUNK;
    for (unsigned round = 1; round < ROUNDS; round++)
        for (unsigned part = 0; part < PARTS; part++)
            rooms[part] = chunks_add(p, part, fill(rooms[part], part, round));
    for (unsigned part = 0; part < PARTS; part++)
        chunks_add_last(p, part, fill(block + PARTS * (size_t)CHUNK + part * 100, part, 0));
    chunks_end(p);
}

static void *help(void *chunks)
{
    chunks_help(chunks);
    return NULL;
}

static void assert_parts(const struct chunks *p)
{
    static char room[CHUNK];
    struct compressor packer = {0};

    assert_int_equal(p->n, PARTS * ROUNDS);
    for (size_t i = 0; i < p->n; i++) {
        unsigned round = (unsigned)(i % ROUNDS) + 1;
        struct str wanted = fill(room, (unsigned)(i / ROUNDS), round < ROUNDS ? round : 0);
        struct str got = chunks_get(p, i);
        if (p->compress)
            wanted = compressor_deflate(&packer, wanted);
        assert_int_equal(got.n, wanted.n);
        assert_memory_equal(got.p, wanted.p, got.n);
    }
    compressor_free(&packer);
}

static void any_number_of_workers_packs_the_same(void **state)
{
    (void)state;
    for (size_t n = 0; n < 5; n++) {
        for (int compress = 0; compress < 2; compress++) {
            struct chunks p;
            pthread_t workers[5];
            chunks_init(&p, compress, n > 0);
            for (size_t i = 0; i < n; i++)
                assert_int_equal(pthread_create(&workers[i], NULL, help, &p), 0);
            write_parts(&p);
            for (size_t i = 0; i < n; i++)
                pthread_join(workers[i], NULL);
            chunks_sort(&p);
            assert_parts(&p);
            chunks_free(&p);
        }
    }
}

static void a_piece_that_nobody_takes_is_packed_at_the_end(void **state)
{
    struct chunks p;

    (void)state;
    chunks_init(&p, true, true);
    write_parts(&p);
    chunks_sort(&p);
    assert_parts(&p);
    chunks_free(&p);
}

static void packing_makes_bytes_smaller_or_leaves_them(void **state)
{
    struct compressor packer = {0};
    struct buf bytes = {0};

    (void)state;
    compress_begin();
    for (size_t i = 0; i < 100000; i++)
        buf_add_byte(&bytes, (char)(i % 7));
    struct str packed = compressor_deflate(&packer, buf_str(&bytes));
    if (strcmp(compression_name, PACKING_NONE_NAME) == 0)
        assert_int_equal(packed.n, 100000);
    else
        assert_in_range(packed.n, 1, 2000);
    compressor_free(&packer);
    buf_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_workers_packs_the_same),
        cmocka_unit_test(a_piece_that_nobody_takes_is_packed_at_the_end),
        cmocka_unit_test(packing_makes_bytes_smaller_or_leaves_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
