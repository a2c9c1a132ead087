/* 7f222dfed000 b py::_find_and_load in /tmp/perf-1234.map, or a record of /tmp/jit-1234.dump.
 * Names JIT code. */
#include "input/perf_data/code/jit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/beside.h"
#include "base/mem.h"
#include "base/parse.h"
#include "base/slots.h"
#include "input/common/companion_files.h"
#include "input/common/names/bundled_symbols.h"
#include "input/perf_data/code/embedded_files.h"
#include "input/perf_data/local_processes.h"

void jit_init(struct jit *j, struct recording *rec)
{
    *j = (struct jit){.rec = rec, .key = hash_key_draw()};
}

void jit_free(struct jit *j)
{
    for (uint32_t i = 0; i < j->n; i++)
        perf_map_free(&j->processes[i].map);
    perf_map_free(&j->guess);
    perf_map_folders_free(&j->map_folders);
    for (uint32_t i = 0; i < j->n_dumps; i++) {
        jitdump_file_free(&j->dumps[i]->file);
        buf_free(&j->dumps[i]->path);
        mem_free(j->dumps[i], 1, sizeof *j->dumps[i]);
    }
    mem_free(j->failed, 1, sizeof *j->failed);
    mem_free(j->processes, j->room, sizeof *j->processes);
    slots_free(&j->slots);
    mem_free(j->dumps, j->dumps_room, sizeof(struct jit_dump *));
    mem_free(j->unnamed, j->unnamed_room, sizeof *j->unnamed);
    slots_free(&j->unnamed_slots);
    slots_free(&j->dump_slots);
}

/* ---- files ----------------------------------------------------------------------------- */

/* Lends *recording_folder to the key. */
static bool make_key(struct jit *j, uint32_t pid, struct buf *recording_folder,
                     struct perf_map_key *key, struct fault *f)
{
    bool has_folder = companion_folder(j->rec->r, recording_folder);

    if (!j->asked_here && !local_processes_may_live(j->rec, &j->may_live, f))
        return false;
    j->asked_here = true;
    *key = (struct perf_map_key){.pid = pid,
                                 .may_live = j->may_live,
                                 .recording_folder = has_folder ? recording_folder->p : NULL};
    return true;
}

/* Keeps a failure and repeats it to later callers. */
static bool keep(struct jit *j, bool ok, struct fault *f)
{
    if (!ok && !j->failed) {
        j->failed = mem_alloc(1, sizeof *j->failed);
        *j->failed = *f;
    }
    return ok;
}

static bool has_failed(const struct jit *j, struct fault *f)
{
    if (j->failed && f->kind == FAULT_NONE)
        *f = *j->failed;
    return j->failed != NULL;
}

static bool load_map(struct jit *j, uint32_t pid, bool may_guess, struct perf_map *map,
                     struct fault *f)
{
    struct buf recording_folder = {0};
    struct perf_map_key key;
    struct embedded_file taken;
    bool ok = make_key(j, pid, &recording_folder, &key, f);

    key.may_guess = may_guess;
    if (ok && embedded_open(j->rec, EMBEDDED_PERF_MAP, pid, STR(""), &taken))
        key.taken = &taken;
    ok = ok &&
         perf_map_load(map, &j->map_folders, &key, j->rec->options, &j->rec->r->ask->limits, f);
    buf_free(&recording_folder);
    return keep(j, ok, f);
}

static struct jit_process *process_of(struct jit *j, uint32_t pid)
{
    uint32_t tag = hash_ids(&j->key, pid, 0);

    for (struct slots_match m = slots_find(&j->slots, tag); m.id; slots_find_next(&m))
        if (j->processes[m.id - 1].pid == pid)
            return &j->processes[m.id - 1];
    j->processes = mem_grow(j->processes, &j->room, (size_t)j->n + 1, sizeof *j->processes);
    j->processes[j->n] = (struct jit_process){.pid = pid};
    slots_add(&j->slots, tag, ++j->n);
    return &j->processes[j->n - 1];
}

