/* Reads the functions, or the objects, in .symtab and .dynsym of an ELF file. */
#include "symbol/image.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <stdlib.h>

#include "base/mem.h"
#include "symbol/image_check.h"
#include "symbol/libelf.h"

enum {
    LENGTH_MOST = (1 << 19) - 1,
    UNDERSCORES_MOST = 255,
    NAMES_FREE = 64 << 10,
    NAMES_RATIO = 8
};

/* Addresses whose functions are wanted. */
struct choice {
    const uint64_t *addresses; /* sorted */
    size_t n;
    uint64_t
        *begins; /* where symbols begin that hold one, or that are the last before one; sorted */
    size_t room, n_begins;
};

/* The sections that hold what is wanted, by section number. */
struct wanted {
    bool objects; /* not functions */
    unsigned char *sections;
    size_t n;
    struct choice *choice; /* NULL: all */
};

/* Of several symbols at one address perf prefers, in this order, one with a size, a strong one, a
 * global one, fewer leading underscores, the longest name. So do we, but names kept only for old
 * programs (cfree@GLIBC_2.2.5) come last. 0: only ends a function. */
static uint32_t rank_of(const GElf_Sym *s, struct str name, bool is_old)
{
    uint32_t underscores = 0;
    uint32_t length = name.n < LENGTH_MOST ? (uint32_t)name.n : LENGTH_MOST;

    while (underscores < name.n && underscores < UNDERSCORES_MOST && name.p[underscores] == '_')
        underscores++;
    return 1u << 31 | (s->st_size ? 1u : 0u) << 30 |
           (GELF_ST_BIND(s->st_info) != STB_WEAK ? 1u : 0u) << 29 |
           (GELF_ST_BIND(s->st_info) == STB_GLOBAL ? 1u : 0u) << 28 |
           (UNDERSCORES_MOST - underscores) << 20 | (is_old ? 0u : 1u) << 19 | length;
}

static bool separates_code(unsigned machine)
{
    return machine == EM_ARM || machine == EM_AARCH64;
}

/* $a, $d, $t.1: ARM's mapping symbols, which separate code from data. */
static bool is_mapping(unsigned machine, struct str name)
{
    return separates_code(machine) && name.n >= 2 && name.p[0] == '$' &&
           strchr("adtx", name.p[1]) && (name.n == 2 || name.p[2] == '.');
}

/* Objects without a size are marks of the linker. */
static bool is_wanted(const GElf_Sym *s, bool objects)
{
    unsigned type = GELF_ST_TYPE(s->st_info);
    unsigned seen = GELF_ST_VISIBILITY(s->st_other);

    if (objects)
        return type == STT_OBJECT && s->st_size;
    return type == STT_FUNC || type == STT_GNU_IFUNC ||
           (type == STT_NOTYPE && seen != STV_HIDDEN && seen != STV_INTERNAL);
}

/* Where code ends, the last function ends. */
static struct wanted wanted_sections(const struct image *i, bool objects, struct symbol_table *t)
{
    struct wanted wanted = {.objects = objects};
    GElf_Shdr section;

    if (libelf.elf_getshdrnum(i->elf, &wanted.n) != 0)
        wanted.n = 0;
    wanted.sections = mem_alloc(wanted.n, 1);
    for (Elf_Scn *s = NULL; (s = libelf.elf_nextscn(i->elf, s));) {
        size_t index = libelf.elf_ndxscn(s);
        if (index >= wanted.n || !libelf.gelf_getshdr(s, &section) ||
            !(section.sh_flags & SHF_EXECINSTR) != objects || !(section.sh_flags & SHF_ALLOC))
            continue;
        wanted.sections[index] = 1;
        if (!objects && section.sh_size && section.sh_addr <= UINT64_MAX - section.sh_size)
            table_add(t, section.sh_addr + section.sh_size, 0, STR(""), 0);
    }
    return wanted;
}

