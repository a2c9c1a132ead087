/* A sample of 4711 -> /proc/4711/root/tmp/perf-1.map; a map of /tmp/jit-1.dump -> that file
 * Sees in records whose names are needed.
 *
 * A process is looked at when its first sample is read, so those that only wait cost nothing. What
 * it sees of files is held by two descriptors, shared by all that see the same; its map is opened
 * when it has ended, and copied at once, as the next process of that number may overwrite it. A
 * jitdump is opened when it is mapped. */
#include "record/code_names.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/parse.h"
#include "record/java_map.h"
#include "record/sample_fields.h"

enum {
    DUMPS_MOST = 256,
    JAVA_MOST = 1024,
    ANSWERS_S = 5,
    MMAP2_PROTECTION_AT = 8,
    MMAP2_PATH_AT,
    PATH = 4096
};

/* Owns both. */
struct mapped_dump {
    uint32_t pid;
    uid_t user;
    int fd;
    struct buf path; /* with a NUL that is not counted */
};

static void count(struct code_names *c, enum taken_refusal why)
{
    c->files.counts.refused[why]++;
}

/* Whether there is something there that was refused. */
static bool is_refused(int error)
{
    return error != ENOENT && error != ENOTDIR && error != ESRCH;
}

/* .../jit-4711.dump */
static bool is_dump(struct str path)
{
    struct str name = path_base_name(path);
    uint64_t number;

    if (path.n == name.n || !str_starts(name, STR("jit-")) || !str_ends(name, STR(".dump")))
        return false;
    return parse_u64(str_from_to(name, 4, name.n - 5), &number);
}

static bool is_known(const struct code_names *c, uint32_t pid, struct str path)
{
    for (size_t i = 0; i < c->n_dumps; i++)
        if (c->dumps[i].pid == pid && str_equal(buf_str(&c->dumps[i].path), path))
            return true;
    return false;
}

/* One of two numbers in a word. */
static uint32_t half(const uint64_t *word, unsigned which)
{
    uint32_t halves[2];

    memcpy(halves, word, sizeof halves);
    return halves[which];
}

static void add_java(struct code_names *c, uint32_t pid)
{
    for (size_t i = 0; i < c->n_java; i++)
        if (c->java[i] == pid)
            return;
    if (c->n_java == JAVA_MOST)
        return;
    c->java = mem_grow(c->java, &c->java_room, c->n_java + 1, sizeof *c->java);
    c->java[c->n_java++] = pid;
}

static void see_map(struct code_names *c, const uint64_t *words, size_t n, bool has_id)
{
    const uint32_t pid = half(words + 1, 0);
    const char *text = (const char *)(words + MMAP2_PATH_AT);
    const char *end = n > MMAP2_PATH_AT ? memchr(text, '\0', (n - MMAP2_PATH_AT) * 8) : NULL;

    if (!end)
        return;
    const struct str path = {text, (size_t)(end - text)};
    if (!has_id && half(words + MMAP2_PROTECTION_AT, 0) & PROT_EXEC)
        file_build_ids_see(&c->build_ids, pid, path);
    if (str_ends(path, STR("/libjvm.so")))
        add_java(c, pid);
    if (!is_dump(path) || is_known(c, pid, path))
        return;
    held_look(&c->held, pid);
    const struct held_process *p = held_find(&c->held, pid);
    if (!p)
        return;
    if (c->n_dumps == DUMPS_MOST) {
        count(c, REFUSED_MANY);
        return;
    }
    struct mapped_dump dump = {
        .pid = p->pid, .user = p->user, .fd = held_open_path(&c->held, p, text)};
    if (dump.fd < 0 && is_refused(errno))
        count(c, REFUSED_KIND);
    if (dump.fd < 0)
        return;
    buf_add(&dump.path, path);
    c->dumps = mem_grow(c->dumps, &c->dumps_room, c->n_dumps + 1, sizeof *c->dumps);
    c->dumps[c->n_dumps++] = dump;
}

void code_names_see(struct code_names *c, const uint64_t *words, size_t n)
{
    struct perf_event_header header;

    if (n <= SAMPLE_TIME_AT)
        return;
    memcpy(&header, words, sizeof header);
    const uint32_t pid =
        half(words + (header.type == PERF_RECORD_SAMPLE ? SAMPLE_TIME_AT - 1 : 1), 0);
    const bool is_held = held_has(&c->held, pid);
    if (header.type == PERF_RECORD_SAMPLE) {
        kernel_names_see(&c->kernel, words + 2, n - 2);
        if (pid && !is_held)
            held_look(&c->held, pid);
    } else if (header.type == PERF_RECORD_MMAP2) {
        see_map(c, words, n, header.misc & PERF_RECORD_MISC_MMAP_BUILD_ID);
    } else if (header.type == PERF_RECORD_COMM) {
        if (is_held && header.misc & PERF_RECORD_MISC_COMM_EXEC)
            held_look(&c->held, pid);
    } else if (header.type == PERF_RECORD_EXIT && is_held && half(words + 2, 0) == pid) {
        c->ended = mem_grow(c->ended, &c->ended_room, c->n_ended + 1, sizeof *c->ended);
        c->ended[c->n_ended++] = pid;
    }
}

