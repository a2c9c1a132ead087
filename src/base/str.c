/* Searching and trimming borrowed bytes. */
#include "base/str.h"

#include "base/ascii.h"

uint64_t str_begin(struct str s)
{
    uint64_t begin = 0;

    for (size_t i = 0; i < 8; i++)
        begin = begin << 8 | (i < s.n ? (unsigned char)s.p[i] : 0);
    return begin;
}

size_t str_find(struct str s, size_t from, struct str part)
{
    if (part.n == 0)
        return from < s.n ? from : s.n;
    while (from < s.n && s.n - from >= part.n) {
        const char *p = memchr(s.p + from, part.p[0], s.n - from - part.n + 1);
        if (!p)
            break;
        if (memcmp(p, part.p, part.n) == 0)
            return (size_t)(p - s.p);
        from = (size_t)(p - s.p) + 1;
    }
    return s.n;
}

size_t str_find_last(struct str s, struct str part)
{
    size_t end = part.n && s.n >= part.n ? s.n - part.n + 1 : 0;

    while (end) {
        const char *p = memrchr(s.p, part.p[0], end);
        if (!p)
            break;
        end = (size_t)(p - s.p);
        if (memcmp(p, part.p, part.n) == 0)
            return end;
    }
    return s.n;
}

struct str str_trim(struct str s)
{
    while (s.n && (is_blank(s.p[0]) || s.p[0] == '\r')) {
        s.p++;
        s.n--;
    }
    while (s.n && (is_blank(s.p[s.n - 1]) || s.p[s.n - 1] == '\r'))
        s.n--;
    return s;
}

struct str path_base_name(struct str path)
{
    size_t from = path.n;

    while (from && path.p[from - 1] != '/')
        from--;
    return str_from_to(path, from, path.n);
}

struct str path_program_name(struct str path)
{
    struct str name = path_base_name(path);

    while (name.n && (is_digit(name.p[name.n - 1]) || name.p[name.n - 1] == '.'))
        name.n--;
    return name;
}
