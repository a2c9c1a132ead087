/* Makes a failed allocation end the child. Drawing libraries go on without memory: a letter or a
 * font is missing, or they wait for ever. Sanitizers bring their own functions. */
#include <features.h>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(FLAME_FUZZ)

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process/wire.h"

/* glibc exports its own functions by these names for programs that replace malloc. */
void *__libc_malloc(size_t n);                     /* NOLINT(bugprone-reserved-identifier) */
void *__libc_calloc(size_t n, size_t size);        /* NOLINT(bugprone-reserved-identifier) */
void *__libc_realloc(void *p, size_t n);           /* NOLINT(bugprone-reserved-identifier) */
void *__libc_memalign(size_t alignment, size_t n); /* NOLINT(bugprone-reserved-identifier) */
void *memalign(size_t alignment, size_t n);

static void *checked(void *p)
{
    static const char words[] = "out of memory\n";

    if (p)
        return p;
    (void)!write(2, words, sizeof words - 1);
    _exit(CHILD_FAILED);
}

void *malloc(size_t n)
{
    return checked(__libc_malloc(n ? n : 1));
}

void *calloc(size_t n, size_t size)
{
    return checked(__libc_calloc(n ? n : 1, size ? size : 1));
}

void *realloc(void *p, size_t n)
{
    return checked(__libc_realloc(p, n ? n : 1));
}

void *memalign(size_t alignment, size_t n)
{
    return checked(__libc_memalign(alignment, n ? n : 1));
}

void *aligned_alloc(size_t alignment, size_t n)
{
    return memalign(alignment, n);
}

int posix_memalign(void **p, size_t alignment, size_t n)
{
    *p = memalign(alignment, n);
    return 0;
}

#else

typedef int memory_is_empty;

#endif
