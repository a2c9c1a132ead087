/* flame-disassembler: the child process that runs capstone over code of files that others made. See
 * render/process/disassembler_wire.h. */
#include <capstone/capstone.h>
#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "base/process/commands.h"
#include "render/process/disassembler_wire.h"

/* 32-bit ARM is not among them: whether code is Thumb is known of each symbol alone. */
struct machine {
    uint32_t number; /* of elf.h */
    cs_arch arch;
    int mode;
};

static const struct machine machines[] = {
    {EM_X86_64, CS_ARCH_X86, CS_MODE_64},      {EM_386, CS_ARCH_X86, CS_MODE_32},
    {EM_AARCH64, CS_ARCH_ARM64, CS_MODE_ARM},  {EM_PPC64, CS_ARCH_PPC, CS_MODE_64},
    {EM_PPC, CS_ARCH_PPC, CS_MODE_32},         {EM_S390, CS_ARCH_SYSZ, CS_MODE_BIG_ENDIAN},
    {EM_SPARCV9, CS_ARCH_SPARC, CS_MODE_V9},
#if CS_API_MAJOR >= 5
    {EM_RISCV, CS_ARCH_RISCV, CS_MODE_RISCVC},
#endif
};

static int mode_of(const struct machine *m, uint32_t flags)
{
    int mode = m->mode;

#if CS_API_MAJOR >= 5
    if (m->number == EM_RISCV)
        mode |= flags & DISASSEMBLER_64 ? CS_MODE_RISCV64 : CS_MODE_RISCV32;
#endif
    return mode | (flags & DISASSEMBLER_BIG_ENDIAN ? CS_MODE_BIG_ENDIAN : 0);
}

static const struct machine *find_machine(uint32_t number)
{
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (machines[i].number == number)
            return &machines[i];
    return NULL;
}

static void open_machine(csh *handle, uint32_t number, uint32_t flags)
{
    const struct machine *m = find_machine(number);

    if (!m || cs_open(m->arch, (cs_mode)mode_of(m, flags), handle) != CS_ERR_OK)
        child_refuse("the disassembler, or this build of capstone, does not know this machine");
    if (cs_option(*handle, CS_OPT_SKIPDATA, CS_OPT_ON) != CS_ERR_OK)
        child_fail("capstone cannot skip bytes that are no instruction");
    if (m->arch == CS_ARCH_X86 && cs_option(*handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT) != CS_ERR_OK)
        child_fail("capstone has no AT&T syntax");
}

/* Writes an instruction with the blanks of objdump. */
static void write(const cs_insn *instruction)
{
    (void)printf("%u %s", (unsigned)instruction->size, instruction->mnemonic);
    if (*instruction->op_str)
        (void)printf(
            "%*s ",
            (int)(strlen(instruction->mnemonic) < 6 ? 6 - strlen(instruction->mnemonic) : 0), "");
    for (const char *c = instruction->op_str; *c; c++)
        if (*c != ' ' || c[-1] != ',')
            (void)putchar(*c);
    (void)putchar('\n');
}

/* Each instruction takes at least a byte, so this ends. What capstone leaves over, too few bytes
 * for an instruction, is one line. */
static void list(csh handle, const uint8_t *code, size_t n, uint64_t address)
{
    cs_insn *instruction = cs_malloc(handle);

    if (!instruction)
        child_fail("out of memory");
    while (n && cs_disasm_iter(handle, &code, &n, &address, instruction))
        write(instruction);
    if (n)
        (void)printf("%zu (no instruction)\n", n);
    cs_free(instruction, 1);
}

static bool read_code(struct commands *t, csh handle)
{
    uint32_t low;
    uint32_t high;
    char *code;
    size_t n;

    if (!commands_number(t, &low) || !commands_number(t, &high) || !commands_text(t, &code, &n))
        return false;
    list(handle, (const uint8_t *)code, n, (uint64_t)high << 32 | low);
    return true;
}

static bool read_all(struct commands *t, csh *handle)
{
    uint32_t number;
    uint32_t flags;

    if (!commands_read(t) || t->n == 0 || t->p[t->at++] != DISASSEMBLER_MACHINE ||
        !commands_number(t, &number) || !commands_number(t, &flags))
        return false;
    open_machine(handle, number, flags);
    while (t->at < t->n)
        if (t->p[t->at++] != DISASSEMBLER_CODE || !read_code(t, *handle))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    struct commands t = {0};
    csh handle = 0;

    if (argc != 3 || strcmp(argv[1], DISASSEMBLER_TASK) != 0 || !child_begin(argv[2]))
        return CHILD_FAILED;
    if (!read_all(&t, &handle) || fflush(stdout) != 0 || ferror(stdout))
        return CHILD_FAILED;
    cs_close(&handle);
    commands_free(&t);
    return 0;
}
