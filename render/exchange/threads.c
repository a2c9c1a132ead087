/* Groups samples by thread. */
#include "render/exchange/threads.h"

#include <stdlib.h>

#include "base/mem.h"
#include "render/common/tree_walk.h"

/* Labels that identify a thread; of each kind the first that is present. */
enum what { PROCESS, PID, NAME, TID, WHATS };

static const struct {
    const char *key;
    enum what what;
} keys[] = {
    {"process", PROCESS}, {"comm", PROCESS},     {"pid", PID},      {"tid", TID},
    {"thread", NAME},     {"thread-name", NAME}, {"profile", NAME},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

/* A thread, and its label set. */
struct found {
    struct thread thread;
    labels_id labels;
    const struct names *names;
};

/* A thread without a name gets that of its process. */
static struct thread thread_of(const struct profile *p, labels_id id, uint64_t total)
{
    name_id what[WHATS] = {0};
    size_t n;
    const struct label *labels = labels_get(&p->labels, id, &n);

    for (size_t i = 0; i < KEYS; i++)
        for (size_t at = 0; at < n && !what[keys[i].what]; at++)
            if (str_equal(names_get(&p->names, labels[at].key), str_of(keys[i].key)))
                what[keys[i].what] = labels[at].value;
    return (struct thread){
        .process = what[PROCESS],
        .pid = what[PID],
        .name = what[NAME] ? what[NAME] : what[PROCESS],
        .tid = what[TID],
        .total = total,
    };
}

static int compare_texts(const struct names *names, name_id a, name_id b)
{
    return a == b ? 0 : str_compare(names_get(names, a), names_get(names, b));
}

/* Compares threads by name, because ids depend on the number of workers that read the input. */
static int compare_same(const struct found *a, const struct found *b)
{
    int order = compare_texts(a->names, a->thread.name, b->thread.name);

    order = order ? order : compare_texts(a->names, a->thread.process, b->thread.process);
    order = order ? order : compare_texts(a->names, a->thread.pid, b->thread.pid);
    return order ? order : compare_texts(a->names, a->thread.tid, b->thread.tid);
}

static int compare_found(const void *a, const void *b)
{
    const struct found *x = a;
    const struct found *y = b;
    int order = compare_same(x, y);

    return order ? order : (x->labels > y->labels) - (x->labels < y->labels);
}

static int compare_totals(const void *a, const void *b)
{
    const struct found *x = a;
    const struct found *y = b;

    if (x->thread.total != y->thread.total)
        return x->thread.total > y->thread.total ? -1 : 1;
    return compare_found(x, y);
}

/* Merges equal threads and sorts them. Sets of_labels[] by label set: its thread. Returns how many
 * there are. */
static uint32_t join_threads(struct found *found, uint32_t n, uint32_t n_labels,
                             uint32_t *of_labels)
{
    labels_id *first_of = mem_alloc(n_labels, sizeof *first_of);
    uint32_t n_threads = 0;

    qsort(found, n, sizeof *found, compare_found);
    for (uint32_t i = 0; i < n; i++) {
        struct found next = found[i];
        bool is_new = i == 0 || compare_same(&next, &found[n_threads - 1]) != 0;
        if (is_new)
            found[n_threads++] = next;
        else
            found[n_threads - 1].thread.total += next.thread.total;
        first_of[next.labels] = found[n_threads - 1].labels;
    }
    qsort(found, n_threads, sizeof *found, compare_totals);
    for (uint32_t i = 0; i < n_threads; i++)
        of_labels[found[i].labels] = i;
    for (labels_id i = 0; i < n_labels; i++)
        of_labels[i] = of_labels[first_of[i]];
    mem_free(first_of, n_labels, sizeof *first_of);
    return n_threads;
}

static void find_threads(struct threads *t, const struct profile *p, uint32_t *of_labels)
{
    uint32_t n_labels = p->labels.n;
    struct found *found = mem_alloc(n_labels, sizeof *found);
    uint64_t *totals = mem_alloc(n_labels, sizeof *totals);
    bool *there = mem_alloc(n_labels, sizeof *there);
    uint32_t n = 0;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        totals[p->samples[i].labels] += p->columns[0].values[i];
        there[p->samples[i].labels] = true;
    }
    for (labels_id i = 0; i < n_labels; i++)
        if (there[i])
            found[n++] = (struct found){thread_of(p, i, totals[i]), i, &p->names};
    t->n = join_threads(found, n, n_labels, of_labels);
    t->list = mem_grow(NULL, &t->list_room, (size_t)t->n + 1, sizeof *t->list);
    for (uint32_t i = 0; i < t->n; i++)
        t->list[i] = found[i].thread;
    mem_free(there, n_labels, sizeof *there);
    mem_free(totals, n_labels, sizeof *totals);
    mem_free(found, n_labels, sizeof *found);
}

