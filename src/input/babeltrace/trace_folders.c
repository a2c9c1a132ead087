/* lttng-traces/s-20261128-040208/ust/uid/0/64-bit/metadata: walks through folders that somebody
 * else made. */
#include "input/babeltrace/trace_folders.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/mem.h"
#include "input/babeltrace/member.h"

enum { FOLDERS_MOST = 10000, FILES_MOST = 1000000, PATH_MOST = 4000 };

/* A folder that waits to be looked at. */
struct waiting {
    size_t path;   /* in walk.text, below the given folder; "" is that itself */
    bool of_trace; /* the folder above is a trace */
    bool is_last;  /* the folder above holds files of something else: nothing below is sought */
};

/* Folders wait in a list, so that deep ones need no recursion. */
struct trace_scan {
    const char *name; /* of the given folder */
    struct folder folder;
    struct buf text;
    struct waiting *rows;
    size_t n, room, n_files;
    bool first_alone; /* one trace is enough; it does not lie deep among other files */
    struct buf found; /* the paths of traces below the given folder, each with a NUL behind it */
    struct trace_folders *traces;
};

/* What was seen in one folder. */
struct seen {
    bool has_metadata, has_files;
    uint64_t metadata, bytes; /* sizes */
    char odd[256];            /* a name that is of no regular file; "": none */
};

static bool wait_in_list(struct trace_scan *w, struct str above, const char *name)
{
    const size_t at = w->text.n;

    if (w->n >= FOLDERS_MOST || above.n + strlen(name) > PATH_MOST)
        return false;
    w->rows = mem_grow(w->rows, &w->room, w->n + 1, sizeof *w->rows);
    w->rows[w->n++] = (struct waiting){.path = at};
    buf_add(&w->text, above);
    if (above.n)
        buf_add_byte(&w->text, '/');
    buf_add(&w->text, str_of(name));
    buf_add_byte(&w->text, '\0');
    return true;
}

static bool take_entry(struct trace_scan *w, int fd, struct str path, const char *name,
                       struct seen *seen)
{
    struct stat status;

    if (*name == '.' || fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return true; /* the library passes hidden files over, too */
    if (++w->n_files > FILES_MOST)
        return false;
    if (S_ISDIR(status.st_mode))
        return wait_in_list(w, path, name);
    if (!S_ISREG(status.st_mode))
        snprintf(seen->odd, sizeof seen->odd, "%s", name);
    seen->has_files = seen->has_files || S_ISREG(status.st_mode);
    seen->bytes += S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
    if (strcmp(name, "metadata") == 0) {
        seen->has_metadata = true;
        seen->metadata = (uint64_t)status.st_size;
    }
    return true;
}

static DIR *open_folder(const struct trace_scan *w, const char *path)
{
    struct folder below = *path ? folder_below(&w->folder, path) : w->folder;
    const int fd = below.fd < 0 ? -1 : openat(below.fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);

    if (fd >= 0 && !dir)
        close(fd);
    if (*path)
        folder_close(&below);
    return dir;
}

static bool too_many(const struct trace_scan *w, struct fault *f)
{
    return fault_set(f, FAULT_INPUT,
                     "%s: holds more than %d folders or %d files, or very long names, wanted the "
                     "folder of one trace",
                     w->name, FOLDERS_MOST, FILES_MOST);
}

/* What the library would follow, or wait for. */
static bool check_files(const struct trace_scan *w, struct str path, const struct seen *seen,
                        struct fault *f)
{
    const char *slash = path.n ? "/" : "";

