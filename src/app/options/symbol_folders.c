/* $PERF_BUILDID_DIR and $TMPDIR: perf's cache of files by build-id, and the folder of temporary
 * files. */
#include "app/options/symbol_folders.h"

#include <stdlib.h>

/* perf's cache: $PERF_BUILDID_DIR, else ~/.debug. */
static const char *find_cache(struct buf *cache)
{
    const char *given = getenv("PERF_BUILDID_DIR");
    const char *home = getenv("HOME");

    if (given && *given)
        return given;
    if (!home || *home != '/')
        return NULL;
    buf_clear(cache);
    buf_add(cache, str_of(home));
    buf_add(cache, STR("/.debug"));
    buf_add_byte(cache, '\0');
    return cache->p;
}

/* The folder where runtimes put maps of their code. */
static const char *find_temporary(void)
{
    const char *given = getenv("TMPDIR");

    return given && *given == '/' ? given : NULL;
}

void symbol_folders_find(struct symbol_options *options, struct buf *cache)
{
    options->temporary = options->files ? find_temporary() : NULL;
    options->debug_cache = options->files ? find_cache(cache) : NULL;
}
