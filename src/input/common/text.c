/* What text readers share: lines in, samples out. */
#include "input/common/text.h"

void text_init(struct text *t, struct reading *r, struct blocks *blocks, struct profile *p,
               struct fault *f)
{
    *t = (struct text){.r = r, .p = p, .f = f, .calls = &p->calls};
    lines_init(&t->lines, r, blocks, f);
    builder_init(&t->builder, r, p, f);
    tidier_init(&t->tidier, &t->builder);
    for (size_t i = 0; i < p->calls.called_room; i++)
        if (p->calls.called[i].cycle > t->cycles)
            t->cycles = p->calls.called[i].cycle;
}

/* Finds the column of a measure that inputs before have filled; n: there is none. */
static size_t find_column(const struct profile *p, const struct measure *measure, const bool *taken,
                          size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!taken[i] && !p->columns[i].subtracted &&
            str_equal(names_get(&p->names, p->columns[i].name), str_of(measure->name)) &&
            str_equal(names_get(&p->names, p->columns[i].unit), str_of(measure->unit)))
            return i;
    return n;
}

/* Inputs may have the same measures in another order: each goes to its own column. */
static void place_columns(struct text *t, const struct measure *measures, size_t n)
{
    struct builder *b = &t->builder;
    bool taken[PROFILE_COLUMNS_MOST] = {false};
    struct excerpt e;

    b->moved = false;
    for (size_t i = 0; i < n; i++) {
        size_t column = find_column(t->p, &measures[i], taken, n);
        if (column == n) {
            b->moved = false;
            return;
        }
        taken[column] = true;
        b->columns[i] = (uint8_t)column;
        b->moved = b->moved || column != i;
    }
    if (b->moved && b->columns[0]) {
        excerpt_of(&e, names_get(&t->p->names, t->p->columns[0].name));
        reading_remark(t->r->details, "its first measure is %s, that of the inputs before it %s",
                       measures[0].name, e.text);
    }
}

bool text_measures(struct text *t, enum text_names names, const struct measure *measures, size_t n)
{
    t->tidier.printed = names == TEXT_FULL_NAMES;
    t->builder.n_values = n;
    profile_need_columns(t->p, n);
    place_columns(t, measures, n);
    for (size_t i = 0; i < n; i++)
        if (!measure_set(&measures[i], t->r, t->p, builder_column(&t->builder, i), t->f))
            return false;
    return true;
}

bool text_shares(struct text *t, enum calls_share share)
{
    enum calls_share *have = &t->p->calls.share;

    if (*have != CALLS_NOT_SHARED && *have != share)
        return fault_set(t->f, FAULT_INPUT,
                         "%s: states the cost of calls in another way than the inputs before it, "
                         "wanted inputs of one format",
                         t->r->name);
    *have = share;
    return true;
}

bool text_calls_overflow(struct text *t)
{
    struct place place;

    return fault_set(t->f, FAULT_INPUT,
                     "%s: the sum of all calls grows beyond 2^64-1 here, wanted one that fits",
                     place_of(&place, t->r->name, t->r->tally.lines));
}

bool text_add_own(struct text *t, frame_id frame, const uint64_t *values)
{
    struct builder *b = &t->builder;
    uint64_t any = 0;

    for (size_t c = 0; c < b->n_values; c++)
        any |= values[c];
    if (!any) {
        t->r->tally.taken++;
        return true;
    }
    builder_begin(b);
    b->sums = true;
    return builder_push(b, frame) && builder_add(b, ROOT_FIRST, 0, values, t->r->tally.lines);
}

bool text_add_call(struct text *t, frame_id caller, frame_id callee, uint64_t count,
                   const uint64_t *costs)
{
    struct calls *calls = t->calls;
    struct reading *r = t->r;
    uint32_t call = calls_add(calls, caller, callee);

    if (!calls_count(calls, call, count))
        return text_calls_overflow(t);
    for (size_t c = 0; costs && c < t->builder.n_values; c++) {
        uint64_t cost = costs[c];
        if (cost && (!builder_value(&t->builder, c, &cost) ||
                     !calls_cost(calls, call, builder_column(&t->builder, c), cost)))
            return text_calls_overflow(t);
    }
    r->tally.taken++;
    return reading_within_limits(t->p, r->limits, r->name, r->tally.lines, t->f);
}

bool text_add_called(struct text *t, frame_id frame, uint64_t count)
{
    struct called *called = calls_called(t->calls, frame);

    if (count > UINT64_MAX - called->count)
        return text_calls_overflow(t);
    called->counted = true;
    called->count += count;
    return true;
}

void text_add_cycle(struct text *t, frame_id frame, uint32_t cycle)
{
    struct called *called = calls_called(t->calls, frame);

    if (cycle && !called->cycle)
        called->cycle = cycle <= UINT32_MAX - t->cycles ? t->cycles + cycle : cycle;
}

bool text_add_total(struct text *t, frame_id frame, size_t column, uint64_t value)
{
    return (builder_value(&t->builder, column, &value) &&
            calls_total(t->calls, frame, builder_column(&t->builder, column), value)) ||
           text_calls_overflow(t);
}

void text_free(struct text *t)
{
    struct tally *tally = &t->r->tally;
    uint64_t said = tally->blank + tally->comments + tally->taken + tally->bad;

    tally->inside = tally->lines > said ? tally->lines - said : 0;
    tidier_free(&t->tidier);
    builder_free(&t->builder);
}