    if (*seen->odd)
        return fault_set(f, FAULT_INPUT,
                         "%s/%s%s%s: is a link or no file, wanted the files of the trace "
                         "themselves; cp -rL copies them",
                         w->name, path.p, slash, seen->odd);
    return seen->metadata <= METADATA_MOST ||
           fault_set(f, FAULT_INPUT,
                     "%s/%s%smetadata: has %" PRIu64 " bytes, wanted the description of a trace, "
                     "of at most %" PRIu64,
                     w->name, path.p, slash, seen->metadata, METADATA_MOST);
}

static bool look_into(struct trace_scan *w, size_t row, struct fault *f)
{
    const size_t n_before = w->n;
    struct seen seen = {.bytes = 0};
    struct buf path = {0};
    struct dirent *entry;
    bool ok = true;

    buf_add(&path, str_of(w->text.p + w->rows[row].path));
    const struct str below = buf_str(&path);
    buf_add_byte(&path, '\0');
    DIR *dir = open_folder(w, path.p);
    if (!dir)
        ok = fault_set(f, FAULT_SYSTEM, "%s/%s: %s", w->name, path.p, strerror(errno));
    while (ok && (entry = readdir(dir)))
        ok = take_entry(w, dirfd(dir), (struct str){path.p, below.n}, entry->d_name, &seen) ||
             too_many(w, f);
    if (dir)
        closedir(dir);
    if (ok && (seen.has_metadata || w->rows[row].of_trace) && !w->first_alone)
        ok = check_files(w, (struct str){path.p, below.n}, &seen, f);
    if (w->rows[row].is_last && !seen.has_metadata)
        w->n = n_before;
    for (size_t i = n_before; i < w->n; i++) {
        w->rows[i].of_trace = seen.has_metadata;
        w->rows[i].is_last = w->first_alone && seen.has_files;
    }
    if (ok && seen.has_metadata) {
        buf_add(&w->found, buf_str(&path));
        w->traces->n++;
    }
    if (seen.has_metadata || w->rows[row].of_trace)
        w->traces->bytes += seen.bytes;
    buf_free(&path);
    return ok;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The whole paths, whatever the order of folders in their file system. */
static void list(struct trace_scan *w)
{
    struct trace_folders *t = w->traces;
    const char **rows = mem_alloc(t->n, sizeof *rows);
    size_t n = 0;

    for (size_t at = 0; at < w->found.n; at += strlen(w->found.p + at) + 1)
        rows[n++] = w->found.p + at;
    qsort(rows, n, sizeof *rows, by_name);
    for (size_t i = 0; i < n; i++) {
        buf_add(&t->paths, str_of(w->name));
        if (*rows[i])
            buf_add_byte(&t->paths, '/');
        buf_add(&t->paths, str_of(rows[i]));
        buf_add_byte(&t->paths, '\0');
    }
    mem_free(rows, t->n, sizeof *rows);
}

static bool walk(struct trace_folders *t, const char *folder, bool first_alone, struct fault *f)
{
    struct trace_scan w = {
        .name = folder, .folder = folder_open(folder), .first_alone = first_alone, .traces = t};
    bool ok = w.folder.fd >= 0 || fault_set(f, FAULT_SYSTEM, "%s: %s", folder, strerror(errno));

    *t = (struct trace_folders){.n = 0};
    ok = ok && wait_in_list(&w, STR(""), "");
    for (size_t i = 0; ok && i < w.n && !(first_alone && t->n); i++)
        ok = look_into(&w, i, f);
    if (ok && t->n)
        list(&w);
    folder_close(&w.folder);
    mem_free(w.rows, w.room, sizeof *w.rows);
    buf_free(&w.text);
    buf_free(&w.found);
    return ok;
}

bool trace_folders_find(struct trace_folders *t, const char *folder, struct fault *f)
{
    return walk(t, folder, false, f) &&
           (t->n ||
            fault_set(f, FAULT_INPUT,
                      "%s: holds no file \"metadata\", wanted the folder of a trace", folder));
}

void trace_folders_free(struct trace_folders *t)
{
    buf_free(&t->paths);
    *t = (struct trace_folders){.n = 0};
}

bool trace_folders_any(const char *folder)
{
    struct fault f = {0};
    struct trace_folders t;
    const bool any = walk(&t, folder, true, &f) && t.n;

    trace_folders_free(&t);
    return any;
}

size_t trace_folders_count(const char *folder, const char *below)
{
    struct trace_folders t = {.n = 0};
    struct fault f = {0};
    struct buf path = {0};
    struct stat status;

    buf_add(&path, str_of(folder));
    buf_add_byte(&path, '/');
    buf_add(&path, str_of(below));
    buf_add_byte(&path, '\0');
    if (lstat(path.p, &status) == 0 && S_ISDIR(status.st_mode))
        (void)walk(&t, path.p, false, &f);
    const size_t n = t.n;
    trace_folders_free(&t);
    buf_free(&path);
    return n;
}
