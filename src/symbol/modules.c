/* The files of a recording: finding, opening and resolving addresses. */
#include "symbol/modules.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/parse.h"
#include "base/slots.h"
#include "symbol/dwarf/debug_info.h"
#include "symbol/dwarf/debug_sections.h"
#include "symbol/vdso.h"

enum { FIRST_SLOTS = 64, PATHS_MOST = 16 };

struct module {
    struct buf path;
    struct build_id build_id; /* as the recording has it */
    uint32_t pid;
    bool is_sought, is_named; /* its file; its names */
    bool is_debug_sought, is_lines_sought;
    struct module_file file;    /* what ran */
    struct module_file symbols; /* with symbols that the file lacks */
    struct module_file lines;   /* with debug information that both lack */
    struct module_file shared;  /* what debug information has in common with other files' */
    struct debug_info *info;    /* NULL: none was found */
    bool lacks_zstd;            /* some of it is packed, and was not unpacked */
    bool has_frames;            /* .debug_frame of the file was unpacked, if need be */
    bool has_debug_frames;      /* the same of the file with debug information */
    struct debug_sections frames, debug_frames;
    struct symbol_table table, stubs;
    struct symbol_table objects; /* read when one is asked for */
    bool has_objects;
    size_t n_mini;  /* names that were packed in the file */
    bool has_table; /* of all functions, not only those that others may call */
    struct buf refused;
    dev_t device; /* of the file */
    ino_t inode;
    uint32_t n_paths;    /* under which it was found */
    struct module *same; /* borrowed: found the same file, and stands for this one; NULL: none */
};

struct modules {
    const struct limits *limits;
    struct fault fault; /* of what the system did not open or read */
    struct search search;
    struct module **all; /* indexed by id - 1 */
    size_t room;
    uint32_t n;
    struct slot *slots;
    size_t n_slots;
    struct slot *files; /* the first module of each file */
    size_t n_file_slots;
    uint32_t n_files;
    struct hash_key hash;
    struct code_place *places;
    size_t places_room;
};

struct modules *modules_new(const struct symbol_options *options, const struct limits *limits,
                            const char *recording_folder)
{
    struct modules *m = mem_alloc(1, sizeof *m);

    m->limits = limits;
    m->hash = hash_key_draw();
    m->n_slots = FIRST_SLOTS;
    m->slots = mem_alloc(m->n_slots, sizeof *m->slots);
    m->n_file_slots = FIRST_SLOTS;
    m->files = mem_alloc(m->n_file_slots, sizeof *m->files);
    m->places = mem_grow(NULL, &m->places_room, 1, sizeof *m->places);
    search_init(&m->search, options, recording_folder, &m->fault);
    return m;
}

static void module_free(struct module *module)
{
    buf_free(&module->path);
    buf_free(&module->refused);
    debug_info_free(module->info);
    module_file_close(&module->file);
    module_file_close(&module->symbols);
    module_file_close(&module->lines);
    module_file_close(&module->shared);
    debug_sections_free(&module->frames);
    debug_sections_free(&module->debug_frames);
    table_free(&module->table);
    table_free(&module->stubs);
    table_free(&module->objects);
    mem_free(module, 1, sizeof *module);
}

void modules_free(struct modules *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; i < m->n; i++)
        module_free(m->all[i]);
    search_free(&m->search);
    mem_free(m->all, m->room, sizeof(struct module *));
    mem_free(m->slots, m->n_slots, sizeof *m->slots);
    mem_free(m->files, m->n_file_slots, sizeof *m->files);
    mem_free(m->places, m->places_room, sizeof *m->places);
    mem_free(m, 1, sizeof *m);
}

static uint64_t loaded_of(const struct module_file *file)
{
    return file->image.taken ? file->image.taken->bytes : 0;
}

