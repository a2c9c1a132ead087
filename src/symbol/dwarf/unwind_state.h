/* What unwinding starts from: the registers of a stopped thread, and a copy of its stack's top. */
#ifndef SYMBOL_DWARF_UNWIND_STATE_H
#define SYMBOL_DWARF_UNWIND_STATE_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

enum { UNWIND_REGISTERS = 33 };

/* EM_... of the ELF specification and its supplements: <elf.h> is not everywhere. */
enum { MACHINE_386 = 3, MACHINE_ARM = 40, MACHINE_X86_64 = 62, MACHINE_AARCH64 = 183 };

/* One for each machine that is known; registers by their DWARF numbers. */
struct unwind_machine {
    unsigned elf;          /* MACHINE_X86_64, ... */
    unsigned word;         /* bytes of a register and of an address */
    unsigned n;            /* of registers that are followed */
    unsigned sp, fp, pc;   /* pc is a column of its own, beside that of the return address */
    uint64_t address_mask; /* without what pointers are signed with */
    bool links;            /* a call leaves the return address in a register */
};

struct unwind_registers {
    const struct unwind_machine *machine;
    uint64_t value[UNWIND_REGISTERS]; /* by DWARF number */
    uint64_t known;                   /* a bit each */
};

static inline bool unwind_knows(const struct unwind_registers *r, unsigned number)
{
    return number < UNWIND_REGISTERS && (r->known >> number & 1);
}

static inline void unwind_set(struct unwind_registers *r, unsigned number, uint64_t value)
{
    r->value[number] = value;
    r->known |= (uint64_t)1 << number;
}

/* Tells the machine by the mask of all its registers, as perf asks for them unless told otherwise;
 * 0: it is that of none. */
unsigned unwind_machine_of_perf(uint64_t mask);

/* Takes the registers of a sample as perf writes them: a word for each bit of the mask, the lowest
 * first. The machine is that of the recording (MACHINE_X86_64, ...), abi that of the sample: 1 is a
 * thread of 32 bits, 2 one of 64. False when the machine is not known, or program counter and stack
 * pointer are not among them. */
MUST_CHECK bool unwind_registers_of_perf(unsigned machine, unsigned abi, uint64_t mask,
                                         const uint64_t *words, size_t n,
                                         struct unwind_registers *to);

/* The bytes of a thread's memory from an address on; borrowed. */
struct unwind_memory {
    uint64_t address;
    struct str bytes;
};

enum memory_answer {
    MEMORY_READ,
    MEMORY_BEHIND, /* it stands behind the end of the copy */
    MEMORY_NONE,
};

/* Reads size bytes, at most 8, the lowest first. */
enum memory_answer unwind_read(const struct unwind_memory *m, uint64_t address, unsigned size,
                               uint64_t *value);

#endif
