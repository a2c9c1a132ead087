/* Where a thread waits, by what /proc/PID/task/TID/syscall tells to who might trace it. The thread
 * is not stopped for it. */
#ifndef RECORD_SLEEP_SYSCALL_PLACE_H
#define RECORD_SLEEP_SYSCALL_PLACE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct syscall_place {
    uint64_t instruction, stack; /* addresses */
    uint64_t time_ns;            /* when it was there */
    size_t n;                    /* bytes of the stack that were copied; a multiple of 8 */
};

/* Reads the last two numbers of "35 0x7ffe... 0x0 ... 0x7ffe12345678 0x7f12345678"; false of a
 * thread that runs. */
MUST_CHECK bool syscall_place_read(struct str line, struct syscall_place *p);

/* Finds where a thread waits, with up to `most` bytes of its stack; all of it is of one wait. False
 * when it runs, came back meanwhile, or has ended, or this user may not know. */
MUST_CHECK bool syscall_place_find(struct syscall_place *p, uint32_t pid, uint32_t tid,
                                   unsigned char *stack, size_t most);

#endif
