/* A sample of 4711 -> /proc/4711/root/tmp/perf-1.map; a map of /tmp/jit-1.dump -> that file
 * Sees in records whose names are needed.
 *
 * A process is looked at when its first sample is read, so those that only wait cost nothing. What
 * it sees of files is held by two descriptors, shared by all that see the same; its map is opened
 * when it has ended, and copied at once, as the next process of that number may overwrite it. A
 * jitdump is opened when it is mapped. */
#include "record/code/code_names.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/parse.h"
#include "record/code/java_map.h"
#include "record/code/process_files.h"
#include "record/sample_fields.h"

enum {
    DUMPS_MOST = 256,
    JAVA_MOST = 1024,
    END_S = 8,     /* for all that is taken at the end */
    ANSWERS_S = 4, /* of it for Java */
    SHARES_MOST = 4,
    MAPPED_MOST = 256 << 20, /* of a file that has to be copied to be read */
    MMAP2_PROTECTION_AT = 8,
    MMAP2_PATH_AT,
    PATH = 4096
};

static const uint64_t SECOND = 1000000000;

/* Owns its path. */
struct mapped_dump {
    uint32_t pid;
    struct process_file file;
    struct buf path; /* with a NUL that is not counted */
};

static void count(struct code_names *c, enum embedded_refusal why)
{
    c->files.counts.refused[why]++;
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

/* Of a record that is no sample. */
static uint64_t time_of(const uint64_t *words, size_t n)
{
    return words[n - TRAILER_FIELDS + 1];
}

/* Records of these kinds begin with the process, and the parent of one that is born. */
static void note(struct code_names *c, enum mapped_kind kind, const uint64_t *words, size_t n,
                 struct str path)
{
    const struct mapped_event e = {.kind = kind,
                                   .pid = half(words + 1, 0),
                                   .parent = half(words + 1, 1),
                                   .time_ns = time_of(words, n)};

    mapped_log_add(&c->log, &e, path);
}

static void see_map(struct code_names *c, const uint64_t *words, size_t n, bool has_id)
{
    const uint32_t pid = half(words + 1, 0);
    const char *text = (const char *)(words + MMAP2_PATH_AT);
    const char *end = n > MMAP2_PATH_AT ? memchr(text, '\0', (n - MMAP2_PATH_AT) * 8) : NULL;

    if (!end)
        return;
    const struct str path = {text, (size_t)(end - text)};
    note(c, MAPPED_MAP, words, n, path);
    if (!has_id && half(words + MMAP2_PROTECTION_AT, 0) & PROT_EXEC)
        file_build_ids_see(&c->build_ids, &c->held, pid, path);
    if (str_ends(path, STR("/libjvm.so")))
        add_java(c, pid);
    if (!is_dump(path) || is_known(c, pid, path))
        return;
    sampled_look(&c->held, pid);
    const struct sampled_process *p = sampled_find(&c->held, pid);
    if (!p)
        return;
    if (c->n_dumps == DUMPS_MOST) {
        count(c, REFUSED_MANY);
        return;
    }
    struct mapped_dump dump = {.pid = p->pid, .file = process_keep_file(&c->held, p, text)};
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
    const bool is_held = sampled_has(&c->held, pid);
    if (header.type == PERF_RECORD_SAMPLE) {
        kernel_names_see(&c->kernel, words + 2, n - 2);
        if (pid && !is_held)
            sampled_look(&c->held, pid);
    } else if (header.type == PERF_RECORD_MMAP2) {
        see_map(c, words, n, header.misc & PERF_RECORD_MISC_MMAP_BUILD_ID);
    } else if (header.type == PERF_RECORD_FORK) {
        if (half(words + 1, 1) != pid) /* a thread has what its process has */
            note(c, MAPPED_FORK, words, n, STR(""));
    } else if (header.type == PERF_RECORD_COMM) {
        if (header.misc & PERF_RECORD_MISC_COMM_EXEC)
            note(c, MAPPED_EXEC, words, n, STR(""));
        if (is_held && header.misc & PERF_RECORD_MISC_COMM_EXEC)
            sampled_look(&c->held, pid);
    } else if (header.type == PERF_RECORD_EXIT && half(words + 2, 0) == pid) {
        note(c, MAPPED_EXIT, words, n, STR(""));
        if (!is_held)
            return;
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

static void take_map(struct code_names *c, const struct sampled_process *p)
{
    char path[64];
    struct process_copy copy;

    if (!process_copy_map(&c->held, p, embedded_files_room(&c->files), &copy)) {
        embedded_files_refuse(&c->files, errno, copy.size);
        return;
    }
    snprintf(path, sizeof path, "/tmp/perf-%u.map", p->inside);
    embedded_files_add(&c->files, EMBEDDED_PERF_MAP, p->pid, str_of(path), copy.fd, copy.size);
    close(copy.fd);
}

static void take_dump(struct code_names *c, struct mapped_dump *d)
{
    struct process_copy copy;

    if (!process_copy_kept(&c->held, &d->file, embedded_files_room(&c->files), &copy)) {
        embedded_files_refuse(&c->files, errno, copy.size);
        return;
    }
    embedded_files_add(&c->files, EMBEDDED_JITDUMP, d->pid, buf_str(&d->path), copy.fd, copy.size);
    close(copy.fd);
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
        take_dump(c, d);
        buf_free(&d->path);
    }
    c->n_dumps = n;
}

static void take(struct code_names *c, uint32_t pid)
{
    const struct sampled_process *p = sampled_find(&c->held, pid);
    if (p)
        take_map(c, p);
    take_dumps(c, &pid);
}

void code_names_catch_up(struct code_names *c)
{
    mapped_log_settle(&c->log, c->caught_up_ns, &c->mapped);
    c->caught_up_ns = clock_now_ns();
    for (size_t i = 0; i < c->n_ended; i++)
        if (sampled_has(&c->held, c->ended[i])) {
            sampled_look_at_user(&c->held, c->ended[i]);
            take(c, c->ended[i]);
            sampled_drop(&c->held, c->ended[i]);
        }
    c->n_ended = 0;
}

/* Takes the map that a Java machine writes when it is asked, and leaves none where none was. */
static void take_java(struct code_names *c, uint32_t pid, uint64_t until_ns)
{
    if (sampled_has(&c->held, pid))
        sampled_look(&c->held, pid);
    const struct sampled_process *p = sampled_find(&c->held, pid);
    const enum java_answer answer = p ? java_map_ask(&c->held, p, until_ns) : JAVA_NONE;

    c->files.counts.java_silent += answer == JAVA_SILENT;
    if (answer != JAVA_WRITTEN_NEW)
        return;
    take_map(c, p);
    process_remove_map(&c->held, p);
}

/* All are waited for together, no longer than a few seconds; one that is slow does not take the
 * time of all. */
static void take_all_java(struct code_names *c, uint64_t end_ns)
{
    for (size_t i = 0; i < c->n_java && !c->no_attach; i++) {
        const uint64_t now = clock_now_ns();
        const uint64_t left = end_ns > now ? end_ns - now : 0;
        const size_t n = c->n_java - i;
        take_java(c, c->java[i], now + left / (n < SHARES_MOST ? n : SHARES_MOST));
    }
}

/* Those that live as this process does come first: who has a user namespace of his own may have as
 * many users as he likes, and each may be slow. */
static void take_all(struct code_names *c, bool among_own)
{
    for (size_t i = 0; i < c->held.n_processes; i++) {
        const struct sampled_process *p = &c->held.processes[i];
        if (sampled_is_among_own(&c->held, p) == among_own)
            take(c, p->pid);
    }
}

void code_names_finish(struct code_names *c, bool (*is_over)(void *context), void *context)
{
    struct buf lines = {0};
    const uint64_t now = clock_now_ns();
    const struct patience end = {now + END_S * SECOND, is_over, context};

    sampled_end_by(&c->held, &end);
    code_names_catch_up(c);
    take_all_java(c, now + ANSWERS_S * SECOND);
    /* Their users, or their roots, may be others by now. */
    for (size_t i = 0; i < c->held.n_processes; i++)
        sampled_look(&c->held, c->held.processes[i].pid);
    take_all(c, true);
    take_all(c, false);
    take_dumps(c, NULL);
    /* Files that stacks lead through are opened later, with time as at the begin. */
    const struct patience later = {0, is_over, context};
    sampled_end_by(&c->held, &later);
    mapped_log_settle(&c->log, UINT64_MAX, &c->mapped);
    c->files.counts.too_many = c->mapped.is_full || c->held.refused;
    c->files.counts.kernel_hidden = !kernel_names_write(&c->kernel, "/proc/kallsyms", &lines);
    if (lines.n)
        embedded_files_add_bytes(&c->files, EMBEDDED_KALLSYMS, STR("/proc/kallsyms"),
                                 buf_str(&lines));
    buf_free(&lines);
}

int code_names_open(void *context, uint32_t pid, const char *path)
{
    struct code_names *c = context;
    const struct sampled_process p = sampled_find_any(&c->held, pid);

    /* All that was seen so far counts, even while the recording goes on. */
    mapped_log_settle(&c->log, UINT64_MAX, &c->mapped);
    errno = ENOENT;
    return mapped_paths_has(&c->mapped, pid, str_of(path))
               ? process_open_path(&c->held, &p, path, MAPPED_MOST)
               : -1;
}

int code_names_open_any(struct code_names *c, const char *path)
{
    enum { TRIED_MOST = 8 };
    uint32_t pid = 0;
    int fd = -1;

    mapped_log_settle(&c->log, UINT64_MAX, &c->mapped);
    errno = ENOENT;
    for (unsigned i = 0; fd < 0 && i < TRIED_MOST; i++) {
        pid = mapped_paths_next(&c->mapped, pid, str_of(path));
        if (pid == 0)
            return -1;
        fd = code_names_open(c, pid, path);
    }
    return fd;
}

void code_names_free(struct code_names *c)
{
    mapped_log_free(&c->log);
    mapped_paths_free(&c->mapped);
    for (size_t i = 0; i < c->n_dumps; i++)
        buf_free(&c->dumps[i].path);
    mem_free(c->dumps, c->dumps_room, sizeof *c->dumps);
    mem_free(c->java, c->java_room, sizeof *c->java);
    mem_free(c->ended, c->ended_room, sizeof *c->ended);
    sampled_free(&c->held);
    kernel_names_free(&c->kernel);
    file_build_ids_free(&c->build_ids);
    embedded_files_free(&c->files);
}

struct code_names *code_names_hand_over(struct code_names *c)
{
    static const struct patience as_at_first = {0};
    struct code_names *to = mem_alloc(1, sizeof *to);

    /* Nobody asks the recorder any more whether it is over. */
    sampled_end_by(&c->held, &as_at_first);
    *to = *c;
    *c = (struct code_names){.files = {.fd = -1}};
    return to;
}

void code_names_release(struct code_names *c)
{
    if (!c)
        return;
    code_names_free(c);
    mem_free(c, 1, sizeof *c);
}
