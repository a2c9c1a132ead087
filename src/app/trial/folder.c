/* Makes and clears the folder of a trial. */
#include "app/trial/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/record/run_record.h"
#include "base/mem.h"
#include "base/sink.h"

enum { NAME = 64, FOLDER_MODE = 0777, FILE_MODE = 0666 };

static const char *const parts[] = {"before", "after", "output"};

const char *trial_side_name(enum side side)
{
    return side == SIDE_BEFORE ? "before" : "after";
}

void trial_folder_path(struct buf *to, const char *folder, const char *name)
{
    buf_clear(to);
    buf_add(to, str_of(folder));
    if (!str_ends(buf_str(to), STR("/")))
        buf_add_byte(to, '/');
    buf_add(to, str_of(name));
    buf_add_byte(to, '\0');
}

void trial_folder_recording(struct buf *to, const char *folder, enum side side, size_t number)
{
    char name[NAME];

    snprintf(name, sizeof name, "%s/perf.data.%zu", trial_side_name(side), number);
    trial_folder_path(to, folder, name);
}

/* ending: "out" or "err" */
static void output_path(struct buf *to, const char *folder, enum side side, size_t number,
                        const char *ending)
{
    char name[NAME];

    snprintf(name, sizeof name, "output/%s.%zu.%s", trial_side_name(side), number, ending);
    trial_folder_path(to, folder, name);
}

void trial_folder_errors(struct buf *to, const char *folder, enum side side, size_t number)
{
    output_path(to, folder, side, number, "err");
}

/* Below the folder that was given, links are not followed. */
static bool make_one(const char *path, bool is_given, struct fault *f)
{
    struct stat status;

    if (mkdir(path, FOLDER_MODE) == 0) {
        record_give_to_user(path);
        return true;
    }
    if (errno != EEXIST)
        return fault_set(f, FAULT_SYSTEM, "%.500s: cannot be made: %s", path, strerror(errno));
    const int at = is_given ? 0 : AT_SYMLINK_NOFOLLOW;
    return (fstatat(AT_FDCWD, path, &status, at) == 0 && S_ISDIR(status.st_mode)) ||
           fault_set(f, FAULT_USAGE,
                     "%.500s: is there and no folder, wanted one for the runs "
                     "(-o FOLDER)",
                     path);
}

/* Removes what a trial before has left, and nothing else. */
static void clear(const char *folder)
{
    static const char *const files[] = {"change.svg", "change.json"};
    struct buf path = {0};

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        trial_folder_path(&path, folder, files[i]);
        unlink(path.p);
    }
    for (unsigned side = 0; side < SIDES; side++)
        for (size_t i = 0; i <= TRIAL_RUNS_MOST; i++) {
            trial_folder_recording(&path, folder, (enum side)side, i);
            unlink(path.p);
            output_path(&path, folder, (enum side)side, i, "out");
            unlink(path.p);
            output_path(&path, folder, (enum side)side, i, "err");
            unlink(path.p);
        }
    buf_free(&path);
}

static const char mark[] = "{\"format\":\"flame-change\"";

/* Whether a trial has made it: its change.json says so. */
static bool is_of_trial(const char *json)
{
    char text[sizeof mark] = "";
    const int fd = open(json, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    const ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof mark - 1);

    if (fd >= 0)
        close(fd);
    return n == (ssize_t)sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0;
}

static bool holds_any(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    bool any = false;

    while (dir && !any && (entry = readdir(dir)) != NULL)
        any = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (dir)
        closedir(dir);
    return any;
}

/* Says from the beginning whose the folder is. */
static bool write_mark(const char *path, struct fault *f)
{
    struct sink s;

    if (!sink_open_file(&s, path, f))
        return false;
    sink_text(&s, mark);
    sink_text(&s, ",\"version\":1,\"verdict\":\"not finished\"}\n");
    bool ok = sink_close(&s, f);
    record_give_to_user(path);
    return ok;
}

bool trial_folder_make(const char *folder, struct fault *f)
{
    struct buf path = {0};
    bool ok = true;

    trial_folder_path(&path, folder, "change.json");
    if (holds_any(folder) && !is_of_trial(path.p))
        ok = fault_set(f, FAULT_USAGE,
                       "%.500s: holds other files than those of a comparison, wanted a new folder "
                       "for the runs (-o FOLDER)",
                       folder);
    ok = ok && make_one(folder, true, f);
    for (size_t i = 0; ok && i < sizeof parts / sizeof *parts; i++) {
        trial_folder_path(&path, folder, parts[i]);
        ok = make_one(path.p, false, f);
    }
    if (ok) {
        clear(folder);
        trial_folder_path(&path, folder, "change.json");
        ok = write_mark(path.p, f);
    }
    buf_free(&path);
    return ok;
}

static int open_output(struct buf *path, const char *folder, enum side side, size_t number,
                       const char *ending, struct fault *f)
{
    output_path(path, folder, side, number, ending);
    int fd = open(path->p, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);

    if (fd < 0)
        (void)fault_set(f, FAULT_SYSTEM, "%.500s: cannot be written: %s", path->p, strerror(errno));
    else
        record_give_to_user(path->p);
    return fd;
}

bool trial_folder_open(struct command_files *files, const char *folder, enum side side,
                       size_t number, struct fault *f)
{
    struct buf path = {0};

    files->in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    files->out = open_output(&path, folder, side, number, "out", f);
    files->errors = open_output(&path, folder, side, number, "err", f);
    buf_free(&path);
    if (files->in < 0)
        (void)fault_set(f, FAULT_SYSTEM, "/dev/null: cannot be read: %s", strerror(errno));
    return f->kind == FAULT_NONE;
}

void trial_folder_close(struct command_files *files)
{
    const int fds[] = {files->in, files->out, files->errors};

    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}