/* Strips the version, and says whether it is not the default one (a single @): memcpy@@GLIBC_2.14,
 * memcpy@GLIBC_2.2.5. A stub, memcpy@plt, is no version. */
static bool strip_version(struct str *name)
{
    size_t at = str_find(*name, 1, STR("@"));
    bool is_old = at < name->n && (at + 1 == name->n || name->p[at + 1] != '@');

    if (str_equal(str_from_to(*name, at, name->n), STR("@plt")))
        return false;
    name->n = at;
    return is_old;
}

/* A symbol table and the sections it refers to. */
struct symbols {
    const Elf_Data *entries;
    const Elf_Data *versions; /* of a dynamic table, a number a symbol; NULL: none */
    size_t n;
    uint64_t names_at; /* the table of names, in the file */
    size_t names_size;
    bool has_names; /* it was read, into the text of the symbol table */
    size_t names;   /* where it is there */
};

static bool find_names(const struct image *i, size_t section, struct symbols *symbols)
{
    Elf_Scn *names = libelf.elf_getscn(i->elf, section);
    GElf_Shdr header;

    if (!names || !libelf.gelf_getshdr(names, &header) || header.sh_type != SHT_STRTAB ||
        (header.sh_flags & SHF_COMPRESSED) || header.sh_size > UINT32_MAX ||
        !image_take(i, header.sh_offset, header.sh_size))
        return false;
    symbols->names_at = header.sh_offset;
    symbols->names_size = (size_t)header.sh_size;
    return true;
}

/* Appends the whole table of names to the text of a symbol table: most are names of functions. */
static bool read_names(const struct image *i, struct symbol_table *t, struct symbols *symbols)
{
    if (t->text.n > UINT32_MAX - symbols->names_size)
        return false;
    char *to = buf_reserve(&t->text, symbols->names_size);
    if (!image_read(i, symbols->names_at, to, symbols->names_size))
        return false;
    symbols->names = t->text.n;
    symbols->has_names = true;
    t->text.n += symbols->names_size;
    return true;
}

/* Lends a name of a table that was read. */
static struct str lend_name(const struct symbols *symbols, uint64_t at,
                            const struct symbol_table *t)
{
    const size_t end = symbols->names + symbols->names_size;

    return image_text(str_from_to(buf_str(&t->text), symbols->names, end), at);
}

/* Appends one name to the text, of which it is lent until more is added; empty when it does not
 * end in the table. Takes what it read from *left; once that does not suffice, no more is read. */
static struct str read_name(const struct image *i, const struct symbols *symbols, uint64_t at,
                            size_t *left, struct symbol_table *t)
{
    enum { BLOCK = 128 };
    const size_t from = t->text.n;

    while (*left && at < symbols->names_size && t->text.n < UINT32_MAX - BLOCK) {
        const size_t rest = symbols->names_size - (size_t)at;
        const size_t n = rest < BLOCK ? rest : BLOCK;
        char *to = buf_reserve(&t->text, n);
        if (!image_read(i, symbols->names_at + at, to, n))
            break;
        const char *end = memchr(to, '\0', n);
        const size_t got = end ? (size_t)(end - to) : n;
        if (got > *left) {
            i->taken->refused = true;
            *left = 0;
            break;
        }
        *left -= got;
        t->text.n += got;
        if (end)
            return str_from_to(buf_str(&t->text), from, t->text.n);
        at += n;
    }
    t->text.n = from;
    return STR("");
}

/* Whether a symbol has an old version, one that programs are no longer linked with. */
static bool is_hidden(const struct symbols *symbols, size_t at)
{
    enum { HIDDEN = 1 << 15 };
    GElf_Versym version;

    return symbols->versions && symbols->versions->d_buf &&
           libelf.gelf_getversym((Elf_Data *)symbols->versions, (int)at, &version) &&
           (version & HIDDEN);
}

