/* 0x55d0c0de1139 in a mapping of /srv/demo/bin/serve: add, inlined into main.
 * Resolves such addresses. */
#include "input/common/location_files.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/companion_files.h"
#include "symbol/vdso.h"

enum { EXPLAINED_MOST = 64, FILES_TOLD = 10 };

/* A file with unresolved addresses. */
struct unnamed_file {
    module_id file;
    uint64_t n;
};

void location_files_init(struct location_files *lf, struct reading *r)
{
    *lf = (struct location_files){.r = r};
}

void location_files_free(struct location_files *lf)
{
    if (lf->r)
        lf->r->tally.code_bytes += modules_loaded(lf->modules);
    modules_free(lf->modules);
    buf_free(&lf->recording_folder);
    buf_free(&lf->path);
    mem_free(lf->n_unnamed, lf->unnamed_room, sizeof *lf->n_unnamed);
    mem_free(lf->explained, lf->explained_room, sizeof *lf->explained);
    *lf = (struct location_files){.r = NULL};
}

static unsigned digit_of(char c)
{
    return is_digit(c) ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10);
}

/* Anything but whole bytes in hexadecimal is no build-id. */
static struct build_id read_build_id(struct str text)
{
    char bytes[BUILD_ID_MOST];
    size_t n = text.n / 2 < sizeof bytes ? text.n / 2 : sizeof bytes;

    if (text.n % 2)
        return (struct build_id){.n = 0};
    for (size_t i = 0; i < text.n; i++)
        if (!is_hex_digit(text.p[i]))
            return (struct build_id){.n = 0};
    for (size_t i = 0; i < n; i++)
        bytes[i] = (char)(digit_of(text.p[2 * i]) << 4 | digit_of(text.p[2 * i + 1]));
    return build_id_of((struct str){bytes, n});
}

/* Lends the path of a mapped file; "": none. Some writers omit its folders; such a file is found by
 * build-id. */
static struct str path_of(struct location_files *lf, struct str file, const struct build_id *id)
{
    if (vdso_is(file) || (str_starts(file, STR("/")) && !str_starts(file, STR("//"))))
        return file;
    if (id->n == 0 || file.n == 0 || file.p[0] == '[' || memchr(file.p, '/', file.n))
        return STR("");
    buf_clear(&lf->path);
    buf_add_byte(&lf->path, '/');
    buf_add(&lf->path, file);
    return buf_str(&lf->path);
}

static module_id add(struct location_files *lf, const struct mapping_row *mapping)
{
    struct reading *r = lf->r;

    if (!r->ask->symbols.files)
        return 0;
    struct module_key key = {.build_id = read_build_id(mapping->build_id)};
    key.path = path_of(lf, mapping->file, &key.build_id);
    if (key.path.n == 0)
        return 0;
    if (!lf->modules) {
        const char *recording_folder =
            companion_folder(r, &lf->recording_folder) ? lf->recording_folder.p : NULL;
        lf->modules = modules_new(&r->ask->symbols, &r->ask->limits, recording_folder);
    }
    return modules_add(lf->modules, &key);
}

module_id location_files_add(struct location_files *lf, const struct mapping_row *mapping)
{
    return mapping->is_named ? 0 : add(lf, mapping);
}

bool location_files_address(struct location_files *lf, const struct mapping_row *mapping,
                            uint64_t offset, uint64_t *address)
{
    module_id file = add(lf, mapping);

    return file && modules_address(lf->modules, file, offset, address);
}

static bool find_address(struct location_files *lf, struct sought_address *at)
{
    const struct mapping_row *mapping = at->mapping;
    uint64_t offset = at->address - mapping->start + mapping->offset;

    if (at->address >= mapping->start && (mapping->limit == 0 || at->address < mapping->limit))
        return modules_address(lf->modules, at->file, offset, &at->in_file);
    at->in_file = at->address;
    return at->is_own;
}

const struct code_place *location_files_places(struct location_files *lf, struct sought_address *at,
                                               size_t *n)
{
    if (find_address(lf, at)) {
        const struct code_place *places = modules_places(lf->modules, at->file, at->in_file, n);
        if (places[*n - 1].name.n)
            return places;
    }
    lf->n_unnamed =
        mem_grow(lf->n_unnamed, &lf->unnamed_room, (size_t)at->file + 1, sizeof *lf->n_unnamed);
    lf->n_unnamed[at->file]++;
    return NULL;
}

