/* ELF files made by hand, of sections alone. */
#ifndef TESTS_UNIT_MADE_ELF_H
#define TESTS_UNIT_MADE_ELF_H

#include <stdint.h>
#include <string.h>

#include "unit.h"

struct made_bytes {
    char p[1800];
    size_t n;
};

static inline void put(struct made_bytes *b, uint64_t value, size_t n)
{
    assert_true(n <= 8 && n <= sizeof b->p - b->n);
    for (size_t i = 0; i < n; i++)
        b->p[b->n++] = (char)(value >> 8 * i);
}

static inline void put_text(struct made_bytes *b, const char *text)
{
    for (size_t i = 0; i <= strlen(text); i++)
        put(b, (unsigned char)text[i], 1);
}

static inline void put_bytes(struct made_bytes *b, const struct made_bytes *from)
{
    for (size_t i = 0; i < from->n; i++)
        put(b, (unsigned char)from->p[i], 1);
}

/* The same bytes in zlib's form, without being made smaller, behind what says that they are so. */
static inline void put_packed(struct made_bytes *b, const struct made_bytes *from)
{
    uint32_t sums[2] = {1, 0};

    for (size_t i = 0; i < from->n; i++) {
        sums[0] = (sums[0] + (unsigned char)from->p[i]) % 65521;
        sums[1] = (sums[1] + sums[0]) % 65521;
    }
    put(b, 1, 8); /* ELFCOMPRESS_ZLIB */
    put(b, from->n, 8);
    put(b, 1, 8);
    put(b, 0x010178, 3);
    put(b, from->n, 2);
    put(b, ~from->n & 0xffff, 2);
    put_bytes(b, from);
    for (size_t i = 4; i-- > 0;)
        put(b, sums[i / 2] >> 8 * (i % 2) & 255, 1);
}

/* The same in zstd's form: a frame of one segment, which states its size in two bytes, of one block
 * that is as it was. */
static inline void put_packed_by_zstd(struct made_bytes *b, const struct made_bytes *from)
{
    assert_true(from->n >= 256);
    put(b, 2, 8); /* ELFCOMPRESS_ZSTD */
    put(b, from->n, 8);
    put(b, 1, 8);
    put(b, 0xfd2fb528, 4);
    put(b, 0x60, 1);
    put(b, from->n - 256, 2);
    put(b, from->n << 3 | 1, 3);
    put_bytes(b, from);
}

struct made_section {
    const char *name;
    const struct made_bytes *bytes;
    uint64_t address; /* 0: it is not loaded */
};

/* A shared object of 64 bits for x86-64. */
static inline void make_elf(struct made_bytes *to, const struct made_section *sections, size_t n)
{
    enum { HEADER = 64, ROW = 64, EM = 62 };
    struct made_bytes names = {.n = 1};
    size_t at = HEADER;

    for (size_t i = 0; i < n; i++)
        at += sections[i].bytes->n;
    to->n = 0;
    put(to, 0x00010102464c457f, 8);
    put(to, 0, 8);
    put(to, 3 | EM << 16 | (uint64_t)1 << 32, 8);
    put(to, 0, 8);
    put(to, 0, 8);
    size_t rows_at = to->n;
    put(to, 0, 8);
    put(to, 0, 4);
    put(to, HEADER, 2);
    put(to, 0, 4);
    put(to, ROW, 2);
    put(to, n + 2, 2);
    put(to, n + 1, 2);
    for (size_t i = 0; i < n; i++)
        put_bytes(to, sections[i].bytes);
    struct made_bytes rows = {.n = ROW};
    at = HEADER;
    for (size_t i = 0; i <= n; i++) {
        size_t size = i < n ? sections[i].bytes->n : names.n + sizeof "names";
        uint64_t address = i < n ? sections[i].address : 0;
        put(&rows, names.n, 4);
        put(&rows, i < n ? 1 : 3, 4);
        put(&rows, address ? 2 : 0, 8);
        put(&rows, address, 8);
        put(&rows, at, 8);
        put(&rows, size, 8);
        put(&rows, 0, 8);
        put(&rows, 1, 8);
        put(&rows, 0, 8);
        put_text(&names, i < n ? sections[i].name : "names");
        at += size;
    }
    put_bytes(to, &names);
    while (to->n % 8)
        put(to, 0, 1);
    for (size_t i = 0; i < 8; i++)
        to->p[rows_at + i] = (char)((uint64_t)to->n >> 8 * i);
    put_bytes(to, &rows);
}

/* Says of a section in a finished file that its bytes are packed. */
static inline void mark_packed(struct made_bytes *elf, size_t section)
{
    enum { ROWS_AT = 40, ROW = 64, FLAGS = 8, COMPRESSED = 1 << 11 };
    uint64_t at;

    memcpy(&at, elf->p + ROWS_AT, sizeof at);
    elf->p[at + ROW * (section + 1) + FLAGS + 1] |= (char)(COMPRESSED >> 8);
}

#endif
