/* 4f66a1b2... shop/cart-1/web
 * Finds what containers and pods are called. */
#include "model/group_names.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

enum { ROWS_MOST = 1 << 16, ALIKE_MOST = 16 };

static char unified(char c)
{
    return (char)(c == '_' ? '-' : c);
}

static int compare(struct str a, struct str b)
{
    for (size_t i = 0; i < a.n && i < b.n; i++)
        if (unified(a.p[i]) != unified(b.p[i]))
            return (unsigned char)unified(a.p[i]) < (unsigned char)unified(b.p[i]) ? -1 : 1;
    return (a.n > b.n) - (a.n < b.n);
}

static struct str id_of(const struct group_names *g, const struct group_name *row)
{
    return str_from_to(buf_str(&g->text), row->id, row->id + row->n_id);
}

static struct str name_of(const struct group_names *g, const struct group_name *row)
{
    return str_from_to(buf_str(&g->text), row->name, row->name + row->n_name);
}

/* A row while rows are sorted. */
struct id_and_row {
    struct str id;
    struct group_name row;
};

/* Names lie in the order of adding. */
static int by_id(const void *a, const void *b)
{
    const struct id_and_row *x = a;
    const struct id_and_row *y = b;
    const int order = compare(x->id, y->id);

    return order ? order : (x->row.name > y->row.name) - (x->row.name < y->row.name);
}

/* Sorts, and leaves the first row of each id. */
static void sort(struct group_names *g)
{
    const size_t n = g->n;
    struct id_and_row *sorted = mem_alloc(n, sizeof *sorted);

    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct id_and_row){id_of(g, &g->rows[i]), g->rows[i]};
    if (n)
        qsort(sorted, n, sizeof *sorted, by_id);
    g->n = 0;
    for (size_t i = 0; i < n; i++)
        if (i == 0 || compare(sorted[i - 1].id, sorted[i].id) != 0)
            g->rows[g->n++] = sorted[i].row;
    mem_free(sorted, n, sizeof *sorted);
}

static void add(struct group_names *g, struct str id, struct str name)
{
    const size_t at = g->text.n;

    if (g->n == ROWS_MOST)
        return;
    buf_add(&g->text, id);
    buf_add(&g->text, name);
    g->rows = mem_grow(g->rows, &g->room, g->n + 1, sizeof *g->rows);
    g->rows[g->n++] = (struct group_name){at, at + id.n, id.n, name.n};
}

void group_names_read(struct group_names *g, struct str lines)
{
    struct str line, id;

    while (take_field(&lines, '\n', &line))
        if (take_field(&line, ' ', &id) && id.n && line.p && line.n)
            add(g, id, line);
    sort(g);
}

void group_names_add_all(struct group_names *g, const struct group_names *from)
{
    for (size_t i = 0; i < from->n; i++)
        add(g, id_of(from, &from->rows[i]), name_of(from, &from->rows[i]));
    if (from->n)
        sort(g);
}

/* Returns the first row whose id is not below. */
static size_t first_from(const struct group_names *g, struct str id)
{
    size_t from = 0;
    size_t to = g->n;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (compare(id_of(g, &g->rows[middle]), id) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

struct str group_names_find(const struct group_names *g, struct str id)
{
    const size_t i = first_from(g, id);

    return i < g->n && compare(id_of(g, &g->rows[i]), id) == 0 ? name_of(g, &g->rows[i]) : STR("");
}

struct str group_names_find_start(const struct group_names *g, struct str start, size_t least)
{
    const struct group_name *found = NULL;
    const size_t from = first_from(g, start);

    for (size_t i = from; i < g->n; i++) {
        const struct group_name *row = &g->rows[i];
        const struct str id = id_of(g, row);
        if (compare(str_from_to(id, 0, start.n < id.n ? start.n : id.n), start) != 0)
            break;
        if (i - from == ALIKE_MOST)
            return STR("");
        if (id.n < least)
            continue;
        if (found && !str_equal(name_of(g, found), name_of(g, row)))
            return STR("");
        found = row;
    }
    return found ? name_of(g, found) : STR("");
}

void group_names_free(struct group_names *g)
{
    buf_free(&g->text);
    mem_free(g->rows, g->room, sizeof *g->rows);
    *g = (struct group_names){.n = 0};
}
