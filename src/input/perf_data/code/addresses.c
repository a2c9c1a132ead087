/* 7f1c2a3b4c5d in libc.so.6 at 0x3ac5d: read, or what was inlined there and read.
 * Names addresses. */
#include "input/perf_data/code/addresses.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/bundled_symbols.h"
#include "input/perf_data/code/frames.h"

enum { MEMO_LEAST = 1 << 8, MEMO_MOST = 1 << 15 };

/* Where an address lies, independent of the processes that map it. */
enum where_kind {
    WHERE_NOWHERE,
    WHERE_KERNEL,
    WHERE_GUEST,
    WHERE_FILE,
    WHERE_PROCESS,
    WHERE_CODE,
};

struct where {
    uint64_t address; /* in the file's terms, its offset there, or as in the process */
    uint32_t number;  /* of the file, process or code */
    enum where_kind kind;
};

struct known_address {
    struct where where;
    uint32_t first, n; /* in frames */
};

void addresses_init(struct addresses *a, struct processes *processes, struct tidier *tidier,
                    struct sources *sources)
{
    *a = (struct addresses){.rec = processes->rec,
                            .processes = processes,
                            .tidier = tidier,
                            .sources = sources,
                            .time_ns = UINT64_MAX,
                            .n_memo = MEMO_LEAST,
                            .key = hash_key_draw()};
    a->memo = mem_alloc(a->n_memo, sizeof *a->memo);
    diagnostics_init(&a->found, tidier->b->p);
}

void addresses_free(struct addresses *a)
{
    ksymbols_free(&a->kernel);
    diagnostics_free(&a->found);
    explaining_free(&a->explaining);
    mem_free(a->files, a->files_room, sizeof *a->files);
    mem_free(a->memo, a->n_memo, sizeof *a->memo);
    mem_free(a->known, a->known_room, sizeof *a->known);
    slots_free(&a->slots);
    mem_free(a->frames, a->frames_room, sizeof *a->frames);
    mem_free(a->places, a->places_room, sizeof *a->places);
}

static struct str text_of(const struct addresses *a, name_id id)
{
    return names_get(&a->processes->names, id);
}

static struct file_module *file_of(struct addresses *a, uint32_t file)
{
    if (file >= a->files_room)
        a->files = mem_grow(a->files, &a->files_room, (size_t)file + 1, sizeof *a->files);
    return &a->files[file];
}

static struct file_module *module_of(struct addresses *a, uint32_t file, uint32_t pid)
{
    const struct mapped_file *f = &a->processes->files[file];

    if (!file_of(a, file)->id) {
        const struct module_key key = {.path = text_of(a, f->path),
                                       .build_id = build_id_of(text_of(a, f->build_id)),
                                       .pid = pid};
        a->files[file].id = modules_add(a->sources->modules, &key);
    }
    return &a->files[file];
}

/* Finds the address in the file's address space. Most addresses lie in its code, which is one
 * segment. */
static bool find_in_file(struct addresses *a, struct file_module *file, uint64_t offset,
                         uint64_t *address)
{
    struct image_segment found = file->code;

    if (offset - found.offset >= found.size || offset < found.offset) {
        modules_hold(a->sources->modules, file->id);
        const struct image_segment *s = modules_segment(a->sources->modules, file->id, offset);
        found = s ? *s : (struct image_segment){.size = 0};
        modules_release(a->sources->modules, file->id);
        if (found.is_code)
            file->code = found;
    }
    *address = found.address + (offset - found.offset);
    return found.size != 0;
}

static bool is_elf(struct addresses *a, struct file_module *file)
{
    if (!file->is_sought) {
        modules_hold(a->sources->modules, file->id);
        file->is_elf = modules_is_elf(a->sources->modules, file->id);
        modules_release(a->sources->modules, file->id);
    }
    file->is_sought = true;
    return file->is_elf;
}

void addresses_set_time(struct addresses *a, const struct event *event, uint64_t time_ns)
{
    a->time_ns = event->monotonic ? time_ns : UINT64_MAX;
}

bool addresses_are_lasting(const struct addresses *a, const struct process *process)
{
    return !process->dump || a->time_ns == UINT64_MAX;
}

static bool is_of_file(const struct addresses *a, const struct mapping *map)
{
    return map && !a->processes->files[map->file].is_memory;
}