static bool load_dump(struct jit *j, struct jit_dump *dump, uint32_t pid, struct fault *f)
{
    struct buf recording_folder = {0};
    struct perf_map_key key;
    struct jitdump *d = &dump->file.dump;
    struct embedded_file taken;
    bool ok = make_key(j, pid, &recording_folder, &key, f);

    if (ok && embedded_open(j->rec, EMBEDDED_JITDUMP, pid, buf_str(&dump->path), &taken))
        key.taken = &taken;
    ok = ok && jitdump_file_load(&dump->file, buf_str(&dump->path), &key, j->rec->options,
                                 &j->rec->r->ask->limits, f);

    dump->first = j->n_codes + 1;
    if (d->n < UINT32_MAX - j->n_codes)
        j->n_codes += (uint32_t)d->n;
    else
        d->n = 0;
    buf_free(&recording_folder);
    return keep(j, ok, f);
}

const struct jit_dump *jit_find_dump(struct jit *j, struct str path, uint32_t pid, struct fault *f)
{
    if (has_failed(j, f))
        return NULL;
    uint32_t tag = (uint32_t)hash_bytes(&j->key, path);
    for (struct slots_match m = slots_find(&j->dump_slots, tag); m.id; slots_find_next(&m))
        if (str_equal(buf_str(&j->dumps[m.id - 1]->path), path))
            return j->dumps[m.id - 1];
    struct jit_dump *dump = mem_alloc(1, sizeof *dump);
    buf_add(&dump->path, path);
    j->dumps =
        mem_grow(j->dumps, &j->dumps_room, (size_t)j->n_dumps + 1, sizeof(struct jit_dump *));
    j->dumps[j->n_dumps++] = dump;
    slots_add(&j->dump_slots, tag, j->n_dumps);
    return load_dump(j, dump, pid, f) ? dump : NULL;
}

/* /tmp/jitted-1234-5.so was made from /tmp/jit-1234.dump. */
const struct jit_dump *jit_find_dump_of(struct jit *j, struct str image, uint32_t pid,
                                        struct fault *f)
{
    struct buf path = {0};
    char name[40];
    uint64_t index;
    uint32_t number = 0;

    (void)jitdump_image(image, &number, &index);
    snprintf(name, sizeof name, "jit-%" PRIu32 ".dump", number);
    buf_add(&path, str_from_to(image, 0, image.n - path_base_name(image).n));
    buf_add(&path, str_of(name));
    const struct jit_dump *dump = jit_find_dump(j, buf_str(&path), pid, f);
    buf_free(&path);
    return dump;
}

/* ---- code of jitdumps -------------------------------------------------------------------- */

struct jit_code jit_code_at(const struct jit_dump *dump, uint64_t address, uint64_t time_ns)
{
    const struct jitdump *d = &dump->file.dump;

    return (struct jit_code){
        dump, jitdump_find(d, address, d->foreign_times ? UINT64_MAX : time_ns), address};
}

struct jit_code jit_code_of(const struct jit_dump *dump, struct str image, uint64_t offset,
                            uint64_t at)
{
    enum { TEXT_EARLIER = 0x40, TEXT = 0x80 };
    uint64_t text = offset == TEXT_EARLIER ? TEXT_EARLIER : TEXT;
    const struct jitdump_code *c = NULL;
    uint64_t index;
    uint32_t pid;

    if (jitdump_image(image, &pid, &index) && offset >= text)
        c = jitdump_numbered(&dump->file.dump, index);
    at += offset - text;
    if (!c || at >= c->size)
        return (struct jit_code){0};
    return (struct jit_code){dump, c, c->address + at};
}

uint32_t jit_number(const struct jit_code *code)
{
    return code->dump->first + (uint32_t)(code->code - code->dump->file.dump.codes);
}

struct code_place jit_place(const struct jit_code *code, bool wants_line)
{
    const struct jitdump *d = &code->dump->file.dump;
    struct code_place place = {.name = jitdump_name(d, code->code), .file = STR("")};

    if (wants_line)
        (void)jitdump_line(d, code->code, code->address, &place.file, &place.line);
    return place;
}

