/* "\x7f" "ELF", class, byte order: checks headers, because anybody may have written the file. */
#include "symbol/image_check.h"

#include <elf.h>

#include "base/mem.h"

enum { HEADER_MOST = 64, SEGMENTS_MOST = 0xffff, CHUNK = 64 };

/* The positions of the checked fields, in 32-bit and 64-bit files. */
struct layout {
    unsigned char header, word, segment, section; /* sizes */
    unsigned char phoff, shoff, phentsize;        /* of the header; counts follow the last */
    unsigned char flags, offset, size, entsize;   /* of a section */
    unsigned char symbol, rel, rela;              /* sizes */
    unsigned char packed_size, packed;            /* of the header before packed bytes */
};

static const struct layout layouts[] = {
    {.header = 52,
     .word = 4,
     .segment = 32,
     .section = 40,
     .phoff = 28,
     .shoff = 32,
     .phentsize = 42,
     .flags = 8,
     .offset = 16,
     .size = 20,
     .entsize = 36,
     .symbol = 16,
     .rel = 8,
     .rela = 12,
     .packed_size = 4,
     .packed = 12},
    {.header = 64,
     .word = 8,
     .segment = 56,
     .section = 64,
     .phoff = 32,
     .shoff = 40,
     .phentsize = 54,
     .flags = 8,
     .offset = 24,
     .size = 32,
     .entsize = 56,
     .symbol = 24,
     .rel = 16,
     .rela = 24,
     .packed_size = 8,
     .packed = 24},
};

uint64_t image_number(const struct image *i, const char *p, size_t n)
{
    uint64_t value = 0;

    for (size_t at = 0; at < n; at++)
        value = value << 8 | (unsigned char)p[i->is_big_endian ? at : n - 1 - at];
    return value;
}

static bool lies_within(const struct image *i, uint64_t offset, uint64_t size)
{
    return offset <= i->size && size <= i->size - offset;
}

/* Whether the unpacked size that a section claims is possible. */
static bool packing_is_sound(const struct image *i, const struct layout *l, uint64_t offset,
                             uint64_t size)
{
    char head[HEADER_MOST];

    if (size < l->packed || !image_read(i, offset, head, l->packed))
        return false;
    uint64_t unpacked = image_number(i, head + l->packed_size, l->word);
    return unpacked / INFLATE_RATIO <= size;
}

static bool text_is_ended(const struct image *i, uint64_t offset, uint64_t size)
{
    char last = '\0';

    return size == 0 || (image_read(i, offset + size - 1, &last, 1) && last == '\0');
}

static bool section_is_sound(const struct image *i, const struct layout *l, const char *section)
{
    uint64_t type = image_number(i, section + 4, 4);
    uint64_t flags = image_number(i, section + l->flags, l->word);
    uint64_t offset = image_number(i, section + l->offset, l->word);
    uint64_t size = image_number(i, section + l->size, l->word);
    uint64_t entsize = image_number(i, section + l->entsize, l->word);

    if (type == SHT_NULL || type == SHT_NOBITS)
        return true;
    if (!lies_within(i, offset, size))
        return false;
    if (flags & SHF_COMPRESSED)
        return packing_is_sound(i, l, offset, size);
    switch (type) {
    case SHT_SYMTAB:
    case SHT_DYNSYM:
        return entsize == l->symbol;
    case SHT_RELA:
        return entsize == l->rela;
    case SHT_REL:
        return entsize == l->rel;
    case SHT_STRTAB:
        return text_is_ended(i, offset, size);
    default:
        return true;
    }
}

/* dwz writes what debug information shares as a relocatable file, with nothing to relocate. Code
 * that is not linked yet has no addresses. */
static bool is_linked(const struct image *i, const char *section)
{
    uint64_t type = image_number(i, section + 4, 4);

    return type != SHT_REL && type != SHT_RELA && type != SHT_SYMTAB;
}

static bool sections_are_sound(const struct image *i, const struct layout *l, const char *header)
{
    const bool is_shared = image_number(i, header + EI_NIDENT, 2) == ET_REL;
    uint64_t offset = image_number(i, header + l->shoff, l->word);
    uint64_t n = image_number(i, header + l->phentsize + 6, 2);
    char sections[CHUNK * HEADER_MOST];

    if (offset == 0)
        return true;
    if (image_number(i, header + l->phentsize + 4, 2) != l->section ||
        !lies_within(i, offset, l->section) || !image_read(i, offset, sections, l->section))
        return false;
    if (n == 0)
        n = image_number(i, sections + l->size, l->word);
    if (n > i->size / l->section || !lies_within(i, offset, n * l->section))
        return false;
    for (uint64_t from = 0; from < n; from += CHUNK) {
        size_t chunk = n - from < CHUNK ? (size_t)(n - from) : CHUNK;
        if (!image_read(i, offset + from * l->section, sections, chunk * l->section))
            return false;
        for (size_t s = 0; s < chunk; s++)
            if (!section_is_sound(i, l, sections + s * l->section) ||
                (is_shared && !is_linked(i, sections + s * l->section)))
                return false;
    }
    return true;
}

bool image_is_sound(struct image *i)
{
    char header[HEADER_MOST];

    if (!image_read(i, 0, header, EI_NIDENT) || memcmp(header, ELFMAG, SELFMAG) != 0 ||
        header[EI_CLASS] < ELFCLASS32 || header[EI_CLASS] > ELFCLASS64 ||
        header[EI_DATA] < ELFDATA2LSB || header[EI_DATA] > ELFDATA2MSB)
        return false;
    i->is_64 = header[EI_CLASS] == ELFCLASS64;
    i->is_big_endian = header[EI_DATA] == ELFDATA2MSB;
    const struct layout *l = &layouts[i->is_64];
    if (!image_read(i, 0, header, l->header))
        return false;
    uint64_t type = image_number(i, header + EI_NIDENT, 2);
    uint64_t segments = image_number(i, header + l->phoff, l->word);
    uint64_t n = image_number(i, header + l->phentsize + 2, 2);
    if (type != ET_EXEC && type != ET_DYN && (type != ET_REL || n))
        return false;
    if (n && (image_number(i, header + l->phentsize, 2) != l->segment || n == SEGMENTS_MOST ||
              !lies_within(i, segments, n * l->segment)))
        return false;
    return sections_are_sound(i, l, header);
}
