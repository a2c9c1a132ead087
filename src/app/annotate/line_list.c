/* Adds source lines and their samples to a listing. */
#include "app/annotate/line_list.h"

#include <stdlib.h>

enum { LINES_MOST = 100000 }; /* between the first and the last one with samples */

static int compare(const void *a, const void *b)
{
    const struct line_spot *x = a;
    const struct line_spot *y = b;
    int files = str_compare(x->file, y->file);

    return files ? files : (x->line > y->line) - (x->line < y->line);
}

static struct listing_row *add(struct listing *l, struct source_texts *sources, struct str file,
                               uint32_t line)
{
    struct listing_row *row = listing_add(l);

    row->file = listing_keep(l, file);
    row->line = line;
    row->source = listing_keep(l, source_texts_line(sources, file, line));
    return row;
}

/* Adds the lines from the last row on up to the line before this one, as far as they are near. */
static void add_between(struct listing *l, struct source_texts *sources, struct str file,
                        uint32_t from, uint32_t line)
{
    uint32_t last = source_texts_lines(sources, file);

    if (line - from > LINES_MOST)
        return;
    for (; from < line && from <= last; from++)
        (void)add(l, sources, file, from);
}

/* Adds the lines of one file, which have samples. Its path stands before the first. */
static void list_file(struct listing *l, struct source_texts *sources,
                      const struct line_spot *spots, size_t n)
{
    struct str file = spots[0].file;
    uint32_t next = spots[0].line > LISTING_AROUND ? spots[0].line - LISTING_AROUND : 1;
    size_t first = l->n;

    for (size_t i = 0; i < n;) {
        add_between(l, sources, file, next, spots[i].line);
        struct listing_row *row = add(l, sources, file, spots[i].line);
        for (next = spots[i].line; i < n && spots[i].line == next; i++)
            row->self += spots[i].self;
        next += next < UINT32_MAX;
    }
    if (next <= UINT32_MAX - LISTING_AROUND)
        add_between(l, sources, file, next, next + LISTING_AROUND);
    l->rows[first].head = listing_keep(l, file);
}

void line_list(struct listing *l, struct source_texts *sources, struct line_spot *spots, size_t n)
{
    if (n)
        qsort(spots, n, sizeof *spots, compare);
    for (size_t from = 0, end; from < n; from = end) {
        for (end = from + 1; end < n && str_equal(spots[from].file, spots[end].file);)
            end++;
        list_file(l, sources, spots + from, end - from);
    }
}
