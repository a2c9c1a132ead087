/* Reads a small file whole and iterates over its lines. */
#include "render/common/text_file.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/beside.h"
#include "base/source.h"

bool text_file_exists(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 ||
           (errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG);
}

static bool read_all(struct source *source, struct buf *to, size_t max, struct fault *f)
{
    for (;;) {
        size_t got;
        char *room = buf_reserve(to, SOURCE_BLOCK);
        if (!source_read(source, room, SOURCE_BLOCK, &got, f))
            return false;
        if (got == 0)
            return true;
        to->n += got;
        if (to->n > max)
            return fault_set(f, FAULT_INPUT, "%s: more than %zu bytes", source->name, max);
    }
}

/* Closes it. */
static bool read_and_close(struct source *source, struct buf *to, size_t max, struct fault *f)
{
    const bool done = read_all(source, to, max, f);

    source_close(source);
    return done;
}

bool text_file_read(struct buf *to, const char *path, size_t max, struct fault *f)
{
    struct limits limits = limits_usual();
    struct source source;

    return source_open(&source, path, &limits, f) && read_and_close(&source, to, max, f);
}

bool text_file_read_own(struct buf *to, const char *path, size_t max, struct fault *f)
{
    struct limits limits = limits_usual();
    struct source source;

    const int fd = beside_open_path(path);
    if (fd < 0 && errno == EPERM)
        return fault_set(f, FAULT_INPUT, "%s%s", path, beside_refusal());
    if (fd < 0)
        return fault_set(f, FAULT_SYSTEM, "%s: cannot be read: %s", path, strerror(errno));
    return source_open_fd(&source, fd, path, &limits, f) && read_and_close(&source, to, max, f);
}

bool text_lines_next(struct text_lines *lines)
{
    if (lines->rest.n == 0)
        return false;
    const char *end = memchr(lines->rest.p, '\n', lines->rest.n);
    size_t n = end ? (size_t)(end - lines->rest.p) : lines->rest.n;
    lines->line = str_from_to(lines->rest, 0, n);
    lines->rest = str_from_to(lines->rest, end ? n + 1 : n, lines->rest.n);
    if (n && lines->line.p[n - 1] == '\r')
        lines->line.n--;
    lines->number++;
    return true;
}
