/* .plt: "ff 25 ..." jumps through a slot of .got.plt, and .rela.plt says that the slot is malloc's:
 * names the stubs through which a file calls functions of others. */
#include "symbol/image.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <inttypes.h>

#include "base/mem.h"
#include "symbol/image_check.h"
#include "symbol/libelf.h"

enum { BLOCK = 4096, STUB_LEAST = 8, STUB_USUAL = 16, STUB_MOST = 64 };

/* The relocation types of a machine, and the size of its stubs if they are identified by order and
 * not by the slot they jump through. */
struct machine {
    unsigned char number;
    bool is_x86;
    unsigned char header, stub; /* 0: is_x86 */
    unsigned short data, jump, indirect;
};

static const struct machine machines[] = {
    {EM_X86_64, true, 0, 0, R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT, R_X86_64_IRELATIVE},
    {EM_386, true, 0, 0, R_386_GLOB_DAT, R_386_JMP_SLOT, R_386_IRELATIVE},
    {EM_AARCH64, false, 32, 16, R_AARCH64_GLOB_DAT, R_AARCH64_JUMP_SLOT, R_AARCH64_IRELATIVE},
    {EM_ARM, false, 20, 12, R_ARM_GLOB_DAT, R_ARM_JUMP_SLOT, R_ARM_IRELATIVE},
    {EM_RISCV, false, 32, 16, R_RISCV_64, R_RISCV_JUMP_SLOT, R_RISCV_IRELATIVE},
    {EM_S390, false, 32, 32, R_390_GLOB_DAT, R_390_JMP_SLOT, R_390_IRELATIVE},
};

/* The names of stubs: by the address of their slot, and by their order in .rela.plt. */
struct stubs {
    const struct image *image;
    const struct machine *machine;
    const struct symbol_table *functions; /* of the file */
    struct symbol_table *to;
    struct symbol_table by_slot, by_order;
    uint64_t got; /* to which code of 32 bits knows its slots */
    struct buf name;
};

/* A relocation section, with its symbols and strings. */
struct relocations {
    Elf_Data *symbols;
    struct str names;
    bool has_addend, is_plt;
};

struct relocation {
    uint64_t slot, symbol, type, addend;
};

static const struct machine *find_machine(unsigned number)
{
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (machines[i].number == number)
            return &machines[i];
    return NULL;
}

/* Sets s->name to the target of a relocation. An IFUNC gets the name of its resolver. */
static void name_relocation(struct stubs *s, const struct relocations *r,
                            const struct relocation *one)
{
    GElf_Sym symbol;

    buf_clear(&s->name);
    if (one->symbol) {
        if (r->symbols && one->symbol <= INT32_MAX &&
            libelf.gelf_getsym(r->symbols, (int)one->symbol, &symbol))
            buf_add(&s->name, image_text(r->names, symbol.st_name));
    } else if (r->has_addend) {
        const struct symbol *chooser = table_find(s->functions, one->addend);
        if (chooser && chooser->address == one->addend) {
            buf_add(&s->name, table_name(s->functions, chooser));
        } else {
            char text[32];
            snprintf(text, sizeof text, "*ABS*+0x%" PRIx64, one->addend);
            buf_add(&s->name, str_of(text));
        }
    } else {
        buf_add(&s->name, STR("*ABS*"));
    }
    if (s->name.n)
        buf_add(&s->name, STR("@plt"));
}

static struct relocation parse_relocation(const struct stubs *s, const char *p, bool has_addend)
{
    size_t word = s->image->is_64 ? 8 : 4;
    uint64_t info = image_number(s->image, p + word, word);

    return (struct relocation){
        .slot = image_number(s->image, p, word),
        .symbol = s->image->is_64 ? info >> 32 : info >> 8,
        .type = s->image->is_64 ? info & UINT32_MAX : info & 255,
        .addend = has_addend ? image_number(s->image, p + 2 * word, word) : 0,
    };
}

static void add_relocation(struct stubs *s, const struct relocations *r, uint64_t order,
                           const struct relocation *one)
{
    if (one->type != s->machine->data && one->type != s->machine->jump &&
        one->type != s->machine->indirect)
        return;
    name_relocation(s, r, one);
    table_add(&s->by_slot, one->slot, 1, buf_str(&s->name), 0);
    if (r->is_plt)
        table_add(&s->by_order, order, 1, buf_str(&s->name), 0);
}

/* How many relocations at the start of .rela.dyn are relative and name nothing: there may be a
 * million. */
