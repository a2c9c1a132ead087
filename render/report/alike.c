/* x-01 and x-02: names that look like those of runs. */
#include "render/report/alike.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

/* Compares paths as if each number in them were the same. */
static int compare_shapes(struct str a, struct str b)
{
    size_t i = 0;
    size_t k = 0;

    while (i < a.n && k < b.n) {
        bool number = is_digit(a.p[i]) && is_digit(b.p[k]);
        if (!number && a.p[i] != b.p[k])
            return (unsigned char)a.p[i] < (unsigned char)b.p[k] ? -1 : 1;
        for (i++; number && i < a.n && is_digit(a.p[i]);)
            i++;
        for (k++; number && k < b.n && is_digit(b.p[k]);)
            k++;
    }
    return (i < a.n) - (k < b.n);
}

static int compare(const void *a, const void *b)
{
    const struct str *x = a;
    const struct str *y = b;
    int order = compare_shapes(*x, *y);

    return order ? order : str_compare(*x, *y);
}

static size_t list_single(const struct report *report, struct str *paths)
{
    struct report_row row;
    size_t n = 0;

    for (size_t i = 0; i < report->n_pairs; i++) {
        if (report->pairs[i].state != REPORT_DRAWN)
            continue;
        report_row_of(&row, &report->pairs[i]);
        if (row.sides.n_runs[0] == 1 && row.sides.n_runs[1] == 1)
            paths[n++] = row.path;
    }
    return n;
}

size_t report_alike(const struct report *report, struct str *first)
{
    struct str *paths = mem_alloc(report->n_pairs, sizeof *paths);
    size_t n = list_single(report, paths);
    size_t most = 1;

    qsort(paths, n, sizeof *paths, compare);
    for (size_t from = 0, to = 0; from < n; from = to) {
        while (to < n && compare_shapes(paths[from], paths[to]) == 0)
            to++;
        if (to - from > most) {
            most = to - from;
            *first = paths[from];
        }
    }
    mem_free(paths, report->n_pairs, sizeof *paths);
    return most > 1 ? most : 0;
}
