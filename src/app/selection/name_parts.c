/* std::sort<acme::Row*>(acme::Row*): the name, "std::sort", "acme::Row", "acme::Row>", ... */
#include "app/selection/name_parts.h"

#include <string.h>

/* Of a part with what is behind it; so the lines stay in proportion to the name. */
enum { BEHIND_MOST = 256 };

/* Whether a part ends before the byte at i and the next begins behind it. */
static bool is_border(struct str name, size_t i)
{
    static const char borders[] = "<>(){}[],;&*'\"`/\\|=@!^~ \t";
    char c = name.p[i];

    if (c == ':') /* of file:line; not of a scope */
        return (i == 0 || name.p[i - 1] != ':') && (i + 1 == name.n || name.p[i + 1] != ':');
    return memchr(borders, c, sizeof borders - 1) != NULL;
}

static void add_line(struct str text, struct buf *to)
{
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (c == '\0' || c == '\n')
            c = ' ';
        buf_add_byte(to, c);
    }
    buf_add_byte(to, '\n');
}

void name_parts(struct str name, struct buf *to)
{
    size_t from = 0;

    buf_clear(to);
    add_line(name, to);
    for (size_t i = 0; i <= name.n; i++) {
        if (i < name.n && !is_border(name, i))
            continue;
        if (i > from && i - from < name.n) {
            size_t end = name.n - from > BEHIND_MOST ? from + BEHIND_MOST : name.n;
            add_line(str_from_to(name, from, i), to);
            if (from && end > i)
                add_line(str_from_to(name, from, end), to);
        }
        from = i + 1;
    }
    to->p[to->n - 1] = '\0';
}

/* Returns the position behind the bracket expression that begins at i: [^]a-z[:digit:]] */
static size_t behind_brackets(struct str s, size_t i)
{
    i++;
    if (i < s.n && s.p[i] == '^')
        i++;
    if (i < s.n && s.p[i] == ']')
        i++;
    while (i < s.n && s.p[i] != ']') {
        if (str_starts(str_from_to(s, i, s.n), STR("[:")))
            i = str_find(s, i, STR(":]")) + 1;
        i++;
    }
    return i < s.n ? i + 1 : s.n;
}

void name_parts_unanchored(struct str expression, struct buf *to)
{
    bool begins = true; /* an alternative */

    buf_clear(to);
    for (size_t i = 0; i < expression.n;) {
        char c = expression.p[i];
        char next = '|';
        size_t end = i + 1;
        if (end < expression.n)
            next = expression.p[end];
        if (c == '[')
            end = behind_brackets(expression, i);
        else if (c == '\\' && end < expression.n)
            end++;
        bool is_anchor = (c == '^' && begins) || (c == '$' && (next == '|' || next == ')'));
        if (!is_anchor)
            buf_add(to, str_from_to(expression, i, end));
        begins = c == '(' || c == '|' || (begins && is_anchor);
        i = end;
    }
    buf_add_byte(to, '\0');
}
