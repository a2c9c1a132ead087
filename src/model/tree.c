/* Totals by one backward loop over stacks; callees by counting sort. */
#include "model/tree.h"

#include <stdlib.h>

#include "base/mem.h"
#include "model/bits.h"

/* Time order: a stack starts where the first sample below it starts; without places, samples
 * follow each other without gaps. */
static void add_starts(struct tree *t)
{
    const struct profile *p = t->profile;
    uint64_t now = 0;

    t->start = mem_alloc(t->n, sizeof *t->start);
    for (stack_id i = 1; i < t->n; i++)
        t->start[i] = UINT64_MAX;
    for (uint32_t i = 0; i < p->n_samples; i++) {
        now = p->moments.kind == TIME_SPANS ? p->moments.at_ns[i] : now;
        for (stack_id s = p->samples[i].stack; t->start[s] == UINT64_MAX;
             s = p->stacks.rows[s].caller)
            t->start[s] = now;
        now += t->column->values[i];
    }
}

/* The caller is usually the stack before: its total stays in a register instead of going through
 * memory. */
static void add_to_callers(uint64_t *total, const struct stack *rows, uint32_t n)
{
    uint64_t sum = total[n - 1];

    for (stack_id i = n - 1; i > 0; i--) {
        if (rows[i].caller == i - 1) {
            sum += total[i - 1];
            total[i - 1] = sum;
        } else {
            total[rows[i].caller] += sum;
            sum = total[i - 1];
        }
    }
}

void tree_build(struct tree *t, const struct profile *p, size_t column)
{
    const struct stack *rows = p->stacks.rows;

    *t = (struct tree){.profile = p, .column = &p->columns[column], .n = p->stacks.n};
    t->total = mem_alloc(t->n, sizeof *t->total);
    for (uint32_t i = 0; i < p->n_samples; i++)
        t->total[p->samples[i].stack] += t->column->values[i];
    add_to_callers(t->total, rows, t->n);
    if (moments_are_chart(&p->moments))
        add_starts(t);
}

void tree_align_lanes(struct tree *t)
{
    for (stack_id i = 1; i < t->n; i++)
        if (t->profile->stacks.rows[i].caller == 0)
            t->start[i] = 0;
}

enum { WORD = 64 };

static size_t words_of(const struct tree *t)
{
    return (size_t)t->n / WORD + 1;
}

static void forget_callees(struct tree *t)
{
    const size_t words = t->listed ? words_of(t) : 0;

    mem_free(t->listed, words, sizeof *t->listed);
    mem_free(t->listed_before, words, sizeof *t->listed_before);
    mem_free(t->first, t->first ? t->n_listed + 1 : 0, sizeof *t->first);
    mem_free(t->callees, t->n_callees, sizeof *t->callees);
    t->listed = NULL;
    t->listed_before = NULL;
    t->first = NULL;
    t->callees = NULL;
    t->n_listed = t->n_callees = 0;
}

void tree_free(struct tree *t)
{
    forget_callees(t);
    mem_free(t->total, t->n, sizeof *t->total);
    mem_free(t->start, t->n, sizeof *t->start);
    *t = (struct tree){0};
}

struct str tree_name(const struct tree *t, stack_id stack)
{
    const struct profile *p = t->profile;

    if (stack == 0)
        return STR("all");
    return names_get(&p->names, p->frames.rows[p->stacks.rows[stack].frame].name);
}

enum frame_kind tree_kind(const struct tree *t, stack_id stack)
{
    const struct profile *p = t->profile;

    return p->frames.rows[p->stacks.rows[stack].frame].kind;
}

/* A callee with its sort key. */
struct callee_key {
    struct str name;
    enum frame_kind kind;
    stack_id stack;
};

static int compare(const void *a, const void *b)
{
    const struct callee_key *x = a;
    const struct callee_key *y = b;
    int order = str_compare(x->name, y->name);

    if (order)
        return order;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->stack > y->stack) - (x->stack < y->stack);
}

/* Sorts the callees of one stack; keys has room for all of them. Input is mostly sorted, so the
 * first loop usually finds nothing to do. */
static void order_callees(const struct tree *t, stack_id *callees, uint32_t n,
                          struct callee_key *keys)
{
    bool ordered = true;

    for (uint32_t i = 0; i < n; i++) {
        keys[i] =
            (struct callee_key){tree_name(t, callees[i]), tree_kind(t, callees[i]), callees[i]};
        ordered = ordered && (i == 0 || compare(&keys[i - 1], &keys[i]) < 0);
    }
    if (ordered)
        return;
    qsort(keys, n, sizeof *keys, compare);
    for (uint32_t i = 0; i < n; i++)
        callees[i] = keys[i].stack;
}

static void order_all(const struct tree *t)
{
    struct callee_key *keys = NULL;
    size_t room = 0;

    for (size_t i = 0; i < t->n_listed; i++) {
        uint32_t n = t->first[i + 1] - t->first[i];
        if (n < 2)
            continue;
        keys = mem_grow(keys, &room, n, sizeof *keys);
        order_callees(t, t->callees + t->first[i], n, keys);
    }
    mem_free(keys, room, sizeof *keys);
}