uint64_t modules_loaded(const struct modules *m)
{
    uint64_t n = 0;

    for (uint32_t i = 0; m && i < m->n; i++) {
        const struct module *module = m->all[i];
        n += loaded_of(&module->file) + loaded_of(&module->symbols) + loaded_of(&module->lines) +
             loaded_of(&module->shared);
    }
    return n;
}

const struct fault *modules_fault(const struct modules *m)
{
    return &m->fault;
}

static module_id add_new(struct modules *m, const struct module_key *key)
{
    struct module *module = mem_alloc(1, sizeof *module);

    buf_add(&module->path, key->path);
    module->build_id = key->build_id;
    module->pid = key->pid;
    m->all = mem_grow(m->all, &m->room, (size_t)m->n + 1, sizeof(struct module *));
    m->all[m->n++] = module;
    return m->n;
}

module_id modules_add(struct modules *m, const struct module_key *key)
{
    struct str id = {(const char *)key->build_id.bytes, key->build_id.n};
    uint32_t tag = (uint32_t)(hash_bytes(&m->hash, key->path) ^ hash_bytes(&m->hash, id));
    size_t mask = m->n_slots - 1;
    size_t at = tag & mask;

    for (; m->slots[at].id; at = (at + 1) & mask) {
        const struct module *other = m->all[m->slots[at].id - 1];
        if (m->slots[at].tag == tag && str_equal(buf_str(&other->path), key->path) &&
            build_id_equal(&other->build_id, &key->build_id))
            return m->slots[at].id;
    }
    m->slots[at] = (struct slot){tag, add_new(m, key)};
    module_id added = m->slots[at].id;
    if ((size_t)m->n * 2 > m->n_slots)
        slots_double(&m->slots, &m->n_slots);
    return added;
}

/* Finds the first module with the same file, or makes this the first. */
static struct module *first_of_file(struct modules *m, module_id id)
{
    const struct module *module = m->all[id - 1];
    uint32_t tag = (uint32_t)hash_pair(&m->hash, module->device, module->inode);
    size_t mask = m->n_file_slots - 1;
    size_t at = tag & mask;

    for (; m->files[at].id; at = (at + 1) & mask) {
        struct module *other = m->all[m->files[at].id - 1];
        if (other->device == module->device && other->inode == module->inode)
            return other;
    }
    m->files[at] = (struct slot){tag, id};
    if (++m->n_files > m->n_file_slots / 2)
        slots_double(&m->files, &m->n_file_slots);
    return m->all[id - 1];
}

/* A recording can name a file by any number of paths. Each may lead to other debug information, so
 * the first few are read apart; the others share the first one's names. */
static void share(struct modules *m, module_id id)
{
    struct module *module = m->all[id - 1];
    struct stat st;

    if (module->file.rule == RULE_NONE || !module->file.image.owns_fd ||
        fstat(module->file.image.fd, &st) != 0)
        return;
    module->device = st.st_dev;
    module->inode = st.st_ino;
    struct module *first = first_of_file(m, id);
    if (++first->n_paths <= PATHS_MOST)
        return;
    module_file_close(&module->file);
    module->same = first;
}

static struct module *find(struct modules *m, module_id id)
{
    struct module *module = m->all[id - 1];

    if (!module->is_sought) {
        const struct module_key key = {buf_str(&module->path), module->build_id, module->pid};
        module->is_sought = true;
        (void)search_file(&m->search, &key, &module->file, &module->refused);
        share(m, id);
    }
    return module->same ? module->same : module;
}

static void add_names(struct module *module, const struct module_file *file)
{
    if (file->rule != RULE_NONE && image_symbols(&file->image, &module->table))
        module->has_table = true;
}

