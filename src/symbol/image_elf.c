/* Opens ELF files with libelf. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/elf_note.h"
#include "base/mem.h"
#include "base/unpack/unpack.h"
#include "symbol/image.h"
#include "symbol/image_check.h"

#ifdef FLAME_HAVE_ELFUTILS

#include "symbol/libelf.h"

enum { NOTE_MOST = 64 << 10, MINI_RATIO = 64 };

static bool read_notes(struct image *i, uint64_t offset, uint64_t size, uint64_t align)
{
    size_t n = size < NOTE_MOST ? (size_t)size : NOTE_MOST;

    if (!image_take(i, offset, n))
        return false;
    char *notes = mem_alloc(n, 1);
    if (image_read(i, offset, notes, n))
        i->build_id = build_id_of(
            elf_note_build_id((struct str){notes, n}, align == 8 ? 8 : 4, i->is_big_endian));
    mem_free(notes, n, 1);
    return i->build_id.n > 0;
}

/* Looks at sections first: a debug file keeps the segment headers of the original file, without
 * contents. */
static void read_build_id(struct image *i)
{
    size_t n = 0;
    GElf_Shdr section;
    GElf_Phdr segment;

    for (Elf_Scn *s = NULL; (s = libelf.elf_nextscn(i->elf, s));)
        if (libelf.gelf_getshdr(s, &section) && section.sh_type == SHT_NOTE &&
            read_notes(i, section.sh_offset, section.sh_size, section.sh_addralign))
            return;
    if (libelf.elf_getphdrnum(i->elf, &n) != 0)
        return;
    for (size_t at = 0; at < n; at++)
        if (libelf.gelf_getphdr(i->elf, (int)at, &segment) && segment.p_type == PT_NOTE &&
            read_notes(i, segment.p_offset, segment.p_filesz, segment.p_align))
            return;
}

static void read_segments(struct image *i)
{
    size_t n = 0;
    GElf_Phdr p;

    if (libelf.elf_getphdrnum(i->elf, &n) != 0)
        return;
    for (size_t at = 0; at < n; at++) {
        if (!libelf.gelf_getphdr(i->elf, (int)at, &p) || p.p_type != PT_LOAD)
            continue;
        i->segments =
            mem_grow(i->segments, &i->segments_room, i->n_segments + 1, sizeof *i->segments);
        i->segments[i->n_segments++] = (struct image_segment){.offset = p.p_offset,
                                                              .size = p.p_filesz,
                                                              .address = p.p_vaddr,
                                                              .is_code = p.p_flags & PF_X};
    }
}

static bool is_shorter(const struct image *i)
{
    struct stat st;

    return i->owns_fd && fstat(i->fd, &st) == 0 && (uint64_t)st.st_size < i->size;
}

/* libelf does not distinguish damaged from unreadable bytes, but errno (0 before the call) does.
 * Returns false. */
static bool fail_in_libelf(const struct image *i)
{
    int error = errno;

    return (error || is_shorter(i)) && image_fail(i, error);
}

/* libelf reads all headers of a kind at the first request; after this, none can fail. */
static bool load_headers(const struct image *i)
{
    Elf_Scn *section = libelf.elf_nextscn(i->elf, NULL);
    size_t n = 0;
    GElf_Shdr section_header;
    GElf_Phdr segment_header;

    if (section && !libelf.gelf_getshdr(section, &section_header))
        return false;
    return libelf.elf_getphdrnum(i->elf, &n) == 0 &&
           (n == 0 || libelf.gelf_getphdr(i->elf, 0, &segment_header));
}

static bool begin_elf(struct image *i)
{
    GElf_Ehdr header;

    libelf_load();
    libelf.elf_version(EV_CURRENT);
    errno = 0;
    i->elf = i->owns_fd ? libelf.elf_begin(i->fd, ELF_C_READ, NULL)
                        : libelf.elf_memory(i->bytes.p, i->bytes.n);
    if (!i->elf || libelf.elf_kind(i->elf) != ELF_K_ELF || !libelf.gelf_getehdr(i->elf, &header) ||
        !load_headers(i))
        return fail_in_libelf(i);
    i->machine = header.e_machine;
    i->is_dynamic = header.e_type == ET_DYN;
    return true;
}

static bool begin(struct image *i)
{
    if (i->size > SIZE_MAX || !image_is_sound(i) || !begin_elf(i)) {
        image_close(i);
        return false;
    }
    i->taken = mem_alloc(1, sizeof *i->taken);
    if (libelf.elf_getshdrnum(i->elf, &i->taken->n_sections) != 0)
        i->taken->n_sections = 0;
    i->taken->sections = mem_alloc(i->taken->n_sections, 1);
    read_segments(i);
    read_build_id(i);
    return true;
}

bool image_open(struct image *i, int fd, const char *name, struct fault *f)
{
    struct stat st;

    *i = (struct image){.fault = f, .fd = fd, .owns_fd = true};
    buf_add(&i->name, str_of(name));
    buf_add_byte(&i->name, '\0');
    if (fstat(fd, &st) != 0)
        (void)image_fail(i, errno);
    else if (S_ISREG(st.st_mode))
        i->size = (uint64_t)st.st_size;
    return begin(i);
}

bool image_open_bytes(struct image *i, struct buf *bytes)
{
    *i = (struct image){.bytes = *bytes, .size = bytes->n};
    *bytes = (struct buf){0};
    return begin(i);
}

