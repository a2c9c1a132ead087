/* "node (4711) runs without --perf-basic-prof: its JavaScript functions will have no names" */
#include "app/record/runtimes.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "app/common/message.h"
#include "record/code/process_files.h"
#include "record/code/runtime.h"
#include "record/small_file.h"

extern char **environ;

/* As files below /proc have them. */
static void add_all(char *const *texts, struct buf *to)
{
    for (; *texts; texts++)
        buf_add(to, (struct str){*texts, strlen(*texts) + 1});
}

static void tell_command(char *const *command)
{
    struct buf words = {0};
    struct buf environment = {0};

    add_all(command, &words);
    add_all(environ, &environment);
    const struct runtime *r =
        runtime_that_lacks(str_of(command[0]), buf_str(&words), buf_str(&environment));
    if (r)
        message_print("%s without %s: %s", r->name, r->wants, r->lack);
    buf_free(&words);
    buf_free(&environment);
}

/* The text of a file below /proc that ends with a NUL. */
static struct str text_of(const struct buf *b)
{
    return (struct str){b->p, b->n ? b->n - 1 : 0};
}

/* What the process says of itself, which it may make slow. */
static bool read_own(struct sampled_processes *h, uint32_t pid, const char *file, struct buf *to)
{
    char path[32];

    snprintf(path, sizeof path, "/proc/%u/%s", pid, file);
    return process_read(h, to, SMALL_FILE_MOST, path);
}

static void tell_process(struct sampled_processes *h, uint32_t pid)
{
    struct buf words = {0};
    struct buf environment = {0};
    char path[32];
    char program[PATH_MAX];

    snprintf(path, sizeof path, "/proc/%u/exe", pid);
    ssize_t n = readlink(path, program, sizeof program);
    if (n > 0 && read_own(h, pid, "cmdline", &words) && read_own(h, pid, "environ", &environment)) {
        const struct runtime *r = runtime_that_lacks((struct str){program, (size_t)n},
                                                     text_of(&words), text_of(&environment));
        if (r)
            message_print("%s (%u) runs without %s: %s", r->name, pid, r->wants, r->lack);
    }
    buf_free(&words);
    buf_free(&environment);
}

void runtimes_tell(const struct record_request *request)
{
    if (request->command[0])
        tell_command(request->command);
    struct sampled_processes held = {.refused = 0};
    if (request->n_pids)
        sampled_begin(&held);
    for (size_t i = 0; i < request->n_pids; i++)
        tell_process(&held, request->pids[i]);
    sampled_free(&held);
}
