/* A checkpoint is its time, duration, the distance to the previous one, flags, and pools: the id of
 * a class, and a number of keys with a value each.
 * Reads the constant pools of a chunk. */
#include "input/jfr/pools.h"

#include <stdlib.h>

#include "base/mem.h"

const char jfr_not_there[] = "a reference to what is in no pool of its chunk";

void jfr_pools_free(struct jfr_pools *p)
{
    mem_free(p->entries, p->room, sizeof *p->entries);
    if (p->from)
        mem_free(p->from, p->metadata->n_classes + 1, sizeof *p->from);
    *p = (struct jfr_pools){.n = 0};
}

static void take_pool(struct jfr_pools *p, struct jfr_bytes *b)
{
    size_t at = b->at;
    const struct jfr_class *class = jfr_class_of(p->metadata, jfr_long(b));
    uint32_t n = jfr_count(b);

    if (!class && n)
        jfr_set_wrong(b, at, "a pool of a class that the metadata does not name");
    for (; n && !b->wrong; n--) {
        struct jfr_entry entry = {.key = jfr_long(b), .at = b->at};
        entry.class_at = (uint32_t)(class - p->metadata->classes);
        jfr_skip_value(p->metadata, b, entry.class_at);
        p->entries = mem_grow(p->entries, &p->room, p->n + 1, sizeof *p->entries);
        p->entries[p->n++] = entry;
    }
}

/* Whether an earlier checkpoint lies that far back; 0: it is the first. Links only lead back, so
 * there is no cycle. */
static bool is_earlier_checkpoint(const struct jfr_chunk *c, size_t i, uint64_t delta)
{
    uint64_t back = 0 - delta;
    size_t from = 0;
    size_t to = i;

    if (back > c->checkpoints[i])
        return false;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (c->checkpoints[middle] < c->checkpoints[i] - back)
            from = middle + 1;
        else
            to = middle;
    }
    return c->checkpoints[from] == c->checkpoints[i] - back;
}

static void take_checkpoint(struct jfr_pools *p, size_t i, struct jfr_bytes *b)
{
    jfr_long(b); /* when, and how long */
    jfr_long(b);
    size_t at = b->at;
    uint64_t delta = jfr_long(b);
    if (!b->wrong && !is_earlier_checkpoint(p->chunk, i, delta))
        jfr_set_wrong(b, at, "a link to a checkpoint that does not exist");
    jfr_fixed(b, 1);
    for (uint32_t n = jfr_int(b); n && !b->wrong; n--)
        take_pool(p, b);
}

/* A total order: a position occurs once. */
static int compare(const void *a, const void *b)
{
    const struct jfr_entry *x = a;
    const struct jfr_entry *y = b;

    if (x->class_at != y->class_at)
        return x->class_at < y->class_at ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static void find_classes(struct jfr_pools *p)
{
    const size_t n_classes = p->metadata->n_classes;
    size_t at = 0;

    p->from = mem_alloc(n_classes + 1, sizeof *p->from);
    for (size_t class_at = 0; class_at <= n_classes; class_at++) {
        while (at < p->n && p->entries[at].class_at < class_at)
            at++;
        p->from[class_at] = at;
    }
}

bool jfr_pools_read(struct jfr_pools *p, const struct jfr_chunk *c, const struct jfr_metadata *m,
                    const struct reading *r, struct fault *f)
{
    *p = (struct jfr_pools){.chunk = c, .metadata = m};
    for (size_t i = 0; i < c->n_checkpoints; i++) {
        struct jfr_bytes rest = jfr_chunk_from(c, c->checkpoints[i]);
        struct jfr_event event;
        if (!jfr_next(&rest, &event))
            return jfr_fault(c, rest.at, rest.wrong, "a checkpoint", r, f);
        take_checkpoint(p, i, &event.body);
        if (event.body.wrong)
            return jfr_fault(c, event.body.at, event.body.wrong, "a checkpoint", r, f);
    }
    if (p->n)
        qsort(p->entries, p->n, sizeof *p->entries, compare);
    find_classes(p);
    return true;
}

/* Of several values for a key the last one counts: what changes is written again. Where keys are
 * consecutive numbers, they tell where their values are. */
struct jfr_entry *jfr_pools_find(const struct jfr_pools *p, uint32_t class_at, uint64_t key)
{
    size_t from = p->from[class_at];
    size_t to = p->from[class_at + 1];

    if (from == to || key < p->entries[from].key)
        return NULL;
    const uint64_t steps = key - p->entries[from].key;
    if (steps < to - from) {
        const size_t guess = from + (size_t)steps;
        if (p->entries[guess].key == key && (guess + 1 == to || p->entries[guess + 1].key != key))
            return &p->entries[guess];
    }
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (p->entries[middle].key <= key)
            from = middle + 1;
        else
            to = middle;
    }
    return p->entries[from - 1].key == key ? &p->entries[from - 1] : NULL;
}

