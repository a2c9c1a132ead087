/* perf.data/data, perf.data/data.0: finds the parts of a recording folder, and files next to an
 * input. */
#include "input/common/companion_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beside.h"
#include "symbol/open.h"

static bool has_file(const char *path, struct str name, struct buf *whole)
{
    struct stat status;

    buf_clear(whole);
    buf_add(whole, str_of(path));
    if (!str_ends(buf_str(whole), STR("/")))
        buf_add_byte(whole, '/');
    buf_add(whole, name);
    buf_add_byte(whole, '\0');
    return stat(whole->p, &status) == 0 && S_ISREG(status.st_mode);
}

bool companion_data(const char *path, struct buf *data)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
           !has_file(path, STR("metadata"), data) && has_file(path, STR("data"), data);
}

/* CTF 1.8.3, 7.1: metadata is a text that begins so, or packets that do, of either byte order. */
static bool describes_trace(const char *metadata)
{
    static const char *const begins[] = {"/* CTF", "\x75\xD1\x1D\x57", "\x57\x1D\xD1\x75"};
    char head[8] = "";
    bool is = false;

    const int fd = open(metadata, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    const ssize_t n = fd < 0 ? 0 : pread(fd, head, sizeof head, 0);
    for (size_t i = 0; n > 0 && i < sizeof begins / sizeof *begins; i++)
        is = is || str_starts((struct str){head, (size_t)n}, str_of(begins[i]));
    if (fd >= 0)
        close(fd);
    return is;
}

bool companion_is_trace(const char *path)
{
    struct stat status;
    struct buf metadata = {0};

    const bool is = stat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
                    has_file(path, STR("metadata"), &metadata) && describes_trace(metadata.p);
    buf_free(&metadata);
    return is;
}

void companion_thread(const char *folder, unsigned thread, struct buf *path)
{
    char name[24];
    int n = snprintf(name, sizeof name, "/data.%u", thread);

    buf_clear(path);
    buf_add(path, str_of(folder));
    buf_add(path, (struct str){name, (size_t)n + 1});
}

bool companion_status(const struct reading *r, struct stat *status)
{
    return (r->opened ? fstat(*r->opened, status) : stat(r->path, status)) == 0;
}

bool companion_folder(const struct reading *r, struct buf *folder)
{
    buf_clear(folder);
    if (!r->path)
        return false;
    const char *slash = strrchr(r->path, '/');
    if (r->folder)
        buf_add(folder, str_of(r->folder));
    else if (!slash)
        buf_add_byte(folder, '.');
    else /* the slash of "/x" is its folder */
        buf_add(folder, (struct str){r->path, slash == r->path ? 1 : (size_t)(slash - r->path)});
    buf_add_byte(folder, '\0');
    return true;
}

/* Takes the extension off a file name if it is this one, or any for "". */
static struct str without_ending(struct str path, const char *ending)
{
    size_t dot = path.n;

    if (*ending)
        return str_ends(path, str_of(ending)) ? str_from_to(path, 0, path.n - strlen(ending))
                                              : path;
    while (dot > 0 && path.p[dot - 1] != '.' && path.p[dot - 1] != '/')
        dot--;
    return dot > 1 && path.p[dot - 1] == '.' ? str_from_to(path, 0, dot - 1) : path;
}

int companion_symbols(const char *path, struct buf *symbols)
{
    struct str whole = str_of(path);
    const struct str stems[] = {without_ending(whole, ""),
                                without_ending(without_ending(whole, ".gz"), "")};
    int fd = -1;

    errno = ENOENT;
    for (size_t i = 0; whole.n && i < sizeof stems / sizeof stems[0]; i++) {
        buf_clear(symbols);
        buf_add(symbols, stems[i]);
        buf_add(symbols, STR(".syms.json"));
        buf_add_byte(symbols, '\0');
        fd = beside_open_path(symbols->p);
        if (fd >= 0 || errno == EPERM || !open_is_refused(errno))
            break;
    }
    return fd;
}
