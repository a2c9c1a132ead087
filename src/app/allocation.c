/* Replaces malloc, calloc and realloc: a failed allocation ends the program as base/mem does. Some
 * libraries do not check for failure: libdw continues at address 0, regcomp frees twice. The
 * replacements call the next definitions in link order, so that tests can make those fail. Not with
 * sanitizers, which replace these functions themselves. */
#include <features.h>

#if defined(__GLIBC__) && !defined(FLAME_STATIC) && !defined(__SANITIZE_ADDRESS__) &&              \
    !defined(__SANITIZE_THREAD__) && !defined(FLAME_FUZZ)

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* glibc's own functions under other names, used until the next definitions are found. */
void *__libc_malloc(size_t n);              /* NOLINT(bugprone-reserved-identifier) */
void *__libc_calloc(size_t n, size_t size); /* NOLINT(bugprone-reserved-identifier) */
void *__libc_realloc(void *p, size_t n);    /* NOLINT(bugprone-reserved-identifier) */

static void *(*next_malloc)(size_t) = __libc_malloc;
static void *(*next_calloc)(size_t, size_t) = __libc_calloc;
static void *(*next_realloc)(void *, size_t) = __libc_realloc;

/* C does not convert object pointers to function pointers; POSIX gives both the same
 * representation. */
static void find(const char *name, void *function)
{
    void *found = dlsym(RTLD_NEXT, name);

    if (found)
        memcpy(function, &found, sizeof found);
}

__attribute__((constructor)) static void find_next(void)
{
    find("malloc", &next_malloc);
    find("calloc", &next_calloc);
    find("realloc", &next_realloc);
}

static void *checked(void *p)
{
    if (!p)
        mem_exhausted();
    return p;
}

void *malloc(size_t n)
{
    return checked(next_malloc(n ? n : 1));
}

void *calloc(size_t n, size_t size)
{
    return checked(next_calloc(n ? n : 1, size ? size : 1));
}

void *realloc(void *p, size_t n)
{
    return checked(next_realloc(p, n ? n : 1));
}

#else

typedef int memory_is_empty;

#endif
