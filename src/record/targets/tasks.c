/* Reads /proc/PID/{maps,comm,task}. */
#include "record/targets/tasks.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>

#include "base/mem.h"
#include "base/parse.h"
#include "record/code/process_files.h"
#include "record/proc_fields.h"
#include "record/small_file.h"
#include "record/synthetic.h"

enum { PATH = 4096, FILES_MOST = 1 << 16 };

/* How much of lists of maps is read: the largest of real programs have some 60,000 lines. */
enum { MAPS_MOST = 16 << 20, MAPS_ALL_MOST = 256 << 20 };

/* As the kernel tells what is mapped, and as a view of files has it: another view may have another
 * file at the path, of the same numbers. */
struct known_file {
    uint32_t view, major, minor;
    uint64_t inode;
    size_t id_size;
    unsigned char id[BUILD_ID_ROOM];
};

void tasks_free(struct tasks *t)
{
    mem_free(t->files, t->files_room, sizeof *t->files);
    slots_free(&t->slots);
    buf_free(&t->text);
    buf_free(&t->names);
    *t = (struct tasks){0};
}

bool tasks_each(const char *folder, bool (*found)(void *context, uint32_t number), void *context)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    uint64_t number;
    bool more = true;

    while (dir && more && (entry = readdir(dir)) != NULL)
        if (parse_u64(str_of(entry->d_name), &number) && number <= INT32_MAX)
            more = found(context, (uint32_t)number);
    if (dir)
        closedir(dir);
    return dir != NULL;
}

/* Tgid:	4711 */
uint32_t tasks_process_of(uint32_t tid)
{
    struct buf text = {0};
    uint64_t pid = 0;
    struct str value;

    if (!small_file_read(&text, "/proc/%u/status", tid) ||
        !proc_status_value(buf_str(&text), STR("\nTgid:"), &value) ||
        !parse_u64(str_trim(value), &pid) || pid > INT32_MAX)
        pid = 0;
    buf_free(&text);
    return (uint32_t)pid;
}

static bool is_same(const struct known_file *a, const struct known_file *b)
{
    return a->inode == b->inode && a->view == b->view && a->major == b->major &&
           a->minor == b->minor;
}

static uint32_t tag_of(const struct tasks *t, const struct known_file *file)
{
    const uint64_t device = (uint64_t)file->major << 32 | file->minor;
    const struct hash_key key = {t->key.k0 ^ file->view, t->key.k1};

    return (uint32_t)hash_pair(&key, file->inode, device);
}

/* NULL: its build-id was not looked for yet. */
static const struct known_file *find_known(const struct tasks *t, uint32_t tag,
                                           const struct known_file *file)
{
    for (struct slots_match match = slots_find(&t->slots, tag); match.id; slots_find_next(&match))
        if (is_same(&t->files[match.id - 1], file))
            return &t->files[match.id - 1];
    return NULL;
}

static void find_build_id(struct tasks *t, const struct sampled_process *p, struct mapped_range *m)
{
    char path[PATH];
    struct known_file file = {
        .view = p->view, .major = m->major, .minor = m->minor, .inode = m->inode};

    if (t->n_files == 0)
        t->key = hash_key_draw();
    const uint32_t tag = tag_of(t, &file);
    const struct known_file *known = find_known(t, tag, &file);
    if (known) {
        m->build_id_size = known->id_size;
        memcpy(m->build_id, known->id, sizeof known->id);
        return;
    }
    if (m->name.n >= sizeof path || t->n_files == FILES_MOST)
        return;
    snprintf(path, sizeof path, "%.*s", (int)m->name.n, m->name.p);
    file.id_size = process_build_id(t->held, p, path, m->inode, file.id);
    m->build_id_size = file.id_size;
    memcpy(m->build_id, file.id, sizeof file.id);
    t->files = mem_grow(t->files, &t->files_room, t->n_files + 1, sizeof *t->files);
    t->files[t->n_files++] = file;
    slots_add(&t->slots, tag, (uint32_t)t->n_files);
}

/* "r-xp" */
static void parse_rights(struct mapped_range *m, struct str word)
{
    if (word.n < 4)
        return;
    m->protection = (word.p[0] == 'r' ? PROT_READ : 0U) | (word.p[1] == 'w' ? PROT_WRITE : 0U) |
                    (word.p[2] == 'x' ? PROT_EXEC : 0U);
    m->flags = word.p[3] == 's' ? MAP_SHARED : MAP_PRIVATE;
}

