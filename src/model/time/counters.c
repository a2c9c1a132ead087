/* Counters, each stored once. */
#include "model/time/counters.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

void counters_free(struct counter_list *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        mem_free(c->rows[i].values, c->rows[i].room, sizeof *c->rows[i].values);
    mem_free(c->rows, c->room, sizeof *c->rows);
    slots_free(&c->slots);
    *c = (struct counter_list){0};
}

void counters_copy(struct counter_list *to, const struct counter_list *from)
{
    *to = *from;
    to->rows = mem_copy(from->rows, from->room, from->n, sizeof *from->rows);
    slots_copy(&to->slots, &from->slots);
    for (uint32_t i = 0; i < from->n; i++) {
        const struct counter *row = &from->rows[i];
        to->rows[i].values = mem_copy(row->values, row->room, row->n, sizeof *row->values);
    }
}

static uint32_t tag_of(const struct counter_list *c, name_id name, name_id unit, thread_id of)
{
    const uint32_t key[] = {name, unit, of};

    return (uint32_t)hash_bytes(&c->key, (struct str){(const char *)key, sizeof key});
}

struct counter *counters_add(struct counter_list *c, name_id name, name_id unit, thread_id of)
{
    if (!c->n)
        c->key = hash_key_draw();
    const uint32_t tag = tag_of(c, name, unit, of);
    struct slots_match m = slots_find(&c->slots, tag);
    for (; m.id; slots_find_next(&m)) {
        struct counter *row = &c->rows[m.id - 1];
        if (row->name == name && row->unit == unit && row->of == of)
            return row;
    }
    assert(c->n < UINT32_MAX);
    c->rows = mem_grow(c->rows, &c->room, (size_t)c->n + 1, sizeof *c->rows);
    c->rows[c->n++] = (struct counter){.name = name, .unit = unit, .of = of};
    slots_add(&c->slots, tag, c->n);
    return &c->rows[c->n - 1];
}

static uint64_t size_of(int64_t value)
{
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

static bool fits(uint64_t size, int64_t factor)
{
    return size <= (uint64_t)(INT64_MAX / factor);
}

static int64_t power_of_ten(unsigned n)
{
    int64_t power = 1;

    for (; n; n--)
        power *= 10;
    return power;
}

/* Halves away from 0. */
static int64_t divide_rounded(int64_t value, int64_t by)
{
    const int64_t rest = value % by;
    const bool is_up = size_of(rest) * 2 >= (uint64_t)by;

    return value / by + (!is_up ? 0 : rest < 0 ? -1 : 1);
}

static void refine(struct counter *c, unsigned scale)
{
    const int64_t factor = power_of_ten(scale - c->scale);

    for (size_t i = 0; i < c->n; i++)
        c->values[i].value *= factor;
    c->largest *= (uint64_t)factor;
    c->scale = scale;
}

static void coarsen(struct counter *c)
{
    for (size_t i = 0; i < c->n; i++)
        c->values[i].value = divide_rounded(c->values[i].value, 10);
    c->largest = c->largest / 10 + 1;
    c->scale--;
}

void counter_add(struct counter *c, int64_t at_ns, int64_t value, unsigned scale)
{
    assert(scale <= COUNTER_SCALE_MAX);
    if (scale > c->scale && fits(c->largest, power_of_ten(scale - c->scale)))
        refine(c, scale);
    while (scale < c->scale && !fits(size_of(value), power_of_ten(c->scale - scale)))
        coarsen(c);
    if (scale > c->scale)
        value = divide_rounded(value, power_of_ten(scale - c->scale));
    else
        value *= power_of_ten(c->scale - scale);
    c->values = mem_grow(c->values, &c->room, c->n + 1, sizeof *c->values);
    c->values[c->n++] = (struct counted){at_ns, value};
    c->largest = size_of(value) > c->largest ? size_of(value) : c->largest;
}

void counters_move(struct counter_list *c, uint64_t ns)
{
    for (uint32_t i = 0; i < c->n; i++)
        for (size_t k = c->rows[i].n_settled; k < c->rows[i].n; k++) {
            int64_t *at_ns = &c->rows[i].values[k].at_ns;
            *at_ns = (int64_t)((uint64_t)*at_ns + ns);
        }
}

/* ---- order ------------------------------------------------------------------------------- */

/* A value with its place, so that values of one time keep their order. */
struct placed_value {
    struct counted value;
    size_t place;
};

static int compare(const void *a, const void *b)
{
    const struct placed_value *x = a;
    const struct placed_value *y = b;

    if (x->value.at_ns != y->value.at_ns)
        return x->value.at_ns < y->value.at_ns ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static void sort(struct counter *c)
{
    size_t i = 1;

    while (i < c->n && c->values[i - 1].at_ns <= c->values[i].at_ns)
        i++;
    if (i >= c->n)
        return;
    struct placed_value *all = mem_alloc(c->n, sizeof *all);
    for (i = 0; i < c->n; i++)
        all[i] = (struct placed_value){c->values[i], i};
    qsort(all, c->n, sizeof *all, compare);
    for (i = 0; i < c->n; i++)
        c->values[i] = all[i].value;
    mem_free(all, c->n, sizeof *all);
}

void counters_settle(struct counter_list *c)
{
    uint32_t n = 0;

    slots_free(&c->slots);
    for (uint32_t i = 0; i < c->n; i++) {
        struct counter row = c->rows[i];
        if (!row.n)
            continue;
        if (row.n_settled < row.n)
            sort(&row);
        row.n_settled = row.n;
        c->rows[n++] = row;
        slots_add(&c->slots, tag_of(c, row.name, row.unit, row.of), n);
    }
    c->n = n;
}

/* ---- parts ------------------------------------------------------------------------------- */

static void cut(struct counter *c, int64_t from_ns, int64_t to_ns)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (c->values[i].at_ns >= from_ns && c->values[i].at_ns < to_ns)
            c->values[n++] = c->values[i];
    c->n = c->n_settled = n;
}

void counters_cut(struct counter_list *c, int64_t from_ns, int64_t to_ns, const bool *threads)
{
    uint32_t n = 0;

    slots_free(&c->slots);
    for (uint32_t i = 0; i < c->n; i++) {
        struct counter row = c->rows[i];
        cut(&row, from_ns, to_ns);
        if (!row.n || !threads[row.of]) {
            mem_free(row.values, row.room, sizeof *row.values);
            continue;
        }
        c->rows[n++] = row;
        slots_add(&c->slots, tag_of(c, row.name, row.unit, row.of), n);
    }
    c->n = n;
}

struct counter_range counter_range(const struct counter *counter)
{
    struct counter_range r = {
        .first = counter->values[0],
        .last = counter->values[counter->n - 1],
        .least = counter->values[0].value,
        .most = counter->values[0].value,
    };

    for (size_t i = 1; i < counter->n; i++) {
        const int64_t value = counter->values[i].value;
        r.least = value < r.least ? value : r.least;
        r.most = value > r.most ? value : r.most;
    }
    return r;
}

void counters_add_all(struct counter_list *to, const struct counter_list *from,
                      const name_id *names, const thread_id *threads)
{
    for (uint32_t i = 0; i < from->n; i++) {
        const struct counter *row = &from->rows[i];
        struct counter *own =
            counters_add(to, names[row->name], names[row->unit], threads[row->of]);
        const bool settled = row->n_settled == row->n && own->n_settled == own->n;
        for (size_t k = 0; k < row->n; k++)
            counter_add(own, row->values[k].at_ns, row->values[k].value, row->scale);
        if (!settled)
            continue;
        sort(own);
        own->n_settled = own->n;
    }
}
