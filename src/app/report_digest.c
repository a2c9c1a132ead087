/* Whether a picture would be drawn as before: by the bytes of all that it is made of. */
#include "app/report_digest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "input/beside.h"
#include "render/web.h"

enum { HASHED_AT_ONCE = 256 << 10 };

static bool add_content(struct digest *digest, const char *path)
{
    struct buf data = {0};
    struct stat status;
    bool ok = false;

    int fd = open(beside_data(path, &data) ? data.p : path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    buf_free(&data);
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

/* A file that cannot be read is as one that is empty: what needs it says so. */
static void add_file(struct digest *digest, const char *path)
{
    struct digest content = {{0, 0}};

    if (!path)
        return;
    if (!add_content(&content, path))
        content = (struct digest){{0, 0}};
    digest_add(digest, (struct str){(const char *)content.half, sizeof content.half});
}

bool report_digest_profile(struct digest *digest, const char *path)
{
    struct buf symbols = {0};

    bool ok = add_content(digest, path);
    if (ok && beside_symbols(path, &symbols))
        add_file(digest, symbols.p);
    buf_free(&symbols);
    return ok;
}

/* ---- folders --------------------------------------------------------------------------------- */

/* A walk below a folder. Entries come in any order, so that their digests are added up. */
struct walk {
    struct digest sum;
    bool maps_only;     /* of a folder of maps of code, by content; it is not gone down */
    struct buf waiting; /* paths of folders, ended by NUL */
};

static bool is_map(struct str name)
{
    return (str_starts(name, STR("perf-")) && str_ends(name, STR(".map"))) ||
           (str_starts(name, STR("jit-")) && str_ends(name, STR(".dump")));
}

/* Files with symbols may be many and large. One that is written has other times, too. */
static void add_status(struct digest *digest, const struct stat *status)
{
    const int64_t numbers[] = {status->st_size, status->st_mtim.tv_sec, status->st_mtim.tv_nsec,
                               status->st_ctim.tv_sec, status->st_ctim.tv_nsec};

    digest_add(digest, (struct str){(const char *)numbers, sizeof numbers});
}

static void meet(struct walk *w, struct str path, struct str name)
{
    struct digest one = {{0, 0}};
    struct stat status;

    if (lstat(path.p, &status) != 0)
        return;
    bool link = S_ISLNK(status.st_mode);
    if ((link && stat(path.p, &status) != 0) || (w->maps_only && !is_map(name)))
        return;
    if (S_ISDIR(status.st_mode)) {
        if (!link && !w->maps_only) {
            buf_add(&w->waiting, path);
            buf_add_byte(&w->waiting, '\0');
        }
        return;
    }
    digest_add(&one, path);
    if (w->maps_only)
        add_file(&one, path.p);
    else
        add_status(&one, &status);
    for (unsigned i = 0; i < 2; i++)
        w->sum.half[i] += one.half[i];
}

static void look_through(struct walk *w, const char *path)
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
        buf_add_byte(&child, '/');
        buf_add(&child, name);
        buf_add_byte(&child, '\0');
        meet(w, (struct str){child.p, child.n - 1}, name);
    }
    if (dir)
        closedir(dir);
    buf_free(&child);
}

static void add_folder(struct digest *digest, const char *path, bool maps_only)
{
    struct walk w = {.maps_only = maps_only};
    struct buf at = {0};

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

void report_digest_options(struct digest *digest, const struct request *r)
{
    digest_add(digest, STR(FLAME_VERSION));
    digest_add(digest, (struct str){(const char *)web_script.sha256, sizeof web_script.sha256});
    digest_add(digest, buf_str(&r->report.options));
    add_file(digest, r->colors);
    add_file(digest, r->nameattr);
    add_file(digest, r->sides.identity);
    add_file(digest, r->symbols.kallsyms);
    add_folder(digest, r->symbols.perf_map_dir, true);
    for (size_t i = 0; i < r->symbols.symfs.n; i++)
        add_folder(digest, r->symbols.symfs.items[i], false);
}
