/* 0x1139 of /usr/bin/demo: add, inlined into main.
 * Resolves such addresses. */
#include "input/firefox/naming.h"

#include <inttypes.h>

#include "base/mem.h"

void firefox_naming_init(struct firefox_naming *nm, struct reading *r,
                         const struct firefox_file *file)
{
    *nm = (struct firefox_naming){.r = r, .file = file};
    nm->is_wanted = r->ask->symbols.files;
    firefox_symbols_init(&nm->symbols);
    location_files_init(&nm->files, r);
    nm->libs = mem_alloc(file->n_libs, sizeof *nm->libs);
}

void firefox_naming_free(struct firefox_naming *nm)
{
    firefox_symbols_free(&nm->symbols);
    location_files_free(&nm->files);
    mem_free(nm->libs, nm->file->n_libs, sizeof *nm->libs);
}

/* Addresses in a library count from the address of its first segment. */
static void read_lib(struct firefox_naming *nm, const struct firefox_lib *lib,
                     struct firefox_named_lib *named)
{
    const struct names *texts = &nm->file->texts;
    struct buf id = {0};

    firefox_symbols_id(names_get(texts, lib->debug_id), &id);
    *named = (struct firefox_named_lib){
        .is_read = true,
        .symbols = firefox_symbols_lib(&nm->symbols, buf_str(&id)),
        .row = {.file = names_get(texts, lib->path),
                .build_id = names_get(texts, lib->build_id),
                .start = UINT64_MAX},
    };
    named->module = location_files_add(&nm->files, &named->row);
    if (named->module && !modules_address(nm->files.modules, named->module, 0, &named->base))
        named->base = 0;
    buf_free(&id);
}

/* Asks samply's symbol file first: the library may have changed since. */
static const struct code_place *find(struct firefox_naming *nm, const struct firefox_named_lib *lib,
                                     uint64_t address, size_t *n)
{
    struct sought_address at = {
        .file = lib->module, .mapping = &lib->row, .address = lib->base + address, .is_own = true};
    const struct code_place *kept = NULL;
    bool is_exact = false;

    if (lib->symbols != FIREFOX_NO_SYMBOL)
        kept = firefox_symbols_places(&nm->symbols, lib->symbols, address, n, &is_exact);
    if (is_exact || !lib->module)
        return kept;
    size_t n_found;
    const struct code_place *found = location_files_places(&nm->files, &at, &n_found);
    if (found)
        *n = n_found;
    return found ? found : kept;
}

const struct code_place *firefox_naming_places(struct firefox_naming *nm,
                                               const struct firefox_lib *lib, uint64_t address,
                                               size_t *n)
{
    if (!nm->is_wanted)
        return NULL;
    if (nm->n++ == 0 && !firefox_symbols_find(&nm->symbols, nm->r, &nm->fault))
        nm->is_wanted = false;
    struct firefox_named_lib *named = &nm->libs[lib - nm->file->libs];
    if (!named->is_read)
        read_lib(nm, lib, named);
    const struct code_place *places = find(nm, named, address, n);
    nm->n_unnamed += !places;
    return places;
}

bool firefox_naming_finish(struct firefox_naming *nm, uint64_t n_frames, struct fault *f)
{
    location_files_tell(&nm->files, 0, 0, "");
    if (nm->n_unnamed > n_frames / 10)
        reading_remark(&nm->r->info->remarks,
                       "%" PRIu64 " of %" PRIu64
                       " frames are addresses without a name: wanted their "
                       "libraries, or what samply record --unstable-presymbolicate writes, beside "
                       "the profile",
                       nm->n_unnamed, n_frames);
    if (f->kind == FAULT_NONE)
        *f = nm->fault;
    return location_files_check(&nm->files, f);
}
