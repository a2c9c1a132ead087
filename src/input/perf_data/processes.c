/* MMAP2 maps a file, FORK copies a process's maps, COMM by exec drops them, EXIT ends a thread.
 * Follows processes, threads and their memory maps. */
#include "input/perf_data/processes.h"

#include <stdio.h>

#include "base/mem.h"
#include "symbol/jitdump.h"

void processes_init(struct processes *p, struct recording *rec)
{
    *p = (struct processes){.rec = rec, .key = hash_key_draw()};
    names_copy(&p->names, &rec->names);
    maps_init(&p->maps);
    p->n_build_ids = rec->names.n;
    p->build_ids = mem_alloc(p->n_build_ids, sizeof *p->build_ids);
    for (size_t i = 0; i < rec->n_ids; i++)
        p->build_ids[rec->ids[i].path] = rec->ids[i].build_id;
}

void processes_free(struct processes *p)
{
    maps_free(&p->maps);
    names_free(&p->names);
    mem_free(p->rows, p->room, sizeof *p->rows);
    mem_free(p->threads, p->threads_room, sizeof *p->threads);
    mem_free(p->files, p->files_room, sizeof *p->files);
    slots_free(&p->slots);
    slots_free(&p->thread_slots);
    slots_free(&p->file_slots);
    mem_free(p->build_ids, p->n_build_ids, sizeof *p->build_ids);
}

struct process *processes_get(struct processes *p, uint32_t pid)
{
    uint32_t tag = hash_ids(&p->key, pid, 1);

    for (struct slots_match m = slots_find(&p->slots, tag); m.id; slots_find_next(&m))
        if (p->rows[m.id - 1].pid == pid)
            return &p->rows[m.id - 1];
    p->rows = mem_grow(p->rows, &p->room, (size_t)p->n + 1, sizeof *p->rows);
    p->rows[p->n] = (struct process){.pid = pid, .space = ++p->n_spaces};
    slots_add(&p->slots, tag, ++p->n);
    return &p->rows[p->n - 1];
}

static struct recorded_thread *get_thread(struct processes *p, uint32_t tid)
{
    uint32_t tag = hash_ids(&p->key, tid, 2);

    for (struct slots_match m = slots_find(&p->thread_slots, tag); m.id; slots_find_next(&m))
        if (p->threads[m.id - 1].tid == tid)
            return &p->threads[m.id - 1];
    p->threads =
        mem_grow(p->threads, &p->threads_room, (size_t)p->n_threads + 1, sizeof *p->threads);
    p->threads[p->n_threads] = (struct recorded_thread){.tid = tid};
    slots_add(&p->thread_slots, tag, ++p->n_threads);
    return &p->threads[p->n_threads - 1];
}

/* Anonymous memory of a process, which may hold JIT code. */
static bool is_memory(struct str path)
{
    static const char *const starts[] = {"//anon",    "[anon",   "[heap]", "[stack",
                                         "/dev/zero", "/memfd:", "/SYSV",  "/anon_hugepage"};

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (str_starts(path, str_of(starts[i])))
            return true;
    return path.n == 0;
}

/* Without a build-id the path may be that of several files, as containers have their own. */
static void note_inode(struct mapped_file *file, const struct mapped_inode *inode)
{
    const struct mapped_inode *first = &file->inode;

    if (inode->number != first->number || inode->major != first->major ||
        inode->minor != first->minor)
        file->is_several = true;
}

static uint32_t get_file(struct processes *p, name_id path, name_id build_id,
                         const struct mapped_inode *inode)
{
    uint32_t tag = hash_ids(&p->key, path, build_id);

    for (struct slots_match m = slots_find(&p->file_slots, tag); m.id; slots_find_next(&m)) {
        struct mapped_file *file = &p->files[m.id - 1];
        if (file->path != path || file->build_id != build_id)
            continue;
        note_inode(file, inode);
        return m.id - 1;
    }
    p->files = mem_grow(p->files, &p->files_room, (size_t)p->n_files + 1, sizeof *p->files);
    const struct str text = names_get(&p->names, path);
    uint32_t pid;
    p->files[p->n_files] = (struct mapped_file){.path = path,
                                                .build_id = build_id,
                                                .is_memory = is_memory(text),
                                                .is_dump = jitdump_pid(text, &pid),
                                                .inode = *inode};
    slots_add(&p->file_slots, tag, ++p->n_files);
    return p->n_files - 1;
}

const struct mapping *processes_find(struct processes *p, struct process *process, uint64_t address)
{
    if (process->last.start <= address && address < process->last.end)
        return &process->last;
    const struct mapping *map = maps_find(&p->maps, &process->maps, address);
    if (!map)
        return NULL;
    process->last = *map;
    return &process->last;
}