/* Lends the jitdump that a file is, or was made from. */
static const struct jit_dump *dump_of(struct addresses *a, uint32_t number, uint32_t pid,
                                      bool is_image)
{
    struct file_module *file = file_of(a, number);
    struct str path = text_of(a, a->processes->files[number].path);
    struct fault *f = a->tidier->b->f;

    if (file->dump)
        return file->dump;
    pthread_mutex_lock(&a->sources->jit_lock);
    file->dump = is_image ? jit_find_dump_of(&a->sources->jit, path, pid, f)
                          : jit_find_dump(&a->sources->jit, path, pid, f);
    pthread_mutex_unlock(&a->sources->jit_lock);
    return file->dump;
}

/* Finds the code of a jitdump at an address and sets a->code. False with a fault. */
static bool find_code(struct addresses *a, const struct process *process, uint64_t ip,
                      const struct mapping *map)
{
    uint32_t pid;
    uint64_t index;

    a->code = (struct jit_code){0};
    if (process->dump) {
        const struct jit_dump *dump = dump_of(a, process->dump - 1, process->pid, false);
        if (!dump)
            return false;
        a->code = jit_code_at(dump, ip, a->time_ns);
    }
    if (a->code.code || !is_of_file(a, map))
        return true;
    struct str path = text_of(a, a->processes->files[map->file].path);
    if (!jitdump_image(path, &pid, &index))
        return true;
    const struct jit_dump *dump = dump_of(a, map->file, process->pid, true);
    if (dump)
        a->code = jit_code_of(dump, path, map->offset, ip - map->start);
    return dump != NULL;
}

bool addresses_locate(struct addresses *a, struct process *process, uint64_t ip,
                      struct unwind_where *where)
{
    const struct mapping *map = processes_find(a->processes, process, ip);

    *where = (struct unwind_where){.address = ip};
    a->code = (struct jit_code){0};
    if (is_of_file(a, map)) {
        struct file_module *file = module_of(a, map->file, process->pid);
        if (find_in_file(a, file, ip - map->start + map->offset, &where->address)) {
            where->module = file->id;
            return true;
        }
        where->address = ip;
        if (is_elf(a, file))
            return true;
    }
    return (find_code(a, process, ip, map) && a->code.code) || map;
}

/* Whether a map of the process names code there. False in *ok with a fault. Most processes have no
 * map; they are remembered, as workers wait for each other at the lock. */
static bool has_own_name(struct addresses *a, struct process *process, uint64_t ip, bool *ok)
{
    const struct jit_unnamed at = {ip, process->pid};
    struct str name = STR("");
    struct str path;

    if (!process->has_no_map && a->map_folders)
        process->has_no_map = perf_map_folders_lack(a->map_folders, process->pid);
    if (process->has_no_map)
        return false;
    pthread_mutex_lock(&a->sources->jit_lock);
    *ok = jit_find_name(&a->sources->jit, &at, false, &name, &path, a->tidier->b->f);
    process->has_no_map = *ok && !jit_has_names(&a->sources->jit, process->pid);
    if (process->has_no_map && !a->map_folders)
        a->map_folders = jit_map_folders(&a->sources->jit);
    pthread_mutex_unlock(&a->sources->jit_lock);
    return name.n > 0;
}

/* Whether unknown code is named by its address, as in the text of perf. */
static bool tells_addresses(const struct addresses *a)
{
    return a->tidier->naming.addresses || a->tidier->naming.apart;
}

/* Outside of ELF files, an address may be JIT code, whatever is mapped there: runtimes map shared
 * memory, deleted files and their own formats, and code made executable by mprotect is not in any
 * recorded map. */
static bool where_in_process(struct addresses *a, struct process *process, uint64_t ip,
                             struct where *where)
{
    const struct mapping *map = processes_find(a->processes, process, ip);
    bool is_file = is_of_file(a, map);
    bool ok = true;

    *where = (struct where){tells_addresses(a) ? ip : 0, 0, WHERE_NOWHERE};
    if (is_file)
        *where = (struct where){ip - map->start + map->offset, map->file, WHERE_FILE};
    if (is_file && is_elf(a, module_of(a, map->file, process->pid)))
        return true;
    if (!find_code(a, process, ip, map))
        return false;
    if (a->code.code) {
        *where = (struct where){a->code.address, jit_number(&a->code), WHERE_CODE};
        return true;
    }
    bool is_made = map && !is_file;
    if (is_made || has_own_name(a, process, ip, &ok))
        *where = (struct where){ip, process->pid, WHERE_PROCESS};
    return ok;
}