void code_names_see_all(struct code_names *c, struct str records)
{
    uint64_t words[CODE_NAMES_RECORD];
    struct perf_event_header header;

    while (records.n >= sizeof header) {
        memcpy(&header, records.p, sizeof header);
        if (header.size < sizeof header || header.size > records.n)
            return;
        const size_t n = header.size < sizeof words ? header.size : sizeof words;
        memcpy(words, records.p, n);
        code_names_see(c, words, n / sizeof *words);
        records = str_from_to(records, header.size, records.n);
    }
}

static void take_map(struct code_names *c, const struct held_process *p)
{
    char path[64];
    const int fd = held_open_map(&c->held, p);

    if (fd < 0) {
        if (is_refused(errno))
            count(c, REFUSED_KIND);
        return;
    }
    snprintf(path, sizeof path, "/tmp/perf-%u.map", p->inside);
    taken_files_add(&c->files, TAKEN_PERF_MAP, p->pid, str_of(path), fd, p->user);
    close(fd);
}

static void take_dumps(struct code_names *c, const uint32_t *pid)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n_dumps; i++) {
        struct mapped_dump *d = &c->dumps[i];
        if (pid && d->pid != *pid) {
            c->dumps[n++] = *d;
            continue;
        }
        taken_files_add(&c->files, TAKEN_JITDUMP, d->pid, buf_str(&d->path), d->fd, d->user);
        close(d->fd);
        buf_free(&d->path);
    }
    c->n_dumps = n;
}

static void take(struct code_names *c, uint32_t pid)
{
    const struct held_process *p = held_find(&c->held, pid);
    if (p)
        take_map(c, p);
    take_dumps(c, &pid);
}

void code_names_catch_up(struct code_names *c)
{
    for (size_t i = 0; i < c->n_ended; i++)
        if (held_has(&c->held, c->ended[i])) {
            held_look_at_user(&c->held, c->ended[i]);
            take(c, c->ended[i]);
            held_drop(&c->held, c->ended[i]);
        }
    c->n_ended = 0;
}

/* Takes the map that a Java machine writes when it is asked, and leaves none where none was. */
static void take_java(struct code_names *c, uint32_t pid, uint64_t until_ns)
{
    if (held_has(&c->held, pid))
        held_look(&c->held, pid);
    const struct held_process *p = held_find(&c->held, pid);
    const enum java_answer answer = p ? java_map_ask(&c->held, p, until_ns) : JAVA_NONE;

    c->files.counts.java_silent += answer == JAVA_SILENT;
    if (answer != JAVA_WRITTEN_NEW)
        return;
    take_map(c, p);
    java_map_remove(&c->held, p);
}

/* All are waited for together, no longer than a few seconds. */
static void take_all_java(struct code_names *c)
{
    const uint64_t until_ns = clock_now_ns() + ANSWERS_S * UINT64_C(1000000000);

    for (size_t i = 0; i < c->n_java && !c->no_attach; i++)
        take_java(c, c->java[i], until_ns);
}

void code_names_finish(struct code_names *c)
{
    struct buf lines = {0};

    code_names_catch_up(c);
    take_all_java(c);
    for (size_t i = 0; i < c->held.n_processes; i++) {
        const uint32_t pid = c->held.processes[i].pid;
        held_look(&c->held, pid); /* its user, or its root, may be another by now */
        take(c, pid);
    }
    take_dumps(c, NULL);
    c->files.counts.refused[REFUSED_MANY] += c->held.refused;
    c->files.counts.refused[REFUSED_LINK] += c->held.links;
    c->files.counts.kernel_hidden = !kernel_names_write(&c->kernel, &lines);
    if (lines.n)
        taken_files_add_bytes(&c->files, TAKEN_KALLSYMS, STR("/proc/kallsyms"), buf_str(&lines));
    buf_free(&lines);
}

void code_names_free(struct code_names *c)
{
    for (size_t i = 0; i < c->n_dumps; i++) {
        close(c->dumps[i].fd);
        buf_free(&c->dumps[i].path);
    }
    mem_free(c->dumps, c->dumps_room, sizeof *c->dumps);
    mem_free(c->java, c->java_room, sizeof *c->java);
    mem_free(c->ended, c->ended_room, sizeof *c->ended);
    held_free(&c->held);
    kernel_names_free(&c->kernel);
    file_build_ids_free(&c->build_ids);
    taken_files_free(&c->files);
}
