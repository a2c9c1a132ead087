/* Open-addressing hash tables of ids. The rows that ids stand for are with the caller, who compares
 * them:
 *
 *     for (struct slots_match m = slots_find(&t->slots, tag); m.id; slots_find_next(&m))
 *         if (t->rows[m.id - 1].pid == pid)
 *             return &t->rows[m.id - 1];
 *     ...
 *     slots_add(&t->slots, tag, ++t->n); */
#ifndef BASE_SLOTS_H
#define BASE_SLOTS_H

#include <stddef.h>
#include <stdint.h>

/* The tag is the row's hash: a table is searched, and can grow, without reading rows, which are far
 * away in memory. */
struct slot {
    uint32_t tag; /* the search begins at its low bits */
    uint32_t id;  /* 0: free */
};

/* Owns its slots. Zeroed: empty. slots_add and slots_put leave half of the slots free; a table that
 * enters ids by itself leaves some free, or no search would end. Where others choose what is
 * hashed, the hash has a key that they do not know (base/hash.h). */
struct slots {
    struct slot *all;
    size_t n_slots; /* 0, or a power of two */
    size_t n;       /* ids */
};

/* Adds an id, not 0, whose row was not found. */
void slots_add(struct slots *slots, uint32_t tag, uint32_t id);

/* For tables that enter ids by themselves: doubles the slots, or makes the first. */
void slots_double(struct slots *slots);

void slots_copy(struct slots *to, const struct slots *from);
void slots_free(struct slots *slots);

/* An entry with the tag that is looked for. Borrows the slots until an id is added. */
struct slots_match {
    const struct slot *all;
    size_t mask;
    size_t at;
    uint32_t tag;
    uint32_t id; /* 0: there is no further one */
};

/* Inline, as the search for a name or a frame costs no more than its probes. */
static inline void slots_seek(struct slots_match *m)
{
    while (m->all[m->at].id && m->all[m->at].tag != m->tag)
        m->at = (m->at + 1) & m->mask;
    m->id = m->all[m->at].id;
}

/* Goes on to the next entry with the tag, if this is one. */
static inline void slots_find_next(struct slots_match *m)
{
    m->at = (m->at + 1) & m->mask;
    slots_seek(m);
}

/* The first entry with the tag, in no order. */
static inline struct slots_match slots_find(const struct slots *slots, uint32_t tag)
{
    struct slots_match m = {.all = slots->all, .mask = slots->n_slots - 1, .tag = tag};

    if (slots->n_slots) {
        m.at = tag & m.mask;
        slots_seek(&m);
    }
    return m;
}

/* Adds an id where the search for its row ended, as slots_add does but without another search.
 * Nothing else was added since it began. */
static inline void slots_put(struct slots *slots, const struct slots_match *m, uint32_t id)
{
    if ((slots->n + 1) * 2 > slots->n_slots) {
        slots_add(slots, m->tag, id);
        return;
    }
    slots->all[m->at] = (struct slot){m->tag, id};
    slots->n++;
}

#endif