/* ---- names of perf maps ------------------------------------------------------------------ */

/* Loads the map that belongs to the process, and if wanted the one that may. */
static bool need_maps(struct jit *j, struct jit_process *process, bool may_guess, struct fault *f)
{
    if (!process->loaded && !load_map(j, process->pid, false, &process->map, f))
        return false;
    process->loaded = true;
    if (process->map.path.n || !may_guess || j->guess_sought)
        return true;
    j->guess_sought = true;
    return load_map(j, process->pid, true, &j->guess, f);
}

bool jit_find_name(struct jit *j, const struct jit_unnamed *at, bool may_guess, struct str *name,
                   struct str *path, struct fault *f)
{
    const struct bundled_symbols *given = j->rec->r->maps;

    *name = *path = STR("");
    if (given && bundled_symbols_at(given, at->pid, at->address, name))
        return true;
    if (has_failed(j, f))
        return false;
    struct jit_process *process = process_of(j, at->pid);
    if (!need_maps(j, process, may_guess, f))
        return false;
    bool is_own = process->map.path.n > 0;
    const struct perf_map *map = is_own ? &process->map : &j->guess;
    const struct symbol *symbol = NULL;
    if (is_own || (may_guess && map->guessed))
        symbol = table_find(&map->names, at->address);
    if (symbol)
        *name = table_name(&map->names, symbol);
    process->by_guess = process->by_guess || (symbol && !is_own);
    if (symbol || is_own)
        *path = (struct str){map->path.p, map->path.n - 1};
    return true;
}

bool jit_find_range(struct jit *j, const struct jit_unnamed *at, struct jit_range *range,
                    struct fault *f)
{
    *range = (struct jit_range){.name = STR("")};
    if (has_failed(j, f))
        return false;
    struct jit_process *process = process_of(j, at->pid);
    if (!need_maps(j, process, false, f))
        return false;
    const struct symbol *s = table_find(&process->map.names, at->address);
    if (s)
        *range = (struct jit_range){s->address, s->size, table_name(&process->map.names, s)};
    return true;
}

bool jit_has_names(struct jit *j, uint32_t pid)
{
    return j->rec->r->maps || process_of(j, pid)->map.path.n > 0;
}

const struct perf_map_folders *jit_map_folders(const struct jit *j)
{
    const struct recording *rec = j->rec;

    for (size_t i = 0; i < rec->n_taken; i++)
        if (rec->taken[i].kind == EMBEDDED_PERF_MAP)
            return NULL;
    return !rec->r->maps && perf_map_folders_are_settled(&j->map_folders) ? &j->map_folders : NULL;
}

/* ---- remarks ----------------------------------------------------------------------------- */

void jit_add_unnamed(struct jit *j, const struct jit_unnamed *new)
{
    uint32_t tag = (uint32_t)hash_pair(&j->key, new->pid, new->address);

    for (struct slots_match m = slots_find(&j->unnamed_slots, tag); m.id; slots_find_next(&m)) {
        const struct jit_unnamed *row = &j->unnamed[m.id - 1];
        if (row->address == new->address && row->pid == new->pid)
            return;
    }
    j->unnamed =
        mem_grow(j->unnamed, &j->unnamed_room, (size_t)j->n_unnamed + 1, sizeof *j->unnamed);
    j->unnamed[j->n_unnamed] = *new;
    slots_add(&j->unnamed_slots, tag, ++j->n_unnamed);
}

static void remark_refused(const struct buf *path, struct text_list *to)
{
    if (path->n)
        reading_remark(to, "%s%s, or name its folder with --perf-map-dir", path->p,
                       beside_refusal());
}

static void remark_map(const struct perf_map *map, struct text_list *to)
{
    remark_refused(&map->refused, to);
    if (map->bad_lines)
        reading_remark(to, "%s: %" PRIu64 " line%s not \"START SIZE NAME\", skipped", map->path.p,
                       map->bad_lines, map->bad_lines == 1 ? " is" : "s are");
}

