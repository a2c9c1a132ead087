/* comm=java pid=12688 tid=12764 cpu=2 event=cpu-clock */
#include "input/perf/labels.h"

#include "base/mem.h"

enum { SLOTS = 256 };

void perf_labels_init(struct perf_labels *l, struct profile *p)
{
    static const char keys[PERF_LABELS][6] = {"comm", "pid", "tid", "cpu", "event"};

    l->p = p;
    l->slots = mem_alloc(SLOTS, sizeof *l->slots);
    for (size_t i = 0; i < PERF_LABELS; i++)
        l->keys[i] = names_add(&p->names, str_of(keys[i]));
}

void perf_labels_free(struct perf_labels *l)
{
    mem_free(l->slots, SLOTS, sizeof *l->slots);
}

/* 002 is 2, as --where cpu=2 says it. */
static struct str without_zeros(struct str number)
{
    while (number.n > 1 && number.p[0] == '0')
        number = str_from_to(number, 1, number.n);
    return number;
}

labels_id perf_labels_of(struct perf_labels *l, const struct perf_header *h)
{
    const struct str texts[PERF_LABELS] = {h->comm, h->pid, h->tid, without_zeros(h->cpu),
                                           h->event};
    struct label pairs[PERF_LABELS];
    name_id values[PERF_LABELS];
    size_t n = 0;
    uint32_t hash = 0;

    for (size_t i = 0; i < PERF_LABELS; i++) {
        values[i] = names_add(&l->p->names, texts[i]);
        hash = (hash ^ values[i]) * 0x9e3779b1u;
        hash ^= hash >> 15;
        if (values[i])
            pairs[n++] = (struct label){l->keys[i], values[i]};
    }
    struct perf_labels_slot *slot = &l->slots[hash % SLOTS];
    if (!slot->id || memcmp(slot->values, values, sizeof values) != 0) {
        memcpy(slot->values, values, sizeof values);
        slot->id = labels_add(&l->p->labels, pairs, n);
    }
    return slot->id;
}
