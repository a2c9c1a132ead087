/* Copies page by page, so that a missing page does not cost the others. */
#include "record/stack_copy.h"

#include <sys/uio.h>

enum { PAGE = 4096, PAGES = STACK_COPY_MOST / PAGE + 2 };

size_t stack_copy(uint32_t tid, uint64_t address, unsigned char *to, size_t most)
{
    const struct iovec all = {to, most};
    struct iovec pages[PAGES];
    size_t n = 0;

    for (size_t left = most; left && n < PAGES; n++) {
        const size_t page = PAGE - (size_t)(address % PAGE);
        const size_t part = page < left ? page : left;
        /* Of the other process. NOLINTNEXTLINE(performance-no-int-to-ptr) */
        pages[n] = (struct iovec){(void *)(uintptr_t)address, part};
        address += part;
        left -= part;
    }
    const ssize_t copied = process_vm_readv((pid_t)tid, &all, 1, pages, n, 0);
    return copied > 0 ? (size_t)copied & ~(size_t)7 : 0;
}
