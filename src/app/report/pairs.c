/* search.folded.1 and search.folded.2 are two runs of search.folded: groups runs by name, and pairs
 * the groups of both sides. */
#include "app/report/pairs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "base/sink.h"

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

/* ---- what one side lacks --------------------------------------------------------------------- */

/* The runs of one name on a side. */
struct group {
    const struct report_files *files;
    const struct run *runs;
    size_t n;
};

static struct str run_path(const struct group *g, size_t run)
{
    return str_of(report_files_text(g->files, g->files->rows[g->runs[run].file].below));
}

/* Returns the first run of `has` whose path is none of `lacks`; both are sorted. */
static size_t first_lack(const struct group *has, const struct group *lacks)
{
    size_t i = 0;

    for (size_t k = 0; i < has->n && k < lacks->n; k++) {
        int order = report_compare(run_path(has, i), run_path(lacks, k));
        if (order < 0)
            break;
        i += order == 0;
    }
    return i < has->n ? i : 0;
}

/* Adds a lack of runs of a name. what: the message behind that name. */
static void add_lack(struct report_pairs *pairs, struct str name, struct report_lack lack,
                     struct sink *what)
{
    struct buf message = {0};

    buf_add(&message, name);
    buf_add(&message, buf_str(&what->buf));
    lack.name = keep(pairs, name);
    lack.message = keep(pairs, buf_str(&message));
    pairs->lacks =
        mem_grow(pairs->lacks, &pairs->lacks_room, pairs->n_lacks + 1, sizeof *pairs->lacks);
    pairs->lacks[pairs->n_lacks++] = lack;
    buf_free(&message);
    sink_discard(what);
}

/* "bench: has 5 files before and 4 after, wanted as many; bench.3 is missing after" */
static void compare_runs(struct report_pairs *pairs, const struct group *was,
                         const struct group *is)
{
    bool before = was->n < is->n;
    const struct group *has = before ? is : was;
    struct sink what;

    if (was->n == is->n)
        return;
    size_t first = first_lack(has, before ? was : is);
    struct report_lack lack = {.before = before, .n = 1, .file = has->runs[first].file};
    sink_open_buf(&what);
    sink_text(&what, ": has ");
    sink_u64(&what, was->n);
    sink_text(&what, was->n == 1 ? " file before and " : " files before and ");
    sink_u64(&what, is->n);
    sink_text(&what, " after, wanted as many; ");
    sink_str(&what, run_path(has, first));
    sink_text(&what, before ? " is missing before" : " is missing after");
    add_lack(pairs, is->runs[0].name, lack, &what);
}

/* "bench: has 5 files before and none after, wanted as many" */
static void lack_all(struct report_pairs *pairs, const struct group *was)
{
    struct report_lack lack = {.n = was->n, .files = pairs->gone + pairs->n_gone};
    struct sink what;

    sink_open_buf(&what);
    sink_text(&what, ": has ");
    sink_u64(&what, was->n);
    sink_text(&what, was->n == 1 ? " file before and none after, wanted as many"
                                 : " files before and none after, wanted as many");
    add_lack(pairs, was->runs[0].name, lack, &what);
}

/* ---- both sides ------------------------------------------------------------------------------ */

static void add_pair(struct report_pairs *pairs, const struct group *was, const struct group *is,
                     struct names *used)
{
    add(pairs, is->runs[0].name, used);
    struct report_pair *pair = &pairs->rows[pairs->n - 1];
    pair->n_before = add_files(pairs->before, &pairs->n_before, was->runs, 0, was->n);
    pair->n_after = add_files(pairs->after, &pairs->n_after, is->runs, 0, is->n);
    compare_runs(pairs, was, is);
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
        const struct group was = {before, old + i, i_end - i};
        const struct group is = {after, new + k, k_end - k};
        if (order == 0) {
            add_pair(pairs, &was, &is, &used);
        } else if (order < 0) {
            lack_all(pairs, &was);
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
    mem_free(pairs->lacks, pairs->lacks_room, sizeof *pairs->lacks);
    buf_free(&pairs->text);
    *pairs = (struct report_pairs){0};
}
