/* Loads libraries with dlopen, which finds them as the loader does. */
#include "base/process/library.h"

#if !defined(FLAME_STATIC)

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/mem.h"
#include "base/sink.h"

enum { MISSING = 3 };

/* Held while a library is loaded and its functions are set. */
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

NO_RETURN static void end_without(const char *file)
{
    const char *why = dlerror();
    char text[512];

    if (errno == ENOMEM)
        mem_exhausted();
    sink_remove_unfinished();
    int n = snprintf(text, sizeof text, "flame: %s\n", why ? why : file);
    ssize_t ignored = write(2, text, strnlen(text, n > 0 ? sizeof text : 0));
    (void)ignored;
    _exit(MISSING);
}

struct pages {
    uintptr_t from, to;
};

/* The whole pages that the loader made read-only in the program itself, which comes first. */
static int find_read_only(struct dl_phdr_info *program, size_t size, void *context)
{
    struct pages *found = context;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

    (void)size;
    for (size_t i = 0; i < program->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &program->dlpi_phdr[i];
        if (p->p_type != PT_GNU_RELRO)
            continue;
        found->from = (program->dlpi_addr + p->p_vaddr) & -page;
        found->to = (program->dlpi_addr + p->p_vaddr + p->p_memsz) & -page;
    }
    return 1;
}

/* Lets the pages of the table be written, or no longer. */
static void protect(char *table, size_t n, int protection)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t at = (uintptr_t)table;
    const uintptr_t from = at & -page;
    uintptr_t to = (at + n + page - 1) & -page;
    struct pages pages = {0};

    dl_iterate_phdr(find_read_only, &pages);
    to = to < pages.to ? to : pages.to;
    if (from >= pages.from && from < to && mprotect(table - (at - from), to - from, protection))
        mem_exhausted();
}

/* Never unloaded: the functions are used until the program ends. */
static void load(const char *file, const char *const *names, size_t n, char *functions)
{
    errno = 0;
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);

    for (size_t i = 0; i < n; i++) {
        void *function = library ? dlsym(library, names[i]) : NULL;
        if (!function)
            end_without(file);
        /* C has no conversion from void * to a function pointer. */
        memcpy(functions + i * sizeof function, &function, sizeof function);
    }
}

void library_load(const char *file, const char *const *names, size_t n, void *functions)
{
    void *first;

    pthread_mutex_lock(&loading);
    memcpy(&first, functions, sizeof first);
    if (!first) {
        protect(functions, n * sizeof first, PROT_READ | PROT_WRITE);
        load(file, names, n, functions);
        protect(functions, n * sizeof first, PROT_READ);
    }
    pthread_mutex_unlock(&loading);
}

#else

typedef int libraries_are_linked;

#endif
