/* page=4K level=L3: finds the labels of memory accesses. */
#include "input/perf_data/sample_memory.h"

void sample_memory_init(struct sample_memory *m, struct addresses *addresses, unsigned wanted)
{
    *m = (struct sample_memory){addresses, wanted};
}

labels_id sample_memory_labels(const struct sample_memory *m, const struct event *event,
                               const struct sample_fields *s, labels_id base)
{
    const uint64_t type = event->sample_type;
    struct memory_access access = {.values = {{0}}};

    if (type & SAMPLE_DATA_PAGE_SIZE)
        memory_access_set_page(&access, MEMORY_PAGE, s->data_page);
    if (type & SAMPLE_CODE_PAGE_SIZE)
        memory_access_set_page(&access, MEMORY_CODE_PAGE, s->code_page);
    if (type & SAMPLE_DATA_SRC)
        memory_access_set_source(&access, s->data_source);
    return memory_access_labels(&access, m->wanted, m->addresses->tidier->b->p, base);
}
