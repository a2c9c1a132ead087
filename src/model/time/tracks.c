/* Counters and marks with their names, threads and labels. */
#include "model/time/tracks.h"

#include "base/mem.h"
#include "model/moments.h"

void tracks_free(struct tracks *t)
{
    counters_free(&t->counters);
    marks_free(&t->marks);
}

void tracks_copy(struct tracks *to, const struct tracks *from)
{
    counters_copy(&to->counters, &from->counters);
    marks_copy(&to->marks, &from->marks);
}

/* ---- another profile ----------------------------------------------------------------------- */

/* Ids in one profile by ids in the other; 0: not known yet. */
struct track_ids {
    struct names *to_names;
    const struct names *from_names;
    name_id *names;
    thread_id *threads;
    labels_id *labels;
    struct label *pairs;
    size_t pairs_room;
};

static name_id name_in(struct track_ids *ids, name_id name)
{
    if (name && !ids->names[name])
        ids->names[name] = names_add(ids->to_names, names_get(ids->from_names, name));
    return ids->names[name];
}

static labels_id labels_in(struct track_ids *ids, struct mark_list *to,
                           const struct mark_list *from, labels_id labels)
{
    size_t n;

    if (!labels || ids->labels[labels])
        return ids->labels[labels];
    const struct label *pairs = labels_get(&from->labels, labels, &n);
    ids->pairs = mem_grow(ids->pairs, &ids->pairs_room, n, sizeof *ids->pairs);
    for (size_t i = 0; i < n; i++)
        ids->pairs[i] = (struct label){name_in(ids, pairs[i].key), name_in(ids, pairs[i].value)};
    return ids->labels[labels] = marks_labels(to, ids->pairs, n);
}

static void add_marks(struct track_ids *ids, struct mark_list *to, const struct mark_list *from)
{
    const bool settled = to->n_settled == to->n && from->n_settled == from->n;

    for (size_t i = 0; i < from->n; i++) {
        struct mark mark = from->rows[i];
        mark.text = name_in(ids, mark.text);
        mark.of = ids->threads[mark.of];
        mark.labels = labels_in(ids, to, from, mark.labels);
        marks_add(to, &mark);
    }
    if (settled)
        marks_settle(to);
}

void tracks_add_all(struct tracks *to, struct tracks_of own, const struct tracks *from,
                    const struct names *names, const struct threads *threads)
{
    if (!tracks_any(from))
        return;
    struct track_ids ids = {
        .to_names = own.names,
        .from_names = names,
        .names = mem_alloc(names->n, sizeof *ids.names),
        .threads = mem_alloc(threads->n, sizeof *ids.threads),
        .labels = mem_alloc((size_t)from->marks.labels.n + 1, sizeof *ids.labels),
    };
    threads_add_all(own.threads, own.names, threads, names, ids.threads);
    for (uint32_t i = 0; i < from->counters.n; i++) {
        (void)name_in(&ids, from->counters.rows[i].name);
        (void)name_in(&ids, from->counters.rows[i].unit);
    }
    counters_add_all(&to->counters, &from->counters, ids.names, ids.threads);
    add_marks(&ids, &to->marks, &from->marks);
    mem_free(ids.names, names->n, sizeof *ids.names);
    mem_free(ids.threads, threads->n, sizeof *ids.threads);
    mem_free(ids.labels, (size_t)from->marks.labels.n + 1, sizeof *ids.labels);
    mem_free(ids.pairs, ids.pairs_room, sizeof *ids.pairs);
}

/* ---- times --------------------------------------------------------------------------------- */

/* The earliest time that is not settled. */
static int64_t earliest(const struct tracks *t)
{
    int64_t first = INT64_MAX;

    for (size_t i = t->marks.n_settled; i < t->marks.n; i++)
        if (t->marks.rows[i].from_ns < first)
            first = t->marks.rows[i].from_ns;
    for (uint32_t i = 0; i < t->counters.n; i++) {
        const struct counter *c = &t->counters.rows[i];
        for (size_t k = c->n_settled; k < c->n; k++)
            if (c->values[k].at_ns < first)
                first = c->values[k].at_ns;
    }
    return first;
}

void tracks_settle(struct tracks *t, uint64_t first_ns)
{
    if (!tracks_any(t))
        return;
    const uint64_t back = 0 - (first_ns == NO_TIME ? (uint64_t)earliest(t) : first_ns);
    counters_move(&t->counters, back);
    marks_move(&t->marks, back);
    counters_settle(&t->counters);
    marks_settle(&t->marks);
}

void tracks_cut(struct tracks *t, int64_t from_ns, int64_t to_ns, const bool *threads)
{
    counters_cut(&t->counters, from_ns, to_ns, threads);
    marks_cut(&t->marks, from_ns, to_ns, threads);
}