static void name(struct modules *m, struct module *module)
{
    const struct module_file *file = &module->file;
    bool is_open = file->rule != RULE_NONE;
    const struct build_id *id = module->build_id.n ? &module->build_id : &file->image.build_id;
    struct image mini;

    if ((!is_open || !image_has_symbols(&file->image)))
        (void)search_symbols(&m->search, id, file, NEED_SYMBOLS, &module->symbols,
                             &module->refused);
    add_names(module, &module->symbols);
    add_names(module, file);
    if (is_open && !module->has_table && image_open_mini(&mini, &file->image, m->limits)) {
        module->n_mini = image_symbols(&mini, &module->table);
        module->has_table = module->n_mini > 0;
        image_close(&mini);
    }
    if (vdso_is(buf_str(&module->path)) && module->table.n)
        module->has_table = true; /* it has no other names than those that it offers */
    table_sort(&module->table);
    if (!is_open)
        return;
    image_stubs(&file->image, &module->table, &module->stubs);
}

static struct module *find_named(struct modules *m, module_id id)
{
    struct module *module = find(m, id);

    if (!module->is_named)
        name(m, module);
    module->is_named = true;
    return module;
}

const struct image_segment *modules_segment(struct modules *m, module_id id, uint64_t offset)
{
    const struct image *image = modules_image(m, id);

    return image ? image_segment_at(image, offset) : NULL;
}

bool modules_address(struct modules *m, module_id id, uint64_t offset, uint64_t *address)
{
    const struct image *image = modules_image(m, id);

    return image && image_address(image, offset, address);
}

static struct str name_at(const struct module *module, uint64_t address)
{
    const struct symbol_table *in = &module->table;
    const struct symbol *found = table_find(in, address);

    if (!found) {
        in = &module->stubs;
        found = table_find(in, address);
    }
    return found ? table_name(in, found) : STR("");
}

/* A function of unknown size ends where the next symbol begins. */
static bool range_of(const struct symbol_table *t, const struct symbol *s, struct code_range *range)
{
    const struct symbol *next = s + 1 < t->symbols + t->n ? s + 1 : NULL;

    *range = (struct code_range){s->address, s->address + s->size, table_name(t, s)};
    if (!s->size && next)
        range->end = next->address;
    return range->end > range->begin;
}

bool modules_function(struct modules *m, module_id id, uint64_t address, struct code_range *range)
{
    const struct symbol_table *t = &find_named(m, id)->table;
    const struct symbol *found = table_find(t, address);

    return found && range_of(t, found, range);
}

bool modules_function_named(struct modules *m, module_id id, struct str name,
                            struct code_range *range)
{
    const struct symbol_table *t = &find_named(m, id)->table;
    const struct symbol *found = NULL;

    for (uint32_t i = 0; i < t->n; i++) {
        const struct symbol *s = &t->symbols[i];
        if (s->name_size != name.n || !str_equal(table_name(t, s), name))
            continue;
        if (found && found->address != s->address)
            return false;
        found = s;
    }
    return found && range_of(t, found, range);
}

struct str modules_object(struct modules *m, module_id id, uint64_t address)
{
    struct module *module = find_named(m, id);
    struct symbol_table *objects = &module->objects;

    if (!module->has_objects) {
        module->has_objects = true;
        if (module->symbols.rule != RULE_NONE)
            image_objects(&module->symbols.image, objects);
        if (module->file.rule != RULE_NONE)
            image_objects(&module->file.image, objects);
        table_sort(objects);
    }
    const struct symbol *found = table_find(objects, address);
    return found ? table_name(objects, found) : STR("");
}

static bool has_lines(const struct module_file *file)
{
    return file->rule != RULE_NONE && image_has_lines(&file->image);
}

/* The file with debug information: that with the symbols, the executable itself, or a third one. */
static const struct module_file *find_lines(struct modules *m, struct module *module)
{
    const struct build_id *id =
        module->build_id.n ? &module->build_id : &module->file.image.build_id;

    if (has_lines(&module->symbols))
        return &module->symbols;
    if (has_lines(&module->file))
        return &module->file;
    if (!module->is_lines_sought)
        (void)search_symbols(&m->search, id, &module->file, NEED_LINES, &module->lines,
                             &module->refused);
    module->is_lines_sought = true;
    return has_lines(&module->lines) ? &module->lines : NULL;
}

