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
#include "base/process/user.h"
#include "base/sink.h"

enum { NAME = 64, FOLDER_MODE = 0777, FILE_MODE = 0666 };

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

static void recording_name(char name[NAME], size_t number)
{
    snprintf(name, NAME, "perf.data.%zu", number);
}

void trial_folder_recording(struct buf *to, const char *folder, enum side side, size_t number)
{
    char name[NAME];
    char below[NAME + sizeof "before/"];

    recording_name(name, number);
    snprintf(below, sizeof below, "%s/%s", trial_side_name(side), name);
    trial_folder_path(to, folder, below);
}

void trial_folder_remove_recording(const struct trial_folder *folder, enum side side, size_t number)
{
    char name[NAME];

    recording_name(name, number);
    unlinkat(folder->sides[side], name, 0);
}

/* ending: "out" or "err" */
static void output_name(char name[NAME], enum side side, size_t number, const char *ending)
{
    snprintf(name, NAME, "%s.%zu.%s", trial_side_name(side), number, ending);
}

void trial_folder_errors(struct buf *to, const char *folder, enum side side, size_t number)
{
    char name[NAME];
    char below[NAME + sizeof "output/"];

    output_name(name, side, number, "err");
    snprintf(below, sizeof below, "output/%s", name);
    trial_folder_path(to, folder, below);
}

/* ---- folders --------------------------------------------------------------------------------- */

/* What another user owns, the other may change at any moment. */
static bool is_ours(const struct stat *status)
{
    struct user caller;

    return status->st_uid == geteuid() || (user_of_sudo(&caller) && status->st_uid == caller.id);
}

