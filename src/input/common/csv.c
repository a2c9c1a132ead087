/* 3,"f(int,int)","1,234",0.25, split into cells. */
#include "input/common/csv.h"

#include "base/parse.h"

void csv_free(struct csv *c)
{
    buf_free(&c->plain);
}

/* Takes a quoted cell that begins after the quote at `from`; returns the position after its closing
 * quote, or 0 when there is none. */
static size_t take_quoted(struct csv *c, struct str line, size_t from, struct str *text)
{
    size_t begin = c->plain.n;
    bool copied = false;

    for (size_t at = from;;) {
        const char *quote = memchr(line.p + at, '"', line.n - at);
        if (!quote)
            return 0;
        size_t end = (size_t)(quote - line.p);
        bool doubled = end + 1 < line.n && line.p[end + 1] == '"';
        if (!doubled && !copied) {
            *text = str_from_to(line, from, end);
            return end + 1;
        }
        if (!copied && c->plain.n == 0)
            buf_reserve(&c->plain, line.n); /* what is lent does not move */
        copied = true;
        buf_add(&c->plain, str_from_to(line, at, end + doubled));
        if (!doubled) {
            *text = str_from_to(buf_str(&c->plain), begin, c->plain.n);
            return end + 1;
        }
        at = end + 2;
    }
}

/* Takes the cell that begins at `at`; returns its end, or SIZE_MAX when it is damaged. */
static size_t take_cell(struct csv *c, struct str line, size_t at, struct str *cell)
{
    size_t from = at;

    while (from < line.n && is_blank(line.p[from]) && line.p[from] != c->separator)
        from++;
    if (from == line.n || line.p[from] != '"') {
        const char *end = memchr(line.p + from, c->separator, line.n - from);
        size_t to = end ? (size_t)(end - line.p) : line.n;
        *cell = str_from_to(line, at, to);
        return to;
    }
    size_t to = take_quoted(c, line, from + 1, cell);
    if (to == 0)
        return SIZE_MAX;
    while (to < line.n && is_blank(line.p[to]) && line.p[to] != c->separator)
        to++;
    return to == line.n || line.p[to] == c->separator ? to : SIZE_MAX;
}

bool csv_split(struct csv *c, struct str line)
{
    size_t at = 0;

    c->n = 0;
    buf_clear(&c->plain);
    while (c->n < CSV_CELLS) {
        size_t end = take_cell(c, line, at, &c->cells[c->n]);
        if (end == SIZE_MAX)
            return false;
        c->n++;
        if (end == line.n)
            return true;
        at = end + 1;
    }
    return true;
}

size_t csv_find(const struct csv *c, struct str text)
{
    for (size_t i = 0; i < c->n; i++)
        if (str_equal(str_trim(c->cells[i]), text))
            return i;
    return CSV_CELLS;
}

struct str csv_cell(const struct csv *c, size_t at)
{
    return at < c->n ? c->cells[at] : STR("");
}

char csv_separator(struct str header, struct str first)
{
    bool quoted = header.n && header.p[0] == '"';

    if (quoted)
        header = str_from_to(header, 1, header.n);
    if (!str_starts(header, first))
        return 0;
    header = str_from_to(header, first.n, header.n);
    if (quoted && str_starts(header, STR("\"")))
        header = str_from_to(header, 1, header.n);
    if (header.n == 0 || (header.p[0] != ',' && header.p[0] != ';' && header.p[0] != '\t'))
        return 0;
    return header.p[0];
}
