/* Reads .eh_frame, then .debug_frame for addresses without a row. .debug_frame is not opened before
 * it is needed. */
#include "symbol/dwarf/cfi.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>

#include "base/mem.h"
#include "symbol/dwarf/debug_sections.h"
#include "symbol/image.h"

/* Operations of one expression, and of all: a row is kept for each address, while the expressions
 * of one function may serve any number of addresses. Real ones have a dozen operations. */
enum { OPS_MOST = 128, ALL_OPS_MOST = 1 << 19 };

void cfi_init_debug(struct cfi *c, const struct image *image)
{
    *c = (struct cfi){.image = image, .elf = image ? image->elf : NULL};
}

void cfi_init(struct cfi *c, const struct image *image)
{
    cfi_init_debug(c, image);
    if (!image)
        return;
    image_load_frames(image);
    c->handler = dwarf_getcfi_elf(image->elf);
}

static void add_number(struct buf *to, uint64_t number, size_t n)
{
    for (size_t i = 0; i < n; i++, number >>= 8)
        buf_add_byte(to, (char)number);
}

static void add_section(struct buf *to, uint32_t name, uint32_t type, uint64_t address,
                        const uint64_t *at_size)
{
    add_number(to, name, 4);
    add_number(to, type, 4);
    add_number(to, address ? SHF_ALLOC : 0, 8);
    add_number(to, address, 8);
    add_number(to, at_size[0], 8);
    add_number(to, at_size[1], 8);
    add_number(to, 0, 8); /* sh_link, sh_info */
    add_number(to, 1, 8);
    add_number(to, 0, 8);
}

/* The smallest ELF file that libdw accepts: a header, two sections, the section table. */
static void make_file(struct buf *to, struct str eh_frame, uint64_t address, unsigned machine)
{
    static const struct str names = {"\0.eh_frame\0.shstrtab", 21};
    enum { HEADER = 64, ROW = 64, EH_FRAME_AT = 1, NAMES_AT = 11, ROWS = 3 };
    const uint64_t pad = -(eh_frame.n + names.n) & 7;
    const uint64_t frames_at[] = {HEADER, eh_frame.n};
    const uint64_t names_at[] = {HEADER + eh_frame.n, names.n};
    const uint64_t nothing[] = {0, 0};

    buf_add(to, (struct str){"\177ELF\2\1\1", 7}); /* 64 bits, the lowest byte first */
    add_number(to, 0, 9);
    add_number(to, ET_DYN, 2);
    add_number(to, machine, 2);
    add_number(to, EV_CURRENT, 4);
    add_number(to, 0, 16); /* e_entry, e_phoff */
    add_number(to, names_at[0] + names.n + pad, 8);
    add_number(to, 0, 4);
    add_number(to, HEADER, 2);
    add_number(to, 0, 4);
    add_number(to, ROW, 2);
    add_number(to, ROWS, 2);
    add_number(to, ROWS - 1, 2);
    buf_add(to, eh_frame);
    buf_add(to, names);
    add_number(to, 0, pad);
    add_section(to, 0, SHT_NULL, 0, nothing);
    add_section(to, EH_FRAME_AT, SHT_PROGBITS, address, frames_at);
    add_section(to, NAMES_AT, SHT_STRTAB, 0, names_at);
}

void cfi_init_frames(struct cfi *c, struct str eh_frame, uint64_t address, unsigned machine)
{
    *c = (struct cfi){0};
    if (machine != MACHINE_X86_64 && machine != MACHINE_AARCH64)
        return;
    make_file(&c->made, eh_frame, address, machine);
    elf_version(EV_CURRENT);
    c->elf = elf_memory(c->made.p, c->made.n);
    if (c->elf)
        c->handler = dwarf_getcfi_elf(c->elf);
}

void cfi_free(struct cfi *c)
{
    if (c->handler)
        dwarf_cfi_end(c->handler);
    if (c->dwarf)
        dwarf_end(c->dwarf);
    if (c->made.n && c->elf)
        elf_end(c->elf);
    buf_free(&c->made);
    *c = (struct cfi){0};
}

