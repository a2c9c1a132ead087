/* The files of a recording: finding, opening and resolving addresses. */
#include "symbol/modules.h"

#include <sys/stat.h>

#include "base/mem.h"
#include "symbol/dwarf/debug_info.h"
#include "symbol/module.h"
#include "symbol/vdso.h"

enum { PATHS_MOST = 16 };

struct modules *modules_new(const struct symbol_options *options, const struct limits *limits,
                            const char *recording_folder)
{
    struct modules *m = mem_alloc(1, sizeof *m);

    m->limits = limits;
    m->hash = hash_key_draw();
    pthread_mutex_init(&m->searching, NULL);
    pthread_mutex_init(&m->table, NULL);
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
    table_free(&module->taken);
    mem_free(module->places, module->places_room, sizeof *module->places);
    mem_free(module->fault, 1, sizeof *module->fault);
    pthread_mutex_destroy(&module->lock);
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
    slots_free(&m->slots);
    slots_free(&m->files);
    pthread_mutex_destroy(&m->searching);
    pthread_mutex_destroy(&m->table);
    mem_free(m, 1, sizeof *m);
}

void modules_take(struct modules *m, const struct embedded_symbols *taken)
{
    m->taken = taken;
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
    const struct module *first = NULL;

    for (uint32_t i = 0; i < m->n && m->fault.kind == FAULT_NONE; i++) {
        const struct module *module = m->all[i];
        if (module->fault && module->fault->kind != FAULT_NONE &&
            (!first || str_compare(buf_str(&module->path), buf_str(&first->path)) < 0))
            first = module;
    }
    return first ? first->fault : &m->fault;
}

static module_id add_new(struct modules *m, const struct module_key *key)
{
    struct module *module = mem_alloc(1, sizeof *module);

    buf_add(&module->path, key->path);
    module->build_id = key->build_id;
    module->pid = key->pid;
    pthread_mutex_init(&module->lock, NULL);
    m->all = mem_grow(m->all, &m->room, (size_t)m->n + 1, sizeof(struct module *));
    m->all[m->n++] = module;
    return m->n;
}

static module_id find_or_add(struct modules *m, const struct module_key *key)
{
    struct str id = {(const char *)key->build_id.bytes, key->build_id.n};
    uint32_t tag = (uint32_t)(hash_bytes(&m->hash, key->path) ^ hash_bytes(&m->hash, id));

    for (struct slots_match match = slots_find(&m->slots, tag); match.id; slots_find_next(&match)) {
        const struct module *other = m->all[match.id - 1];
        if (str_equal(buf_str(&other->path), key->path) &&
            build_id_equal(&other->build_id, &key->build_id))
            return match.id;
    }
    module_id added = add_new(m, key);
    slots_add(&m->slots, tag, added);
    return added;
}

module_id modules_add(struct modules *m, const struct module_key *key)
{
    pthread_mutex_lock(&m->table);
    module_id id = find_or_add(m, key);
    pthread_mutex_unlock(&m->table);
    return id;
}

struct module *modules_at(struct modules *m, uint32_t id)
{
    pthread_mutex_lock(&m->table);
    struct module *module = m->all[id - 1];
    pthread_mutex_unlock(&m->table);
    return module;
}

/* Finds the first module with the same file, or makes this the first. */
static struct module *first_of_file(struct modules *m, module_id id)
{
    struct module *module = m->all[id - 1];
    uint32_t tag = (uint32_t)hash_pair(&m->hash, module->device, module->inode);

    for (struct slots_match match = slots_find(&m->files, tag); match.id; slots_find_next(&match)) {
        struct module *other = m->all[match.id - 1];
        if (other->device == module->device && other->inode == module->inode)
            return other;
    }
    slots_add(&m->files, tag, id);
    return module;
}

/* A recording can name a file by any number of paths. Each may lead to other debug information, so
 * the first few are read apart; the others share the first one's names. */
static void share(struct modules *m, module_id id, struct module *module)
{
    struct stat st;

    if (module->file.rule == RULE_NONE || !module->file.image.owns_fd ||
        fstat(module->file.image.fd, &st) != 0)
        return;
    module->device = st.st_dev;
    module->inode = st.st_ino;
    pthread_mutex_lock(&m->table);
    struct module *first = first_of_file(m, id);
    const bool is_apart = ++first->n_paths <= PATHS_MOST;
    pthread_mutex_unlock(&m->table);
    if (is_apart)
        return;
    module_file_close(&module->file);
    module->same = first;
}

static void add_names(struct module *module, const struct module_file *file)
{
    if (file->rule != RULE_NONE && image_symbols(&file->image, &module->table))
        module->has_table = true;
}

/* Begins a search whose faults, and those of what it finds, are the module's. */
static struct search begin_search(struct modules *m, struct module *module)
{
    struct search search = m->search;

    if (!module->fault)
        module->fault = mem_alloc(1, sizeof *module->fault);
    search.fault = module->fault;
    pthread_mutex_lock(&m->searching);
    return search;
}

