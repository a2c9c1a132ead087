/* sample {7f1c2a3b4c5d, ...} -> libc.so.6 at 9f0d2 -> 9f0c0 140 read
 * Collects the functions of files in which samples lie. */
#include "input/sampled_symbols.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "base/mem.h"
#include "input/perf_data/recording_read.h"
#include "input/perf_data/worker.h"

enum { MEMO = 1 << 15, PLACES_MOST = 1 << 20 };

/* Code that was sampled. */
struct sampled_place {
    uint64_t address; /* in the file's address space */
    module_id module;
    uint32_t file; /* of the processes */
};

/* An address that was looked at. */
struct seen {
    uint64_t ip;
    uint32_t space; /* of its process; 0: free */
};

struct sampling {
    struct recording *rec;
    struct worker worker; /* follows the processes; takes no samples */
    struct seen *seen;
    struct sampled_place *places;
    size_t room, n;
};

static int by_address(const void *a, const void *b)
{
    const struct sampled_place *x = a;
    const struct sampled_place *y = b;

    if (x->module != y->module)
        return x->module < y->module ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->file > y->file) - (x->file < y->file);
}

/* Many processes have the same files. */
static void drop_twins(struct sampling *s)
{
    size_t n = 0;

    if (s->n)
        qsort(s->places, s->n, sizeof *s->places, by_address);
    for (size_t i = 0; i < s->n; i++)
        if (n == 0 || by_address(&s->places[n - 1], &s->places[i]) != 0)
            s->places[n++] = s->places[i];
    s->n = n;
}

static void add(struct sampling *s, const struct sampled_place *place)
{
    if (s->n == s->room && s->room) {
        drop_twins(s);
        if (s->n > PLACES_MOST)
            return;
    }
    s->places = mem_grow(s->places, &s->room, s->n + s->n / 2 + 1, sizeof *s->places);
    s->places[s->n++] = *place;
}

static void see(struct sampling *s, struct process *process, uint64_t ip)
{
    struct addresses *a = &s->worker.addresses;
    struct processes *p = &s->worker.processes;
    struct seen *seen = &s->seen[(ip * UINT64_C(0x9e3779b97f4a7c15) >> 40 ^ process->space) % MEMO];
    struct unwind_where where;

    if (seen->ip == ip && seen->space == process->space)
        return;
    *seen = (struct seen){ip, process->space};
    const struct mapping *map = processes_find(p, process, ip);
    if (!map || p->files[map->file].is_memory)
        return;
    const uint32_t file = map->file;
    if (addresses_locate(a, process, ip, &where) && where.module && !a->code.code)
        add(s, &(struct sampled_place){where.address, where.module, file});
}

/* The processor's record of calls, and a chain; callers return to behind their calls. */
static void see_chain(struct sampling *s, struct process *process, const struct sample_fields *f,
                      bool is_user)
{
    enum { BRANCH_REST = 16 };
    struct bytes branches = f->branches;
    struct bytes chain = f->chain;
    bool first = true;
    uint64_t ip;

    if (is_user)
        see(s, process, f->ip);
    while (bytes_u64(&branches, &ip) && bytes_skip(&branches, BRANCH_REST))
        see(s, process, ip);
    while (bytes_u64(&chain, &ip)) {
        if (ip >= MARK_FIRST) {
            is_user = (int64_t)ip == MARK_USER;
            first = true;
            continue;
        }
        if (is_user)
            see(s, process, ip - (first || !ip ? 0 : 1));
        first = false;
    }
}

/* Of a copy of the stack that was kept, only the function in which the program was: callers are
 * found by whoever has the files, which have names. */
static void see_sample(struct sampling *s, const struct record *record)
{
    const struct event *event = recording_event_of(s->rec, record->body);
    struct unwinding *u = &s->worker.chains.unwinding;
    struct sample_fields f;

    if (!sample_read(&f, event, record->body))
        return;
    addresses_set_time(&s->worker.addresses, event, f.time_ns);
    struct process *process = processes_get(&s->worker.processes, f.pid);
    see_chain(s, process, &f, (record->misc & MISC_MODE) == MODE_USER);
    if (unwinding_begin(u, event, &f))
        see(s, process, u->registers.value[u->registers.machine->pc]);
}

static bool see_records(struct sampling *s)
{
    const struct recording *rec = s->rec;
    struct record record;

    for (size_t i = 0; i < rec->n_records; i++) {
        const uint64_t at = rec->records[i].at;
        if (!recording_get(&s->worker.view, at, &record))
            return false;
        processes_apply(&s->worker.processes, &record);
        addresses_apply(&s->worker.addresses, &record);
        if (at & RECORD_IS_SAMPLE)
            see_sample(s, &record);
    }
    return true;
}

/* ---- the symbols -------------------------------------------------------------------------- */

/* Whether the file that was found is the one that was mapped. In containers, devices may have other
 * numbers for the kernel than for programs; then the file must come from its process. */
