/* Some libraries do not look at whether they were given memory: libdw goes on at address 0, regcomp
 * frees twice. In the program an allocation that fails therefore ends it as base/mem does. The
 * functions that do the work are those that come next, so that tests can let them fail. Sanitizers
 * bring their own. */
#include <features.h>

#if defined(__GLIBC__) && !defined(FLAME_STATIC) && !defined(__SANITIZE_ADDRESS__) &&              \
    !defined(__SANITIZE_THREAD__) && !defined(FLAME_FUZZ)

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* glibc exports its own functions by these names; they serve until the next ones were found. */
void *__libc_malloc(size_t n);              /* NOLINT(bugprone-reserved-identifier) */
void *__libc_calloc(size_t n, size_t size); /* NOLINT(bugprone-reserved-identifier) */
void *__libc_realloc(void *p, size_t n);    /* NOLINT(bugprone-reserved-identifier) */

static void *(*next_malloc)(size_t) = __libc_malloc;
static void *(*next_calloc)(size_t, size_t) = __libc_calloc;
static void *(*next_realloc)(void *, size_t) = __libc_realloc;

/* A function pointer is no pointer to an object, but POSIX has both alike. */
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
