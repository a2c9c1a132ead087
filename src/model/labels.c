/* Label sets, each stored once. */
#include "model/labels.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

void labels_init(struct labels *labels)
{
    *labels = (struct labels){.key = hash_key_draw(), .n = 1};
    labels->end = mem_grow(NULL, &labels->end_room, 1, sizeof *labels->end);
    labels->pairs = mem_grow(NULL, &labels->pairs_room, 1, sizeof *labels->pairs);
    labels->thread = mem_grow(NULL, &labels->thread_room, 1, sizeof *labels->thread);
    threads_init(&labels->threads);
}

void labels_free(struct labels *labels)
{
    mem_free(labels->pairs, labels->pairs_room, sizeof *labels->pairs);
    mem_free(labels->end, labels->end_room, sizeof *labels->end);
    mem_free(labels->thread, labels->thread_room, sizeof *labels->thread);
    mem_free(labels->snapshot, labels->snapshot_room, sizeof *labels->snapshot);
    mem_free(labels->slots, labels->n_slots, sizeof *labels->slots);
    threads_free(&labels->threads);
    snapshots_free(&labels->snapshots);
    *labels = (struct labels){0};
}

void labels_copy(struct labels *to, const struct labels *from)
{
    *to = *from;
    to->pairs = mem_copy(from->pairs, from->pairs_room, from->end[from->n - 1], sizeof *to->pairs);
    to->end = mem_copy(from->end, from->end_room, from->n, sizeof *from->end);
    to->thread = mem_copy(from->thread, from->thread_room, from->n, sizeof *from->thread);
    to->snapshot =
        mem_copy(from->snapshot, from->snapshot_room, from->snapshot_room, sizeof *from->snapshot);
    to->slots = mem_copy(from->slots, from->n_slots, from->n_slots, sizeof *from->slots);
    threads_copy(&to->threads, &from->threads);
    snapshots_copy(&to->snapshots, &from->snapshots);
}

const struct label *labels_get(const struct labels *labels, labels_id id, size_t *n)
{
    size_t from = id ? labels->end[id - 1] : 0;

    *n = labels->end[id] - from;
    return labels->pairs + from;
}