static int compare_samples(const void *a, const void *b)
{
    const struct thread_sample *x = a;
    const struct thread_sample *y = b;

    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static bool are_one(const struct thread_sample *a, const struct thread_sample *b)
{
    return a->thread == b->thread && a->time_ns == PROFILE_NO_TIME && b->time_ns == a->time_ns &&
           a->stack == b->stack;
}

/* Sorts the samples, and sums those that differ by no time. */
static void sort_samples(struct threads *t)
{
    uint32_t n = 0;

    qsort(t->samples, t->n_samples, sizeof *t->samples, compare_samples);
    for (uint32_t i = 0; i < t->n_samples; i++) {
        if (n && are_one(&t->samples[n - 1], &t->samples[i]))
            t->samples[n - 1].value += t->samples[i].value;
        else
            t->samples[n++] = t->samples[i];
    }
    t->n_samples = n;
    for (uint32_t i = 0, at = 0; i < t->n; i++) {
        t->list[i].first = at;
        while (at < n && t->samples[at].thread == i)
            at++;
        t->list[i].n = at - t->list[i].first;
    }
}

/* Sets rank[] by stack: its position in the tree. */
static void rank_stacks(struct tree *tree, uint32_t *rank)
{
    struct walk walk;
    uint32_t n = 0;

    tree_list_callees(tree, 0);
    walk_init(&walk, tree);
    while (walk_next(&walk))
        rank[walk.stack] = n++;
    walk_free(&walk);
}

void threads_init(struct threads *threads, const struct picture *picture)
{
    const struct profile *p = picture->profile;
    uint32_t *of_labels = mem_alloc(p->labels.n, sizeof *of_labels);
    uint32_t *rank = mem_alloc(p->stacks.n, sizeof *rank);

    *threads = (struct threads){.n_samples = p->n_samples};
    find_threads(threads, p, of_labels);
    rank_stacks(picture->tree, rank);
    threads->samples =
        mem_grow(NULL, &threads->samples_room, (size_t)p->n_samples + 1, sizeof *threads->samples);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        const struct sample *sample = &p->samples[i];
        uint64_t time_ns = p->timed ? p->times[i] : PROFILE_NO_TIME;
        bool in_tree = time_ns == PROFILE_NO_TIME && !p->ordered;
        threads->samples[i] = (struct thread_sample){
            .time_ns = time_ns,
            .value = p->columns[0].values[i],
            .stack = sample->stack,
            .thread = of_labels[sample->labels],
            .order = in_tree ? rank[sample->stack] : i,
        };
    }
    sort_samples(threads);
    mem_free(of_labels, p->labels.n, sizeof *of_labels);
    mem_free(rank, p->stacks.n, sizeof *rank);
}

void threads_free(struct threads *threads)
{
    mem_free(threads->list, threads->list_room, sizeof *threads->list);
    mem_free(threads->samples, threads->samples_room, sizeof *threads->samples);
    *threads = (struct threads){0};
}

void threads_name(const struct threads *threads, uint32_t thread, const struct names *names,
                  struct buf *to)
{
    const struct thread *t = &threads->list[thread];

    buf_add(to, names_get(names, t->name));
    if (t->process && t->process != t->name) {
        buf_add(to, STR(" ("));
        buf_add(to, names_get(names, t->process));
        buf_add_byte(to, ')');
    }
    if (to->n && (t->pid || t->tid))
        buf_add_byte(to, ' ');
    buf_add(to, names_get(names, t->pid));
    if (t->tid) {
        buf_add_byte(to, '/');
        buf_add(to, names_get(names, t->tid));
    }
}