static bool where_of(struct addresses *a, struct process *process, enum record_mode mode,
                     uint64_t ip, struct where *where)
{
    if (mode_is_kernel(mode))
        *where = (struct where){ip, a->kernel_changes, WHERE_KERNEL};
    else if (mode == MODE_GUEST_KERNEL || mode == MODE_GUEST_USER)
        *where = (struct where){0, mode, WHERE_GUEST};
    else
        return where_in_process(a, process, ip, where);
    return true;
}

/* ---- frames of a new address ------------------------------------------------------ */

static bool push_places(struct addresses *a, const struct code_place *places, size_t n,
                        const struct code_at *at)
{
    enum frame_kind own = tidier_kind(a->tidier, at->module);

    for (size_t i = 0; i < n; i++)
        if (!code_frames_push(a->tidier, &places[i], at, places[i].inlined ? KIND_INLINED : own))
            return false;
    return true;
}

/* Sets a->places to the functions at an address of a file, and returns how many they are. */
static size_t find_places(struct addresses *a, struct file_module *file, uint64_t address)
{
    struct modules *m = a->sources->modules;
    size_t n = 1;

    if (file->settled) {
        a->places = mem_grow(a->places, &a->places_room, n, sizeof *a->places);
        a->places[0] =
            (struct code_place){.name = module_name_at(file->settled, address), .file = STR("")};
        return n;
    }
    modules_hold(m, file->id);
    const struct code_place *places = modules_places(m, file->id, address, &n);
    a->places = mem_grow(a->places, &a->places_room, n, sizeof *a->places);
    memcpy(a->places, places, n * sizeof *a->places);
    file->settled = modules_settled(m, file->id);
    modules_release(m, file->id);
    return n;
}

static bool push_file(struct addresses *a, struct where where, uint32_t pid)
{
    const struct mapped_file *mapped = &a->processes->files[where.number];
    const struct bundled_symbols *given = a->rec->r->maps;
    struct code_at at = {.module = text_of(a, mapped->path),
                         .build_id = text_of(a, mapped->build_id),
                         .address = where.address};
    struct code_place other = {.name = STR(""), .file = STR("")};
    struct file_module *file = module_of(a, where.number, pid);

    if (!find_in_file(a, file, where.address, &at.address)) {
        if (given)
            bundled_symbols_in(given, pid, at.module, where.address, &other.name);
        a->has_name = other.name.n > 0;
        a->named_by = a->has_name ? STR("a map that came with the recording") : STR("");
        at.address = where.address;
        return push_places(a, &other, 1, &at);
    }
    at.offset_kind = OFFSET_VIRTUAL;
    const size_t n = find_places(a, file, at.address);
    a->named_at = at.address;
    a->has_name = a->places[n - 1].name.n > 0;
    if (a->tidier->naming.in_file) {
        at.address = where.address;
        at.offset_kind = OFFSET_IN_FILE;
    }
    return push_places(a, a->places, n, &at);
}

/* {u64 address, u32 size, u16 kind, u16 flags, name}; the lowest flag means unloaded. */
void addresses_apply(struct addresses *a, const struct record *record)
{
    struct bytes b = record->body;
    uint64_t address;
    uint32_t size, kind;
    struct str name;

    if (record->type != RECORD_KSYMBOL || !bytes_u64(&b, &address) || !bytes_u32(&b, &size) ||
        b.n < 4)
        return;
    bool is_gone = u16_at(b.p + 2, b.big) & 1;
    if (!bytes_u32(&b, &kind) || !bytes_str(&b, b.n, &name))
        return;
    if (is_gone)
        ksymbols_remove(&a->kernel, address);
    else
        ksymbols_add(&a->kernel, address, size, str_until_nul(name));
    a->kernel_changes++;
}

