/* Groups samples by thread. */
#include "render/exchange/thread_samples.h"

#include <stdlib.h>

#include "base/mem.h"
#include "render/common/tree_walk.h"

/* A thread with samples, and its number in the profile. */
struct found {
    struct sampled_thread thread;
    thread_id id;
    uint64_t first_ns, last_ns; /* of its samples; NO_TIME: some have no time */
    const struct names *names;
};

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

    return order ? order : (x->id > y->id) - (x->id < y->id);
}

static int compare_totals(const void *a, const void *b)
{
    const struct found *x = a;
    const struct found *y = b;

    if (x->thread.total != y->thread.total)
        return x->thread.total > y->thread.total ? -1 : 1;
    return compare_found(x, y);
}

static struct sampled_thread sampled(const struct thread *thread, uint64_t total)
{
    return (struct sampled_thread){
        .process = thread->process,
        .pid = thread->pid,
        .name = thread->name ? thread->name : thread->process,
        .tid = thread->tid,
        .total = total,
    };
}

static int compare_numbers(const struct found *a, const struct found *b)
{
    if (a->thread.pid != b->thread.pid)
        return a->thread.pid < b->thread.pid ? -1 : 1;
    return (a->thread.tid > b->thread.tid) - (a->thread.tid < b->thread.tid);
}

static int compare_times(const void *a, const void *b)
{
    const struct found *x = a;
    const struct found *y = b;
    int order = compare_numbers(x, y);

    if (order || x->first_ns != y->first_ns)
        return order ? order : x->first_ns < y->first_ns ? -1 : 1;
    return compare_found(x, y);
}

/* Whether a thread went on under another name: it has the numbers of one before whose time was
 * over. Of several inputs, which all begin at 0, two threads may have the same numbers. */
static bool goes_on(const struct found *before, const struct found *next)
{
    return next->thread.pid && next->thread.tid && compare_numbers(before, next) == 0 &&
           before->last_ns != NO_TIME && next->last_ns != NO_TIME &&
           next->first_ns >= before->last_ns;
}

/* Merges threads with others that went on under another name, which they get. Sets first_of[] by
 * thread_id: the one that stands for it, itself if none does. Returns how many are left. */
static uint32_t join_renamed(struct found *found, uint32_t n, thread_id *first_of)
{
    uint32_t n_threads = 0;

    qsort(found, n, sizeof *found, compare_times);
    for (uint32_t i = 0; i < n; i++) {
        struct found next = found[i];
        struct found *before = n_threads ? &found[n_threads - 1] : NULL;
        if (!before || !goes_on(before, &next)) {
            found[n_threads++] = next;
            continue;
        }
        next.thread.total += before->thread.total;
        next.first_ns = before->first_ns;
        first_of[before->id] = next.id;
        *before = next;
    }
    return n_threads;
}

/* Follows first_of[] to the thread that stands for one, and leads all on the way straight to it, so
 * that no way is long twice. */
static thread_id last_of(thread_id *first_of, thread_id id)
{
    thread_id last = id;

    while (first_of[last] != last)
        last = first_of[last];
    while (id != last) {
        const thread_id next = first_of[id];
        first_of[id] = last;
        id = next;
    }
    return last;
}

/* Merges threads that are told alike, and sorts all by total. Sets first_of[] by thread_id: the one
 * that stands for it. Returns how many are left. */
static uint32_t join_threads(struct found *found, uint32_t n, thread_id *first_of)
{
    uint32_t n_threads = 0;

    qsort(found, n, sizeof *found, compare_found);
    for (uint32_t i = 0; i < n; i++) {
        struct found next = found[i];
        bool is_new = i == 0 || compare_same(&next, &found[n_threads - 1]) != 0;
        if (is_new)
            found[n_threads++] = next;
        else
            found[n_threads - 1].thread.total += next.thread.total;
        if (!is_new)
            first_of[next.id] = found[n_threads - 1].id;
    }
    qsort(found, n_threads, sizeof *found, compare_totals);
    return n_threads;
}