static bool is_listed(const struct tree *t, stack_id stack)
{
    return !t->listed || (t->listed[stack / WORD] >> stack % WORD & 1);
}

/* Returns how many listed stacks come before a listed one. */
static size_t listed_at(const struct tree *t, stack_id stack)
{
    if (!t->listed)
        return stack;
    uint64_t before = t->listed[stack / WORD] & ((UINT64_C(1) << stack % WORD) - 1);
    return t->listed_before[stack / WORD] + bits_in(before);
}

static void add_up(uint32_t *first, size_t n)
{
    for (size_t i = 1; i <= n; i++)
        first[i] += first[i - 1];
}

/* Counting sort of callees by caller: counts, adds up, and fills from the back. */
static void list_all(struct tree *t)
{
    const struct stack *rows = t->profile->stacks.rows;
    uint32_t *first = mem_alloc((size_t)t->n + 1, sizeof *first);

    for (stack_id i = 1; i < t->n; i++)
        first[rows[i].caller]++;
    add_up(first, t->n);
    t->first = first;
    t->n_listed = t->n;
    t->n_callees = t->n - 1;
    t->callees = mem_alloc(t->n_callees, sizeof *t->callees);
    for (stack_id i = t->n - 1; i > 0; i--)
        t->callees[--first[rows[i].caller]] = i;
}

/* In a large tree few stacks are wide enough to be drawn; tables of all stacks would cost more than
 * the rest of drawing. Bits stay in the cache; totals do not. */
static void choose_listed(struct tree *t, uint64_t least)
{
    t->listed = mem_alloc(words_of(t), sizeof *t->listed);
    t->listed_before = mem_alloc(words_of(t), sizeof *t->listed_before);
    for (size_t i = 0; i < words_of(t); i++) {
        const uint64_t *total = t->total + i * WORD;
        size_t n = t->n - i * WORD < WORD ? t->n - i * WORD : WORD;
        uint64_t word = 0;
        for (size_t k = 0; k < n; k++)
            word |= (uint64_t)(total[k] >= least) << k;
        t->listed[i] = word;
        t->listed_before[i] = (uint32_t)t->n_listed;
        t->n_listed += bits_in(word);
    }
}

/* A callee, and the number of its caller among those listed. */
struct listed_callee {
    uint32_t caller;
    stack_id callee;
};

/* Like list_all, from links sorted by callee. */
static void sort_by_caller(struct tree *t, const struct listed_callee *links, size_t n)
{
    uint32_t *first = mem_alloc(t->n_listed + 1, sizeof *first);

    for (size_t i = 0; i < n; i++)
        first[links[i].caller]++;
    add_up(first, t->n_listed);
    t->first = first;
    t->n_callees = n;
    t->callees = mem_alloc(n, sizeof *t->callees);
    for (size_t i = n; i > 0; i--)
        t->callees[--first[links[i - 1].caller]] = links[i - 1].callee;
}

static void list_wide(struct tree *t, uint64_t least)
{
    const struct stack *rows = t->profile->stacks.rows;
    const stack_id n_stacks = t->n;
    struct listed_callee *links = NULL;
    size_t room = 0;
    size_t n = 0;

    choose_listed(t, least);
    const uint64_t *listed = t->listed;
    for (stack_id i = 1; i < n_stacks; i++) {
        stack_id caller = rows[i].caller;
        if (!(listed[caller / WORD] >> caller % WORD & 1))
            continue;
        if (n == room)
            links = mem_grow(links, &room, n + 1, sizeof *links);
        links[n++] = (struct listed_callee){(uint32_t)listed_at(t, caller), i};
    }
    sort_by_caller(t, links, n);
    mem_free(links, room, sizeof *links);
}

void tree_list_callees(struct tree *t, uint64_t least)
{
    forget_callees(t);
    t->least = least;
    if (least == 0)
        list_all(t);
    else
        list_wide(t, least);
    if (!t->start)
        order_all(t);
}

void tree_need_callees(struct tree *t, uint64_t least)
{
    if (!t->first || t->least > least)
        tree_list_callees(t, least);
}

void tree_list_unordered(struct tree *t)
{
    forget_callees(t);
    t->least = 0;
    list_all(t);
}

const stack_id *tree_callees(const struct tree *t, stack_id stack, uint32_t *n)
{
    *n = 0;
    if (!t->first || !is_listed(t, stack))
        return t->callees;
    size_t at = listed_at(t, stack);
    *n = t->first[at + 1] - t->first[at];
    return t->callees + t->first[at];
}

uint64_t tree_self(const struct tree *t, stack_id stack)
{
    uint32_t n;
    const stack_id *callees = tree_callees(t, stack, &n);
    uint64_t self = t->total[stack];

    for (uint32_t i = 0; i < n; i++)
        self -= t->total[callees[i]];
    return self;
}
