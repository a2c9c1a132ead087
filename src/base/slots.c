/* Adds to open-addressing hash tables of ids. */
#include "base/slots.h"

#include "base/mem.h"

enum { FIRST_SLOTS = 64 };

static void enter(struct slot *all, size_t mask, struct slot slot)
{
    size_t at = slot.tag & mask;

    while (all[at].id)
        at = (at + 1) & mask;
    all[at] = slot;
}

void slots_double(struct slots *slots)
{
    struct slots old = *slots;
    const size_t n_slots = old.n_slots ? old.n_slots * 2 : FIRST_SLOTS;
    struct slot *all = mem_alloc(n_slots, sizeof *all);

    for (size_t i = 0; i < old.n_slots; i++)
        if (old.all[i].id)
            enter(all, n_slots - 1, old.all[i]);
    slots->all = all;
    slots->n_slots = n_slots;
    slots_free(&old);
}

void slots_add(struct slots *slots, uint32_t tag, uint32_t id)
{
    if ((slots->n + 1) * 2 > slots->n_slots)
        slots_double(slots);
    enter(slots->all, slots->n_slots - 1, (struct slot){tag, id});
    slots->n++;
}

void slots_copy(struct slots *to, const struct slots *from)
{
    *to = *from;
    to->all = mem_copy(from->all, from->n_slots, from->n_slots, sizeof *from->all);
}

void slots_free(struct slots *slots)
{
    mem_free(slots->all, slots->n_slots, sizeof *slots->all);
    *slots = (struct slots){0};
}
