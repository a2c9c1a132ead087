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

#ifdef FLAME_HAVE_ZSTD
#include <zstd.h>
#endif

enum { PACKED_BY_ZLIB = 1, PACKED_BY_ZSTD = 2 }; /* the latter is not in every elf.h */

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

/* Unpacks to exactly n bytes; false if the data is damaged or has another size. */
static bool inflate(struct str packed, char *to, size_t n)
{
#ifdef FLAME_HAVE_LIBDEFLATE
    struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
    bool done =
        d && libdeflate_zlib_decompress(d, packed.p, packed.n, to, n, NULL) == LIBDEFLATE_SUCCESS;

    if (d)
        libdeflate_free_decompressor(d);
    return done;
#else
    (void)packed;
    (void)to;
    (void)n;
    return false; /* libdw does it */
#endif
}

static bool unpack_zstd_frames(struct str packed, char *to, size_t n)
{
#ifdef FLAME_HAVE_ZSTD
    return ZSTD_decompress(to, n, packed.p, packed.n) == n;
#else
    (void)packed;
    (void)to;
    (void)n;
    return false;
#endif
}

static char *unpack(uint64_t type, struct str packed, size_t n)
{
    if (type != PACKED_BY_ZLIB && type != PACKED_BY_ZSTD)
        return NULL;
    char *to = mem_alloc(n, 1);
    if ((type == PACKED_BY_ZLIB ? inflate : unpack_zstd_frames)(packed, to, n))
        return to;
    mem_free(to, n, 1);
    return NULL;
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
        if (size && size / INFLATE_RATIO <= n)
            bytes = unpack(type, (struct str){p + begin, n - begin}, (size_t)size);
        if (bytes)
            put(d, s, header, bytes, (size_t)size);
    }
    buf_free(&packed);
}

/* Calls the function for each section of debug information. */
static void each_section(const struct image *image, void *context,
                         void (*call)(void *, Elf_Scn *, GElf_Shdr *, const char *))
{
    Elf *elf = image->elf;
    size_t names = 0;
    GElf_Shdr header;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));) {
        const char *name = gelf_getshdr(s, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (name && strncmp(name, ".debug_", 7) == 0)
            call(context, s, &header, name);
    }
}

struct opening {
    struct debug_sections *sections;
    const struct image *image;
    bool lines;
};

static void open_section(void *context, Elf_Scn *s, GElf_Shdr *header, const char *name)
{
    const struct opening *o = context;

    if (strcmp(name, ".debug_frame") == 0)
        return; /* that one is for whoever unwinds by it, perhaps longer */
    if (!is_needed(name, o->lines))
        hide(s, header);
    else if (header->sh_flags & SHF_COMPRESSED)
        unpack_section(o->sections, o->image, s, header);
}

void debug_sections_open(struct debug_sections *d, const struct image *image, bool lines)
{
    each_section(image, &(struct opening){d, image, lines}, open_section);
}

static void open_frames(void *context, Elf_Scn *s, GElf_Shdr *header, const char *name)
{
    const struct opening *o = context;

    if (strcmp(name, ".debug_frame") == 0 && header->sh_flags & SHF_COMPRESSED)
        unpack_section(o->sections, o->image, s, header);
}

void debug_sections_open_frames(struct debug_sections *d, const struct image *image)
{
    each_section(image, &(struct opening){.sections = d, .image = image}, open_frames);
}

struct lacking {
    const struct image *image;
    bool zstd;
};

static void see_packed(void *context, Elf_Scn *s, GElf_Shdr *header, const char *name)
{
    struct lacking *lacking = context;
    char type[4];

    (void)s;
    (void)name;
    if (header->sh_type != SHT_NOBITS && header->sh_flags & SHF_COMPRESSED &&
        image_read(lacking->image, header->sh_offset, type, sizeof type) &&
        image_number(lacking->image, type, sizeof type) == PACKED_BY_ZSTD)
        lacking->zstd = true;
}

bool debug_sections_lack_zstd(const struct image *image)
{
    struct lacking lacking = {.image = image};

    each_section(image, &lacking, see_packed);
    return lacking.zstd;
}

void debug_sections_free(struct debug_sections *d)
{
    for (size_t i = 0; i < d->n; i++)
        mem_free(d->sections[i].bytes, d->sections[i].n, 1);
    *d = (struct debug_sections){0};
}

#else

bool debug_sections_lack_zstd(const struct image *image)
{
    (void)image;
    return false;
}

void debug_sections_open_frames(struct debug_sections *d, const struct image *image)
{
    (void)d;
    (void)image;
}

void debug_sections_free(struct debug_sections *d)
{
    (void)d;
}

#endif