void image_close(struct image *i)
{
    if (i->elf)
        libelf.elf_end(i->elf);
    if (i->owns_fd)
        close(i->fd);
    buf_free(&i->bytes);
    buf_free(&i->name);
    mem_free(i->segments, i->segments_room, sizeof *i->segments);
    if (i->taken)
        mem_free(i->taken->sections, i->taken->n_sections, 1);
    mem_free(i->taken, 1, sizeof *i->taken);
    *i = (struct image){0};
}

/* Whether a section may be loaded, or is. */
static bool may_load(const struct image *i, Elf_Scn *section)
{
    size_t at = libelf.elf_ndxscn(section);
    GElf_Shdr header;

    if (at >= i->taken->n_sections || !libelf.gelf_getshdr(section, &header))
        return false;
    if (header.sh_type == SHT_NOBITS || i->taken->sections[at])
        return true;
    i->taken->sections[at] = image_take(i, header.sh_offset, header.sh_size);
    return i->taken->sections[at];
}

/* Lends libelf's data of a section; NULL on failure, with or without a fault. */
static const Elf_Data *load(const struct image *i, Elf_Scn *section)
{
    if (!section || !may_load(i, section))
        return NULL;
    errno = 0;
    const Elf_Data *data = libelf.elf_rawdata(section, NULL);
    if (!data)
        (void)fail_in_libelf(i);
    return data;
}

bool image_load(const struct image *i, size_t section)
{
    return load(i, libelf.elf_getscn(i->elf, section)) != NULL;
}

static struct str bytes_of(const struct image *i, Elf_Scn *section)
{
    const Elf_Data *data = load(i, section);

    return data && data->d_buf ? (struct str){data->d_buf, data->d_size} : STR("");
}

struct str image_texts(const struct image *i, size_t section)
{
    return bytes_of(i, libelf.elf_getscn(i->elf, section));
}

static Elf_Scn *find_section(const struct image *i, const char *name)
{
    size_t names = 0;
    GElf_Shdr section;

    if (libelf.elf_getshdrstrndx(i->elf, &names) != 0 || !image_load(i, names))
        return NULL;
    for (Elf_Scn *s = NULL; (s = libelf.elf_nextscn(i->elf, s));) {
        if (!libelf.gelf_getshdr(s, &section) || section.sh_type == SHT_NOBITS)
            continue;
        const char *its = libelf.elf_strptr(i->elf, names, section.sh_name);
        if (its && strcmp(its, name) == 0)
            return s;
    }
    return NULL;
}

struct str image_section(const struct image *i, const char *name)
{
    return bytes_of(i, find_section(i, name));
}

struct str image_section_at(const struct image *i, const char *name, uint64_t *address)
{
    Elf_Scn *section = find_section(i, name);
    GElf_Shdr header;

    *address = section && libelf.gelf_getshdr(section, &header) ? header.sh_addr : 0;
    return bytes_of(i, section);
}

bool image_has_symbols(const struct image *i)
{
    GElf_Shdr section;

    for (Elf_Scn *s = NULL; (s = libelf.elf_nextscn(i->elf, s));)
        if (libelf.gelf_getshdr(s, &section) && section.sh_type == SHT_SYMTAB &&
            section.sh_size > section.sh_entsize)
            return true;
    return false;
}

bool image_has_lines(const struct image *i)
{
    return find_section(i, ".debug_info") || find_section(i, ".zdebug_info");
}

/* False when the bytes are damaged or exceed the limits. */
static bool unpack(struct str packed, struct unpack *u, struct buf *to, struct fault *f)
{
    struct unpack_room room;

    do {
        char *p = buf_reserve(to, SIZE_MAX >> 48);
        room = (struct unpack_room){p, to->room - to->n};
        if (!unpack_some(u, &packed, true, &room, f))
            return false;
        to->n = (size_t)(room.p - to->p);
        if (room.p == p)
            return true;
    } while (true);
}

bool image_open_mini(struct image *i, const struct image *outer, const struct limits *limits)
{
    struct str packed = image_section(outer, ".gnu_debugdata");
    struct buf bytes = {0};
    struct fault ignored = {0};
    struct limits own = *limits;
    bool opened = false;

    *i = (struct image){0};
    if (own.inflate_ratio > MINI_RATIO)
        own.inflate_ratio = MINI_RATIO;
    if (packing_of(packed) != PACKING_XZ)
        return false;
    struct unpack *u = unpack_new(PACKING_XZ, ".gnu_debugdata", &own, &ignored);
    if (u && unpack(packed, u, &bytes, &ignored))
        opened = image_open_bytes(i, &bytes);
    unpack_free(u);
    buf_free(&bytes);
    return opened;
}

#else

bool image_open(struct image *i, int fd, const char *name, struct fault *f)
{
    (void)name;
    (void)f;
    *i = (struct image){0};
    close(fd);
    return false;
}

bool image_open_bytes(struct image *i, struct buf *bytes)
{
    *i = (struct image){0};
    buf_free(bytes);
    return false;
}

bool image_open_mini(struct image *i, const struct image *outer, const struct limits *limits)
{
    (void)outer;
    (void)limits;
    *i = (struct image){0};
    return false;
}

void image_close(struct image *i)
{
    *i = (struct image){0};
}

bool image_has_symbols(const struct image *i)
{
    (void)i;
    return false;
}

bool image_has_lines(const struct image *i)
{
    (void)i;
    return false;
}

struct str image_section(const struct image *i, const char *name)
{
    (void)i;
    (void)name;
    return STR("");
}

struct str image_section_at(const struct image *i, const char *name, uint64_t *address)
{
    *address = 0;
    return image_section(i, name);
}

#endif
