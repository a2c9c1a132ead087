/* Loads libdebuginfod with dlopen. It has no more than four functions, so its header is not needed:
 * https://sourceware.org/git/?p=elfutils.git, debuginfod/debuginfod.h.in */
#include "symbol/debuginfod.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "base/mem.h"

typedef void *begin_function(void);
typedef void end_function(void *client);
typedef int find_function(void *client, const unsigned char *id, int n, char **path);

struct debuginfod {
    void *library;
    begin_function *begin;
    end_function *end;
    find_function *find_executable, *find_debuginfo;
    void *client; /* NULL: not begun yet */
};

/* Never unloaded: curl, which it uses, keeps state that would be lost. */
static void *open_library(void)
{
#ifdef FLAME_STATIC
    return NULL;
#else
    return dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
#endif
}

static bool has_server(void)
{
    const char *urls = getenv("DEBUGINFOD_URLS");

    return urls && urls[strspn(urls, " ")];
}

bool debuginfod_usable(struct fault *f)
{
    void *library = open_library();

    if (!library)
#ifdef FLAME_STATIC
        return fault_set(f, FAULT_USAGE,
                         "--debuginfod: this build, one static file, has no "
                         "network, wanted one that opens libdebuginfod.so.1");
#else
        return fault_set(f, FAULT_USAGE,
                         "--debuginfod: libdebuginfod.so.1 was not found, wanted "
                         "it (Debian: apt install libdebuginfod1)");
#endif
    dlclose(library);
    return has_server() || fault_set(f, FAULT_USAGE,
                                     "--debuginfod: DEBUGINFOD_URLS names no server, wanted one "
                                     "(for Debian's packages: https://debuginfod.debian.net)");
}

/* C has no conversion from void * to a function pointer. */
static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);

    memcpy(function, &found, sizeof found);
    return found != NULL;
}

struct debuginfod *debuginfod_new(void)
{
    struct debuginfod d = {.library = has_server() ? open_library() : NULL};

    if (!d.library)
        return NULL;
    if (!find(d.library, "debuginfod_begin", &d.begin) ||
        !find(d.library, "debuginfod_end", &d.end) ||
        !find(d.library, "debuginfod_find_executable", &d.find_executable) ||
        !find(d.library, "debuginfod_find_debuginfo", &d.find_debuginfo)) {
        dlclose(d.library);
        return NULL;
    }
    struct debuginfod *new = mem_alloc(1, sizeof *new);
    *new = d;
    return new;
}

void debuginfod_free(struct debuginfod *d)
{
    if (!d)
        return;
    if (d->client)
        d->end(d->client);
    dlclose(d->library);
    mem_free(d, 1, sizeof *d);
}

int debuginfod_fetch(struct debuginfod *d, const struct build_id *id, bool is_debug)
{
    if (!d->client)
        d->client = d->begin();
    if (!d->client)
        return -1;
    int fd =
        (is_debug ? d->find_debuginfo : d->find_executable)(d->client, id->bytes, (int)id->n, NULL);
    return fd >= 0 ? fd : -1;
}