static bool fail_to_open(int above, const char *name, const char *shown, struct fault *f)
{
    const int error = errno;
    struct stat status;

    if (fstatat(above, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISDIR(status.st_mode))
        return fault_set(f, FAULT_USAGE, "%.500s: is %s, wanted a folder for the runs (-o FOLDER)",
                         shown, S_ISLNK(status.st_mode) ? "a link" : "there and no folder");
    return fault_set(f, FAULT_SYSTEM, "%.500s: cannot be opened: %s", shown, strerror(error));
}

/* Makes a folder, or takes the one that is there; all is done in what is opened here. Returns -1
 * with a fault. */
static int take_one(int above, const char *name, const char *shown, struct fault *f)
{
    struct stat status;
    const bool is_new = mkdirat(above, name, FOLDER_MODE) == 0;

    if (!is_new && errno != EEXIST) {
        (void)fault_set(f, FAULT_SYSTEM, "%.500s: cannot be made: %s", shown, strerror(errno));
        return -1;
    }
    const int fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0) {
        (void)fail_to_open(above, name, shown, f);
    } else if (!is_ours(&status)) {
        (void)fault_set(f, FAULT_USAGE,
                        "%.500s: belongs to another user (%lu), wanted a folder of your own for "
                        "the runs (-o FOLDER)",
                        shown, (unsigned long)status.st_uid);
    } else {
        if (is_new)
            record_give_open_to_user(fd);
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Removes what a trial before has left, and nothing else. */
static void clear(const struct trial_folder *folder)
{
    static const char *const files[] = {"change.svg", "change.json"};
    char name[NAME];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlinkat(folder->fd, files[i], 0);
    for (unsigned side = 0; side < SIDES; side++)
        for (size_t i = 0; i <= TRIAL_RUNS_MOST; i++) {
            trial_folder_remove_recording(folder, (enum side)side, i);
            output_name(name, (enum side)side, i, "out");
            unlinkat(folder->output, name, 0);
            output_name(name, (enum side)side, i, "err");
            unlinkat(folder->output, name, 0);
        }
}

static const char mark[] = "{\"format\":\"flame-change\"";

/* Whether a trial has made it: its change.json says so. */
static bool is_of_trial(int folder)
{
    char text[sizeof mark] = "";
    const int fd = openat(folder, "change.json", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    const ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof mark - 1);

    if (fd >= 0)
        close(fd);
    return n == (ssize_t)sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0;
}

static bool holds_any(int folder)
{
    const int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    const struct dirent *entry;
    bool any = false;

    while (dir && !any && (entry = readdir(dir)) != NULL)
        any = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (dir)
        closedir(dir);
    else if (fd >= 0)
        close(fd);
    return any;
}

/* Says from the beginning whose the folder is. */
static bool write_mark(const struct trial_folder *folder, struct fault *f)
{
    struct buf path = {0};
    struct sink s;

    trial_folder_path(&path, folder->path, "change.json");
    bool ok = sink_open_in(&s, path.p, folder->fd, f);
    if (ok) {
        record_give_open_to_user(s.fd);
        sink_text(&s, mark);
        sink_text(&s, ",\"version\":1,\"verdict\":\"not finished\"}\n");
        ok = sink_close(&s, f);
    }
    buf_free(&path);
    return ok;
}

/* Opens the folder that was named. A slash at the end would follow a link. */
static bool take_named(struct trial_folder *folder, struct fault *f)
{
    struct str path = str_of(folder->path);
    struct buf name = {0};

    while (path.n > 1 && path.p[path.n - 1] == '/')
        path.n--;
    buf_add(&name, path);
    buf_add_byte(&name, '\0');
    folder->fd = take_one(AT_FDCWD, name.p, folder->path, f);
    buf_free(&name);
    if (folder->fd < 0)
        return false;
    return !holds_any(folder->fd) || is_of_trial(folder->fd) ||
           fault_set(f, FAULT_USAGE,
                     "%.500s: holds other files than those of a comparison, wanted a new folder "
                     "for the runs (-o FOLDER)",
                     folder->path);
}

static int take_part(const struct trial_folder *folder, const char *name, struct fault *f)
{
    struct buf path = {0};

    trial_folder_path(&path, folder->path, name);
    const int fd = take_one(folder->fd, name, path.p, f);
    buf_free(&path);
    return fd;
}

void trial_folder_init(struct trial_folder *folder, const char *path)
{
    *folder = (struct trial_folder){.path = path, .fd = -1, .sides = {-1, -1}, .output = -1};
}

bool trial_folder_make(struct trial_folder *folder, struct fault *f)
{
    if (!take_named(folder, f))
        return false;
    for (unsigned side = 0; side < SIDES; side++) {
        folder->sides[side] = take_part(folder, trial_side_name((enum side)side), f);
        if (folder->sides[side] < 0)
            return false;
    }
    folder->output = take_part(folder, "output", f);
    if (folder->output < 0)
        return false;
    clear(folder);
    return write_mark(folder, f);
}

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void trial_folder_close(struct trial_folder *folder)
{
    close_one(&folder->fd);
    close_one(&folder->output);
    for (unsigned side = 0; side < SIDES; side++)
        close_one(&folder->sides[side]);
}

/* ---- what programs write --------------------------------------------------------------------- */

/* The file is new: whatever the program of the run before has put there is not written to. */
static int open_output(const struct trial_folder *folder, enum side side, size_t number,
                       const char *ending, struct fault *f)
{
    char name[NAME];

    output_name(name, side, number, ending);
    unlinkat(folder->output, name, 0);
    const int fd = openat(folder->output, name,
                          O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);

    if (fd < 0)
        (void)fault_set(f, FAULT_SYSTEM, "%.400s: output/%s cannot be written: %s", folder->path,
                        name, strerror(errno));
    else
        record_give_open_to_user(fd);
    return fd;
}

bool trial_files_open(struct command_files *files, const struct trial_folder *folder,
                      enum side side, size_t number, struct fault *f)
{
    files->in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    files->out = open_output(folder, side, number, "out", f);
    files->errors = open_output(folder, side, number, "err", f);
    if (files->in < 0)
        (void)fault_set(f, FAULT_SYSTEM, "/dev/null: cannot be read: %s", strerror(errno));
    return f->kind == FAULT_NONE;
}

void trial_files_close(struct command_files *files)
{
    close_one(&files->in);
    close_one(&files->out);
    close_one(&files->errors);
}