static struct debug_info *find_debug_info(struct modules *m, struct module *module)
{
    const struct symbol_options *o = m->search.options;

    if (module->is_debug_sought || (o->no_inlined && !o->lines))
        return module->info;
    module->is_debug_sought = true;
    const struct module_file *file = find_lines(m, module);
    if (!file)
        return NULL;
    const struct image *shared = search_shared(&m->search, file, &module->shared, &module->refused)
                                     ? &module->shared.image
                                     : NULL;
    module->info = debug_info_new(&file->image, shared, m->limits, o->lines);
    module->lacks_zstd =
        debug_sections_lack_zstd(&file->image) || (shared && debug_sections_lack_zstd(shared));
    return module->info;
}

/* The function's name is the one in the symbol table, if that has one. */
const struct code_place *modules_places(struct modules *m, module_id id, uint64_t address,
                                        size_t *n)
{
    struct module *module = find_named(m, id);
    struct debug_info *info = find_debug_info(m, module);
    struct str name = name_at(module, address);

    *n = info ? debug_info_places(info, address, &m->places, &m->places_room) : 0;
    if (*n == 0) {
        m->places[0] = (struct code_place){.name = name, .file = STR("")};
        *n = 1;
        return m->places;
    }
    struct code_place *function = &m->places[*n - 1];
    function->inlined = false;
    if (name.n)
        function->name = name;
    if (m->search.options->no_inlined) {
        m->places[0].name = function->name;
        m->places[0].inlined = false;
        *n = 1;
    }
    return m->places;
}

const struct image *modules_image(struct modules *m, module_id id)
{
    const struct module *module = id ? find(m, id) : NULL;

    return module && module->file.rule != RULE_NONE ? &module->file.image : NULL;
}

const struct image *modules_frame_image(struct modules *m, module_id id)
{
    const struct image *image = modules_image(m, id);
    struct module *module = image ? find(m, id) : NULL;

    if (module && !module->has_frames) {
        module->has_frames = true;
        debug_sections_open_frames(&module->frames, image, m->limits);
    }
    return image;
}

const struct image *modules_debug_image(struct modules *m, module_id id)
{
    struct module *module = find_named(m, id);
    const struct module_file *file = find_lines(m, module);

    if (!file || file == &module->file)
        return NULL;
    if (!module->has_debug_frames)
        debug_sections_open_frames(&module->debug_frames, &file->image, m->limits);
    module->has_debug_frames = true;
    return &file->image;
}

struct str modules_packed(const struct modules *m, size_t *n)
{
    struct str first = STR("");

    *n = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        if (!m->all[i]->lacks_zstd)
            continue;
        if ((*n)++ == 0)
            first = buf_str(&m->all[i]->path);
    }
    return first;
}

static bool is_cut(const struct module *module)
{
    const struct module_file *files[] = {&module->file, &module->symbols, &module->lines,
                                         &module->shared};

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i]->image.taken && files[i]->image.taken->refused)
            return true;
    return false;
}

struct str modules_cut(const struct modules *m, size_t *n)
{
    struct str first = STR("");

    *n = 0;
    for (uint32_t i = 0; i < m->n; i++)
        if (is_cut(m->all[i]) && (*n)++ == 0)
            first = buf_str(&m->all[i]->path);
    return first;
}

enum module_state modules_state(struct modules *m, module_id id)
{
    const struct module *module = find_named(m, id);

    if (module->has_table)
        return MODULE_NAMED;
    if (module->file.rule != RULE_NONE)
        return MODULE_NO_SYMBOLS;
    return module->file.is_other_build ? MODULE_OTHER_BUILD : MODULE_NOT_FOUND;
}

enum module_naming modules_naming(struct modules *m, module_id id, uint64_t address)
{
    const struct module *module = find_named(m, id);
    size_t n;

    if (table_find(&module->table, address))
        return NAMED_BY_SYMBOL;
    if (table_find(&module->stubs, address))
        return NAMED_BY_STUB;
    const struct code_place *places = modules_places(m, id, address, &n);
    return places[n - 1].name.n ? NAMED_BY_LINES : NAMED_BY_NOTHING;
}