static void remark_guess(const struct jit *j, struct text_list *to)
{
    uint64_t n = 0;
    uint32_t pid = 0;

    for (uint32_t i = 0; i < j->n; i++) {
        const struct jit_process *process = &j->processes[i];
        n += process->by_guess;
        if (process->by_guess && (pid == 0 || process->pid < pid))
            pid = process->pid;
    }
    if (n == 1)
        reading_remark(to,
                       "%s is used as the map of process %" PRIu32
                       ", as it is the only one there and holds its addresses: rename it to "
                       "perf-%" PRIu32 ".map if that is right",
                       j->guess.path.p, pid, pid);
    else if (n)
        reading_remark(to,
                       "%s is used as the map of %" PRIu64 " processes, such as %" PRIu32
                       ", as it is the only one there and holds addresses of each: name it after "
                       "the one that it belongs to, perf-%" PRIu32 ".map",
                       j->guess.path.p, n, pid, pid);
    if (n && j->guess.bad_lines)
        remark_map(&j->guess, to);
}

/* Returns whether there was anything to report. */
static bool remark_dump(const struct jit_dump *dump, struct text_list *to)
{
    uint32_t pid;
    bool is_found = dump->file.path.n > 0;

    if (!jitdump_pid(buf_str(&dump->path), &pid) || (is_found && !dump->file.dump.damaged))
        return false;
    if (dump->file.refused.n)
        remark_refused(&dump->file.refused, to);
    else if (is_found)
        reading_remark(to, "jit-%" PRIu32 ".dump is damaged: not all of it is used", pid);
    else
        reading_remark(to,
                       "jit-%" PRIu32 ".dump, in which a process named the code that it generated, "
                       "was not found: copy it beside the recording",
                       pid);
    return true;
}

static int by_pid(const void *a, const void *b)
{
    const struct jit_process *const *x = a;
    const struct jit_process *const *y = b;

    return ((*x)->pid > (*y)->pid) - ((*x)->pid < (*y)->pid);
}

static int by_path(const void *a, const void *b)
{
    const struct jit_dump *const *x = a;
    const struct jit_dump *const *y = b;

    return str_compare(buf_str(&(*x)->path), buf_str(&(*y)->path));
}

/* In an order of their own: which is found first depends on the workers. */
static void remark_maps(const struct jit *j, struct text_list *to)
{
    const struct jit_process **sorted = mem_alloc(j->n, sizeof(struct jit_process *));

    for (uint32_t i = 0; i < j->n; i++)
        sorted[i] = &j->processes[i];
    if (j->n)
        qsort(sorted, j->n, sizeof(struct jit_process *), by_pid);
    for (uint32_t i = 0; i < j->n; i++)
        remark_map(&sorted[i]->map, to);
    mem_free(sorted, j->n, sizeof(struct jit_process *));
}

static void remark_dumps(const struct jit *j, struct text_list *to)
{
    enum { DUMPS_MOST = 8 };
    const struct jit_dump **sorted = mem_alloc(j->n_dumps, sizeof(struct jit_dump *));
    unsigned said = 0;

    for (uint32_t i = 0; i < j->n_dumps; i++)
        sorted[i] = j->dumps[i];
    if (j->n_dumps)
        qsort(sorted, j->n_dumps, sizeof(struct jit_dump *), by_path);
    for (uint32_t i = 0; i < j->n_dumps && said < DUMPS_MOST; i++)
        said += remark_dump(sorted[i], to);
    mem_free(sorted, j->n_dumps, sizeof(struct jit_dump *));
}

void jit_remark(const struct jit *j, const struct reading *r)
{
    remark_maps(j, &r->info->remarks);
    remark_guess(j, &r->info->remarks);
    remark_dumps(j, &r->info->remarks);
    if (j->n_unnamed)
        reading_remark(&r->info->details,
                       "%" PRIu32 " addresses of code generated at run time have no name: node "
                       "--perf-basic-prof, java -XX:+UnlockDiagnosticVMOptions "
                       "-XX:+DumpPerfMapAtExit (or perf-map-agent), python -X perf and "
                       "DOTNET_PerfMapEnabled=1 write maps",
                       j->n_unnamed);
}
