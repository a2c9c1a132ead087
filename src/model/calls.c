/* The cost of calls between caller and callee, for inputs without stacks. */
#include "model/calls.h"

#include "base/mem.h"

void calls_init(struct calls *calls)
{
    *calls = (struct calls){0};
    pairs_init(&calls->pairs);
}

static void values_free(struct call_values *columns, size_t n)
{
    for (size_t i = 0; i < n; i++)
        mem_free(columns[i].values, columns[i].room, sizeof *columns[i].values);
    mem_free(columns, n, sizeof *columns);
}

void calls_free(struct calls *calls)
{
    pairs_free(&calls->pairs);
    values_free(calls->costs, calls->costs_room);
    values_free(calls->totals, calls->totals_room);
    mem_free(calls->counts, calls->counts_room, sizeof *calls->counts);
    mem_free(calls->called, calls->called_room, sizeof *calls->called);
    *calls = (struct calls){0};
}

static struct call_values *values_copy(const struct call_values *columns, size_t n)
{
    struct call_values *to = mem_copy(columns, n, n, sizeof *columns);

    for (size_t i = 0; i < n; i++)
        to[i].values = mem_copy(columns[i].values, columns[i].room, columns[i].room,
                                sizeof *columns[i].values);
    return to;
}

void calls_copy(struct calls *to, const struct calls *from)
{
    *to = *from;
    pairs_copy(&to->pairs, &from->pairs);
    to->costs = values_copy(from->costs, from->costs_room);
    to->totals = values_copy(from->totals, from->totals_room);
    to->counts = mem_copy(from->counts, from->counts_room, from->counts_room, sizeof *from->counts);
    to->called = mem_copy(from->called, from->called_room, from->called_room, sizeof *from->called);
}

uint32_t calls_add(struct calls *calls, frame_id caller, frame_id callee)
{
    uint32_t call = pairs_add(&calls->pairs, caller, callee);

    calls->counts =
        mem_grow(calls->counts, &calls->counts_room, (size_t)call + 1, sizeof *calls->counts);
    return call;
}

bool calls_count(struct calls *calls, uint32_t call, uint64_t count)
{
    if (count > UINT64_MAX - calls->counts[call])
        return false;
    calls->counts[call] += count;
    return true;
}

static bool values_add(struct call_values **columns, size_t *n, size_t column, size_t at,
                       uint64_t value)
{
    *columns = mem_grow(*columns, n, column + 1, sizeof **columns);
    struct call_values *c = &(*columns)[column];
    if (value > UINT64_MAX - c->sum)
        return false;
    c->values = mem_grow(c->values, &c->room, at + 1, sizeof *c->values);
    c->values[at] += value;
    c->sum += value;
    return true;
}

bool calls_cost(struct calls *calls, uint32_t call, size_t column, uint64_t value)
{
    return values_add(&calls->costs, &calls->costs_room, column, call, value);
}

bool calls_total(struct calls *calls, frame_id frame, size_t column, uint64_t value)
{
    return values_add(&calls->totals, &calls->totals_room, column, frame, value);
}

static bool values_fit(const struct call_values *columns, size_t n, size_t column, uint64_t factor)
{
    return column >= n || columns[column].sum <= UINT64_MAX / factor;
}

static void values_multiply(struct call_values *columns, size_t n, size_t column, uint64_t factor)
{
    if (column >= n)
        return;
    columns[column].sum *= factor;
    for (size_t i = 0; i < columns[column].room; i++)
        columns[column].values[i] *= factor;
}

bool calls_multiply(struct calls *calls, size_t column, uint64_t factor)
{
    if (!values_fit(calls->costs, calls->costs_room, column, factor) ||
        !values_fit(calls->totals, calls->totals_room, column, factor))
        return false;
    values_multiply(calls->costs, calls->costs_room, column, factor);
    values_multiply(calls->totals, calls->totals_room, column, factor);
    return true;
}

struct called *calls_called(struct calls *calls, frame_id frame)
{
    calls->called =
        mem_grow(calls->called, &calls->called_room, (size_t)frame + 1, sizeof *calls->called);
    return &calls->called[frame];
}

static uint64_t value_of(const struct call_values *columns, size_t n, size_t column, size_t at)
{
    return column < n && at < columns[column].room ? columns[column].values[at] : 0;
}

uint64_t calls_cost_of(const struct calls *calls, uint32_t call, size_t column)
{
    return value_of(calls->costs, calls->costs_room, column, call);
}

uint64_t calls_total_of(const struct calls *calls, frame_id frame, size_t column)
{
    return value_of(calls->totals, calls->totals_room, column, frame);
}

static bool merge_called(struct calls *calls, const struct calls *other, const frame_id *frames)
{
    for (frame_id i = 0; i < other->called_room; i++) {
        const struct called *from = &other->called[i];
        if (!from->counted && !from->cycle)
            continue;
        struct called *to = calls_called(calls, frames[i]);
        if (from->count > UINT64_MAX - to->count)
            return false;
        to->count += from->count;
        to->counted |= from->counted;
        if (!to->cycle)
            to->cycle = from->cycle;
    }
    return true;
}

static bool merge_totals(struct calls *calls, const struct calls *other, const frame_id *frames)
{
    bool ok = true;

    for (size_t c = 0; c < other->totals_room; c++)
        for (frame_id i = 0; ok && i < other->totals[c].room; i++)
            if (other->totals[c].values[i])
                ok = calls_total(calls, frames[i], c, other->totals[c].values[i]);
    return ok;
}

bool calls_merge(struct calls *calls, const struct calls *other, const frame_id *frames)
{
    if (other->share == CALLS_NOT_SHARED)
        return true;
    if (calls->share != CALLS_NOT_SHARED && calls->share != other->share)
        return false;
    calls->share = other->share;
    for (uint32_t i = 0; i < other->pairs.n; i++) {
        const struct pair *pair = &other->pairs.rows[i];
        uint32_t call = calls_add(calls, frames[pair->a], frames[pair->b]);
        bool ok = calls_count(calls, call, other->counts[i]);
        for (size_t c = 0; ok && c < other->costs_room; c++)
            ok = !calls_cost_of(other, i, c) ||
                 calls_cost(calls, call, c, calls_cost_of(other, i, c));
        if (!ok)
            return false;
    }
    return merge_totals(calls, other, frames) && merge_called(calls, other, frames);
}
