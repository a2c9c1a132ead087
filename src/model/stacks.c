/* Call stacks as a merged tree.
 *
 * Stacks arrive in runs: the first frame that differs from the stack before, then its callee, the
 * callee of that, and so on. In a run each id is its caller's + 1, so the rows alone suffice to
 * find a stack, and only the first of each run needs an entry in the hash table: little memory is
 * touched, and most frames are not hashed.
 */
#include "model/stacks.h"

#include "base/mem.h"

void stacks_init(struct stacks *stacks)
{
    *stacks = (struct stacks){.key = hash_key_draw(), .n = 1, .n_entered = 1};
    stacks->rows = mem_grow(NULL, &stacks->room, 1, sizeof *stacks->rows);
    slots_double(&stacks->slots);
}

void stacks_free(struct stacks *stacks)
{
    mem_free(stacks->rows, stacks->room, sizeof *stacks->rows);
    slots_free(&stacks->slots);
    *stacks = (struct stacks){0};
}

void stacks_forget(struct stacks *stacks)
{
    slots_free(&stacks->slots);
    slots_double(&stacks->slots);
    stacks->n_entered = 1;
}

/* The copy has an empty hash table, as after stacks_forget. */
void stacks_copy(struct stacks *to, const struct stacks *from)
{
    *to = *from;
    to->rows = mem_copy(from->rows, from->room, from->n, sizeof *from->rows);
    to->slots = (struct slots){0};
    stacks_forget(to);
}

static inline bool is_pair(const struct stacks *stacks, stack_id id, stack_id caller,
                           frame_id frame)
{
    return stacks->rows[id].caller == caller && stacks->rows[id].frame == frame;
}

static uint32_t tag_of(const struct stacks *stacks, stack_id caller, frame_id frame)
{
    return hash_ids(&stacks->key, caller, frame);
}

/* Returns the slot that holds the pair, or the free slot for it. */
static struct slot *find(const struct stacks *stacks, uint32_t tag, stack_id caller, frame_id frame)
{
    struct slots_match m = slots_find(&stacks->slots, tag);

    while (m.id && !is_pair(stacks, m.id, caller, frame))
        slots_find_next(&m);
    return &stacks->slots.all[m.at];
}

/* Fuller than slots_add lets it become, as this is the largest table; a stack that comes again in
 * time order replaces the one before. */
static void enter(struct stacks *stacks, struct slot *slot, uint32_t tag, stack_id id)
{
    *slot = (struct slot){tag, id};
    if (++stacks->slots.n * 4 > stacks->slots.n_slots * 3)
        slots_double(&stacks->slots);
}

/* Enters the rows that were appended without an entry. */
static void enter_rest(struct stacks *stacks)
{
    for (stack_id id = stacks->n_entered; id < stacks->n; id++) {
        struct stack row = stacks->rows[id];
        if (row.caller + 1 == id)
            continue;
        uint32_t tag = tag_of(stacks, row.caller, row.frame);
        enter(stacks, find(stacks, tag, row.caller, row.frame), tag, id);
    }
    stacks->n_entered = stacks->n;
}

void stacks_enlarge(struct stacks *stacks)
{
    stacks->rows = mem_grow(stacks->rows, &stacks->room, stacks->room + 1, sizeof *stacks->rows);
}

/* Looks for the pair; *slot is set if that needed the hash table. */
static stack_id look_for(const struct stacks *stacks, stack_id caller, frame_id frame,
                         uint32_t *tag, struct slot **slot)
{
    if (is_pair(stacks, caller + 1, caller, frame))
        return caller + 1;
    *tag = tag_of(stacks, caller, frame);
    *slot = find(stacks, *tag, caller, frame);
    return (*slot)->id;
}

/* Looks at all rows behind the caller: where few pairs are looked for, as in sorted input, that
 * costs less than a table. */
static stack_id scan_or_append(struct stacks *stacks, stack_id caller, frame_id frame)
{
    stacks->n_scanned += stacks->n - caller;
    for (stack_id id = caller + 1; id < stacks->n; id++)
        if (is_pair(stacks, id, caller, frame))
            return id;
    return stacks_append(stacks, caller, frame);
}

stack_id stacks_find_or_append(struct stacks *stacks, stack_id caller, frame_id frame)
{
    struct slot *slot;
    uint32_t tag;

    if (stacks->n_entered != stacks->n) {
        if (stacks->n_scanned + (stacks->n - caller) <= stacks->n)
            return scan_or_append(stacks, caller, frame);
        enter_rest(stacks);
    }
    if (caller + 1 == stacks->n) { /* the newest stack has no callees yet */
        stacks->n_entered++;
        return stacks_append(stacks, caller, frame);
    }
    stack_id id = look_for(stacks, caller, frame, &tag, &slot);
    if (id)
        return id;
    id = stacks_append(stacks, caller, frame);
    stacks->n_entered++;
    enter(stacks, slot, tag, id);
    return id;
}

stack_id stacks_add_single(struct stacks *stacks, stack_id caller, frame_id frame)
{
    if (stacks->n_entered != stacks->n)
        enter_rest(stacks);
    stacks->n_entered++;
    return stacks_append(stacks, caller, frame);
}

/* The rows still to be read lie behind ours. New rows never overwrite them: there are never more
 * new rows than rows read. */
const struct stack *stacks_adopt(struct stacks *stacks, struct stacks *other)
{
    if (other->room * sizeof *other->rows >= MEM_HUGE)
        stacks->rows = mem_grow(stacks->rows, &stacks->room, MEM_HUGE / sizeof *stacks->rows,
                                sizeof *stacks->rows);
    struct mem_pair pair = {.to = stacks->rows,
                            .room = stacks->room,
                            .n = stacks->n,
                            .from = other->rows,
                            .from_room = other->room};

    if (!mem_join(&pair, sizeof *stacks->rows))
        return other->rows;
    stacks->rows = pair.to;
    stacks->room = pair.room;
    other->rows = NULL;
    other->room = 0;
    return stacks->rows + pair.n;
}

/* The stacks of `other` are distinct, and so are their counterparts here: a pair is looked up only
 * if its caller existed before the merge. */
void stacks_merge(struct stacks *stacks, struct stacks *other, const frame_id *frames,
                  stack_id *map)
{
    uint32_t n = other->n;
    struct slot *slot;
    uint32_t tag;

    if (stacks->n_entered != stacks->n)
        enter_rest(stacks);
    stack_id before = stacks->n;
    const struct stack *rows = stacks_adopt(stacks, other);
    for (stack_id i = 1; i < n; i++) {
        struct stack row = {map[rows[i].caller], frames[rows[i].frame]};
        stack_id id = 0;
        if (row.caller + 1 < before)
            id = look_for(stacks, row.caller, row.frame, &tag, &slot);
        map[i] = id ? id : stacks_append(stacks, row.caller, row.frame);
    }
}