/* The first of some sorted numbers that is not below a value. */
static size_t first_at(const uint64_t *numbers, size_t n, uint64_t value)
{
    size_t from = 0;
    size_t to = n;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (numbers[middle] < value)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Of several symbols that begin together one is kept, so all are wanted if one is. */
static bool is_chosen(const struct choice *c, uint64_t value)
{
    const size_t at = first_at(c->begins, c->n_begins, value);

    return at < c->n_begins && c->begins[at] == value;
}

static void choose(struct choice *c, uint64_t begin)
{
    c->begins = mem_grow(c->begins, &c->room, c->n_begins + 1, sizeof *c->begins);
    c->begins[c->n_begins++] = begin;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;

    return (*x > *y) - (*x < *y);
}

/* Whether a symbol is one of a function, or an object. Sets its value as others know it. */
static bool take_symbol(const struct image *i, const struct symbols *symbols,
                        const struct wanted *wanted, size_t at, GElf_Sym *s)
{
    if (!libelf.gelf_getsym((Elf_Data *)symbols->entries, (int)at, s) ||
        !is_wanted(s, wanted->objects) || s->st_shndx >= wanted->n ||
        !wanted->sections[s->st_shndx])
        return false;
    if (i->machine == EM_ARM && GELF_ST_TYPE(s->st_info) == STT_FUNC)
        s->st_value &= ~(GElf_Addr)1;
    return true;
}

/* Finds where the symbols begin that are wanted. Names lie all over memory, so they are looked at
 * only where they must be. */
static void find_begins(const struct image *i, const struct symbols *symbols,
                        const struct wanted *wanted, const struct symbol_table *t)
{
    struct choice *c = wanted->choice;
    uint64_t *nearest = mem_alloc(c->n, sizeof *nearest); /* plus 1; 0: none so far */
    GElf_Sym s;

    for (size_t at = 1; at < symbols->n && at <= INT32_MAX; at++) {
        if (!take_symbol(i, symbols, wanted, at, &s) || s.st_name == 0 ||
            (separates_code(i->machine) &&
             is_mapping(i->machine, lend_name(symbols, s.st_name, t))))
            continue;
        const size_t first = first_at(c->addresses, c->n, s.st_value);
        if (first == c->n)
            continue;
        if (nearest[first] <= s.st_value)
            nearest[first] = s.st_value + 1;
        if (c->addresses[first] - s.st_value < s.st_size)
            choose(c, s.st_value);
    }
    for (size_t at = 0; at < c->n; at++)
        if (nearest[at])
            choose(c, nearest[at] - 1);
    if (c->n_begins)
        qsort(c->begins, c->n_begins, sizeof *c->begins, by_number);
    mem_free(nearest, c->n, sizeof *nearest);
}

/* Names may end alike and share bytes, but hardly eight times all of them; where each is read by
 * itself, not even once. */
static size_t add_symbols(const struct image *i, const struct symbols *symbols,
                          const struct wanted *wanted, struct symbol_table *t)
{
    const bool are_read = symbols->has_names;
    size_t left = NAMES_FREE + symbols->names_size * (are_read ? NAMES_RATIO : 1);
    size_t added = 0;
    GElf_Sym s;

    if (wanted->choice)
        find_begins(i, symbols, wanted, t);
    for (size_t at = 1; at < symbols->n && at <= INT32_MAX; at++) {
        if (!take_symbol(i, symbols, wanted, at, &s) ||
            (wanted->choice && !is_chosen(wanted->choice, s.st_value)))
            continue;
        struct str name = are_read ? lend_name(symbols, s.st_name, t)
                                   : read_name(i, symbols, s.st_name, &left, t);
        if (name.n == 0 || is_mapping(i->machine, name))
            continue;
        if (are_read && name.n > left) {
            i->taken->refused = true;
            continue;
        }
        left -= are_read ? name.n : 0;
        bool is_old = strip_version(&name) || is_hidden(symbols, at);
        table_put(t, &(struct symbol){.address = s.st_value,
                                      .size = s.st_size,
                                      .name = (uint32_t)(name.p - t->text.p),
                                      .name_size = (uint32_t)name.n,
                                      .rank = rank_of(&s, name, is_old)});
        added++;
    }
    return added;
}

static Elf_Scn *find_section(const struct image *i, unsigned type, GElf_Shdr *header)
{
    for (Elf_Scn *s = NULL; (s = libelf.elf_nextscn(i->elf, s));)
        if (libelf.gelf_getshdr(s, header) && header->sh_type == type)
            return s;
    return NULL;
}

/* Adds the symbols of a symbol table. */
static size_t read_symbols(const struct image *i, Elf_Scn *section, const struct wanted *wanted,
                           struct symbol_table *t)
{
    bool is_read = image_load(i, libelf.elf_ndxscn(section));
    struct symbols symbols = {.entries = is_read ? libelf.elf_getdata(section, NULL) : NULL};
    size_t entry = libelf.gelf_fsize(i->elf, ELF_T_SYM, 1, EV_CURRENT);
    GElf_Shdr header;
    Elf_Scn *versions = find_section(i, SHT_GNU_versym, &header);

    if (versions && header.sh_link == libelf.elf_ndxscn(section) &&
        image_load(i, libelf.elf_ndxscn(versions)))
        symbols.versions = libelf.elf_getdata(versions, NULL);
    if (!symbols.entries || !symbols.entries->d_buf || !entry ||
        !libelf.gelf_getshdr(section, &header) || !find_names(i, header.sh_link, &symbols))
        return 0;
    const bool are_few = wanted->choice && !separates_code(i->machine);
    if (!are_few && !read_names(i, t, &symbols))
        return 0;
    symbols.n = symbols.entries->d_size / entry;
    if (!wanted->choice)
        t->symbols = mem_grow(t->symbols, &t->room, t->n + symbols.n, sizeof *t->symbols);
    return add_symbols(i, &symbols, wanted, t);
}

/* Exported symbols are in both tables, unless most of .symtab was removed. */
static size_t read_tables(const struct image *i, bool objects, struct choice *choice,
                          struct symbol_table *t)
{
    GElf_Shdr full_header, header;
    Elf_Scn *full = find_section(i, SHT_SYMTAB, &full_header);
    Elf_Scn *dynamic = find_section(i, SHT_DYNSYM, &header);
    struct wanted wanted = wanted_sections(i, objects, t);

    wanted.choice = choice;
    size_t n = full ? read_symbols(i, full, &wanted, t) : 0;

    if (dynamic && (n == 0 || full_header.sh_size < header.sh_size))
        (void)read_symbols(i, dynamic, &wanted, t);
    mem_free(wanted.sections, wanted.n, 1);
    return n;
}

size_t image_symbols(const struct image *i, struct symbol_table *t)
{
    return read_tables(i, false, NULL, t);
}

void image_symbols_at(const struct image *i, const uint64_t *addresses, size_t n,
                      struct symbol_table *t)
{
    struct choice choice = {.addresses = addresses, .n = n};

    (void)read_tables(i, false, &choice, t);
    mem_free(choice.begins, choice.room, sizeof *choice.begins);
}

void image_objects(const struct image *i, struct symbol_table *t)
{
    (void)read_tables(i, true, NULL, t);
}

#else

size_t image_symbols(const struct image *i, struct symbol_table *t)
{
    (void)i;
    (void)t;
    return 0;
}

void image_symbols_at(const struct image *i, const uint64_t *addresses, size_t n,
                      struct symbol_table *t)
{
    (void)i;
    (void)addresses;
    (void)n;
    (void)t;
}

void image_objects(const struct image *i, struct symbol_table *t)
{
    (void)i;
    (void)t;
}

#endif