/* Key 0 refers to nothing, unless the pool has it. */
bool jfr_object_of(const struct jfr_pools *p, const struct jfr_value *v, struct jfr_object *object,
                   struct jfr_entry **entry, const char **wrong)
{
    *entry = NULL;
    *wrong = NULL;
    if (!v->field)
        return false;
    if (v->field->array) {
        *wrong = "an array, wanted one value";
        return false;
    }
    if (!v->field->pooled) {
        *object = (struct jfr_object){v->class, v->at};
        return true;
    }
    *entry = jfr_pools_find(p, v->field->class_at, v->number);
    if (!*entry) {
        *wrong = v->number ? jfr_not_there : NULL;
        return false;
    }
    *object = (struct jfr_object){v->class, (*entry)->at};
    return true;
}

void jfr_open(const struct jfr_pools *p, const struct jfr_object *object, struct jfr_value *values)
{
    struct jfr_bytes b = jfr_chunk_from(p->chunk, object->at);

    jfr_take(p->metadata, &b, object->class, values);
}

/* Goes on to the first field of an object. False when it has none. */
static bool enter_object(const struct jfr_pools *p, const struct jfr_object *object,
                         struct jfr_value *v)
{
    const struct jfr_metadata *m = p->metadata;
    struct jfr_bytes b = jfr_chunk_from(p->chunk, object->at);

    if (object->class->kind != JFR_STRUCT || object->class->n == 0)
        return false;
    const struct jfr_field *field = &m->fields[object->class->first];
    *v = (struct jfr_value){.field = field, .class = &m->classes[field->class_at], .at = b.at};
    if (field->pooled && !field->array)
        v->number = jfr_long(&b);
    return true;
}

/* Reads a text; returns true to go on to the pool of texts that has it. */
static bool take_text(const struct jfr_pools *p, struct jfr_object *object, struct buf *to,
                      const char **wrong)
{
    struct jfr_bytes b = jfr_chunk_from(p->chunk, object->at);
    uint64_t key = 0;

    to->max = to->n + JFR_NAME_MOST;
    enum jfr_text found = jfr_text(&b, to, &key);
    *wrong = to->full ? "a name of more than 4096 bytes" : NULL;
    to->max = 0;
    to->full = false;
    if (found != JFR_TEXT_POOLED)
        return false;
    const struct jfr_entry *entry =
        jfr_pools_find(p, (uint32_t)(object->class - p->metadata->classes), key);
    *wrong = entry || !key ? NULL : jfr_not_there;
    if (entry)
        object->at = entry->at;
    return entry;
}

void jfr_text_of(const struct jfr_pools *p, const struct jfr_value *v, struct buf *to,
                 const char **wrong)
{
    enum { WAY_MOST = 8 };
    struct jfr_value now = *v;
    struct jfr_object object;
    struct jfr_entry *entry;

    if (!jfr_object_of(p, &now, &object, &entry, wrong))
        return;
    for (int i = 0; i < WAY_MOST; i++) {
        if (object.class->kind == JFR_TEXT) {
            if (!take_text(p, &object, to, wrong))
                return;
        } else if (!enter_object(p, &object, &now)) {
            *wrong = "no text where one is wanted";
            return;
        } else if (!jfr_object_of(p, &now, &object, &entry, wrong)) {
            return;
        }
    }
    *wrong = "texts that refer to each other in a circle";
}
