/* c 4d2: 1,234 ms have passed. Copies what is held then, without zeros. */
#include "input/heaptrack/moments.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"

void heaptrack_moments_free(struct heaptrack_moments *m)
{
    mem_free(m->held, m->held_room, sizeof *m->held);
    *m = (struct heaptrack_moments){0};
}

/* Keeps every other moment, starting with the first. */
static void thin(struct heaptrack_moments *m)
{
    size_t kept = 0;
    size_t n_held = 0;

    for (size_t i = 0; i < m->n; i += 2) {
        struct heaptrack_moment moment = m->moments[i];
        memmove(m->held + n_held, m->held + moment.first, moment.n * sizeof *m->held);
        moment.first = n_held;
        n_held += moment.n;
        m->moments[kept++] = moment;
    }
    m->n = kept;
    m->n_held = n_held;
}

static bool copy(struct heaptrack_moments *m, const struct heaptrack_heap *h, uint64_t most)
{
    struct heaptrack_moment *moment = &m->moments[m->n++];

    *moment = (struct heaptrack_moment){.ms = m->now, .first = m->n_held};
    for (size_t i = 0; i < h->n_traces; i++) {
        uint64_t bytes = h->traces[i].values[HEAPTRACK_LEAKED];
        if (!bytes)
            continue;
        if (m->n_held >= most)
            return false;
        m->held = mem_grow(m->held, &m->held_room, m->n_held + 1, sizeof *m->held);
        m->held[m->n_held++] = (struct heaptrack_held){bytes, (uint32_t)i};
    }
    moment->n = m->n_held - moment->first;
    return true;
}

static bool is_due(const struct heaptrack_moments *m)
{
    return !m->n ||
           (m->now > m->moments[m->n - 1].ms && m->now - m->moments[m->n - 1].ms >= m->interval);
}

bool heaptrack_moments_at(struct heaptrack_moments *m, const struct heaptrack_heap *h, uint64_t ms,
                          uint64_t most)
{
    if (ms > m->now)
        m->now = ms;
    if (is_due(m) && m->n == HEAPTRACK_MOMENTS) {
        thin(m);
        m->interval = (m->now - m->moments[0].ms) / (HEAPTRACK_MOMENTS / 2);
    }
    return !is_due(m) || copy(m, h, most);
}

/* ---- at the end */

struct ending {
    const struct heaptrack_heap *heap;
    struct snapshot_builder *snapshots;
    stack_id nothing;
};

static bool add(struct ending *e, uint32_t trace, uint64_t bytes)
{
    stack_id stack = e->heap->traces[trace].stack;

    return snapshot_builder_add(e->snapshots, stack ? stack : e->nothing, bytes, 0,
                                e->snapshots->text->r->tally.lines);
}

/* A moment in which nothing is held still counts. */
static bool keep(struct ending *e, uint64_t ms, uint64_t bytes, bool is_peak)
{
    struct builder *b = &e->snapshots->text->builder;
    struct snapshot_draft snapshot = {
        .is = {.number = e->snapshots->n_snapshots, .clock = SNAPSHOT_ELAPSED, .at = ms},
        .bytes = bytes,
        .has_tree = true,
        .is_marked = is_peak};
    frame_id heap;
    char time[24];

    if (!bytes) {
        builder_begin(b);
        if (!builder_frame(b, STR("[heap]"), KIND_UNKNOWN, &heap) || !builder_push(b, heap) ||
            !snapshot_builder_add(e->snapshots, builder_stack(b, ROOT_FIRST), 0, 0,
                                  e->snapshots->text->r->tally.lines))
            return false;
    }
    snprintf(time, sizeof time, "%" PRIu64, ms);
    if (!builder_name(b, str_of(time), &snapshot.is.time))
        return false;
    snapshot_builder_keep(e->snapshots, &snapshot);
    return true;
}

static bool add_moment(struct ending *e, const struct heaptrack_moments *m,
                       const struct heaptrack_moment *moment)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < moment->n; i++) {
        const struct heaptrack_held *held = &m->held[moment->first + i];
        sum += held->bytes;
        if (!add(e, held->trace, held->bytes))
            return false;
    }
    return keep(e, moment->ms, sum, false);
}

/* The peak, or the end. */
static bool add_now(struct ending *e, enum heaptrack_value value, uint64_t ms)
{
    const struct heaptrack_heap *h = e->heap;
    bool is_peak = value == HEAPTRACK_PEAK;

    for (size_t i = 0; i < h->n_traces; i++)
        if (h->traces[i].values[value] && !add(e, (uint32_t)i, h->traces[i].values[value]))
            return false;
    return keep(e, ms, is_peak ? h->most : h->held, is_peak);
}

bool heaptrack_moments_end(struct heaptrack_moments *m, const struct heaptrack_heap *h,
                           struct snapshot_builder *snapshots, stack_id nothing)
{
    struct ending e = {h, snapshots, nothing};
    size_t at = 0;

    /* At the last time there may have been more after the moment. */
    if (m->n && m->moments[m->n - 1].ms == m->now)
        m->n--;
    for (; at < m->n && m->moments[at].ms <= m->peak_ms; at++)
        if (!add_moment(&e, m, &m->moments[at]))
            return false;
    if (!add_now(&e, HEAPTRACK_PEAK, m->peak_ms))
        return false;
    for (; at < m->n; at++)
        if (!add_moment(&e, m, &m->moments[at]))
            return false;
    return add_now(&e, HEAPTRACK_LEAKED, m->now);
}
