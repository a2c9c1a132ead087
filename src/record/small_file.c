/* Reads files whose size is not known beforehand, as the kernel makes them when they are read. */
#include "record/small_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/parse.h"

enum { PATH = 4096, STEP = 16384 };

static bool read_all(struct buf *to, const char *path, size_t most)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    ssize_t n = fd < 0 ? -1 : 1;

    buf_clear(to);
    while (n > 0 && to->n <= most) {
        n = read(fd, buf_reserve(to, STEP), STEP);
        to->n += n > 0 ? (size_t)n : 0;
        if (n < 0 && errno == EINTR)
            n = 1;
    }
    int error = n > 0 ? EFBIG : errno;
    if (fd >= 0)
        close(fd);
    if (n > 0)
        to->n = most;
    errno = error;
    return n == 0;
}

static bool PRINTF_LIKE(3, 0)
    read_named(struct buf *to, size_t most, const char *format, va_list parts)
{
    char path[PATH];
    int n = vsnprintf(path, sizeof path, format, parts);

    if (n < 0 || n >= PATH) {
        buf_clear(to);
        errno = ENAMETOOLONG;
        return false;
    }
    return read_all(to, path, most);
}

bool small_file_read(struct buf *to, const char *format, ...)
{
    va_list parts;

    va_start(parts, format);
    bool ok = read_named(to, SMALL_FILE_MOST, format, parts);
    va_end(parts);
    return ok;
}

bool small_file_read_most(struct buf *to, size_t most, const char *format, ...)
{
    va_list parts;

    va_start(parts, format);
    bool ok = read_named(to, most, format, parts);
    va_end(parts);
    return ok;
}

bool small_file_lines(const char *path, bool (*more)(void *context, struct str line), void *context)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct buf text = {0};
    bool ok = fd >= 0;
    bool go_on = ok;

    while (go_on) {
        ssize_t n = read(fd, buf_reserve(&text, STEP), STEP);
        text.n += n > 0 ? (size_t)n : 0;
        struct str rest = buf_str(&text);
        size_t end;
        ok = n >= 0 || errno == EINTR;
        go_on = ok && n != 0;
        while (go_on && (end = str_find(rest, 0, STR("\n"))) < rest.n) {
            go_on = more(context, str_from_to(rest, 0, end));
            rest = str_from_to(rest, end + 1, rest.n);
        }
        if (rest.n)
            memmove(text.p, rest.p, rest.n);
        text.n = rest.n;
    }
    const int reason = errno;
    buf_free(&text);
    if (fd >= 0)
        close(fd);
    errno = reason;
    return ok;
}

bool small_file_number(uint64_t *number, const char *format, ...)
{
    struct buf text = {0};
    va_list parts;

    va_start(parts, format);
    bool ok = read_named(&text, SMALL_FILE_MOST, format, parts);
    va_end(parts);
    struct str rest = buf_str(&text);
    struct str word;
    ok = ok && take_field(&rest, '\n', &word) && parse_u64(str_trim(word), number);
    buf_free(&text);
    return ok;
}