/* One address is enough for each name in a file. */
void location_files_note(struct location_files *lf, struct str name, struct explained_address at)
{
    const struct explained_frame frame = {name, STR(""), at.address};
    const char *wanted = lf->r->ask->symbols.explain;

    if (!wanted || !explained_matches(wanted, &frame) || lf->n_explained == EXPLAINED_MOST)
        return;
    for (size_t i = 0; i < lf->n_explained; i++)
        if (lf->explained[i].file == at.file && lf->explained[i].is_inlined == at.is_inlined)
            return;
    lf->explained =
        mem_grow(lf->explained, &lf->explained_room, lf->n_explained + 1, sizeof *lf->explained);
    lf->explained[lf->n_explained++] = at;
}

static void tell_explained(struct location_files *lf)
{
    struct text_list *to = &lf->r->info->explained;
    struct buf files = {0};

    for (size_t i = 0; i < lf->n_explained; i++) {
        const struct explained_address *at = &lf->explained[i];
        struct str how = explained_naming(lf->modules, at->file, at->address, at->is_inlined);
        struct str in = path_base_name(modules_path(lf->modules, at->file));
        reading_remark(to, "%" PRIx64 " in %.*s: %.*s", at->address, (int)in.n, in.p, (int)how.n,
                       how.p);
        buf_clear(&files);
        modules_explain(lf->modules, at->file, &files);
        text_list_add(to, buf_str(&files));
    }
    buf_free(&files);
}

static int by_size(const void *a, const void *b)
{
    const struct unnamed_file *x = a;
    const struct unnamed_file *y = b;

    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return (x->file > y->file) - (x->file < y->file);
}

/* Sorted by the number of addresses, most first. */
static struct unnamed_file *list_unnamed(const struct location_files *lf, size_t *n)
{
    struct unnamed_file *list = mem_alloc(lf->unnamed_room, sizeof *list);

    *n = 0;
    for (size_t i = 0; i < lf->unnamed_room; i++)
        if (lf->n_unnamed[i])
            list[(*n)++] = (struct unnamed_file){(module_id)i, lf->n_unnamed[i]};
    if (*n)
        qsort(list, *n, sizeof *list, by_size);
    return list;
}

static void tell_files(struct location_files *lf, const struct unnamed_file *list, size_t n)
{
    struct text_list *to = &lf->r->info->details;

    for (size_t i = 0; i < n && i < FILES_TOLD; i++) {
        struct str name = modules_path(lf->modules, list[i].file);
        struct str why = modules_mend(lf->modules, list[i].file);
        reading_remark(to, "%" PRIu64 " address%s in %.*s %s no name: %.*s", list[i].n,
                       list[i].n == 1 ? "" : "es", (int)name.n, name.p,
                       list[i].n == 1 ? "has" : "have", (int)why.n, why.p);
    }
    if (n > FILES_TOLD)
        reading_remark(to, "addresses in %lu more files have no name",
                       (unsigned long)(n - FILES_TOLD));
}

void location_files_tell(struct location_files *lf, uint64_t n_unnamed, uint64_t n,
                         const char *otherwise)
{
    struct text_list *remarks = &lf->r->info->remarks;
    size_t n_files;
    struct unnamed_file *list = list_unnamed(lf, &n_files);

    tell_explained(lf);
    if (lf->modules)
        explained_unread(lf->modules, remarks);
    tell_files(lf, list, n_files);
    if (n_unnamed > n / 10 && n_files) {
        struct str name = modules_path(lf->modules, list[0].file);
        struct str why = modules_mend(lf->modules, list[0].file);
        reading_remark(remarks,
                       "%" PRIu64 " of %" PRIu64 " samples have functions without a name, most of "
                       "them in %.*s: %.*s",
                       n_unnamed, n, (int)name.n, name.p, (int)why.n, why.p);
    } else if (n_unnamed > n / 10) {
        reading_remark(remarks,
                       "%" PRIu64 " of %" PRIu64 " samples have functions without a name%s",
                       n_unnamed, n, otherwise);
    }
    mem_free(list, lf->unnamed_room, sizeof *list);
}

bool location_files_check(const struct location_files *lf, struct fault *f)
{
    if (lf->modules && f->kind == FAULT_NONE)
        *f = *modules_fault(lf->modules);
    return f->kind == FAULT_NONE;
}
