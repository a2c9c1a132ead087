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

/* Whether a name is one that a trial leaves. */
static bool is_known(const char *name)
{
    static const char *const known[] = {".", "..", "change.svg", "change.json"};
    bool is = false;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        is = is || strcmp(name, known[i]) == 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        is = is || strcmp(name, parts[i]) == 0;
    return is;
}

static bool holds_other(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    bool other = false;

    while (dir && !other && (entry = readdir(dir)) != NULL)
        other = !is_known(entry->d_name);
    if (dir)
        closedir(dir);
    return other;
}

bool trial_folder_make(const char *folder, struct fault *f)
{
    struct buf path = {0};
    bool ok = true;

    if (holds_other(folder))
        ok = fault_set(f, FAULT_USAGE,
                       "%.500s: holds other files than those of a comparison, wanted a new folder "
                       "for the runs (-o FOLDER)",
                       folder);
    ok = ok && make_one(folder, true, f);
    for (size_t i = 0; ok && i < sizeof parts / sizeof *parts; i++) {
        trial_folder_path(&path, folder, parts[i]);
        ok = make_one(path.p, false, f);
    }
    buf_free(&path);
    if (ok)
        clear(folder);
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
