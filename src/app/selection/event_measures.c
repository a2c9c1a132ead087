/* jdk.ExecutionSample / samples, jdk.ThreadPark / ns: a column for each event. */
#include "app/selection/event_measures.h"

#include "app/selection/events.h"
#include "base/mem.h"
#include "input/formats.h"

struct measures {
    name_id key;
    name_id events[PROFILE_COLUMNS_MOST];
    size_t n;
    bool more; /* events than find room, or a sample without one */
};

static size_t column_of(const struct measures *m, name_id event)
{
    size_t at = 0;

    while (at < m->n && m->events[at] != event)
        at++;
    return at;
}

/* Those of samples, in the order of their label sets. */
static void find(struct measures *m, const struct profile *p, name_id key)
{
    bool *used = mem_alloc(p->labels.n, sizeof *used);

    *m = (struct measures){.key = key};
    for (uint32_t i = 0; i < p->n_samples; i++)
        used[p->samples[i].labels] = true;
    for (labels_id id = 0; id < p->labels.n && !m->more; id++) {
        name_id event = used[id] ? labels_value(&p->labels, id, key) : 0;
        if (!used[id] || (event && column_of(m, event) < m->n))
            continue;
        m->more = !event || m->n == PROFILE_COLUMNS_MOST;
        if (!m->more)
            m->events[m->n++] = event;
    }
    mem_free(used, p->labels.n, sizeof *used);
}

bool event_measures_are_wanted(const struct selection_request *r, const char *value,
                               struct profile *p)
{
    struct measures m;

    if (!p->info.events_apart || value || r->event || r->column || r->weight_samples ||
        r->first_event || !events_have_samples(p) || p->n_columns != COLUMN_SAMPLES + 1)
        return false;
    find(&m, p, names_add(&p->names, STR("event")));
    return m.n > 1 && !m.more;
}

static void put_columns(const struct measures *m, struct profile *p)
{
    struct column *columns = mem_alloc(m->n, sizeof *columns);

    for (size_t c = 0; c < m->n; c++) {
        columns[c] = (struct column){
            .name = m->events[c],
            .unit = names_add(&p->names, events_unit(names_get(&p->names, m->events[c]))),
            .place = (unsigned)c + 1,
        };
        columns[c].values =
            mem_grow(NULL, &columns[c].room, (size_t)p->n_samples + 1, sizeof *columns[c].values);
    }
    for (uint32_t i = 0; i < p->n_samples; i++) {
        size_t c = column_of(m, labels_value(&p->labels, p->samples[i].labels, m->key));
        uint64_t weight = p->columns[COLUMN_WEIGHT].values[i];
        columns[c].values[i] = weight;
        columns[c].total += weight;
    }
    for (size_t c = 0; c < p->n_columns; c++)
        mem_free(p->columns[c].values, p->columns[c].room, sizeof *p->columns[c].values);
    mem_free(p->columns, p->n_columns, sizeof *p->columns);
    p->columns = columns;
    p->n_columns = m->n;
}

/* Readers of several measures take all samples; with the label they would take one event's. */
static void forget_events(const struct measures *m, struct profile *p)
{
    const size_t n_sets = p->labels.n;
    labels_id *without = mem_alloc(n_sets, sizeof *without);
    struct label *kept = NULL;
    size_t room = 0;

    for (labels_id id = 0; id < n_sets; id++) {
        size_t n_kept = 0;
        size_t n;
        const struct label *pairs = labels_get(&p->labels, id, &n);
        kept = mem_grow(kept, &room, n + 1, sizeof *kept);
        for (size_t i = 0; i < n; i++)
            if (pairs[i].key != m->key)
                kept[n_kept++] = pairs[i];
        without[id] = labels_add_of(&p->labels, labels_subject(&p->labels, id), kept, n_kept);
    }
    for (uint32_t i = 0; i < p->n_samples; i++)
        p->samples[i].labels = without[p->samples[i].labels];
    mem_free(kept, room, sizeof *kept);
    mem_free(without, n_sets, sizeof *without);
    profile_forget_slots(p);
}

void event_measures_split(const struct selection_request *r, struct profile *p)
{
    struct measures m;
    const name_id drawn = events_default(r, p);

    find(&m, p, names_add(&p->names, STR("event")));
    if (m.n == 0 || m.more)
        return;
    put_columns(&m, p);
    forget_events(&m, p);
    size_t first = column_of(&m, drawn);
    if (first == m.n)
        return;
    struct column chosen = p->columns[first];
    p->columns[first] = p->columns[0];
    p->columns[0] = chosen;
}
