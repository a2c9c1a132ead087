/* Registers by perf's numbers for each machine, and reads from the stack copy. */
#include "symbol/dwarf/unwind_state.h"

enum { ABI_32 = 1, ABI_64 = 2, NOT = 255, PERF_REGISTERS = 33 };

static const struct unwind_machine x86_64 = {
    .elf = MACHINE_X86_64,
    .word = 8,
    .n = 17,
    .sp = 7,
    .fp = 6,
    .pc = 16,
    .address_mask = UINT64_MAX,
};

static const struct unwind_machine i386 = {
    .elf = MACHINE_386,
    .word = 4,
    .n = 9,
    .sp = 4,
    .fp = 5,
    .pc = 8,
    .address_mask = UINT32_MAX,
};

/* The upper bits of a return address may hold its signature (pointer authentication). */
static const struct unwind_machine aarch64 = {
    .elf = MACHINE_AARCH64,
    .word = 8,
    .n = 33,
    .sp = 31,
    .fp = 29,
    .pc = 32,
    .address_mask = ((uint64_t)1 << 48) - 1,
    .links = true,
};

static const struct unwind_machine arm = {
    .elf = MACHINE_ARM,
    .word = 4,
    .n = 16,
    .sp = 13,
    .fp = 11,
    .pc = 15,
    .address_mask = UINT32_MAX,
    .links = true,
};

/* The DWARF number of each register of perf's enumeration (arch/.../include/uapi/asm/perf_regs.h).
 */
struct perf_machine {
    const struct unwind_machine *machine;
    unsigned recorded_on, abi;
    unsigned char number[PERF_REGISTERS];
};

static const struct perf_machine perf_machines[] = {
    /* ax bx cx dx si di bp sp ip, flags and segments, r8 ... r15 */
    {&x86_64, MACHINE_X86_64, ABI_64, {0,   3,   2,   1,   4,   5,   6,   7,   16,  NOT, NOT,
                                       NOT, NOT, NOT, NOT, NOT, 8,   9,   10,  11,  12,  13,
                                       14,  15,  NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT}},
    {&i386, MACHINE_X86_64, ABI_32, {0,   3,   1,   2,   6,   7,   5,   4,   8,   NOT, NOT,
                                     NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT,
                                     NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT}},
    {&i386, MACHINE_386, ABI_32, {0,   3,   1,   2,   6,   7,   5,   4,   8,   NOT, NOT,
                                  NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT,
                                  NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT}},
    /* x0 ... x30 sp pc */
    {&aarch64, MACHINE_AARCH64, ABI_64, {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                         11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                         22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32}},
    /* The kernel gives a thread of 32 bits its sp, lr and pc by the names of both. */
    {&arm, MACHINE_AARCH64, ABI_32, {0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,
                                     11,  12,  13,  14,  15,  NOT, NOT, NOT, NOT, NOT, NOT,
                                     NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, 14,  13,  15}},
    {&arm, MACHINE_ARM, ABI_32, {0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,
                                 11,  12,  13,  14,  15,  NOT, NOT, NOT, NOT, NOT, NOT,
                                 NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT}},
};

static const struct perf_machine *find_machine(unsigned machine, unsigned abi)
{
    for (size_t i = 0; i < sizeof perf_machines / sizeof perf_machines[0]; i++)
        if (perf_machines[i].recorded_on == machine && perf_machines[i].abi == abi)
            return &perf_machines[i];
    return NULL;
}

unsigned unwind_machine_of_perf(uint64_t mask)
{
    const uint64_t x86_64_all = 0xff0fff;      /* but four segments */
    const uint64_t aarch64_all = 0x1ffffffff;  /* and of vectors the length */
    const uint64_t aarch64_more = 0x3ffffffff; /* other machines have so many */

    if (mask == x86_64_all)
        return MACHINE_X86_64;
    return (mask & aarch64_more) == aarch64_all ? MACHINE_AARCH64 : 0;
}

const struct unwind_machine *unwind_machine_of(unsigned machine)
{
    const struct perf_machine *p = find_machine(machine, ABI_64);

    if (!p)
        p = find_machine(machine, ABI_32);

    return p ? p->machine : NULL;
}

bool unwind_registers_of_perf(unsigned machine, unsigned abi, uint64_t mask, const uint64_t *words,
                              size_t n, struct unwind_registers *to)
{
    const struct perf_machine *p = find_machine(machine, abi);
    size_t taken = 0;

    *to = (struct unwind_registers){0};
    if (!p)
        return false;
    to->machine = p->machine;
    for (unsigned bit = 0; bit < 64 && taken < n; bit++) {
        if (!(mask >> bit & 1))
            continue;
        uint64_t word = words[taken++];
        unsigned number = bit < PERF_REGISTERS ? p->number[bit] : NOT;
        if (number != NOT)
            unwind_set(to, number, p->machine->word == 4 ? (uint32_t)word : word);
    }
    return unwind_knows(to, p->machine->pc) && unwind_knows(to, p->machine->sp);
}

enum memory_answer unwind_read(const struct unwind_memory *m, uint64_t address, unsigned size,
                               uint64_t *value)
{
    uint64_t at = address - m->address;

    if (address < m->address || size > 8)
        return MEMORY_NONE;
    if (at > m->bytes.n || size > m->bytes.n - at)
        return MEMORY_BEHIND;
    *value = 0;
    for (unsigned i = 0; i < size; i++)
        *value |= (uint64_t)(unsigned char)m->bytes.p[at + i] << 8 * i;
    return MEMORY_READ;
}
