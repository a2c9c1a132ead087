/* .debug_info of a libc6-dbg is 2.3 MB, and 5.8 MB unpacked: hides and unpacks sections for libdw.
 */
#include "symbol/dwarf/debug_sections.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <string.h>

#include "base/mem.h"
#include "symbol/image_check.h"
#include "symbol/libelf.h"

#ifdef FLAME_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

#ifdef FLAME_HAVE_ZSTD
#include "base/unpack/libzstd.h"
#endif

enum { PACKED_BY_ZLIB = 1, PACKED_BY_ZSTD = 2 }; /* the latter is not in every elf.h */

enum { UNPACKED_FREE = 1 << 20, UNPACKED_RATIO = 32 };

/* Finds a section among those that look-ups need, by what follows .debug_ or .zdebug_. Returns its
 * index + 1; 0: it is not needed. */
static unsigned find_needed(const char *name, bool lines)
{
    static const char *const needed[] = {"line", "abbrev",      "addr",   "aranges",
                                         "info", "line_str",    "ranges", "rnglists",
                                         "str",  "str_offsets", "types"};
    enum { LINE, N = sizeof needed / sizeof needed[0] };
    const char *end = strchr(name, '_') + 1;

    for (unsigned i = lines ? LINE : LINE + 1; i < N; i++)
        if (strcmp(end, needed[i]) == 0)
            return i + 1;
    return 0;
}

