/* comm=java pid=12688 tid=12764 cpu=2 event=cpu-clock */
#include "input/perf/header_labels.h"

enum { LABELS_WITHOUT_GUESTS = 5, LABELS = 7 };

static const char *const label_keys[LABELS] = {"comm", "pid", "tid", "cpu", "event", "vm", "vcpu"};

void perf_header_labels_init(struct label_builder *l, struct profile *p, bool guests)
{
    label_builder_init(l, p, label_keys, guests ? LABELS : LABELS_WITHOUT_GUESTS);
}

/* 002 becomes 2, as in --where cpu=2. */
static struct str without_zeros(struct str number)
{
    while (number.n > 1 && number.p[0] == '0')
        number = str_from_to(number, 1, number.n);
    return number;
}

labels_id perf_header_labels(struct label_builder *l, const struct perf_header *h)
{
    const struct str values[] = {
        h->comm, h->pid, h->tid, without_zeros(h->cpu), h->event, h->vm, without_zeros(h->vcpu)};

    return label_builder_of(l, values);
}