/* Finds the threads that have samples, by id: their totals, and when they had them. */
static uint32_t find_threads(const struct profile *p, struct found *found)
{
    const struct threads *threads = &p->labels.threads;
    bool *there = mem_alloc(threads->n, sizeof *there);
    uint32_t n = 0;

    for (thread_id id = 0; id < threads->n; id++)
        found[id] = (struct found){sampled(&threads->rows[id], 0), id, NO_TIME, 0, &p->names};
    for (uint32_t i = 0; i < p->n_samples; i++) {
        struct found *of = &found[p->labels.thread[p->samples[i].labels]];
        uint64_t at_ns = moments_at(&p->moments, i);
        of->thread.total += p->columns[0].values[i];
        of->first_ns = at_ns < of->first_ns ? at_ns : of->first_ns;
        of->last_ns = at_ns > of->last_ns ? at_ns : of->last_ns;
        there[of->id] = true;
    }
    for (thread_id id = 0; id < threads->n; id++)
        if (there[id])
            found[n++] = found[id];
    mem_free(there, threads->n, sizeof *there);
    return n;
}

/* Lists the threads that have samples, the largest first, and sets number[] by thread_id: its place
 * in the list. A thread without a name gets that of its process; a process and a thread that are
 * told alike then are one. */
static void list_threads(struct thread_samples *t, const struct profile *p, bool by_number,
                         uint32_t *number)
{
    const uint32_t n_rows = p->labels.threads.n;
    struct found *found = mem_alloc(n_rows, sizeof *found);
    thread_id *first_of = mem_alloc(n_rows, sizeof *first_of);

    for (thread_id id = 0; id < n_rows; id++)
        first_of[id] = id;
    uint32_t n = find_threads(p, found);
    if (by_number)
        n = join_renamed(found, n, first_of);
    t->n = join_threads(found, n, first_of);
    t->list = mem_grow(NULL, &t->list_room, (size_t)t->n + 1, sizeof *t->list);
    for (uint32_t i = 0; i < t->n; i++) {
        t->list[i] = found[i].thread;
        number[found[i].id] = i;
    }
    for (thread_id id = 0; id < n_rows; id++)
        number[id] = number[last_of(first_of, id)];
    mem_free(first_of, n_rows, sizeof *first_of);
    mem_free(found, n_rows, sizeof *found);
}

static int compare_samples(const void *a, const void *b)
{
    const struct thread_sample *x = a;
    const struct thread_sample *y = b;

    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return (x->state > y->state) - (x->state < y->state);
}

static bool are_one(const struct thread_sample *a, const struct thread_sample *b)
{
    return a->thread == b->thread && a->time_ns == NO_TIME && b->time_ns == a->time_ns &&
           a->stack == b->stack && a->state == b->state;
}

/* Sorts the samples, and sums those that differ by no time. */
static void sort_samples(struct thread_samples *t)
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

void thread_samples_init(struct thread_samples *threads, const struct picture *picture,
                         bool by_number)
{
    const struct profile *p = picture->profile;
    const uint32_t n_threads = p->labels.threads.n;
    uint32_t *number = mem_alloc(n_threads, sizeof *number);
    uint32_t *rank = mem_alloc(p->stacks.n, sizeof *rank);

    *threads = (struct thread_samples){.n_samples = p->n_samples};
    list_threads(threads, p, by_number, number);
    rank_stacks(picture->tree, rank);
    threads->samples =
        mem_grow(NULL, &threads->samples_room, (size_t)p->n_samples + 1, sizeof *threads->samples);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        const struct sample *sample = &p->samples[i];
        uint64_t time_ns = moments_at(&p->moments, i);
        bool in_tree = time_ns == NO_TIME && p->moments.kind != TIME_ORDER;
        threads->samples[i] = (struct thread_sample){
            .time_ns = time_ns,
            .value = p->columns[0].values[i],
            .stack = sample->stack,
            .state = moments_state(&p->moments, i),
            .thread = number[p->labels.thread[sample->labels]],
            .order = in_tree ? rank[sample->stack] : i,
        };
    }
    sort_samples(threads);
    mem_free(number, n_threads, sizeof *number);
    mem_free(rank, p->stacks.n, sizeof *rank);
}

void thread_samples_free(struct thread_samples *threads)
{
    mem_free(threads->list, threads->list_room, sizeof *threads->list);
    mem_free(threads->samples, threads->samples_room, sizeof *threads->samples);
    *threads = (struct thread_samples){0};
}

void thread_samples_name(const struct thread_samples *threads, uint32_t thread,
                         const struct names *names, struct buf *to)
{
    const struct sampled_thread *t = &threads->list[thread];

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