static bool push_kernel(struct addresses *a, uint64_t ip)
{
    struct code_place place = {.name = STR(""), .file = STR("")};
    struct code_at at = {STR("[kernel.kallsyms]"), STR(""), ip, OFFSET_IN_MEMORY};

    if (ksymbols_find(&a->kernel, ip, &place.name)) {
        at.module = str_starts(place.name, STR("bpf_")) ? STR("[bpf]") : at.module;
    } else {
        if (!a->recorded_kernel)
            a->recorded_kernel = sources_kernel(a->sources);
        if (!kernel_find(a->recorded_kernel, ip, &place.name, &at.module))
            place.name = STR("");
    }
    a->has_name = place.name.n > 0;
    return code_frames_push(a->tidier, &place, &at, KIND_KERNEL);
}

/* Code in no file. Its module is the perf map; without one, the path that a perf map would have. */
static bool push_process(struct addresses *a, uint64_t ip, uint32_t pid)
{
    const struct jit_unnamed at = {ip, pid};
    struct code_place place = {.file = STR("")};
    struct code_at code = {STR(""), STR(""), ip, OFFSET_IN_MEMORY};
    char usual[40];

    pthread_mutex_lock(&a->sources->jit_lock);
    bool ok =
        jit_find_name(&a->sources->jit, &at, true, &place.name, &code.module, a->tidier->b->f);
    if (ok && !place.name.n)
        jit_add_unnamed(&a->sources->jit, &at);
    pthread_mutex_unlock(&a->sources->jit_lock);
    if (!ok)
        return false;
    a->has_name = place.name.n > 0;
    a->named_by = a->has_name ? code.module : STR("");
    if (code.module.n == 0) {
        int n = snprintf(usual, sizeof usual, "/tmp/perf-%" PRIu32 ".map", pid);
        code.module = (struct str){usual, (size_t)n};
    }
    return code_frames_push(a->tidier, &place, &code, KIND_JIT);
}

static bool push_code(struct addresses *a)
{
    const struct naming *naming = &a->tidier->naming;
    const struct code_place place = jit_place(&a->code, naming->sources || naming->places);
    const struct code_at at = {buf_str(&a->code.dump->path), STR(""), a->code.address,
                               OFFSET_IN_MEMORY};

    a->named_by = at.module;
    return code_frames_push(a->tidier, &place, &at, KIND_JIT);
}

static bool push_where(struct addresses *a, struct where where, uint32_t pid)
{
    const struct code_place nothing = {.name = STR(""), .file = STR("")};
    const struct code_at at = {STR("[unknown]"), STR(""), where.address, OFFSET_IN_MEMORY};

    switch (where.kind) {
    case WHERE_KERNEL:
        return push_kernel(a, where.address);
    case WHERE_GUEST:
        return tidier_push(
            a->tidier, where.number == MODE_GUEST_KERNEL ? STR("[guest kernel]") : STR("[guest]"),
            STR(""), STR(""), KIND_GUEST);
    case WHERE_FILE:
        return push_file(a, where, pid);
    case WHERE_PROCESS:
        return push_process(a, where.address, pid);
    case WHERE_CODE:
        return push_code(a);
    case WHERE_NOWHERE:
        break;
    }
    return code_frames_push(a->tidier, &nothing, &at, tidier_kind(a->tidier, at.module));
}

/* ---- the tables ---------------------------------------------------------------------- */

static uint32_t tag_of(const struct addresses *a, const struct where *where)
{
    return (uint32_t)hash_pair(&a->key, where->address, (uint64_t)where->number << 8 | where->kind);
}

static bool is_where(const struct where *a, const struct where *b)
{
    return a->address == b->address && a->number == b->number && a->kind == b->kind;
}

/* NULL: it was not named yet. */
static const struct known_address *find_known(const struct addresses *a, const struct where *where)
{
    for (struct slots_match m = slots_find(&a->slots, tag_of(a, where)); m.id; slots_find_next(&m))
        if (is_where(&a->known[m.id - 1].where, where))
            return &a->known[m.id - 1];
    return NULL;
}

/* Many addresses met mean many more look-ups. The contents are found again. */
static void grow_memo(struct addresses *a)
{
    mem_free(a->memo, a->n_memo, sizeof *a->memo);
    a->n_memo *= 2;
    a->memo = mem_alloc(a->n_memo, sizeof *a->memo);
}

/* libstdc++.so.6.0.30, not the program itself. */
static bool is_of_library(const struct addresses *a, struct where where)
{
    if (where.kind != WHERE_FILE)
        return false;
    const struct str name = path_base_name(text_of(a, a->processes->files[where.number].path));
    return str_ends(name, STR(".so")) || str_find(name, 0, STR(".so.")) < name.n;
}