/* Call it when the maps have changed. */
static void begin_space(struct processes *p, struct process *process)
{
    process->space = ++p->n_spaces;
    process->last = (struct mapping){.end = 0};
}

static name_id recorded_id_of(const struct processes *p, name_id path)
{
    return path < p->n_build_ids ? p->build_ids[path] : 0;
}

/* Whether the recorded machine has programs of 64 bits, beside which there may be some of 32. */
static bool has_64_bits(const struct recording *rec)
{
    const struct str machine = names_get(&rec->names, rec->machine);

    if (machine.n == 0) /* it is told behind the records, and missing while these are written */
        return sizeof(void *) == 8;
    return str_find(machine, 0, STR("64")) < machine.n;
}

/* Programs of 32 bits have another vDSO, which the kernel calls the same. */
static struct str path_of(const struct processes *p, const struct map_record *map)
{
    const bool is_low = map->start < UINT64_C(1) << 32;

    return is_low && str_equal(map->path, STR("[vdso]")) && has_64_bits(p->rec) ? STR("[vdso32]")
                                                                                : map->path;
}

static void apply_map(struct processes *p, const struct record *record)
{
    struct map_record map;

    if (!map_read(&map, record))
        return;
    name_id path = names_add(&p->names, path_of(p, &map));
    name_id build_id =
        map.build_id.n ? names_add(&p->names, map.build_id) : recorded_id_of(p, path);
    uint32_t file = get_file(p, path, build_id, &map.inode);
    struct process *process = processes_get(p, map.is_of_kernel ? PROCESS_KERNEL : map.pid);
    maps_add(&p->maps, &process->maps,
             &(struct mapping){map.start, map.start + map.size, map.offset, file});
    if (p->files[file].is_dump)
        process->dump = file + 1;
    begin_space(p, process);
}

static void copy_maps(struct processes *p, uint32_t from, uint32_t to)
{
    struct process parent = *processes_get(p, from);
    struct process *process = processes_get(p, to);

    maps_share(&p->maps, &parent.maps, &process->maps);
    process->dump = parent.dump;
    begin_space(p, process);
    *processes_get(p, from) = parent;
}

/* {u32 pid, u32 parent's pid, u32 tid, u32 parent's tid, u64 time}. For processes older than the
 * recording, all maps are recorded. */
static void apply_fork(struct processes *p, const struct record *record)
{
    struct bytes b = record->body;
    uint32_t pid, parent_pid, tid, parent_tid;

    if (!bytes_u32(&b, &pid) || !bytes_u32(&b, &parent_pid) || !bytes_u32(&b, &tid) ||
        !bytes_u32(&b, &parent_tid))
        return;
    name_id comm = processes_comm(p, parent_tid);
    struct recorded_thread *thread = get_thread(p, tid);
    thread->pid = pid;
    thread->comm = comm;
    if (record->misc & MISC_OUT || pid == parent_pid)
        return;
    if (pid != PROCESS_KERNEL && parent_pid != PROCESS_KERNEL)
        copy_maps(p, parent_pid, pid);
}

/* {u32 pid, u32 tid, name} */
static void apply_comm(struct processes *p, const struct record *record)
{
    struct bytes b = record->body;
    uint32_t pid, tid;
    struct str comm;

    if (!bytes_u32(&b, &pid) || !bytes_u32(&b, &tid) || !bytes_str(&b, b.n, &comm))
        return;
    struct recorded_thread *thread = get_thread(p, tid);
    thread->pid = pid;
    thread->comm = names_add(&p->names, str_until_nul(comm));
    if (record->misc & MISC_OUT) {
        struct process *process = processes_get(p, pid);
        process->maps = (struct map_tree){.root = 0};
        process->dump = 0;
        begin_space(p, process);
    }
}

void processes_apply(struct processes *p, const struct record *record)
{
    if (record->type == RECORD_MMAP || record->type == RECORD_MMAP2)
        apply_map(p, record);
    else if (record->type == RECORD_FORK)
        apply_fork(p, record);
    else if (record->type == RECORD_COMM)
        apply_comm(p, record);
}

uint32_t processes_thread(struct processes *p, uint32_t tid)
{
    return (uint32_t)(get_thread(p, tid) - p->threads);
}

/* Thread 0 is an idle processor, called swapper. */
name_id processes_comm(struct processes *p, uint32_t tid)
{
    struct recorded_thread *thread = get_thread(p, tid);

    if (!thread->comm && tid == 0)
        thread->comm = names_add(&p->names, STR("swapper"));
    return thread->comm;
}