/* A recording may name any number of files that are not there, which take little. */
static void end_search(struct modules *m, struct module *module)
{
    pthread_mutex_unlock(&m->searching);
    if (module->file.rule != RULE_NONE || module->symbols.rule != RULE_NONE ||
        module->lines.rule != RULE_NONE || module->fault->kind != FAULT_NONE)
        return;
    mem_free(module->fault, 1, sizeof *module->fault);
    module->fault = NULL;
}

static void search_for(struct modules *m, struct module *module, const struct build_id *id,
                       enum symbols_need need, struct module_file *to)
{
    const struct search search = begin_search(m, module);

    (void)search_symbols(&search, id, &module->file, need, to, &module->refused);
    end_search(m, module);
}

/* Looks for a file with the symbols that the file lacks. */
void modules_find_symbols(struct modules *m, struct module *module)
{
    const struct module_file *file = &module->file;
    const struct build_id *id = module->build_id.n ? &module->build_id : &file->image.build_id;

    if (!module->is_symbols_sought && (file->rule == RULE_NONE || !image_has_symbols(&file->image)))
        search_for(m, module, id, NEED_SYMBOLS, &module->symbols);
    module->is_symbols_sought = true;
}

static void name(struct modules *m, struct module *module)
{
    const struct module_file *file = &module->file;
    bool is_open = file->rule != RULE_NONE;
    struct image mini;

    modules_find_symbols(m, module);
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

/* Whether the file has all functions that the recording tells of. */
static bool has_taken(const struct module *module)
{
    const struct symbol_table *t = &module->taken;

    for (uint32_t i = 0; i < t->n; i++) {
        const struct symbol *wanted = &t->symbols[i];
        const struct symbol_table *in = &module->table;
        const struct symbol *found = table_find(in, wanted->address);
        if (!found) {
            in = &module->stubs;
            found = table_find(in, wanted->address);
        }
        if (!found || found->address != wanted->address ||
            !str_equal(table_name(in, found), table_name(t, wanted)))
            return false;
    }
    return true;
}

/* Counts a file as not found. */
static void drop_file(struct module *module)
{
    module_file_show(&module->refused, &module->file);
    buf_add(&module->refused, STR(" has other functions than the recording says\n"));
    module_file_close(&module->file);
    module_file_close(&module->symbols);
    module->is_symbols_sought = false;
    module->file.is_other_build = true;
    table_free(&module->table);
    table_free(&module->stubs);
    module->has_table = false;
    module->n_mini = 0;
}

/* Takes what the recording brings along. That came from the very file; a file at its path is the
 * same by its build-id, or by its functions. */
static void take(struct modules *m, struct module *module)
{
    const struct embedded_module *taken =
        m->taken ? embedded_symbols_find(m->taken, buf_str(&module->path), &module->build_id)
                 : NULL;

    if (!taken)
        return;
    embedded_module_read(taken, &module->taken, &module->code);
    if (module->file.rule == RULE_NONE || module->build_id.n)
        return;
    name(m, module);
    module->is_named = true;
    if (!has_taken(module))
        drop_file(module);
}

struct module *modules_find(struct modules *m, module_id id)
{
    struct module *module = modules_at(m, id);

    if (!module->is_sought) {
        const struct module_key key = {buf_str(&module->path), module->build_id, module->pid};
        const struct search search = begin_search(m, module);
        module->is_sought = true;
        (void)search_file(&search, &key, &module->file, &module->refused);
        end_search(m, module);
        take(m, module);
        share(m, id, module);
    }
    return module->same ? module->same : module;
}

struct module *modules_find_named(struct modules *m, module_id id)
{
    struct module *module = modules_find(m, id);

    if (!module->is_named)
        name(m, module);
    module->is_named = true;
    return module;
}

void modules_hold(struct modules *m, module_id id)
{
    struct module *module = modules_at(m, id);

    pthread_mutex_lock(&module->lock);
    if (modules_find(m, id) != module)
        pthread_mutex_lock(&module->same->lock);
}

void modules_release(struct modules *m, module_id id)
{
    struct module *module = modules_at(m, id);

    if (module->same)
        pthread_mutex_unlock(&module->same->lock);
    pthread_mutex_unlock(&module->lock);
}

const struct module *modules_settled(struct modules *m, module_id id)
{
    const struct symbol_options *o = m->search.options;
    const struct module *module = modules_find_named(m, id);
    const bool is_sought = module->is_debug_sought || (o->no_inlined && !o->lines);

    return is_sought && !module->info ? module : NULL;
}

const struct image_segment *modules_segment(struct modules *m, module_id id, uint64_t offset)
{
    const struct image *image = modules_image(m, id);

    if (image)
        return image_segment_at(image, offset);
    return id ? embedded_code_at(&modules_find(m, id)->code, offset) : NULL;
}

bool modules_address(struct modules *m, module_id id, uint64_t offset, uint64_t *address)
{
    const struct image_segment *s = modules_segment(m, id, offset);

    if (s)
        *address = s->address + (offset - s->offset);
    return s != NULL;
}

struct str module_name_at(const struct module *module, uint64_t address)
{
    const struct symbol_table *const tables[] = {&module->table, &module->stubs, &module->taken};

    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct symbol *found = table_find(tables[i], address);
        if (found)
            return table_name(tables[i], found);
    }
    return STR("");
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
    const struct symbol_table *t = &modules_find_named(m, id)->table;
    const struct symbol *found = table_find(t, address);

    return found && range_of(t, found, range);
}