static bool has_section(Elf *elf, const char *name)
{
    size_t names;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return false;
    for (Elf_Scn *scn = elf_nextscn(elf, NULL); scn; scn = elf_nextscn(elf, scn)) {
        GElf_Shdr header;
        if (!gelf_getshdr(scn, &header) || header.sh_type == SHT_NOBITS)
            continue;
        const char *found = elf_strptr(elf, names, header.sh_name);
        if (found && strcmp(found, name) == 0)
            return true;
    }
    return false;
}

/* Only done when needed. */
static Dwarf_CFI *debug_frames(struct cfi *c)
{
    if (c->debug_sought)
        return c->debug;
    c->debug_sought = true;
    if (!has_section(c->elf, ".debug_frame"))
        return NULL;
    c->dwarf =
        c->image ? debug_sections_frames(c->image) : dwarf_begin_elf(c->elf, DWARF_C_READ, NULL);
    if (c->dwarf)
        c->debug = dwarf_getcfi(c->dwarf);
    return c->debug;
}

/* The index of the operation at a byte offset; the number of operations if there is none. */
static uint32_t target_of(const Dwarf_Op *ops, size_t n, uint64_t offset)
{
    for (size_t i = 0; i < n; i++)
        if (ops[i].offset == offset)
            return (uint32_t)i;
    return (uint32_t)n;
}

/* libdw inserts a push of the CFA before the first operation, with the same offset or 0. A branch
 * to the start of the expression may lead to either; it would never end anyway. */
static bool add_ops(struct frame_rows *to, const Dwarf_Op *ops, size_t n, struct frame_rule *rule)
{
    if (n > OPS_MOST || to->n_ops > ALL_OPS_MOST - n)
        return false;
    rule->first_op = (uint32_t)to->n_ops;
    rule->n_ops = (uint32_t)n;
    for (size_t i = 0; i < n; i++) {
        struct expression_op op = {
            .code = ops[i].atom, .number = ops[i].number, .number2 = ops[i].number2};
        if (op.code == DW_OP_bra || op.code == DW_OP_skip)
            op.target = target_of(ops, n, ops[i].offset + 3 + ops[i].number);
        frame_rows_add_ops(to, &op, 1);
    }
    return true;
}

static bool read_cfa(Dwarf_Frame *frame, struct frame_rows *to, struct frame_rule *cfa)
{
    Dwarf_Op *ops;
    size_t n;

    if (dwarf_frame_cfa(frame, &ops, &n) != 0 || n == 0)
        return false;
    if (n == 1 && ops[0].atom >= DW_OP_breg0 && ops[0].atom <= DW_OP_breg31) {
        cfa->kind = FRAME_REGISTER;
        cfa->other = (uint8_t)(ops[0].atom - DW_OP_breg0);
        cfa->offset = (int64_t)ops[0].number;
    } else if (n == 1 && ops[0].atom == DW_OP_bregx && ops[0].number < UNWIND_REGISTERS) {
        cfa->kind = FRAME_REGISTER;
        cfa->other = (uint8_t)ops[0].number;
        cfa->offset = (int64_t)ops[0].number2;
    } else {
        cfa->kind = FRAME_EXPRESSION;
        return add_ops(to, ops, n, cfa);
    }
    return true;
}

/* libdw gives an expression even where the file has a plain rule; turns simple ones back into
 * rules. False: it is too long. */
