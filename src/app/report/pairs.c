/* search.folded.1 and search.folded.2 are two runs of search.folded: groups runs by name, and pairs
 * the groups of both sides. */
#include "app/report/pairs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

struct run {
    struct str name;
    size_t file;
};

static int compare(const void *a, const void *b)
{
    const struct run *x = a;
    const struct run *y = b;
    int order = report_compare(x->name, y->name);

    return order ? order : (x->file > y->file) - (x->file < y->file);
}

/* Returns the files as runs, sorted by name, without folders that cannot be read. */
static struct run *runs_of(const struct report_files *files, size_t *n)
{
    struct run *runs = mem_alloc(files->n, sizeof *runs);

    *n = 0;
    for (size_t i = 0; i < files->n; i++)
        if (!files->rows[i].error)
            runs[(*n)++] = (struct run){
                report_run_name(str_of(report_files_text(files, files->rows[i].below))), i};
    qsort(runs, *n, sizeof *runs, compare);
    return runs;
}

/* Returns where the next name begins. */
static size_t behind(const struct run *runs, size_t n, size_t from)
{
    size_t to = from;

    while (to < n && str_equal(runs[to].name, runs[from].name))
        to++;
    return to;
}

static size_t keep(struct report_pairs *pairs, struct str text)
{
    size_t at = pairs->text.n;

    buf_add(&pairs->text, text);
    buf_add_byte(&pairs->text, '\0');
    return at;
}

static void add(struct report_pairs *pairs, struct str name, struct names *used)
{
    struct buf picture = {0};

    pairs->rows = mem_grow(pairs->rows, &pairs->room, pairs->n + 1, sizeof *pairs->rows);
    struct report_pair *pair = &pairs->rows[pairs->n++];
    *pair = (struct report_pair){
        .name = keep(pairs, name), .before = pairs->n_before, .after = pairs->n_after};
    report_name_picture(&picture, REPORT_OF_PAIRS, name, used);
    pair->picture = keep(pairs, buf_str(&picture));
    buf_free(&picture);
}

static size_t add_files(size_t *to, size_t *n, const struct run *runs, size_t from, size_t end)
{
    for (size_t i = from; i < end; i++)
        to[(*n)++] = runs[i].file;
    return end - from;
}

void report_pairs_find(struct report_pairs *pairs, const struct report_files *before,
                       const struct report_files *after)
{
    struct names used;
    size_t n_old;
    size_t n_new;
    struct run *old = runs_of(before, &n_old);
    struct run *new = runs_of(after, &n_new);

    *pairs = (struct report_pairs){.before = mem_alloc(before->n, sizeof *pairs->before),
                                   .gone = mem_alloc(before->n, sizeof *pairs->gone),
                                   .after = mem_alloc(after->n, sizeof *pairs->after),
                                   .added = mem_alloc(after->n, sizeof *pairs->added)};
    names_init(&used);
    for (size_t i = 0, k = 0; i < n_old || k < n_new;) {
        size_t i_end = i < n_old ? behind(old, n_old, i) : i;
        size_t k_end = k < n_new ? behind(new, n_new, k) : k;
        int order = i == n_old ? 1 : k == n_new ? -1 : report_compare(old[i].name, new[k].name);
        if (order == 0) {
            add(pairs, new[k].name, &used);
            struct report_pair *pair = &pairs->rows[pairs->n - 1];
            pair->n_before = add_files(pairs->before, &pairs->n_before, old, i, i_end);
            pair->n_after = add_files(pairs->after, &pairs->n_after, new, k, k_end);
        } else if (order < 0) {
            add_files(pairs->gone, &pairs->n_gone, old, i, i_end);
        } else {
            add_files(pairs->added, &pairs->n_added, new, k, k_end);
        }
        i = order <= 0 ? i_end : i;
        k = order >= 0 ? k_end : k;
    }
    names_free(&used);
    mem_free(old, before->n, sizeof *old);
    mem_free(new, after->n, sizeof *new);
}

void report_pairs_free(struct report_pairs *pairs, const struct report_files *before,
                       const struct report_files *after)
{
    mem_free(pairs->rows, pairs->room, sizeof *pairs->rows);
    mem_free(pairs->before, before->n, sizeof *pairs->before);
    mem_free(pairs->gone, before->n, sizeof *pairs->gone);
    mem_free(pairs->after, after->n, sizeof *pairs->after);
    mem_free(pairs->added, after->n, sizeof *pairs->added);
    buf_free(&pairs->text);
    *pairs = (struct report_pairs){0};
}
