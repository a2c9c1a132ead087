/* The start of unwinding: the registers of a stopped thread, and a copy of the top of its stack. */
#ifndef SYMBOL_DWARF_UNWIND_STATE_H
#define SYMBOL_DWARF_UNWIND_STATE_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

enum { UNWIND_REGISTERS = 33 };

/* EM_... of the ELF specification; <elf.h> is not available everywhere. */
enum { MACHINE_386 = 3, MACHINE_ARM = 40, MACHINE_X86_64 = 62, MACHINE_AARCH64 = 183 };

/* One for each supported machine; registers by their DWARF numbers. */
struct unwind_machine {
    unsigned elf;          /* MACHINE_X86_64, ... */
    unsigned word;         /* bytes in a register and an address */
    unsigned n;            /* number of registers that are tracked */
    unsigned sp, fp, pc;   /* pc has its own number, separate from the return address's */
    uint64_t address_mask; /* removes pointer signatures (PAC) */
    bool links;            /* calls leave the return address in a register */
};

struct unwind_registers {
    const struct unwind_machine *machine;
    uint64_t value[UNWIND_REGISTERS]; /* by DWARF number */
    uint64_t known;                   /* a bit for each register */
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

/* Guesses the machine from the mask of all its registers, which perf records by default; 0:
 * unknown. */
unsigned unwind_machine_of_perf(uint64_t mask);

/* Returns what the threads of the recorded machine are, if they use its whole words; NULL: not
 * known. */
const struct unwind_machine *unwind_machine_of(unsigned machine);

/* Reads the registers of a sample: a word for each bit of the mask, lowest first. machine is that
 * of the recording (MACHINE_X86_64, ...), abi that of the sample: 1 for a 32-bit thread, 2 for
 * 64-bit. False when the machine is unknown, or pc or sp is missing. */
MUST_CHECK bool unwind_registers_of_perf(unsigned machine, unsigned abi, uint64_t mask,
                                         const uint64_t *words, size_t n,
                                         struct unwind_registers *to);

/* Bytes of a thread's memory, from an address on; borrowed. */
struct unwind_memory {
    uint64_t address;
    struct str bytes;
};

enum memory_answer {
    MEMORY_READ,
    MEMORY_BEHIND, /* beyond the end of the copy */
    MEMORY_NONE,
};

/* Reads size bytes, at most 8, little endian. */
enum memory_answer unwind_read(const struct unwind_memory *m, uint64_t address, unsigned size,
                               uint64_t *value);

#endif
