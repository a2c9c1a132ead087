/* call *%rax; mov %eax,%edi; call exit: what main returns is the exit status.
 * mov 0x640(%rax),%rdi; call *0x638(%rax): an argument lies behind the function of a thread.
 * call *%fs:0x640: the same in older versions. */
#include "input/perf_data/code/libc_start.h"

#include <elf.h>

static uint32_t number_at(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool is_call_of_main(const unsigned char *at)
{
    return at[-2] == 0xff && (at[-1] & 0xf8) == 0xd0 && at[0] == 0x89 && at[1] == 0xc7 &&
           at[2] == 0xe8;
}

/* The register is in the lowest three bits; 4 has another meaning. */
static bool is_call_of_thread(const unsigned char *at)
{
    enum { SIZE_OF_POINTER = 8 };
    const unsigned char *move = at - 13;
    const unsigned char *call = at - 6;
    const unsigned reg = call[1] & 7U;

    if (at[-8] == 0x64 && at[-7] == 0xff && at[-6] == 0x14 && at[-5] == 0x25)
        return true;
    return move[0] == 0x48 && move[1] == 0x8b && move[2] == (0xb8 | reg) && call[0] == 0xff &&
           call[1] == (0x90 | reg) && reg != 4 &&
           number_at(move + 3) == number_at(call + 2) + SIZE_OF_POINTER;
}

bool libc_start_is(const unsigned char around[LIBC_START_BEFORE + LIBC_START_BEHIND])
{
    const unsigned char *at = around + LIBC_START_BEFORE;

    return is_call_of_main(at) || is_call_of_thread(at);
}

bool libc_start_at(const struct image *image, uint64_t address)
{
    unsigned char around[LIBC_START_BEFORE + LIBC_START_BEHIND];

    if (image->machine != EM_X86_64)
        return false;
    for (size_t i = 0; i < image->n_segments; i++) {
        const struct image_segment *s = &image->segments[i];
        if (!s->is_code || address < s->address || address - s->address >= s->size)
            continue;
        const uint64_t at = address - s->address;
        return at >= LIBC_START_BEFORE && s->size - at >= LIBC_START_BEHIND &&
               image_read(image, s->offset + at - LIBC_START_BEFORE, (char *)around,
                          sizeof around) &&
               libc_start_is(around);
    }
    return false;
}
