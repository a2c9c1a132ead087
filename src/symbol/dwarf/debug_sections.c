/* .debug_info of a libc6-dbg is 2.3 MB, and 5.8 MB unpacked: hides and unpacks sections for libdw.
 */
#include "symbol/dwarf/debug_sections.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <gelf.h>
#include <string.h>

#include "base/mem.h"
#include "symbol/image_check.h"

#ifdef FLAME_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

/* Not needed: locations of variables, macros, and indexes, some of which libdw could use. */
static bool is_needed(const char *name, bool lines)
{
    static const char *const others[] = {
        ".debug_aranges", ".debug_gdb_scripts", ".debug_gnu_pubnames", ".debug_gnu_pubtypes",
        ".debug_loc",     ".debug_loclists",    ".debug_macinfo",      ".debug_macro",
        ".debug_names",   ".debug_pubnames",    ".debug_pubtypes"};

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(name, others[i]) == 0)
            return false;
    return lines || strcmp(name, ".debug_line") != 0;
}

static void hide(Elf_Scn *s, GElf_Shdr *header)
{
    header->sh_type = SHT_NOBITS;
    (void)gelf_update_shdr(s, header);
}

#ifdef FLAME_HAVE_LIBDEFLATE

/* Unpacks to exactly n bytes; NULL if the data is damaged or has another size. */
static char *unpack(const char *packed, size_t packed_n, size_t n)
{
    struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();

    if (!d)
        return NULL;
    char *to = mem_alloc(n, 1);
    if (libdeflate_zlib_decompress(d, packed, packed_n, to, n, NULL) != LIBDEFLATE_SUCCESS) {
        mem_free(to, n, 1);
        to = NULL;
    }
    libdeflate_free_decompressor(d);
    return to;
}

/* Elf_Data says where a section's bytes are, and libelf lets us change it. The section's type is
 * set to SHT_NOBITS meanwhile, or libelf would read the packed bytes first. */
static void put(struct debug_sections *d, Elf_Scn *s, GElf_Shdr *header, char *bytes, size_t n)
{
    const GElf_Word type = header->sh_type;

    d->sections[d->n++] = (struct debug_section){bytes, n};
    hide(s, header);
    Elf_Data *const lent[] = {elf_rawdata(s, NULL), elf_getdata(s, NULL)};
    for (size_t i = 0; i < sizeof lent / sizeof lent[0]; i++) {
        if (!lent[i])
            continue;
        lent[i]->d_buf = bytes;
        lent[i]->d_size = n;
    }
    header->sh_type = type;
    header->sh_flags &= ~(GElf_Xword)SHF_COMPRESSED;
    header->sh_size = n;
    (void)gelf_update_shdr(s, header);
}

/* {u32 type, u32 0, u64 size, u64 alignment}, or as u32 all three */
static void unpack_section(struct debug_sections *d, const struct image *image, Elf_Scn *s,
                           GElf_Shdr *header)
{
    const size_t begin = image->is_64 ? sizeof(Elf64_Chdr) : sizeof(Elf32_Chdr);
    struct buf packed = {0};
    char *bytes = NULL;

    if (d->n == DEBUG_SECTIONS_MOST || header->sh_size <= begin || header->sh_size > image->size)
        return;
    size_t n = (size_t)header->sh_size;
    char *p = buf_reserve(&packed, n);
    if (image_read(image, header->sh_offset, p, n)) {
        uint64_t type = image_number(image, p, 4);
        uint64_t size =
            image->is_64 ? image_number(image, p + 8, 8) : image_number(image, p + 4, 4);
        if (type == ELFCOMPRESS_ZLIB && size && size / INFLATE_RATIO <= n)
            bytes = unpack(p + begin, n - begin, (size_t)size);
        if (bytes)
            put(d, s, header, bytes, (size_t)size);
    }
    buf_free(&packed);
}

#else

static void unpack_section(struct debug_sections *d, const struct image *image, Elf_Scn *s,
                           GElf_Shdr *header)
{
    (void)d;
    (void)image;
    (void)s;
    (void)header;
}

#endif

void debug_sections_open(struct debug_sections *d, const struct image *image, bool lines)
{
    Elf *elf = image->elf;
    size_t names = 0;
    GElf_Shdr header;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));) {
        const char *name = gelf_getshdr(s, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (!name || strncmp(name, ".debug_", 7) != 0 || strcmp(name, ".debug_frame") == 0)
            continue; /* that one is for whoever unwinds by it, perhaps longer */
        if (!is_needed(name, lines))
            hide(s, &header);
        else if (header.sh_flags & SHF_COMPRESSED)
            unpack_section(d, image, s, &header);
    }
}

void debug_sections_free(struct debug_sections *d)
{
    for (size_t i = 0; i < d->n; i++)
        mem_free(d->sections[i].bytes, d->sections[i].n, 1);
    *d = (struct debug_sections){0};
}

#endif