bool modules_function_named(struct modules *m, module_id id, struct str name,
                            struct code_range *range)
{
    const struct symbol_table *t = &modules_find_named(m, id)->table;
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
    struct module *module = modules_find_named(m, id);
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
        search_for(m, module, id, NEED_LINES, &module->lines);
    module->is_lines_sought = true;
    return has_lines(&module->lines) ? &module->lines : NULL;
}

struct debug_info *modules_find_debug_info(struct modules *m, struct module *module)
{
    const struct symbol_options *o = m->search.options;

    if (module->is_debug_sought || (o->no_inlined && !o->lines))
        return module->info;
    module->is_debug_sought = true;
    const struct module_file *file = find_lines(m, module);
    if (!file)
        return NULL;
    const struct search search = begin_search(m, module);
    const struct image *shared = search_shared(&search, file, &module->shared, &module->refused)
                                     ? &module->shared.image
                                     : NULL;
    end_search(m, module);
    module->info = debug_info_new(&file->image, shared, m->limits, o->lines);
    module->lacks_zstd =
        debug_sections_lack_zstd(&file->image) || (shared && debug_sections_lack_zstd(shared));
    return module->info;
}

/* The function's name is the one in the symbol table, if that has one. */
const struct code_place *modules_places(struct modules *m, module_id id, uint64_t address,
                                        size_t *n)
{
    struct module *module = modules_find_named(m, id);
    struct debug_info *info = modules_find_debug_info(m, module);
    struct str name = module_name_at(module, address);

    *n = info ? debug_info_places(info, address, &module->places, &module->places_room) : 0;
    if (*n == 0) {
        module->places = mem_grow(module->places, &module->places_room, 1, sizeof *module->places);
        module->places[0] = (struct code_place){.name = name, .file = STR("")};
        *n = 1;
        return module->places;
    }
    struct code_place *function = &module->places[*n - 1];
    function->inlined = false;
    if (name.n)
        function->name = name;
    if (m->search.options->no_inlined) {
        module->places[0].name = function->name;
        module->places[0].inlined = false;
        *n = 1;
    }
    return module->places;
}

const struct image *modules_image(struct modules *m, module_id id)
{
    const struct module *module = id ? modules_find(m, id) : NULL;

    return module && module->file.rule != RULE_NONE ? &module->file.image : NULL;
}

const struct module_file *modules_file(struct modules *m, module_id id)
{
    return modules_image(m, id) ? &modules_find(m, id)->file : NULL;
}

bool modules_is_elf(struct modules *m, module_id id)
{
    return modules_image(m, id) || (id && modules_find(m, id)->code.n);
}

const struct image *modules_frame_image(struct modules *m, module_id id)
{
    const struct image *image = modules_image(m, id);
    struct module *module = image ? modules_find(m, id) : NULL;

    if (module && !module->has_frames) {
        module->has_frames = true;
        debug_sections_open_frames(&module->frames, image, m->limits);
    }
    return image;
}

const struct image *modules_debug_image(struct modules *m, module_id id)
{
    struct module *module = modules_find_named(m, id);
    const struct module_file *file = find_lines(m, module);

    if (!file || file == &module->file)
        return NULL;
    if (!module->has_debug_frames)
        debug_sections_open_frames(&module->debug_frames, &file->image, m->limits);
    module->has_debug_frames = true;
    return &file->image;
}

enum module_state modules_state(struct modules *m, module_id id)
{
    const struct module *module = modules_find_named(m, id);

    if (module->has_table)
        return MODULE_NAMED;
    if (module->file.rule != RULE_NONE)
        return MODULE_NO_SYMBOLS;
    return module->file.is_other_build ? MODULE_OTHER_BUILD : MODULE_NOT_FOUND;
}

enum module_naming modules_naming(struct modules *m, module_id id, uint64_t address)
{
    const struct module *module = modules_find_named(m, id);
    size_t n;

    if (table_find(&module->table, address))
        return NAMED_BY_SYMBOL;
    if (table_find(&module->stubs, address))
        return NAMED_BY_STUB;
    const struct code_place *places = modules_places(m, id, address, &n);
    if (table_find(&module->taken, address))
        return NAMED_BY_RECORDING;
    return places[n - 1].name.n ? NAMED_BY_LINES : NAMED_BY_NOTHING;
}

struct str modules_path(const struct modules *m, module_id id)
{
    return buf_str(&m->all[id - 1]->path);
}

const struct build_id *modules_build_id(const struct modules *m, module_id id)
{
    return &m->all[id - 1]->build_id;
}
