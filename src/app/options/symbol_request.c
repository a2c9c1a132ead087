/* Fills the options for symbol lookup from --symfs, --kallsyms and the environment: perf's cache of
 * files by build-id, and the folder of temporary files. */
#include "app/options/symbol_request.h"

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

void symbol_request_options(const struct symbol_request *r, struct symbol_options *options,
                            struct buf *cache)
{
    *options = (struct symbol_options){
        .files = !r->untrusted,
        .symfs = r->symfs.items,
        .n_symfs = r->symfs.n,
        .kallsyms = r->kallsyms,
        .perf_map_dir = r->perf_map_dir,
        .temporary = r->untrusted ? NULL : find_temporary(),
        .debug_cache = r->untrusted ? NULL : find_cache(cache),
        .explain = r->explain,
        .no_inlined = r->no_inlined,
        .is_here = r->of_process != NULL,
        .of_process = r->of_process,
        .debuginfod = r->debuginfod && !r->untrusted,
    };
}