/* 7f2c00000000-7f2c00021000 r-xp 00001000 fe:01 12345  /usr/lib/libc.so.6 */
static bool parse_map(struct mapped_range *m, struct str line)
{
    struct str word;
    uint64_t major, minor, end;

    if (!parse_hex_head(&line, &m->address) || !str_starts(line, STR("-")))
        return false;
    line = str_from_to(line, 1, line.n);
    if (!parse_hex_head(&line, &end) || end <= m->address || !take_word(&line, &word))
        return false;
    m->size = end - m->address;
    parse_rights(m, word);
    if (!take_word(&line, &word) || !parse_hex_u64(word, &m->offset) || !take_word(&line, &word) ||
        !parse_hex_head(&word, &major) || !str_starts(word, STR(":")) ||
        !parse_hex_u64(str_from_to(word, 1, word.n), &minor) || !take_word(&line, &word) ||
        !parse_u64(word, &m->inode))
        return false;
    m->major = (uint32_t)major;
    m->minor = (uint32_t)minor;
    m->name = str_trim(line);
    return true;
}

static void add_maps(struct tasks *t, uint32_t pid, struct buf *to)
{
    struct str line;
    struct str rest = buf_str(&t->text);
    const struct sampled_process p = sampled_peek(t->held, pid);

    while (take_field(&rest, '\n', &line)) {
        struct mapped_range m = {.pid = pid, .tid = pid};
        if (!parse_map(&m, line))
            continue;
        m.is_data = !(m.protection & PROT_EXEC);
        if (m.is_data && !(t->data && m.protection & PROT_READ))
            continue;
        if (m.name.n == 0)
            m.name = STR("//anon");
        else if (m.name.p[0] == '/')
            find_build_id(t, &p, &m);
        synthetic_mmap2(to, &m);
    }
}

/* A thread whose name is to be told. */
struct thread_name {
    struct tasks *tasks;
    uint32_t pid;
    struct buf *to;
};

static bool add_thread(void *context, uint32_t tid)
{
    const struct thread_name *t = context;
    struct buf *name = &t->tasks->names;

    if (small_file_read(name, "/proc/%u/task/%u/comm", t->pid, tid) && name->n)
        synthetic_comm(t->to, t->pid, tid, str_from_to(buf_str(name), 0, name->n - 1));
    return true;
}

/* Sets the text to whole lines of the maps of a process; false when it has none. */
static bool read_maps(struct tasks *t, uint32_t pid)
{
    const size_t left = MAPS_ALL_MOST - t->maps_read;
    const bool ok =
        small_file_read_most(&t->text, left < MAPS_MOST ? left : MAPS_MOST, "/proc/%u/maps", pid);

    if (!ok && errno != EFBIG)
        return false;
    t->n_cut += !ok;
    t->maps_read += t->text.n;
    const struct str text = buf_str(&t->text);
    const size_t end = str_find_last(text, STR("\n"));
    t->text.n = end < text.n ? end + 1 : 0;
    return true;
}

void tasks_add(struct tasks *t, uint32_t pid, struct buf *to)
{
    char folder[64];
    struct thread_name name = {t, pid, to};

    snprintf(folder, sizeof folder, "/proc/%u/task", pid);
    if (tasks_each(folder, add_thread, &name) && read_maps(t, pid))
        add_maps(t, pid, to);
}

/* Appending the records of several processes. */
struct told {
    struct tasks *tasks;
    struct buf *to;
    uint32_t process; /* of the thread that was told last; 0: none */
};

static bool add_task(void *context, uint32_t pid)
{
    const struct told *told = context;

    tasks_add(told->tasks, pid, told->to);
    return true;
}

/* Threads that follow one another are mostly of one process. */
static void add_process_of(struct told *told, uint32_t tid)
{
    const uint32_t pid = tasks_process_of(tid);

    if (pid && pid != told->process)
        add_task(told, pid);
    told->process = pid ? pid : told->process;
}

void tasks_add_chosen(struct tasks *t, const struct tasks_chosen *chosen, struct buf *to)
{
    struct told told = {t, to, 0};

    if (chosen->all)
        tasks_each("/proc", add_task, &told);
    for (size_t i = 0; i < chosen->n_pids; i++)
        add_task(&told, chosen->pids[i]);
    for (size_t i = 0; i < chosen->n_tids; i++)
        add_process_of(&told, chosen->tids[i]);
}

/* Whether a thread runs still, in which case no other is looked at: the state behind its name in
 * brackets is neither Z nor X. */
struct life {
    struct buf text; /* owned: scratch */
    bool found;
};

static bool is_dead(void *context, uint32_t tid)
{
    struct life *life = context;

    if (!small_file_read(&life->text, "/proc/%u/stat", tid))
        return true;
    const struct str fields = proc_stat_fields(buf_str(&life->text));
    const int state = fields.n ? fields.p[0] : 'X';
    life->found = state != 'Z' && state != 'X';
    return !life->found;
}

/* The first thread of a process may end before the others. */
bool tasks_run(const struct tasks_chosen *chosen)
{
    struct life life = {.found = false};
    char folder[64];

    for (size_t i = 0; !life.found && i < chosen->n_pids; i++) {
        snprintf(folder, sizeof folder, "/proc/%u/task", chosen->pids[i]);
        tasks_each(folder, is_dead, &life);
    }
    for (size_t i = 0; !life.found && i < chosen->n_tids; i++)
        is_dead(&life, chosen->tids[i]);
    buf_free(&life.text);
    return life.found;
}