static int compare(const void *a, const void *b)
{
    const struct label *x = a;
    const struct label *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static bool are_in_order(const struct label *pairs, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (compare(&pairs[i - 1], &pairs[i]) >= 0)
            return false;
    return true;
}

static size_t order(struct label *pairs, size_t n)
{
    size_t kept = 0;

    if (are_in_order(pairs, n))
        return n;
    qsort(pairs, n, sizeof *pairs, compare);
    for (size_t i = 0; i < n; i++)
        if (!kept || compare(&pairs[kept - 1], &pairs[i]) != 0)
            pairs[kept++] = pairs[i];
    return kept;
}

static bool is_of(const struct labels *labels, labels_id id, struct subject of)
{
    return labels->thread[id] == of.thread && labels_snapshot(labels, id) == of.snapshot;
}

static size_t find(const struct labels *labels, struct subject of, const struct label *pairs,
                   size_t n)
{
    size_t mask = labels->n_slots - 1;
    struct str bytes = {(const char *)pairs, n * sizeof *pairs};
    size_t subject = of.thread ^ of.snapshot * (size_t)0x9e3779b97f4a7c15; /* so that none cancel */
    size_t at = (hash_bytes(&labels->key, bytes) ^ subject) & mask;

    for (; labels->slots[at]; at = (at + 1) & mask) {
        size_t m;
        const struct label *have = labels_get(labels, labels->slots[at], &m);
        if (m == n && is_of(labels, labels->slots[at], of) &&
            (n == 0 || memcmp(have, pairs, bytes.n) == 0))
            break;
    }
    return at;
}

static void make_room(struct labels *labels)
{
    if ((size_t)labels->n * 2 < labels->n_slots)
        return;
    mem_free(labels->slots, labels->n_slots, sizeof *labels->slots);
    labels->n_slots = labels->n_slots ? labels->n_slots * 2 : 64;
    labels->slots = mem_alloc(labels->n_slots, sizeof *labels->slots);
    for (labels_id id = 1; id < labels->n; id++) {
        size_t n;
        const struct label *pairs = labels_get(labels, id, &n);
        labels->slots[find(labels, labels_subject(labels, id), pairs, n)] = id;
    }
}

static void set_subject(struct labels *labels, labels_id id, struct subject of)
{
    labels->thread =
        mem_grow(labels->thread, &labels->thread_room, (size_t)id + 1, sizeof *labels->thread);
    labels->thread[id] = of.thread;
    if (!of.snapshot)
        return;
    labels->snapshot = mem_grow(labels->snapshot, &labels->snapshot_room, (size_t)id + 1,
                                sizeof *labels->snapshot);
    labels->snapshot[id] = of.snapshot;
}

labels_id labels_add_of(struct labels *labels, struct subject of, struct label *pairs, size_t n)
{
    n = n ? order(pairs, n) : 0;
    if (n == 0 && !of.thread && !of.snapshot)
        return 0;
    make_room(labels);
    size_t at = find(labels, of, pairs, n);
    if (labels->slots[at])
        return labels->slots[at];
    size_t from = labels->end[labels->n - 1];
    assert(labels->n < UINT32_MAX);
    labels->pairs = mem_grow(labels->pairs, &labels->pairs_room, from + n, sizeof *labels->pairs);
    if (n)
        memcpy(labels->pairs + from, pairs, n * sizeof *pairs);
    labels->end =
        mem_grow(labels->end, &labels->end_room, (size_t)labels->n + 1, sizeof *labels->end);
    labels->end[labels->n] = from + n;
    set_subject(labels, labels->n, of);
    labels->slots[at] = labels->n;
    return labels->n++;
}

labels_id labels_add(struct labels *labels, struct label *pairs, size_t n)
{
    return labels_add_of(labels, (struct subject){0, 0}, pairs, n);
}

labels_id labels_with(struct labels *labels, labels_id id, const struct label *more, size_t n)
{
    size_t n_own;
    const struct label *own = labels_get(labels, id, &n_own);
    struct label *pairs = mem_alloc(n_own + n, sizeof *pairs);

    memcpy(pairs, own, n_own * sizeof *pairs);
    memcpy(pairs + n_own, more, n * sizeof *pairs);
    labels_id with = labels_add_of(labels, labels_subject(labels, id), pairs, n_own + n);
    mem_free(pairs, n_own + n, sizeof *pairs);
    return with;
}

void labels_add_all(struct labels *to, struct names *to_names, const struct labels *from,
                    const struct names *from_names, labels_id *map)
{
    thread_id *threads = mem_alloc(from->threads.n, sizeof *threads);
    snapshot_id *snapshots = mem_alloc((size_t)from->snapshots.n + 1, sizeof *snapshots);
    struct label *pairs = NULL;
    size_t room = 0;

    threads_add_all(&to->threads, to_names, &from->threads, from_names, threads);
    for (snapshot_id i = 1; i < from->snapshots.n; i++)
        snapshots[i] =
            snapshots_add_from(&to->snapshots, to_names, &from->snapshots.rows[i], from_names);
    for (labels_id i = 0; i < from->n; i++) {
        size_t n;
        const struct label *have = labels_get(from, i, &n);
        pairs = mem_grow(pairs, &room, n, sizeof *pairs);
        for (size_t k = 0; k < n; k++)
            pairs[k] = (struct label){
                names_add(to_names, names_get(from_names, have[k].key)),
                names_add(to_names, names_get(from_names, have[k].value)),
            };
        const struct subject of = {threads[from->thread[i]], snapshots[labels_snapshot(from, i)]};
        map[i] = labels_add_of(to, of, pairs, n);
    }
    mem_free(snapshots, (size_t)from->snapshots.n + 1, sizeof *snapshots);
    mem_free(threads, from->threads.n, sizeof *threads);
    mem_free(pairs, room, sizeof *pairs);
}

name_id labels_value(const struct labels *labels, labels_id id, name_id key)
{
    size_t n;
    const struct label *pairs = labels_get(labels, id, &n);

    for (size_t i = 0; i < n; i++)
        if (pairs[i].key == key)
            return pairs[i].value;
    return 0;
}