static void hide(Elf_Scn *s, GElf_Shdr *header)
{
    header->sh_type = SHT_NOBITS;
    (void)libelf.gelf_update_shdr(s, header);
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
    libzstd_load();
    return libzstd.ZSTD_decompress(to, n, packed.p, packed.n) == n;
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
static void put(struct debug_sections *d, const struct image *image, Elf_Scn *s, GElf_Shdr *header,
                char *bytes, size_t n)
{
    const GElf_Word type = header->sh_type;
    const size_t at = libelf.elf_ndxscn(s);

    d->sections[d->n++] = (struct debug_section){bytes, n};
    hide(s, header);
    Elf_Data *const lent[] = {libelf.elf_rawdata(s, NULL), libelf.elf_getdata(s, NULL)};
    for (size_t i = 0; i < sizeof lent / sizeof lent[0]; i++) {
        if (!lent[i])
            continue;
        lent[i]->d_buf = bytes;
        lent[i]->d_size = n;
    }
    header->sh_type = type;
    header->sh_flags &= ~(GElf_Xword)SHF_COMPRESSED;
    header->sh_size = n;
    (void)libelf.gelf_update_shdr(s, header);
    if (at < image->taken->n_sections)
        image->taken->sections[at] = 1;
}

/* Whether sections may unpack to n bytes more: each can to a thousand times its size, while those
 * of real files come to ten times. */
static bool may_unpack(struct debug_sections *d, const struct image *image, uint64_t n)
{
    uint64_t most = UNPACKED_FREE + image->size * UNPACKED_RATIO;

    if (most > d->limits->inflate)
        most = d->limits->inflate;
    if (n > most || d->unpacked > most - n) {
        image->taken->refused = true;
        return false;
    }
    d->unpacked += n;
    return true;
}

/* {u32 type, u32 0, u64 size, u64 alignment}, or as u32 all three. False when libdw must not see
 * the section. */
static bool unpack_section(struct debug_sections *d, const struct image *image, Elf_Scn *s,
                           GElf_Shdr *header)
{
    const size_t begin = image->is_64 ? sizeof(Elf64_Chdr) : sizeof(Elf32_Chdr);
    struct buf packed = {0};
    char *bytes = NULL;

    if (d->n == DEBUG_SECTIONS_MOST || header->sh_size <= begin ||
        !image_take(image, header->sh_offset, header->sh_size))
        return false;
    size_t n = (size_t)header->sh_size;
    char *p = buf_reserve(&packed, n);
    bool ok = image_read(image, header->sh_offset, p, n);
    if (ok) {
        uint64_t type = image_number(image, p, 4);
        uint64_t size =
            image->is_64 ? image_number(image, p + 8, 8) : image_number(image, p + 4, 4);
        ok = may_unpack(d, image, size);
        if (ok && size && size / INFLATE_RATIO <= n)
            bytes = unpack(type, (struct str){p + begin, n - begin}, (size_t)size);
        if (bytes)
            put(d, image, s, header, bytes, (size_t)size);
    }
    buf_free(&packed);
    return ok;
}

/* "ZLIB" and the size, u64 in big endian: libdw unpacks what has a name of .zdebug_. */
static bool may_unpack_old(struct debug_sections *d, const struct image *image,
                           const GElf_Shdr *header)
{
    char head[12];
    uint64_t size = 0;

    if (header->sh_size < sizeof head || !image_read(image, header->sh_offset, head, sizeof head))
        return false;
    for (size_t i = 4; i < sizeof head; i++)
        size = size << 8 | (unsigned char)head[i];
    return may_unpack(d, image, size);
}

static bool is_debug(const char *name)
{
    return strncmp(name, ".debug_", 7) == 0 || strncmp(name, ".zdebug_", 8) == 0 ||
           strncmp(name, ".gnu.debuglto_", 14) == 0;
}

/* Calls the function for each section of debug information. */
static void each_section(const struct image *image, void *context,
                         void (*call)(void *, Elf_Scn *, GElf_Shdr *, const char *))
{
    Elf *elf = image->elf;
    size_t names = 0;
    GElf_Shdr header;

    if (libelf.elf_getshdrstrndx(elf, &names) != 0 || !image_load(image, names))
        return;
    for (Elf_Scn *s = NULL; (s = libelf.elf_nextscn(elf, s));) {
        const char *name =
            libelf.gelf_getshdr(s, &header) ? libelf.elf_strptr(elf, names, header.sh_name) : NULL;
        if (name && is_debug(name))
            call(context, s, &header, name);
    }
}

/* libelf changes the bytes of sections of other types to the order of this machine. */
static bool is_bytes(GElf_Word type)
{
    return type == SHT_PROGBITS || (type >= SHT_LOPROC && type <= SHT_HIPROC);
}

struct opening {
    struct debug_sections *sections;
    const struct image *image;
    bool lines;
    unsigned seen; /* a bit for each section that is needed: the first of a name counts */
};

static void open_section(void *context, Elf_Scn *s, GElf_Shdr *header, const char *name)
{
    struct opening *o = context;
    unsigned needed = find_needed(name, o->lines);
    bool ok = needed && !(o->seen >> needed & 1) && is_bytes(header->sh_type);

    if (strcmp(name, ".debug_frame") == 0)
        return; /* that one is for whoever unwinds by it, perhaps longer */
    o->seen |= ok ? 1u << needed : 0;
    if (ok && header->sh_flags & SHF_COMPRESSED)
        ok = unpack_section(o->sections, o->image, s, header);
    else if (ok)
        ok = (name[1] != 'z' || may_unpack_old(o->sections, o->image, header)) &&
             image_load(o->image, libelf.elf_ndxscn(s));
    if (!ok)
        hide(s, header);
}

void debug_sections_open(struct debug_sections *d, const struct image *image,
                         const struct limits *limits, bool lines)
{
    d->limits = limits;
    each_section(image, &(struct opening){.sections = d, .image = image, .lines = lines},
                 open_section);
}

/* What is still packed, libelf unpacks if it can. */
static void open_frames(void *context, Elf_Scn *s, GElf_Shdr *header, const char *name)
{
    const struct opening *o = context;
    const size_t at = libelf.elf_ndxscn(s);

    if (strcmp(name, ".debug_frame") != 0 || !(header->sh_flags & SHF_COMPRESSED))
        return;
    bool ok = unpack_section(o->sections, o->image, s, header);
    if (ok && header->sh_flags & SHF_COMPRESSED) {
        ok = libelf.elf_compress(s, 0, 0) == 1;
        if (ok && at < o->image->taken->n_sections)
            o->image->taken->sections[at] = 1;
    }
    if (!ok)
        hide(s, header);
}

void debug_sections_open_frames(struct debug_sections *d, const struct image *image,
                                const struct limits *limits)
{
    d->limits = limits;
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
    *d = (struct debug_sections){.n = 0};
}

#else

bool debug_sections_lack_zstd(const struct image *image)
{
    (void)image;
    return false;
}

void debug_sections_open_frames(struct debug_sections *d, const struct image *image,
                                const struct limits *limits)
{
    (void)d;
    (void)image;
    (void)limits;
}

void debug_sections_free(struct debug_sections *d)
{
    (void)d;
}

#endif
