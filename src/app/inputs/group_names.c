/* 4f66a1b2... shop/cart-1/web
 * Finds what containers and pods are called. */
#include "app/inputs/group_names.h"

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

/* Names lie in the order of the lines. */
static int by_id(const void *a, const void *b)
{
    const struct group_name *x = a;
    const struct group_name *y = b;
    const int order = compare(x->id, y->id);

    return order ? order : (x->name.p > y->name.p) - (x->name.p < y->name.p);
}

/* Leaves the first row of each id. */
static void leave_first(struct group_names *g)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        if (n == 0 || compare(g->rows[n - 1].id, g->rows[i].id) != 0)
            g->rows[n++] = g->rows[i];
    g->n = n;
}

void group_names_read(struct group_names *g, struct str lines)
{
    struct str line, id;

    while (g->n < ROWS_MOST && take_field(&lines, '\n', &line)) {
        if (!take_field(&line, ' ', &id) || !id.n || !line.p || !line.n)
            continue;
        g->rows = mem_grow(g->rows, &g->room, g->n + 1, sizeof *g->rows);
        g->rows[g->n++] = (struct group_name){id, line};
    }
    if (g->n)
        qsort(g->rows, g->n, sizeof *g->rows, by_id);
    leave_first(g);
}

/* Returns the first row whose id is not below. */
static size_t first_from(const struct group_names *g, struct str id)
{
    size_t from = 0;
    size_t to = g->n;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (compare(g->rows[middle].id, id) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

struct str group_names_find(const struct group_names *g, struct str id)
{
    const size_t i = first_from(g, id);

    return i < g->n && compare(g->rows[i].id, id) == 0 ? g->rows[i].name : STR("");
}

struct str group_names_find_start(const struct group_names *g, struct str start, size_t least)
{
    const struct group_name *found = NULL;
    const size_t from = first_from(g, start);

    for (size_t i = from; i < g->n; i++) {
        const struct group_name *row = &g->rows[i];
        const size_t n = start.n < row->id.n ? start.n : row->id.n;
        if (compare(str_from_to(row->id, 0, n), start) != 0)
            break;
        if (i - from == ALIKE_MOST)
            return STR("");
        if (row->id.n < least)
            continue;
        if (found && !str_equal(found->name, row->name))
            return STR("");
        found = row;
    }
    return found ? found->name : STR("");
}

void group_names_free(struct group_names *g)
{
    mem_free(g->rows, g->room, sizeof *g->rows);
    *g = (struct group_names){0};
}