/* Notes what the last frames of the stack were named by; the very last is the function. */
static void note_code(struct addresses *a, struct where where, size_t from)
{
    static const enum code_home homes[] = {[WHERE_FILE] = HOME_FILE,
                                           [WHERE_KERNEL] = HOME_KERNEL,
                                           [WHERE_PROCESS] = HOME_MADE,
                                           [WHERE_CODE] = HOME_MADE};
    const char *wanted = a->rec->options->explain;
    const struct builder *b = a->tidier->b;
    struct explained place = {.code = {.address = a->named_at, .home = homes[where.kind]},
                              .has_name = a->has_name};

    if (where.kind == WHERE_FILE)
        place.code.number = a->files[where.number].id;
    if (!a->has_name)
        diagnostics_unnamed(&a->found, &place.code, b->frames[b->n - 1]);
    if (!a->has_name && is_of_library(a, where))
        diagnostics_mark(&a->found, b->frames[b->n - 1], FRAME_OF_LIBRARY);
    for (size_t i = from; wanted && i < b->n; i++) {
        const struct frame *row = &b->p->frames.rows[b->frames[i]];
        const struct explained_frame frame = {
            names_get(&b->p->names, row->name),
            a->has_name ? STR("") : names_get(&b->p->names, row->module), a->named_at};
        place.inlined = row->kind == KIND_INLINED;
        if (explained_matches(wanted, &frame))
            explaining_add(&a->explaining, &place, a->named_by);
    }
}

/* Names an address, and caches what it adds to the stack. NULL when a frame was refused. */
static const struct known_address *name_address(struct addresses *a, struct where where,
                                                uint32_t pid)
{
    const struct builder *b = a->tidier->b;
    size_t from = b->n;

    a->named_at = where.address;
    a->named_by = STR("");
    a->has_name = true;
    if (!push_where(a, where, pid))
        return NULL;
    note_code(a, where, from);
    size_t n = b->n - from;
    a->frames = mem_grow(a->frames, &a->frames_room, a->n_frames + n, sizeof *a->frames);
    memcpy(a->frames + a->n_frames, b->frames + from, n * sizeof *a->frames);
    a->known = mem_grow(a->known, &a->known_room, (size_t)a->n_known + 1, sizeof *a->known);
    a->known[a->n_known++] = (struct known_address){where, (uint32_t)a->n_frames, (uint32_t)n};
    slots_add(&a->slots, tag_of(a, &where), a->n_known);
    a->n_frames += n;
    if ((size_t)a->n_known * 2 > a->n_memo && a->n_memo < MEMO_MOST)
        grow_memo(a);
    return &a->known[a->n_known - 1];
}

static bool push_frames(struct addresses *a, uint32_t first, uint32_t n)
{
    for (uint32_t i = first; i < first + n; i++)
        if (!builder_push(a->tidier->b, a->frames[i]))
            return false;
    return true;
}

/* The memo does not distinguish guest modes, times at which JIT code was written, or the recorded
 * form of an address, which names unknown code. */
static bool is_for_memo(const struct addresses *a, const struct process *process,
                        enum where_kind kind)
{
    if (kind == WHERE_NOWHERE && tells_addresses(a))
        return false;
    return kind == WHERE_KERNEL || kind == WHERE_FILE ||
           (kind != WHERE_GUEST && addresses_are_lasting(a, process));
}

bool addresses_push(struct addresses *a, struct process *process, struct code_address at)
{
    const uint64_t ip = code_address_at(at);
    const uint32_t space = addresses_space(a, process, at.mode);
    const struct address_memo *memo = addresses_memo(a, space, ip);

    if (memo->ip == ip && memo->space == space)
        return push_frames(a, memo->first, memo->n);
    struct where where;
    if (!where_of(a, process, at.mode, ip, &where))
        return false;
    if (where.kind == WHERE_NOWHERE && where.address)
        where.address = at.ip;
    const struct known_address *known = find_known(a, &where);
    if (known && !push_frames(a, known->first, known->n))
        return false;
    if (!known)
        known = name_address(a, where, process->pid);
    if (!known)
        return false;
    if (is_for_memo(a, process, where.kind))
        *addresses_memo(a, space, ip) = (struct address_memo){ip, space, known->first, known->n};
    return true;
}