static bool is_mapped(const struct mapped_file *mapped, const struct module_file *file)
{
    const struct mapped_inode *inode = &mapped->inode;
    struct stat st;

    if (file->is_verified)
        return true;
    if (mapped->is_several || inode->number == 0 || fstat(file->image.fd, &st) != 0 ||
        st.st_ino != inode->number)
        return false;
    return file->rule == RULE_PROCESS ||
           (major(st.st_dev) == inode->major && minor(st.st_dev) == inode->minor);
}

/* Appends a function, which holds an address at least. */
static void add_function(const struct symbol_table *t, const struct symbol *s, uint64_t last,
                         struct buf *to)
{
    const uint64_t size = s->size ? s->size : last - s->address + 1;

    /* Left out is one whose name cannot be told. */
    (void)!embedded_symbols_add_function(to, s->address, size, table_name(t, s));
}

/* Appends the functions at some places of a file. */
static void add_functions(struct modules *m, const struct sampled_place *places, size_t n,
                          struct buf *to)
{
    uint64_t *addresses = mem_alloc(n, sizeof *addresses);
    struct symbol_table t = {.n = 0};
    const struct symbol *open = NULL; /* holds the addresses before */

    for (size_t i = 0; i < n; i++)
        addresses[i] = places[i].address;
    modules_symbols_at(m, places[0].module, addresses, n, &t);
    for (size_t i = 0; i < n; i++) {
        const struct symbol *s = table_find(&t, addresses[i]);
        if (open && s != open)
            add_function(&t, open, addresses[i - 1], to);
        open = s;
    }
    if (open)
        add_function(&t, open, addresses[n - 1], to);
    table_free(&t);
    mem_free(addresses, n, sizeof *addresses);
}

static void add_file(const struct sampling *s, const struct sampled_place *places, size_t n,
                     struct buf *to)
{
    struct modules *m = s->worker.sources->modules;
    const module_id module = places[0].module;
    const struct module_file *file = modules_file(m, module);
    struct buf functions = {0};
    const size_t before = to->n;

    if (!file || !is_mapped(&s->worker.processes.files[places[0].file], file))
        return;
    add_functions(m, places, n, &functions);
    if (functions.n &&
        embedded_symbols_add_file(to, modules_path(m, module), modules_build_id(m, module))) {
        size_t segments = 0;
        for (size_t i = 0; i < file->image.n_segments && segments < EMBEDDED_SEGMENTS_MOST; i++)
            if (file->image.segments[i].is_code) {
                embedded_symbols_add_code(to, &file->image.segments[i]);
                segments++;
            }
        buf_add(to, buf_str(&functions));
    }
    if (to->n > EMBEDDED_SYMBOLS_MOST)
        to->n = before;
    buf_free(&functions);
}

static void add_files(struct sampling *s, struct buf *to)
{
    size_t from = 0;

    drop_twins(s);
    for (size_t i = 1; i <= s->n; i++)
        if (i == s->n || s->places[i].module != s->places[from].module) {
            add_file(s, s->places + from, i - from, to);
            from = i;
        }
}

static bool collect(struct recording *rec, struct buf *to, struct fault *f)
{
    struct sampling *s = mem_alloc(1, sizeof *s);
    struct sources sources;
    struct profile profile;

    s->rec = s->worker.rec = rec;
    s->seen = mem_alloc(MEMO, sizeof *s->seen);
    s->worker.sources = &sources;
    s->worker.profile = &profile;
    s->worker.reading = *rec->r;
    sources_init(&sources, rec);
    profile_init(&profile, INPUT_COLUMNS, TIME_NONE);
    bool ok = worker_begin(&s->worker) && see_records(s);
    if (!ok && f->kind == FAULT_NONE)
        *f = s->worker.fault;
    if (ok)
        add_files(s, to);
    ok = ok && sources_check(&sources, f);
    worker_free(&s->worker);
    profile_free(&profile);
    sources_free(&sources);
    mem_free(s->seen, MEMO, sizeof *s->seen);
    mem_free(s->places, s->room, sizeof *s->places);
    mem_free(s, 1, sizeof *s);
    return ok;
}

bool perf_data_symbols(const struct unwound_input *input, struct buf *to, struct fault *f)
{
    struct recording_info info = {0}; /* nobody is told */
    struct reading reading = {.name = input->path,
                              .path = input->path,
                              .opened = &input->fd,
                              .info = &info,
                              .ask = input->ask};
    struct recording *rec;
    struct source source;
    struct blocks blocks;
    bool ok = source_open_again(&source, input->fd, input->path, &input->ask->limits, f);

    if (!ok)
        return false;
    blocks_init(&blocks, &source);
    rec = mem_alloc(1, sizeof *rec);
    ok = recording_read(rec, &reading, &blocks, f) && collect(rec, to, f);
    recording_free(rec);
    mem_free(rec, 1, sizeof *rec);
    blocks_free(&blocks);
    source_close(&source);
    recording_info_free(&info);
    return ok;
}
