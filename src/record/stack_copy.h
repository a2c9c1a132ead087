/* Copies the stack of a thread of another process, which is not stopped for it. */
#ifndef RECORD_STACK_COPY_H
#define RECORD_STACK_COPY_H

#include <stddef.h>
#include <stdint.h>

/* A record has at most 65,535 bytes. */
enum { STACK_COPY_MOST = 65528 };

/* Copies up to `most` bytes, at most STACK_COPY_MOST, from an address on; returns how many are
 * there, a multiple of 8. The memory of a process may be such that this takes as long as the
 * process likes. */
size_t stack_copy(uint32_t tid, uint64_t address, unsigned char *to, size_t most);

#endif
