/* Snapshots, each stored once. */
#include "model/snapshots.h"

#include <assert.h>

#include "base/hash.h"
#include "base/mem.h"

enum { SLOTS_LEAST = 16, PARTS = 6 };

void snapshots_free(struct snapshots *s)
{
    mem_free(s->rows, s->room, sizeof *s->rows);
    mem_free(s->slots, s->n_slots, sizeof *s->slots);
    *s = (struct snapshots){0};
}

void snapshots_copy(struct snapshots *to, const struct snapshots *from)
{
    *to = *from;
    to->rows = mem_copy(from->rows, from->room, from->n, sizeof *from->rows);
    to->slots = mem_copy(from->slots, from->n_slots, from->n_slots, sizeof *from->slots);
}

/* All of a snapshot, without the gaps between its fields. */
static void take_apart(const struct snapshot *s, uint64_t parts[PARTS])
{
    parts[0] = s->number;
    parts[1] = s->at;
    parts[2] = s->scale;
    parts[3] = s->unit;
    parts[4] = s->time;
    parts[5] = (uint64_t)s->clock << 2 | (uint64_t)s->is_peak << 1 | (uint64_t)s->is_last;
}

int snapshot_compare(const struct snapshot *a, const struct snapshot *b)
{
    uint64_t x[PARTS];
    uint64_t y[PARTS];

    take_apart(a, x);
    take_apart(b, y);
    for (size_t i = 0; i < PARTS; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Returns the slot of a snapshot, or the free one for it. */
static size_t find(const struct snapshots *s, const struct snapshot *snapshot)
{
    uint64_t parts[PARTS];
    uint64_t have[PARTS];
    size_t mask = s->n_slots - 1;

    take_apart(snapshot, parts);
    size_t at = hash_bytes(&s->key, (struct str){(const char *)parts, sizeof parts}) & mask;
    for (; s->slots[at]; at = (at + 1) & mask) {
        take_apart(&s->rows[s->slots[at]], have);
        if (memcmp(parts, have, sizeof parts) == 0)
            break;
    }
    return at;
}

static void make_room(struct snapshots *s)
{
    if ((size_t)s->n * 2 < s->n_slots)
        return;
    if (!s->n_slots)
        s->key = hash_key_draw();
    mem_free(s->slots, s->n_slots, sizeof *s->slots);
    s->n_slots = s->n_slots ? s->n_slots * 2 : SLOTS_LEAST;
    s->slots = mem_alloc(s->n_slots, sizeof *s->slots);
    for (snapshot_id i = 1; i < s->n; i++)
        s->slots[find(s, &s->rows[i])] = i;
}

snapshot_id snapshots_add(struct snapshots *s, const struct snapshot *snapshot)
{
    make_room(s);
    size_t at = find(s, snapshot);
    if (s->slots[at])
        return s->slots[at];
    assert(s->n < UINT32_MAX);
    s->n += !s->n; /* row 0 */
    s->rows = mem_grow(s->rows, &s->room, (size_t)s->n + 1, sizeof *s->rows);
    s->rows[s->n] = *snapshot;
    s->slots[at] = s->n;
    return s->n++;
}

snapshot_id snapshots_add_from(struct snapshots *to, struct names *to_names,
                               const struct snapshot *snapshot, const struct names *from_names)
{
    struct snapshot copy = *snapshot;

    copy.unit = names_add(to_names, names_get(from_names, copy.unit));
    copy.time = names_add(to_names, names_get(from_names, copy.time));
    return snapshots_add(to, &copy);
}

bool snapshots_have_peak(const struct snapshots *s)
{
    snapshot_id i = 1;

    while (i < s->n && !s->rows[i].is_peak)
        i++;
    return i < s->n;
}
