/* The protocol between the programs and flame-disassembler, the child with capstone: commands
 * (base/process/wire.h) on standard input, first for what machine, then code. For each
 * instruction it writes a line to standard output: its size in bytes, a blank and its text, in the
 * syntax of objdump. Instructions follow one another without a gap; bytes that are none are lines
 * too, so that the sizes add up to those of the code.
 *
 * The child's arguments are DISASSEMBLER_TASK and its limit of processor time in seconds (0: none).
 */
#ifndef RENDER_PROCESS_DISASSEMBLER_WIRE_H
#define RENDER_PROCESS_DISASSEMBLER_WIRE_H

#define DISASSEMBLER_TASK "list"

enum disassembler_operation {
    DISASSEMBLER_MACHINE = 'M', /* EM_X86_64, ... of elf.h; flags (enum disassembler_flag) */
    DISASSEMBLER_CODE = 'C',    /* low and high half of the address of the first byte; the bytes */
};

enum disassembler_flag { DISASSEMBLER_64 = 1, DISASSEMBLER_BIG_ENDIAN = 2 };

#endif