static uint64_t count_relative(const struct image *i, bool has_addend)
{
    struct str dynamic = image_section(i, ".dynamic");
    size_t word = i->is_64 ? 8 : 4;

    for (; dynamic.n >= 2 * word; dynamic = str_from_to(dynamic, 2 * word, dynamic.n))
        if (image_number(i, dynamic.p, word) == (has_addend ? DT_RELACOUNT : DT_RELCOUNT))
            return image_number(i, dynamic.p + word, word);
    return 0;
}

static void read_relocations(struct stubs *s, const GElf_Shdr *header, struct str name)
{
    struct relocations r = {.has_addend = header->sh_type == SHT_RELA,
                            .is_plt = str_equal(name, STR(".rela.plt")) ||
                                      str_equal(name, STR(".rel.plt"))};
    bool is_dyn = str_equal(name, STR(".rela.dyn")) || str_equal(name, STR(".rel.dyn"));
    size_t entry = (size_t)(s->image->is_64 ? 8 : 4) * (r.has_addend ? 3 : 2);
    uint64_t n = header->sh_size / entry;
    Elf_Scn *symbols = libelf.elf_getscn(s->image->elf, header->sh_link);
    GElf_Shdr its;
    char block[BLOCK];
    size_t chunk;

    if (symbols && libelf.gelf_getshdr(symbols, &its) && its.sh_type == SHT_DYNSYM &&
        image_load(s->image, libelf.elf_ndxscn(symbols))) {
        r.symbols = libelf.elf_getdata(symbols, NULL);
        r.names = image_texts(s->image, its.sh_link);
    }
    for (uint64_t at = is_dyn ? count_relative(s->image, r.has_addend) : 0; at < n; at += chunk) {
        chunk = n - at < BLOCK / entry ? (size_t)(n - at) : BLOCK / entry;
        if (!image_read(s->image, header->sh_offset + at * entry, block, chunk * entry))
            break;
        for (size_t c = 0; c < chunk; c++) {
            struct relocation one = parse_relocation(s, block + c * entry, r.has_addend);
            add_relocation(s, &r, at + c, &one);
        }
    }
}

static void add_stub(struct stubs *s, uint64_t address, uint64_t size, struct str name)
{
    table_add(s->to, address, size, name, 0);
}

static uint64_t distance_at(const struct image *i, const char *p)
{
    uint32_t number = (uint32_t)image_number(i, p, 4);

    return number & 1u << 31 ? number | ~(uint64_t)UINT32_MAX : number;
}

/* Names an x86 stub: it jumps through a slot, or pushes its index. That of mold loads its index
 * before, a retpoline of lld its slot. */
static const struct symbol *find_stub(const struct stubs *s, uint64_t address, struct str code,
                                      const struct symbol_table **in)
{
    static const char mark[] = "\xf3\x0f\x1e\xfa";  /* endbr64; it may be endbr32 as well */
    static const char order_by_mold[] = "\x41\xbb"; /* mov order, %r11d */
    static const char load[] = "\x4c\x8b\x1d";      /* mov slot, %r11 */
    size_t at = code.n > 4 && memcmp(code.p, mark, 3) == 0 ? 4 : 0;

    *in = &s->by_slot;
    if (at < code.n && (unsigned char)code.p[at] == 0xf2) /* bnd */
        at++;
    if (code.n >= at + 6 && memcmp(code.p + at, order_by_mold, 2) == 0)
        at += 6;
    if (code.n >= at + 7 && memcmp(code.p + at, load, 3) == 0)
        return table_find(&s->by_slot, address + at + 7 + distance_at(s->image, code.p + at + 3));
    if (code.n < 6 || at > code.n - 6)
        return NULL;
    unsigned char first = (unsigned char)code.p[at];
    unsigned char second = (unsigned char)code.p[at + 1];
    if (first == 0x68) {
        uint64_t order = image_number(s->image, code.p + at + 1, 4);
        *in = &s->by_order;
        return table_find(&s->by_order, s->image->is_64 ? order : order / 8);
    }
    uint64_t distance = distance_at(s->image, code.p + at + 2);
    if (first != 0xff || (second != 0x25 && (second != 0xa3 || s->image->is_64)))
        return NULL;
    if (s->image->is_64)
        return table_find(&s->by_slot, address + at + 6 + distance);
    return table_find(&s->by_slot, (second == 0xa3 ? s->got + distance : distance) & UINT32_MAX);
}

/* The part of lld's first entry that all of its retpolines jump by: mov %r11, (%rsp); ret. */
static bool jumps_for_others(struct str code)
{
    return str_starts(code, STR("\x4c\x89\x1c\x24\xc3"));
}

