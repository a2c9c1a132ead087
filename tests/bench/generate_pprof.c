/* bench-generate-pprof MB STACKS SEED FILE: about MB million bytes of profile.proto, not packed. As
 * long as fewer than STACKS stacks were written each sample has a new one; then they come again. */
#include "calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MB_MAX = 2000, STACKS_MAX = 10000000, SITES = 4, THREADS = 16, BODY_MOST = 1024 };
enum { SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, STRING };

/* Texts stand before the names of functions: "", those of types, a file, threads. */
static const char *const texts[] = {
    "",      "samples", "count", "cpu", "nanoseconds", "/srv/demo/bin/server", "/srv/demo/server.c",
    "thread"};
enum { N_TEXTS = sizeof texts / sizeof texts[0], FIRST_NAME = N_TEXTS + THREADS };

/* A message that is written. */
struct body {
    unsigned char bytes[BODY_MOST];
    size_t n;
};

static uint32_t parse_number(const char *text, uint32_t max)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);

    return *text >= '0' && *text <= '9' && !*end && value <= max ? (uint32_t)value : 0;
}

static void put_varint(struct body *b, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        b->bytes[b->n++] = (unsigned char)((value & 0x7f) | 0x80);
    b->bytes[b->n++] = (unsigned char)value;
}

static void put_number(struct body *b, unsigned field, uint64_t value)
{
    put_varint(b, field << 3);
    put_varint(b, value);
}

static void put_bytes(struct body *b, unsigned field, const void *bytes, size_t n)
{
    put_varint(b, field << 3 | 2);
    put_varint(b, n);
    memcpy(b->bytes + b->n, bytes, n);
    b->n += n;
}

static void write_bytes(FILE *file, unsigned field, const void *bytes, size_t n)
{
    struct body head = {.n = 0};

    put_varint(&head, field << 3 | 2);
    put_varint(&head, n);
    fwrite(head.bytes, 1, head.n, file);
    fwrite(bytes, 1, n, file);
}

static void write_type(FILE *file, uint64_t type, uint64_t unit)
{
    struct body b = {.n = 0};

    put_number(&b, 1, type);
    put_number(&b, 2, unit);
    write_bytes(file, SAMPLE_TYPE, b.bytes, b.n);
}

/* A return address tells which of its callees the caller called: one of few. */
static uint64_t location_of(uint32_t id, uint32_t callee)
{
    return 1 + (uint64_t)id * SITES + mix(id, callee) % SITES;
}

static void write_sample(FILE *file, const struct stack *s)
{
    struct body b = {.n = 0};
    struct body ids = {.n = 0};
    struct body values = {.n = 0};
    struct body label = {.n = 0};
    uint32_t callee = mix(s->depth, s->frames[s->depth - 1]);

    for (uint32_t i = s->depth; i > 0; i--) {
        put_varint(&ids, location_of(s->frames[i - 1], callee));
        callee = s->frames[i - 1];
    }
    put_varint(&values, 1);
    put_varint(&values, 10000000);
    put_number(&label, 1, N_TEXTS - 1);
    put_number(&label, 2, N_TEXTS + mix(s->frames[0], s->frames[1]) % THREADS);
    put_bytes(&b, 1, ids.bytes, ids.n);
    put_bytes(&b, 2, values.bytes, values.n);
    put_bytes(&b, 3, label.bytes, label.n);
    write_bytes(file, SAMPLE, b.bytes, b.n);
}

static void write_locations(FILE *file, uint32_t n)
{
    for (uint32_t i = 0; i < n * SITES; i++) {
        struct body b = {.n = 0};
        struct body line = {.n = 0};
        put_number(&line, 1, 1 + i / SITES);
        put_number(&line, 2, 1 + mix(i, 1) % 4000);
        put_number(&b, 1, i + 1);
        put_number(&b, 2, 1);
        put_number(&b, 3, 0x400000 + (uint64_t)i * 16);
        put_bytes(&b, 4, line.bytes, line.n);
        write_bytes(file, LOCATION, b.bytes, b.n);
    }
}

static void write_tables(FILE *file, const struct pool *pool)
{
    struct body mapping = {.n = 0};
    char thread[20];

    put_number(&mapping, 1, 1);
    put_number(&mapping, 2, 0x400000);
    put_number(&mapping, 3, 0x40000000);
    put_number(&mapping, 5, 5);
    put_number(&mapping, 7, 1);
    write_bytes(file, MAPPING, mapping.bytes, mapping.n);
    write_locations(file, pool->n);
    for (uint32_t i = 0; i < pool->n; i++) {
        struct body b = {.n = 0};
        put_number(&b, 1, i + 1);
        put_number(&b, 2, FIRST_NAME + i);
        put_number(&b, 4, 6);
        write_bytes(file, FUNCTION, b.bytes, b.n);
    }
    for (size_t i = 0; i < N_TEXTS; i++)
        write_bytes(file, STRING, texts[i], strlen(texts[i]));
    for (unsigned i = 0; i < THREADS; i++)
        write_bytes(file, STRING, thread, (size_t)snprintf(thread, sizeof thread, "worker-%u", i));
    for (uint32_t i = 0; i < pool->n; i++)
        write_bytes(file, STRING, pool->text + pool->names[i].at, pool->names[i].len);
}

static bool write_profile(FILE *file, uint64_t size, uint32_t n_stacks, struct random *r)
{
    static const struct depths depths = {5, 40, 2, 6};
    struct stack *kept = malloc(n_stacks * sizeof *kept);
    struct stack s = {.depth = 0};
    struct pool pool;

    if (!kept)
        return false;
    pool_init(&pool);
    write_type(file, 1, 2);
    write_type(file, 3, 4);
    for (uint64_t n = 0; (uint64_t)ftell(file) < size; n++) {
        if (n < n_stacks) {
            next_stack(&pool, r, &depths, &s);
            kept[n] = s;
        }
        write_sample(file, n < n_stacks ? &s : &kept[random_below(r, n_stacks)]);
    }
    write_tables(file, &pool);
    pool_free(&pool);
    free(kept);
    return !ferror(file);
}

int main(int argc, char **argv)
{
    uint32_t megabytes = argc == 5 ? parse_number(argv[1], MB_MAX) : 0;
    uint32_t stacks = argc == 5 ? parse_number(argv[2], STACKS_MAX) : 0;
    uint32_t seed = argc == 5 ? parse_number(argv[3], UINT32_MAX) : 0;

    if (megabytes == 0 || stacks == 0 || seed == 0) {
        fputs("usage: bench-generate-pprof MB STACKS SEED FILE (numbers from 1)\n", stderr);
        return 2;
    }
    FILE *file = fopen(argv[4], "wb");
    struct random r = random_seeded(seed);
    bool good = file && write_profile(file, (uint64_t)megabytes * 1000000, stacks, &r);
    if (file)
        good = fclose(file) == 0 && good;
    if (!good)
        fprintf(stderr, "bench-generate-pprof: %s cannot be written\n", argv[4]);
    return good ? 0 : 3;
}
