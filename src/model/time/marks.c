/* Marks, in the order of time. */
#include "model/time/marks.h"

#include <stdlib.h>

#include "base/mem.h"

void marks_free(struct mark_list *m)
{
    mem_free(m->rows, m->room, sizeof *m->rows);
    if (m->labels.n)
        labels_free(&m->labels);
    *m = (struct mark_list){0};
}

void marks_copy(struct mark_list *to, const struct mark_list *from)
{
    *to = *from;
    to->rows = mem_copy(from->rows, from->room, from->n, sizeof *from->rows);
    if (from->labels.n)
        labels_copy(&to->labels, &from->labels);
}

void marks_add(struct mark_list *m, const struct mark *mark)
{
    m->rows = mem_grow(m->rows, &m->room, m->n + 1, sizeof *m->rows);
    m->rows[m->n++] = *mark;
}

labels_id marks_labels(struct mark_list *m, struct label *pairs, size_t n)
{
    if (!n)
        return 0;
    if (!m->labels.n)
        labels_init(&m->labels);
    return labels_add(&m->labels, pairs, n);
}

const struct label *marks_labels_of(const struct mark_list *m, const struct mark *mark, size_t *n)
{
    *n = 0;
    return mark->labels ? labels_get(&m->labels, mark->labels, n) : NULL;
}

void marks_move(struct mark_list *m, uint64_t ns)
{
    for (size_t i = m->n_settled; i < m->n; i++) {
        m->rows[i].from_ns = (int64_t)((uint64_t)m->rows[i].from_ns + ns);
        m->rows[i].to_ns = (int64_t)((uint64_t)m->rows[i].to_ns + ns);
    }
}

/* ---- order ------------------------------------------------------------------------------- */

/* A mark with its place, so that marks of one time keep their order. */
struct placed_mark {
    struct mark mark;
    size_t place;
};

static int compare(const void *a, const void *b)
{
    const struct placed_mark *x = a;
    const struct placed_mark *y = b;

    if (x->mark.from_ns != y->mark.from_ns)
        return x->mark.from_ns < y->mark.from_ns ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static void sort(struct mark_list *m)
{
    struct placed_mark *all = mem_alloc(m->n, sizeof *all);

    for (size_t i = 0; i < m->n; i++)
        all[i] = (struct placed_mark){m->rows[i], i};
    qsort(all, m->n, sizeof *all, compare);
    for (size_t i = 0; i < m->n; i++)
        m->rows[i] = all[i].mark;
    mem_free(all, m->n, sizeof *all);
}

/* A span that ends before it begins is a moment. */
void marks_settle(struct mark_list *m)
{
    bool sorted = true;

    for (size_t i = m->n_settled; i < m->n; i++) {
        struct mark *row = &m->rows[i];
        row->to_ns = row->to_ns < row->from_ns ? row->from_ns : row->to_ns;
        sorted = sorted && (!i || m->rows[i - 1].from_ns <= row->from_ns);
    }
    if (!sorted)
        sort(m);
    m->n_settled = m->n;
}

void marks_cut(struct mark_list *m, int64_t from_ns, int64_t to_ns, const bool *threads)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n; i++) {
        struct mark row = m->rows[i];
        if (!threads[row.of] || row.from_ns >= to_ns ||
            (row.from_ns < from_ns && row.to_ns <= from_ns))
            continue;
        row.from_ns = row.from_ns < from_ns ? from_ns : row.from_ns;
        row.to_ns = row.to_ns > to_ns ? to_ns : row.to_ns;
        m->rows[n++] = row;
    }
    m->n = m->n_settled = n;
}