static size_t stub_size(const GElf_Shdr *header)
{
    uint64_t size = header->sh_entsize;

    return size < STUB_LEAST || size > STUB_MOST ? STUB_USUAL : (size_t)size;
}

static void read_stubs(struct stubs *s, const GElf_Shdr *header, struct str code, bool is_first)
{
    size_t stub = s->machine->stub ? s->machine->stub : stub_size(header);
    size_t at = 0;

    for (uint64_t order = 0; at < code.n; order++) {
        uint64_t address = header->sh_addr + at;
        const struct symbol_table *in = &s->by_order;
        const struct symbol *found = NULL;
        size_t size = at == 0 && is_first && s->machine->header ? s->machine->header : stub;
        if (size > code.n - at)
            size = code.n - at;
        if (s->machine->is_x86)
            found = find_stub(s, address, (struct str){code.p + at, size}, &in);
        else if (is_first && order)
            found = table_find(in, order - 1);
        if (found)
            add_stub(s, address, size, table_name(in, found));
        else if (is_first && (at == 0 || jumps_for_others((struct str){code.p + at, size})))
            add_stub(s, address, size, STR(".plt"));
        at += size;
    }
}

/* Calls the function for each section with bytes in the file. */
static void each_section(struct stubs *s,
                         void (*call)(struct stubs *, Elf_Scn *, const GElf_Shdr *, struct str))
{
    size_t names = 0;
    GElf_Shdr header;

    if (libelf.elf_getshdrstrndx(s->image->elf, &names) != 0)
        return;
    struct str texts = image_texts(s->image, names);
    for (Elf_Scn *section = NULL; (section = libelf.elf_nextscn(s->image->elf, section));)
        if (libelf.gelf_getshdr(section, &header) && header.sh_type != SHT_NOBITS)
            call(s, section, &header, image_text(texts, header.sh_name));
}

static void see_slots(struct stubs *s, Elf_Scn *section, const GElf_Shdr *header, struct str name)
{
    (void)section;
    if (header->sh_type == SHT_RELA || header->sh_type == SHT_REL)
        read_relocations(s, header, name);
    else if (str_equal(name, STR(".got.plt")) || (str_equal(name, STR(".got")) && !s->got))
        s->got = header->sh_addr;
}

static bool has_stubs(const GElf_Shdr *header, struct str name)
{
    return header->sh_type == SHT_PROGBITS &&
           (str_equal(name, STR(".plt")) || str_equal(name, STR(".plt.sec")) ||
            str_equal(name, STR(".plt.got")) || str_equal(name, STR(".iplt")));
}

static void see_stubs(struct stubs *s, Elf_Scn *section, const GElf_Shdr *header, struct str name)
{
    if (has_stubs(header, name))
        read_stubs(s, header, image_texts(s->image, libelf.elf_ndxscn(section)),
                   str_equal(name, STR(".plt")));
}

void image_stubs(const struct image *i, const struct symbol_table *functions,
                 struct symbol_table *to)
{
    struct stubs s = {
        .image = i, .machine = find_machine(i->machine), .functions = functions, .to = to};

    if (!s.machine)
        return;
    each_section(&s, see_slots);
    table_sort(&s.by_slot);
    table_sort(&s.by_order);
    each_section(&s, see_stubs);
    table_sort(to);
    table_free(&s.by_slot);
    table_free(&s.by_order);
    buf_free(&s.name);
}

bool image_stub_at(const struct image *i, uint64_t address, struct image_stub *stub)
{
    size_t names = 0;
    GElf_Shdr header;

    if (libelf.elf_getshdrstrndx(i->elf, &names) != 0)
        return false;
    struct str texts = image_texts(i, names);
    for (Elf_Scn *section = NULL; (section = libelf.elf_nextscn(i->elf, section));) {
        if (!libelf.gelf_getshdr(section, &header) || address < header.sh_addr ||
            address - header.sh_addr >= header.sh_size ||
            !has_stubs(&header, image_text(texts, header.sh_name)))
            continue;
        stub->section = image_texts(i, libelf.elf_ndxscn(section));
        stub->at = (size_t)(address - header.sh_addr);
        stub->begin = stub->at - stub->at % stub_size(&header);
        return stub->at < stub->section.n;
    }
    return false;
}

#else

void image_stubs(const struct image *i, const struct symbol_table *functions,
                 struct symbol_table *to)
{
    (void)i;
    (void)functions;
    (void)to;
}

bool image_stub_at(const struct image *i, uint64_t address, struct image_stub *stub)
{
    (void)i;
    (void)address;
    (void)stub;
    return false;
}

#endif