static void show_file(struct buf *to, const struct module_file *file)
{
    module_file_show(to, file);
    buf_add(to, STR(" (found by "));
    buf_add(to, str_of(search_rule(file->rule)));
    buf_add(to, file->is_verified ? STR(", its build-id or checksum is the right one)")
                                  : STR(", the recording has no build-id to check it by)"));
}

static void explain_file(struct buf *to, struct str what, const struct module_file *file)
{
    if (file->rule == RULE_NONE)
        return;
    buf_add(to, what);
    show_file(to, file);
    buf_add_byte(to, '\n');
}

void modules_show_file(struct modules *m, module_id id, struct buf *to)
{
    const struct module *module = find(m, id);

    if (module->file.rule != RULE_NONE)
        show_file(to, &module->file);
}

static void explain_refused(struct buf *to, struct str refused)
{
    struct str line;

    while (refused.n && take_field(&refused, '\n', &line)) {
        if (line.n == 0)
            continue;
        buf_add(to, STR("  refused: "));
        buf_add(to, line);
        buf_add_byte(to, '\n');
    }
}

static bool is_of_glibc(struct str path)
{
    struct str name = path_base_name(path);

    return str_starts(name, STR("libc.so")) || str_starts(name, STR("libc-2")) ||
           str_starts(name, STR("libm.so")) || str_starts(name, STR("ld-linux")) ||
           str_starts(name, STR("libpthread"));
}

struct str modules_path(const struct modules *m, module_id id)
{
    return buf_str(&m->all[id - 1]->path);
}

struct str modules_mend(struct modules *m, module_id id)
{
    switch (modules_state(m, id)) {
    case MODULE_NOT_FOUND:
        if (vdso_is(modules_path(m, id)))
            return STR("it is a part of the recorded kernel, of which perf archive keeps a copy");
        return STR("the file was not found; --symfs names a folder that has it");
    case MODULE_OTHER_BUILD:
        return STR("only another build of the file was found; --symfs names a folder that has the "
                   "right one");
    case MODULE_NO_SYMBOLS:
        if (is_of_glibc(modules_path(m, id)))
            return STR("it has no symbols of its own; libc6-dbg (Debian) or glibc-debuginfo "
                       "(Fedora) has them");
        return STR("it has no symbols of its own; the -dbgsym or -dbg package (Debian), dnf "
                   "debuginfo-install (Fedora) or a build that is not stripped has them");
    case MODULE_NAMED:
        break;
    }
    return STR("none of its symbols is there");
}

void modules_explain(struct modules *m, module_id id, struct buf *to)
{
    struct module *module = find_named(m, id);
    char text[64];

    (void)find_debug_info(m, module);
    buf_add(to, modules_path(m, id));
    if (module->build_id.n) {
        buf_add(to, STR(" with build-id "));
        build_id_add(to, &module->build_id);
    }
    buf_add_byte(to, '\n');
    explain_file(to, STR("  file: "), &module->file);
    explain_file(to, STR("  symbols: "), &module->symbols);
    explain_file(to, STR("  debug information: "), &module->lines);
    explain_file(to, STR("  shared debug information: "), &module->shared);
    if (module->lacks_zstd)
        buf_add(to, STR("  debug information: not all of it is read, as it is packed with zstd\n"));
    if (module->n_mini)
        buf_add(to, STR("  symbols: packed in the file (.gnu_debugdata)\n"));
    snprintf(text, sizeof text, "  names: %lu\n", (unsigned long)module->table.n + module->stubs.n);
    buf_add(to, str_of(text));
    explain_refused(to, buf_str(&module->refused));
    if (modules_state(m, id) == MODULE_NAMED)
        return;
    buf_add(to, STR("  help: "));
    buf_add(to, modules_mend(m, id));
    buf_add_byte(to, '\n');
}
