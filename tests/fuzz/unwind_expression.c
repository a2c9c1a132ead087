/* Any operations over any registers and memory come to an end, and to a value that fits. */
#include <stdint.h>
#include <stdlib.h>

#include "symbol/dwarf/expression.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OPS_MOST = 256, OP_BYTES = 11 };

static void check(bool holds)
{
    if (!holds)
        abort();
}

static uint64_t word_at(const uint8_t *p)
{
    uint64_t word = 0;

    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)p[i] << 8 * i;
    return word;
}

/* Eleven bytes an operation: its code, the distance of a branch, a second operand, the first. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint64_t words[] = {0x1000, 0x2000, 0x7ff0, 0x400b};
    const unsigned abi = size & 1 ? 1 : 2;
    const struct unwind_memory memory = {0x7ff0, {size ? (const char *)data : "", size}};
    struct expression_op ops[OPS_MOST];
    struct unwind_registers r;
    size_t n = 0;
    uint64_t value = 0;

    check(unwind_registers_of_perf(MACHINE_X86_64, abi, 1 | 7 << 6, words, 4, &r));
    for (; n < OPS_MOST && size - n * OP_BYTES >= OP_BYTES; n++) {
        const uint8_t *p = data + n * OP_BYTES;
        ops[n] = (struct expression_op){
            .code = p[0], .target = p[1], .number2 = p[2], .number = word_at(p + 3)};
    }
    const struct expression e = {ops, n};
    enum expression_answer answer = expression_run(e, &r, &memory, 0x8000, &value);
    check(answer != EXPRESSION_VALUE || abi == 2 || value <= UINT32_MAX);
    return 0;
}
