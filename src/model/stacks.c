/* Call stacks as a merged tree.
 *
 * Stacks arrive in runs: the first frame that differs from the stack before, then its callee, the
 * callee of that, and so on. In a run each id is its caller's + 1, so the rows themselves say where
 * such a stack is, and only the first of each run needs an entry in the table of pairs: little
 * memory is touched, and for most frames nothing is hashed.
 */
#include "model/stacks.h"

#include <assert.h>

#include "base/mem.h"

enum { FIRST_SLOTS = 1024 };

/* The tag spares a look at the row, which is far away in memory. */
struct stack_slot {
    uint32_t tag;
    stack_id id; /* 0: free */
};

void stacks_init(struct stacks *stacks)
{
    *stacks = (struct stacks){.key = hash_key_draw(), .n = 1, .n_slots = FIRST_SLOTS};
    stacks->rows = mem_grow(NULL, &stacks->room, 1, sizeof *stacks->rows);
    stacks->slots = mem_alloc(stacks->n_slots, sizeof *stacks->slots);
}

void stacks_free(struct stacks *stacks)
{
    mem_free(stacks->rows, stacks->room, sizeof *stacks->rows);
    mem_free(stacks->slots, stacks->n_slots, sizeof *stacks->slots);
    *stacks = (struct stacks){0};
}

static inline bool is_pair(const struct stacks *stacks, stack_id id, stack_id caller,
                           frame_id frame)
{
    return stacks->rows[id].caller == caller && stacks->rows[id].frame == frame;
}

/* Returns the slot that holds the pair, or the free one where it belongs. */
static struct stack_slot *find(const struct stacks *stacks, uint64_t hash, stack_id caller,
                               frame_id frame)
{
    size_t mask = stacks->n_slots - 1;
    uint32_t tag = (uint32_t)(hash >> 32);
    struct stack_slot *slot = &stacks->slots[hash & mask];

    while (slot->id && (slot->tag != tag || !is_pair(stacks, slot->id, caller, frame)))
        slot = &stacks->slots[(size_t)(slot + 1 - stacks->slots) & mask];
    return slot;
}

static void double_slots(struct stacks *stacks)
{
    struct stack_slot *old = stacks->slots;
    size_t n = stacks->n_slots;

    stacks->n_slots = n * 2;
    stacks->slots = mem_alloc(n * 2, sizeof *stacks->slots);
    for (size_t i = 0; i < n; i++) {
        struct stack row = stacks->rows[old[i].id];
        if (old[i].id)
            *find(stacks, hash_pair(&stacks->key, row.caller, row.frame), row.caller, row.frame) =
                old[i];
    }
    mem_free(old, n, sizeof *old);
}

stack_id stacks_append(struct stacks *stacks, stack_id caller, frame_id frame)
{
    assert(caller < stacks->n && stacks->n < UINT32_MAX);
    if (stacks->n == stacks->room)
        stacks->rows =
            mem_grow(stacks->rows, &stacks->room, stacks->room + 1, sizeof *stacks->rows);
    stacks->rows[stacks->n] = (struct stack){caller, frame};
    return stacks->n++;
}

stack_id stacks_add(struct stacks *stacks, stack_id caller, frame_id frame)
{
    if (caller + 1 == stacks->n) /* the newest stack has no callees yet */
        return stacks_append(stacks, caller, frame);
    if (is_pair(stacks, caller + 1, caller, frame))
        return caller + 1;
    uint64_t hash = hash_pair(&stacks->key, caller, frame);
    struct stack_slot *slot = find(stacks, hash, caller, frame);
    if (slot->id)
        return slot->id;
    stack_id id = stacks_append(stacks, caller, frame);
    *slot = (struct stack_slot){(uint32_t)(hash >> 32), id};
    if ((size_t)++stacks->n_used * 4 > stacks->n_slots * 3)
        double_slots(stacks);
    return id;
}

/* Rows that are added here come to lie in front of those that are still to be read: there are never
 * more of them. */
const struct stack *stacks_adopt(struct stacks *stacks, struct stacks *other)
{
    size_t at;
    struct stack *rows = mem_join(stacks->rows, &stacks->room, stacks->n, other->rows, other->room,
                                  sizeof *rows, &at);

    if (!rows)
        return other->rows;
    stacks->rows = rows;
    other->rows = NULL;
    other->room = 0;
    return rows + at;
}
