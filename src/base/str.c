/* Searching in borrowed bytes. */
#include "base/str.h"

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
