/* The functions in .symtab and .dynsym of an ELF file. */
#include "symbol/image.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <gelf.h>

#include "base/mem.h"
#include "symbol/image_check.h"

enum { LENGTH_MOST = (1 << 20) - 1, UNDERSCORES_MOST = 255 };

/* Code that a section holds, by the section's number. */
struct code {
    unsigned char *is_code;
    size_t n;
};

/* Of several symbols at one address perf takes the one with a size, then one that is not weak, a
 * global one, the one that begins with fewer underscores, the longest; so do we, and every symbol
 * of a table goes before a stub (1) and an end (0). */
static uint32_t rank_of(const GElf_Sym *s, struct str name)
{
    uint32_t underscores = 0;
    uint32_t length = name.n < LENGTH_MOST ? (uint32_t)name.n : LENGTH_MOST;

    while (underscores < name.n && underscores < UNDERSCORES_MOST && name.p[underscores] == '_')
        underscores++;
    return 1u << 31 | (s->st_size ? 1u : 0u) << 30 |
           (GELF_ST_BIND(s->st_info) != STB_WEAK ? 1u : 0u) << 29 |
           (GELF_ST_BIND(s->st_info) == STB_GLOBAL ? 1u : 0u) << 28 |
           (UNDERSCORES_MOST - underscores) << 20 | length;
}

/* $a, $d, $t.1: they tell ARM code from data. */
static bool is_mapping(unsigned machine, struct str name)
{
    return (machine == EM_ARM || machine == EM_AARCH64) && name.n >= 2 && name.p[0] == '$' &&
           strchr("adtx", name.p[1]) && (name.n == 2 || name.p[2] == '.');
}

static bool is_function(const GElf_Sym *s)
{
    unsigned type = GELF_ST_TYPE(s->st_info);
    unsigned seen = GELF_ST_VISIBILITY(s->st_other);

    return type == STT_FUNC || type == STT_GNU_IFUNC ||
           (type == STT_NOTYPE && seen != STV_HIDDEN && seen != STV_INTERNAL);
}

static struct code code_sections(const struct image *i, struct symbol_table *t)
{
    struct code code = {0};
    GElf_Shdr section;

    if (elf_getshdrnum(i->elf, &code.n) != 0)
        code.n = 0;
    code.is_code = mem_alloc(code.n, 1);
    for (Elf_Scn *s = NULL; (s = elf_nextscn(i->elf, s));) {
        size_t index = elf_ndxscn(s);
        if (index >= code.n || !gelf_getshdr(s, &section) || !(section.sh_flags & SHF_EXECINSTR) ||
            !(section.sh_flags & SHF_ALLOC))
            continue;
        code.is_code[index] = 1;
        if (section.sh_size && section.sh_addr <= UINT64_MAX - section.sh_size)
            table_add(t, section.sh_addr + section.sh_size, 0, STR(""), 0);
    }
    return code;
}

/* memcpy@@GLIBC_2.14, memcpy@GLIBC_2.2.5 */
static struct str without_version(struct str name)
{
    size_t at = str_find(name, 1, STR("@"));

    return at < name.n ? (struct str){name.p, at} : name;
}

static size_t add_symbols(const struct image *i, const Elf_Data *symbols, struct str names,
                          const struct code *code, struct symbol_table *t)
{
    size_t entry = gelf_fsize(i->elf, ELF_T_SYM, 1, EV_CURRENT);
    size_t n = entry ? symbols->d_size / entry : 0;
    size_t added = 0;
    GElf_Sym s;

    for (size_t at = 1; at < n && at <= INT32_MAX; at++) {
        if (!gelf_getsym((Elf_Data *)symbols, (int)at, &s) || !is_function(&s) ||
            s.st_shndx >= code->n || !code->is_code[s.st_shndx])
            continue;
        struct str name = image_text(names, s.st_name);
        if (name.n == 0 || is_mapping(i->machine, name))
            continue;
        if (i->machine == EM_ARM && GELF_ST_TYPE(s.st_info) == STT_FUNC)
            s.st_value &= ~(GElf_Addr)1;
        table_add(t, s.st_value, s.st_size, without_version(name), rank_of(&s, name));
        added++;
    }
    return added;
}

size_t image_symbols(const struct image *i, struct symbol_table *t)
{
    struct code code = code_sections(i, t);
    size_t full = 0;
    GElf_Shdr section;

    for (Elf_Scn *s = NULL; (s = elf_nextscn(i->elf, s));) {
        if (!gelf_getshdr(s, &section) ||
            (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM))
            continue;
        const Elf_Data *symbols = elf_getdata(s, NULL);
        if (!symbols || !symbols->d_buf)
            continue;
        size_t added = add_symbols(i, symbols, image_texts(i, section.sh_link), &code, t);
        full += section.sh_type == SHT_SYMTAB ? added : 0;
    }
    mem_free(code.is_code, code.n, 1);
    return full;
}

#else

size_t image_symbols(const struct image *i, struct symbol_table *t)
{
    (void)i;
    (void)t;
    return 0;
}

#endif