static bool read_ops(const Dwarf_Op *ops, size_t n, struct frame_rows *to, struct frame_rule *rule)
{
    bool is_value = ops[n - 1].atom == DW_OP_stack_value;
    size_t rest = is_value ? n - 1 : n;

    if (rest && rest <= 2 && ops[0].atom == DW_OP_call_frame_cfa &&
        (rest == 1 || ops[1].atom == DW_OP_plus_uconst)) {
        rule->kind = is_value ? FRAME_IS : FRAME_AT;
        rule->offset = rest == 1 ? 0 : (int64_t)ops[1].number;
    } else if (n == 1 && ops[0].atom >= DW_OP_reg0 && ops[0].atom <= DW_OP_reg31) {
        rule->kind = FRAME_REGISTER;
        rule->other = (uint8_t)(ops[0].atom - DW_OP_reg0);
    } else if (n == 1 && ops[0].atom == DW_OP_regx) {
        rule->kind = FRAME_REGISTER;
        rule->other = ops[0].number < UNWIND_REGISTERS ? (uint8_t)ops[0].number : UNWIND_REGISTERS;
    } else {
        rule->kind = is_value ? FRAME_EXPRESSION : FRAME_AT_EXPRESSION;
        return add_ops(to, ops, n, rule);
    }
    return true;
}

/* False when libdw fails, or an expression is too long. A register without a value has neither a
 * rule nor its bit in `same`. */
static bool read_rule(Dwarf_Frame *frame, unsigned reg, struct frame_row *row,
                      struct frame_rows *to, struct frame_rule *rules)
{
    Dwarf_Op memory[3];
    Dwarf_Op *ops;
    size_t n;

    if (dwarf_frame_register(frame, (int)reg, memory, &ops, &n) != 0)
        return false;
    if (n == 0) {
        row->same |= ops ? 0 : (uint64_t)1 << reg;
        return true;
    }
    struct frame_rule *rule = &rules[row->n_rules++];
    rule->reg = (uint8_t)reg;
    return read_ops(ops, n, to, rule);
}

static bool read_row(Dwarf_Frame *frame, const struct unwind_machine *m, struct frame_rows *to,
                     uint32_t *index)
{
    struct frame_rule rules[UNWIND_REGISTERS] = {0};
    struct frame_row row = {0};
    int return_address = dwarf_frame_info(frame, NULL, NULL, &row.is_signal);

    if (return_address < 0 || (unsigned)return_address >= m->n || !read_cfa(frame, to, &row.cfa))
        return false;
    row.return_address = (uint8_t)return_address;
    for (unsigned reg = 0; reg < m->n; reg++)
        if (!read_rule(frame, reg, &row, to, rules))
            return false;
    *index = frame_rows_add(to, row, rules, row.n_rules);
    return true;
}

static bool row_of(Dwarf_CFI *cfi, const struct unwind_machine *m, uint64_t address,
                   struct frame_rows *to, uint32_t *row)
{
    Dwarf_Frame *frame;

    if (!cfi || dwarf_cfi_addrframe(cfi, address, &frame) != 0)
        return false;
    bool done = read_row(frame, m, to, row);
    mem_free_foreign(frame);
    return done;
}

bool cfi_row(struct cfi *c, const struct unwind_machine *m, uint64_t address, struct frame_rows *to,
             uint32_t *row)
{
    GElf_Ehdr header;

    if (!c->elf || !gelf_getehdr(c->elf, &header) || header.e_machine != m->elf)
        return false;
    return row_of(c->handler, m, address, to, row) || row_of(debug_frames(c), m, address, to, row);
}

#else

void cfi_init(struct cfi *c, const struct image *image)
{
    *c = (struct cfi){.image = image};
}

void cfi_init_debug(struct cfi *c, const struct image *image)
{
    *c = (struct cfi){.image = image};
}

void cfi_init_frames(struct cfi *c, struct str eh_frame, uint64_t address, unsigned machine)
{
    (void)eh_frame;
    (void)address;
    (void)machine;
    *c = (struct cfi){0};
}

void cfi_free(struct cfi *c)
{
    *c = (struct cfi){0};
}

bool cfi_row(struct cfi *c, const struct unwind_machine *m, uint64_t address, struct frame_rows *to,
             uint32_t *row)
{
    (void)c;
    (void)m;
    (void)address;
    (void)to;
    (void)row;
    return false;
}

#endif
