/* What text readers share: lines in, samples out. */
#include "input/common/text.h"

#include "model/units.h"

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

/* Finds the column of a measure that inputs before have filled, in any unit of its quantity; n:
 * there is none. */
static size_t find_column(const struct profile *p, const struct measure *measure, const bool *taken,
                          size_t n)
{
    struct str unit = str_of(measure->unit);

    for (size_t i = 0; i < n; i++) {
        const struct column *c = &p->columns[i];
        struct str have = names_get(&p->names, c->unit);
        if (!taken[i] && c->name && !c->subtracted &&
            str_equal(names_get(&p->names, c->name), str_of(measure->name)) &&
            (units_ratio(unit, have) || units_ratio(have, unit)))
            return i;
    }
    return n;
}

/* How many measures the inputs before have. */
static size_t count_named(const struct profile *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_columns; i++)
        n += p->columns[i].name && !p->columns[i].subtracted;
    return n;
}

/* Whether the measure that is drawn is one of them, so that the others do not matter. */
static bool is_wanted(const struct text *t, const struct measure *measures, size_t n)
{
    bool wanted = false;

    for (size_t i = 0; t->r->ask->value && i < n; i++)
        wanted = wanted || (t->builder.columns[i] != BUILDER_NO_COLUMN &&
                            strcmp(measures[i].name, t->r->ask->value) == 0);
    return wanted;
}

/* Inputs may have the same measures in another order, and others if those are not drawn: each goes
 * to its own column, or to none. */
static void place_columns(struct text *t, const struct measure *measures, size_t n)
{
    struct builder *b = &t->builder;
    size_t n_columns = t->p->n_columns;
    bool taken[PROFILE_COLUMNS_MOST] = {false};
    size_t n_found = 0;
    struct excerpt e;

    b->moved = false;
    for (size_t i = 0; i < n; i++) {
        size_t column = find_column(t->p, &measures[i], taken, n_columns);
        bool found = column < n_columns;
        n_found += found;
        b->columns[i] = found ? (uint8_t)column : BUILDER_NO_COLUMN;
        b->moved = b->moved || column != i;
        if (found)
            taken[column] = true;
    }
    bool all = n_found == n && n_found == count_named(t->p);
    b->moved = b->moved && (all || is_wanted(t, measures, n));
    if (b->moved && n_found < n)
        reading_remark(&t->r->info->remarks,
                       "%zu of %zu measures left out, which inputs before it lack", n - n_found, n);
    if (b->moved && b->columns[0]) {
        excerpt_of(&e, names_get(&t->p->names, t->p->columns[0].name));
        reading_remark(&t->r->info->details,
                       "its first measure is %s, that of the inputs before it %s", measures[0].name,
                       e.text);
    }
}

/* Puts a measure and its column into the finer of their units. False with a fault when a sum does
 * not fit. */
static bool match_units(struct text *t, const struct measure *measure, size_t value)
{
    struct column *c = &t->p->columns[builder_column(&t->builder, value)];
    struct str have = names_get(&t->p->names, c->unit);
    struct str unit = str_of(measure->unit);
    struct excerpt e;

    t->builder.ratios[value] = 1;
    if (!c->name || str_equal(have, unit) ||
        !str_equal(names_get(&t->p->names, c->name), str_of(measure->name)))
        return true;
    if (units_ratio(unit, have)) {
        t->builder.ratios[value] = units_ratio(unit, have);
        return true;
    }
    uint64_t ratio = units_ratio(have, unit);
    return !ratio || profile_refine(t->p, (size_t)(c - t->p->columns), ratio, unit) ||
           fault_set(t->f, FAULT_INPUT,
                     "%s: the sum of the inputs before it grows beyond 2^64-1 in %s, its unit, "
                     "wanted one that fits",
                     t->r->name, excerpt_of(&e, unit));
}

bool text_measures(struct text *t, enum text_names names, const struct measure *measures, size_t n)
{
    t->tidier.printed = names == TEXT_FULL_NAMES;
    t->builder.n_values = n;
    profile_need_columns(t->p, n);
    place_columns(t, measures, n);
    for (size_t i = 0; i < n; i++) {
        size_t column = builder_column(&t->builder, i);
        if (column == BUILDER_NO_COLUMN)
            continue;
        if (!match_units(t, &measures[i], i) ||
            !measure_set(&measures[i], t->r, t->p, column, t->f))
            return false;
    }
    builder_moved(&t->builder);
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
        if (cost && builder_column(&t->builder, c) != BUILDER_NO_COLUMN &&
            (!builder_value(&t->builder, c, &cost) ||
             !calls_cost(calls, call, builder_column(&t->builder, c), cost)))
            return text_calls_overflow(t);
    }
    r->tally.taken++;
    return reading_within_limits(t->p, &r->ask->limits, r->name, r->tally.lines, t->f);
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
    size_t to = builder_column(&t->builder, column);

    return to == BUILDER_NO_COLUMN ||
           (builder_value(&t->builder, column, &value) &&
            calls_total(t->calls, frame, to, value)) ||
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
