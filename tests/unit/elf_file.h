/* Small ELF files, made byte by byte. */
#ifndef TESTS_UNIT_ELF_FILE_H
#define TESTS_UNIT_ELF_FILE_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"

enum { ELF_SECTIONS = 12, ELF_SEGMENTS = 4 };

struct elf_section {
    const char *name;
    uint32_t type;
    uint64_t flags, address;
    struct str bytes;
    uint32_t link;
    uint64_t entsize;
    uint64_t size; /* of SHT_NOBITS; else 0: that of the bytes */
};

struct elf_segment {
    uint32_t type, flags;
    uint64_t offset, address, size;
};

/* Sections count from 1; the last is written behind those given. */
struct elf_file {
    bool is_32, is_big;
    uint16_t type, machine;
    struct elf_section sections[ELF_SECTIONS];
    struct elf_segment segments[ELF_SEGMENTS];
};

static inline void elf_put(const struct elf_file *e, struct buf *to, uint64_t value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_add_byte(to, (char)(value >> 8 * (e->is_big ? n - 1 - i : i)));
}

static inline void elf_word(const struct elf_file *e, struct buf *to, uint64_t value)
{
    elf_put(e, to, value, e->is_32 ? 4 : 8);
}

static inline void elf_symbol(const struct elf_file *e, struct buf *to, uint32_t name,
                              unsigned info, unsigned section, uint64_t value, uint64_t size)
{
    elf_put(e, to, name, 4);
    if (e->is_32) {
        elf_put(e, to, value, 4);
        elf_put(e, to, size, 4);
    }
    elf_put(e, to, info, 1);
    elf_put(e, to, 0, 1);
    elf_put(e, to, section, 2);
    if (!e->is_32) {
        elf_put(e, to, value, 8);
        elf_put(e, to, size, 8);
    }
}

static inline void elf_align(struct buf *to)
{
    while (to->n % 8)
        buf_add_byte(to, '\0');
}

static inline size_t elf_count(const struct elf_file *e, size_t *segments)
{
    size_t n = 0;

    while (n < ELF_SECTIONS && e->sections[n].name)
        n++;
    *segments = 0;
    while (*segments < ELF_SEGMENTS && e->segments[*segments].type)
        ++*segments;
    return n;
}

static inline void elf_section_header(const struct elf_file *e, struct buf *to,
                                      const struct elf_section *s, uint32_t name, uint64_t offset)
{
    elf_put(e, to, name, 4);
    elf_put(e, to, s->type, 4);
    elf_word(e, to, s->flags);
    elf_word(e, to, s->address);
    elf_word(e, to, offset);
    elf_word(e, to, s->size ? s->size : s->bytes.n);
    elf_put(e, to, s->link, 4);
    elf_put(e, to, 0, 4);
    elf_word(e, to, 1);
    elf_word(e, to, s->entsize);
}

static inline void elf_header(const struct elf_file *e, struct buf *to, size_t sections,
                              size_t segments, uint64_t table)
{
    size_t header = e->is_32 ? 52 : 64;

    buf_add(to, STR("\x7f"
                    "ELF"));
    elf_put(e, to, e->is_32 ? ELFCLASS32 : ELFCLASS64, 1);
    elf_put(e, to, e->is_big ? ELFDATA2MSB : ELFDATA2LSB, 1);
    elf_put(e, to, EV_CURRENT, 1);
    for (unsigned i = 0; i < 9; i++)
        buf_add_byte(to, '\0');
    elf_put(e, to, e->type, 2);
    elf_put(e, to, e->machine, 2);
    elf_put(e, to, EV_CURRENT, 4);
    elf_word(e, to, 0);
    elf_word(e, to, segments ? header : 0);
    elf_word(e, to, table);
    elf_put(e, to, 0, 4);
    elf_put(e, to, header, 2);
    elf_put(e, to, e->is_32 ? 32 : 56, 2);
    elf_put(e, to, segments, 2);
    elf_put(e, to, e->is_32 ? 40 : 64, 2);
    elf_put(e, to, sections, 2);
    elf_put(e, to, sections - 1, 2);
}

static inline void elf_segment_header(const struct elf_file *e, struct buf *to,
                                      const struct elf_segment *s)
{
    elf_put(e, to, s->type, 4);
    if (!e->is_32)
        elf_put(e, to, s->flags, 4);
    elf_word(e, to, s->offset);
    elf_word(e, to, s->address);
    elf_word(e, to, s->address);
    elf_word(e, to, s->size);
    elf_word(e, to, s->size);
    if (e->is_32)
        elf_put(e, to, s->flags, 4);
    elf_word(e, to, 1);
}

/* Writes the file: header, segments, the bytes of the sections in their order, the table of
 * sections. */
static inline void elf_write(const struct elf_file *e, struct buf *to)
{
    size_t segments;
    size_t n = elf_count(e, &segments);
    struct buf names = {0};
    struct buf body = {0};
    struct buf table = {0};
    size_t begin = (e->is_32 ? 52 : 64) + segments * (e->is_32 ? 32 : 56);

    begin = (begin + 7) / 8 * 8;
    buf_add_byte(&names, '\0');
    elf_section_header(e, &table, &(struct elf_section){.bytes = STR("")}, 0, 0);
    for (size_t i = 0; i < n; i++) {
        elf_align(&body);
        elf_section_header(e, &table, &e->sections[i], (uint32_t)names.n, begin + body.n);
        buf_add(&names, str_of(e->sections[i].name));
        buf_add_byte(&names, '\0');
        buf_add(&body, e->sections[i].bytes);
    }
    uint32_t own = (uint32_t)names.n;
    buf_add(&names, (struct str){".shstrtab", sizeof ".shstrtab"});
    elf_align(&body);
    elf_section_header(e, &table,
                       &(struct elf_section){.type = SHT_STRTAB, .bytes = buf_str(&names)}, own,
                       begin + body.n);
    buf_add(&body, buf_str(&names));
    elf_align(&body);
    buf_clear(to);
    elf_header(e, to, n + 2, segments, begin + body.n);
    for (size_t i = 0; i < segments; i++)
        elf_segment_header(e, to, &e->segments[i]);
    elf_align(to);
    buf_add(to, buf_str(&body));
    buf_add(to, buf_str(&table));
    buf_free(&names);
    buf_free(&body);
    buf_free(&table);
}

/* A note with a build-id of 4 bytes. */
static inline void elf_build_id(const struct elf_file *e, struct buf *to, const char *four)
{
    elf_put(e, to, 4, 4);
    elf_put(e, to, 4, 4);
    elf_put(e, to, NT_GNU_BUILD_ID, 4);
    buf_add(to, (struct str){"GNU", 4});
    buf_add(to, (struct str){four, 4});
}

#endif
