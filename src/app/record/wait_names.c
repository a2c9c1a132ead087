/* Threads that sleep become a recording in memory, which the reader of recordings names. */
#include "app/record/wait_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "app/options/symbol_folders.h"
#include "base/mem.h"
#include "base/process/without_root.h"
#include "input/input.h"
#include "model/wait_class.h"
#include "record/trap/wait_recording.h"

enum { FRAMES_MOST = 256, SECONDS = 10 /* that reading may take */ };

static enum stall_cause cause_of(enum wait_class c)
{
    switch (c) {
    case WAIT_LOCK:
        return STALL_LOCK;
    case WAIT_DISK:
        return STALL_DISK;
    case WAIT_NOT_TOLD:
    case WAIT_QUEUE:
    case WAIT_PEER:
    case WAIT_TIMER:
    case WAIT_MANY:
    case WAIT_IDLE:
        break;
    }
    return STALL_NONE;
}

/* From the leaf to the root. */
static size_t list_frames(const struct profile *p, stack_id stack, struct wait_frame *frames)
{
    size_t n = 0;

    for (; stack && n < FRAMES_MOST; stack = p->stacks.rows[stack].caller) {
        const struct frame *row = &p->frames.rows[p->stacks.rows[stack].frame];
        frames[n++] =
            (struct wait_frame){names_get(&p->names, row->name), row->kind == KIND_KERNEL};
    }
    return n;
}

static void tell(const struct profile *p, stack_id stack, struct stall_told *told)
{
    struct wait_frame *frames = mem_alloc(FRAMES_MOST, sizeof *frames);
    const size_t n = list_frames(p, stack, frames);
    struct buf scratch = {0};
    size_t site;

    told->cause = cause_of(wait_class_of(frames, n, &site, &scratch));
    buf_free(&scratch);
    if (site < n)
        snprintf(told->function, sizeof told->function, "%.*s", (int)frames[site].name.n,
                 frames[site].name.p);
    mem_free(frames, FRAMES_MOST, sizeof *frames);
}

/* The period of each sample is the number of its wait. */
static void tell_all(const struct profile *p, size_t n, struct stall_told *told)
{
    for (uint32_t i = 0; i < p->n_samples; i++) {
        const uint64_t number = p->columns[COLUMN_WEIGHT].values[i];
        if (number >= 1 && number <= n)
            tell(p, p->samples[i].stack, &told[number - 1]);
    }
}

/* What a child that has given up root is to read: its answers are in its text. */
struct work {
    const char *path;
    size_t n;
    struct buf text;
};

static bool read_recording(void *work, const struct process_files *files, struct fault *f)
{
    struct work *w = work;
    struct buf cache = {0};
    const struct input_file file = {.path = w->path};
    struct ask ask = {
        .limits = limits_usual(),
        .threads = 1,
        .symbols = {.files = true, .no_inlined = true, .is_here = true, .of_process = files}};
    struct input_report report = {.format = NULL};
    struct stall_told *told = mem_alloc(w->n, sizeof *told);
    struct profile *p = mem_alloc(1, sizeof *p);

    symbol_folders_find(&ask.symbols, &cache);
    profile_init(p, INPUT_COLUMNS, TIME_ORDER);
    const bool ok = input_read(&file, &ask, p, &report, f);
    if (ok) {
        tell_all(p, w->n, told);
        buf_add(&w->text, (struct str){(const char *)told, w->n * sizeof *told});
    }
    profile_free(p);
    mem_free(p, 1, sizeof *p);
    mem_free(told, w->n, sizeof *told);
    buf_free(&cache);
    return ok;
}

/* Takes the answers, which are not to be trusted. */
static bool take(const struct work *w, struct stall_told *told)
{
    if (w->text.n != w->n * sizeof *told)
        return false;
    memcpy(told, w->text.p, w->text.n);
    for (size_t i = 0; i < w->n; i++) {
        told[i].function[STALL_FUNCTION - 1] = '\0';
        if (told[i].cause != STALL_LOCK && told[i].cause != STALL_DISK)
            told[i].cause = STALL_NONE;
    }
    return true;
}

static bool read_without_root(int fd, struct code_names *names, size_t n, struct stall_told *told)
{
    char path[32];
    char result = 0;
    struct user user;
    struct fault ignored = {0};
    struct work w = {.path = path, .n = n};
    const struct without_root how = {.user = without_root_user(&user) ? &user : NULL,
                                     .kept = &fd,
                                     .n_kept = 1,
                                     .files = {code_names_open, names},
                                     .seconds = SECONDS};
    const struct without_root_work work = {read_recording, &w, &result, sizeof result, &w.text};

    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const bool ok = without_root(&how, &work, &ignored) && take(&w, told);
    buf_free(&w.text);
    return ok;
}

bool wait_names_tell(const struct waiting_row *rows, size_t n, struct stall_told *told)
{
    const int fd = memfd_create("waits", MFD_CLOEXEC);
    struct code_names names = {.files = {.fd = -1, .beside = "/tmp/waits"}, .no_attach = true};
    struct fault ignored = {0};

    if (fd < 0)
        return false;
    sampled_begin(&names.held);
    const bool ok = wait_recording_write(fd, rows, n, &names, &ignored) &&
                    read_without_root(fd, &names, n, told);
    code_names_free(&names);
    close(fd);
    return ok;
}
