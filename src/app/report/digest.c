/* Computes digests of all bytes that a picture is made from, to find out whether it would
 * change. */
#include "app/report/digest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "input/common/companion_files.h"
#include "render/common/web_assets.h"

enum { HASHED_AT_ONCE = 256 << 10 };

/* Closes it; -1: it could not be opened. */
static bool add_opened(struct digest *digest, int fd)
{
    struct stat status;
    bool ok = false;

    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
        char *bytes = mem_alloc(HASHED_AT_ONCE, 1);
        size_t n = 0;
        ssize_t got = 0;
        do {
            got = read(fd, bytes + n, HASHED_AT_ONCE - n);
            n += got > 0 ? (size_t)got : 0;
            if (got == 0 || n == HASHED_AT_ONCE) {
                digest_add(digest, (struct str){bytes, n});
                n = 0;
            }
        } while (got > 0 || (got < 0 && errno == EINTR));
        ok = got == 0;
        mem_free(bytes, HASHED_AT_ONCE, 1);
    }
    if (fd >= 0)
        close(fd);
    return ok;
}

static bool add_content(struct digest *digest, const char *path)
{
    return add_opened(digest, open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

static void add_digest(struct digest *digest, int fd)
{
    struct digest content = {{0, 0}};

    if (!add_opened(&content, fd))
        content = (struct digest){{0, 0}};
    digest_add(digest, (struct str){(const char *)content.half, sizeof content.half});
}

/* Adds the content of a file. An unreadable file counts as a fixed value; the code that needs it
 * reports it. */
static void add_file(struct digest *digest, const char *path)
{
    if (path)
        add_digest(digest, open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

/* The files of a trace in any order, and those below it, which no picture shows, left out. */
static bool add_trace(struct digest *digest, const char *path)
{
    struct digest sum = {{0, 0}};
    struct buf file = {0};
    DIR *dir = opendir(path);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        struct digest one = {{0, 0}};
        if (*entry->d_name == '.')
            continue;
        buf_clear(&file);
        buf_add(&file, str_of(path));
        buf_add_byte(&file, '/');
        buf_add(&file, str_of(entry->d_name));
        buf_add_byte(&file, '\0');
        digest_add(&one, str_of(entry->d_name));
        add_file(&one, file.p);
        for (unsigned i = 0; i < 2; i++)
            sum.half[i] += one.half[i];
    }
    digest_add(digest, (struct str){(const char *)sum.half, sizeof sum.half});
    buf_free(&file);
    if (dir)
        closedir(dir);
    return dir != NULL;
}

/* Those that a drawing would read. */
static void add_symbols(struct digest *digest, const char *path, struct buf *name)
{
    const int fd = companion_symbols(path, name);

    if (fd >= 0)
        add_digest(digest, fd);
}

bool report_digest_profile(struct digest *digest, const char *path)
{
    struct buf name = {0};
    struct stat status;

    if (companion_is_trace(path))
        return add_trace(digest, path);
    bool folder = companion_data(path, &name);
    bool ok = add_content(digest, folder ? name.p : path);
    for (unsigned i = 0; ok && folder; i++) {
        companion_thread(path, i, &name);
        if (stat(name.p, &status) != 0)
            break;
        add_file(digest, name.p);
    }
    if (ok && !folder)
        add_symbols(digest, path, &name);
    buf_free(&name);
    return ok;
}

/* ---- folders --------------------------------------------------------------------------------- */

/* A walk through a folder. Entries come in any order, so their digests are summed. */
struct folder_digest {
    struct digest sum;
    bool maps_only;     /* adds only maps of code, by content, without subfolders */
    size_t n_top;       /* the length of the path of the topmost folder, with its slash */
    struct stat to;     /* the folder of the report; zero: none */
    struct buf waiting; /* paths of folders still to visit, each ended by NUL */
};

/* Adds size and times instead of content: symbol files may be many and large, and writing to one
 * changes its times. */
static void add_status(struct digest *digest, const struct stat *status)
{
    const int64_t numbers[] = {status->st_size, status->st_mtim.tv_sec, status->st_mtim.tv_nsec,
                               status->st_ctim.tv_sec, status->st_ctim.tv_nsec};

    digest_add(digest, (struct str){(const char *)numbers, sizeof numbers});
}

/* Whether a folder is skipped, because it has no symbols: the report itself, and virtual file
 * systems such as /proc. */
static bool is_apart(const struct folder_digest *w, struct str path, const struct stat *status)
{
    static const struct str made_up[] = {{"proc", 4}, {"sys", 3}, {"dev", 3}, {"run", 3}};
    struct str below = str_from_to(path, w->n_top, path.n);
    bool apart = status->st_dev == w->to.st_dev && status->st_ino == w->to.st_ino;

    for (size_t i = 0; i < sizeof made_up / sizeof made_up[0]; i++)
        apart = apart || str_equal(below, made_up[i]);
    return apart;
}

static void add_entry(struct folder_digest *w, struct str path, struct str name)
{
    struct digest one = {{0, 0}};
    struct stat status;

    if ((w->maps_only && !report_is_map(name)) || lstat(path.p, &status) != 0)
        return;
    bool link = S_ISLNK(status.st_mode);
    if (S_ISDIR(status.st_mode) && !w->maps_only && !is_apart(w, path, &status)) {
        buf_add(&w->waiting, path);
        buf_add_byte(&w->waiting, '\0');
    }
    if (S_ISDIR(status.st_mode) || (link && stat(path.p, &status) != 0))
        return;
    digest_add(&one, path);
    if (link) {
        char to[PATH_MAX];
        ssize_t n = readlink(path.p, to, sizeof to);
        digest_add(&one, (struct str){to, n > 0 ? (size_t)n : 0});
    }
    if (w->maps_only)
        add_file(&one, path.p);
    else if (S_ISREG(status.st_mode))
        add_status(&one, &status);
    for (unsigned i = 0; i < 2; i++)
        w->sum.half[i] += one.half[i];
}

static void look_through(struct folder_digest *w, const char *path)
{
    struct buf child = {0};
    DIR *dir = opendir(path);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        struct str name = str_of(entry->d_name);
        if (str_equal(name, STR(".")) || str_equal(name, STR("..")))
            continue;
        buf_clear(&child);
        buf_add(&child, str_of(path));
        if (!str_ends(str_of(path), STR("/")))
            buf_add_byte(&child, '/');
        buf_add(&child, name);
        buf_add_byte(&child, '\0');
        add_entry(w, (struct str){child.p, child.n - 1}, name);
    }
    if (dir)
        closedir(dir);
    buf_free(&child);
}

/* Adds a folder. to: the folder of the report; NULL: adds only maps of code. */
static void add_folder(struct digest *digest, const char *path, const char *to)
{
    struct folder_digest w = {.maps_only = !to};
    struct buf at = {0};

    if (to && stat(to, &w.to) != 0)
        w.to = (struct stat){0};
    w.n_top = path ? strlen(path) + !str_ends(str_of(path), STR("/")) : 0;
    if (path)
        look_through(&w, path);
    while (w.waiting.n) {
        size_t from = w.waiting.n - 1;
        while (from && w.waiting.p[from - 1] != '\0')
            from--;
        buf_clear(&at);
        buf_add(&at, str_from_to(buf_str(&w.waiting), from, w.waiting.n));
        w.waiting.n = from;
        look_through(&w, at.p);
    }
    digest_add(digest, (struct str){(const char *)w.sum.half, sizeof w.sum.half});
    buf_free(&w.waiting);
    buf_free(&at);
}

void report_digest_options(struct digest *digest, const struct flame_request *r, struct str options)
{
    const struct symbol_options *symbols = &r->input.read->ask.symbols;

    digest_add(digest, STR(FLAME_VERSION));
    digest_add(digest, (struct str){(const char *)web_script.sha256, sizeof web_script.sha256});
    digest_add(digest, options);
    add_file(digest, r->picture->colors);
    add_file(digest, r->picture->nameattr);
    add_file(digest, r->sides->identity);
    add_file(digest, symbols->kallsyms);
    add_folder(digest, symbols->perf_map_dir, NULL);
    for (size_t i = 0; i < symbols->n_symfs; i++)
        add_folder(digest, symbols->symfs[i], r->output->path);
}

static void add_beside(struct digest *digest, struct names *met, struct str folder)
{
    struct buf path = {0};
    uint32_t n = met->n;

    buf_add(&path, folder.n ? folder : STR("."));
    (void)names_add(met, buf_str(&path));
    if (met->n > n) {
        size_t stem = path.n;
        buf_add_byte(&path, '\0');
        add_folder(digest, path.p, NULL);
        path.n = stem;
        buf_add(&path, STR("/kcore_dir/kallsyms"));
        buf_add_byte(&path, '\0');
        add_file(digest, path.p);
    }
    buf_free(&path);
}

void report_digest_beside(struct digest *digest, const struct report_files *files)
{
    struct names met;
    struct stat status;

    names_init(&met);
    for (size_t i = 0; i < files->n; i++) {
        const char *path = report_files_text(files, files->rows[i].path);
        const char *slash = strrchr(path, '/');
        size_t n = slash ? (size_t)(slash - path) : 0;
        add_beside(digest, &met, slash == path ? STR("/") : (struct str){path, n});
        if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            add_beside(digest, &met, str_of(path));
    }
    names_free(&met);
}
