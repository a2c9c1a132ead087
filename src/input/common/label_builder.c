/* comm=java pid=12688 tid=12764 cpu=2 event=cpu-clock as a label set. */
#include "input/common/label_builder.h"

#include <assert.h>

#include "base/mem.h"

enum { SLOTS = 256 };

void label_builder_init(struct label_builder *l, struct profile *p, const char *const *keys,
                        size_t n)
{
    assert(n <= LABEL_BUILDER_KEYS);
    *l = (struct label_builder){.p = p, .n = n, .slots = mem_alloc(SLOTS, sizeof *l->slots)};
    for (size_t i = 0; i < n; i++) {
        l->keys[i] = names_add(&p->names, str_of(keys[i]));
        l->fields[i] = thread_field_of(str_of(keys[i]));
    }
}

void label_builder_free(struct label_builder *l)
{
    mem_free(l->slots, SLOTS, sizeof *l->slots);
    *l = (struct label_builder){0};
}

static bool equal_last(const struct label_builder *l, const struct str *values)
{
    for (size_t i = 0; i < l->n; i++)
        if (!str_equal(values[i], names_get(&l->p->names, l->last[i])))
            return false;
    return true;
}

static thread_id thread_of(struct label_builder *l, const name_id *values)
{
    const struct thread thread = thread_of_values(l->fields, values, l->n);

    return threads_add(&l->p->labels.threads, &thread);
}

labels_id label_builder_of_names(struct label_builder *l, const name_id values[LABEL_BUILDER_KEYS])
{
    const size_t size = l->n * sizeof *values;
    struct label pairs[LABEL_BUILDER_KEYS];
    size_t n = 0;
    uint32_t hash = 0;

    for (size_t i = 0; i < l->n; i++) {
        hash = (hash ^ values[i]) * 0x9e3779b1u;
        hash ^= hash >> 15;
        if (values[i])
            pairs[n++] = (struct label){l->keys[i], values[i]};
    }
    struct label_builder_slot *slot = &l->slots[hash % SLOTS];
    if (!slot->id || memcmp(slot->values, values, size) != 0) {
        memcpy(slot->values, values, size);
        slot->id =
            labels_add_of(&l->p->labels, (struct subject){thread_of(l, values), 0}, pairs, n);
    }
    memcpy(l->last, values, size);
    l->last_id = slot->id;
    return slot->id;
}

labels_id label_builder_of(struct label_builder *l, const struct str *values)
{
    name_id ids[LABEL_BUILDER_KEYS] = {0};

    if (equal_last(l, values))
        return l->last_id;
    for (size_t i = 0; i < l->n; i++)
        ids[i] = names_add(&l->p->names, values[i]);
    return label_builder_of_names(l, ids);
}
