/* |main----------------|   to   main 8  main;parse 2  main;parse;read 4 ...
 *     |parse---|
 *       |read|             */
#include "input/chrome/spans.h"

#include <stdlib.h>

#include "base/mem.h"
#include "input/lines.h"

/* How far an end looks for its beginning among those that are open, or that stand behind it. */
enum { LOOK_BACK = 64 };

/* A span on the stack of its thread. */
struct open {
    int64_t end_ns;
    stack_id stack;
};

struct stack_of_spans {
    struct spans *s;
    struct open *open;
    size_t n, room;
    int64_t now_ns; /* what was before is added */
    labels_id labels;
    uint32_t line; /* of the span that was pushed last */
};

void spans_free(struct spans *s)
{
    mem_free(s->spans, s->room, sizeof *s->spans);
    s->spans = NULL;
    s->room = s->n = 0;
}

bool spans_add(struct spans *s, const struct span *span)
{
    struct place place;

    if (s->n == UINT32_MAX)
        return limits_reached(s->f, place_of(&place, s->r->name, span->line), "nodes", UINT32_MAX);
    s->spans = mem_grow(s->spans, &s->room, (size_t)s->n + 1, sizeof *s->spans);
    s->spans[s->n] = *span;
    s->spans[s->n].at = s->n;
    s->n++;
    s->halves = s->halves || span->phase != SPAN_WHOLE;
    return true;
}

static bool bad(struct spans *s, uint32_t line, const char *reason)
{
    struct lines l = {.r = s->r, .f = s->f};

    return lines_bad(&l, line, reason, STR(""));
}

static int by_time(const void *a, const void *b)
{
    const struct span *x = a;
    const struct span *y = b;

    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->begin_ns != y->begin_ns)
        return x->begin_ns < y->begin_ns ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Of those that begin together the longest comes first: the others lie in it. */
static int by_nesting(const void *a, const void *b)
{
    const struct span *x = a;
    const struct span *y = b;

    if (x->thread == y->thread && x->begin_ns == y->begin_ns && x->end_ns != y->end_ns)
        return x->end_ns > y->end_ns ? -1 : 1;
    return by_time(a, b);
}

static void sort(struct spans *s, int (*order)(const void *, const void *))
{
    uint32_t i = 1;

    while (i < s->n && order(&s->spans[i - 1], &s->spans[i]) < 0)
        i++;
    if (i < s->n)
        qsort(s->spans, s->n, sizeof *s->spans, order);
}

/* The beginnings without an end so far, by their place. */
struct begun {
    uint32_t *at;
    size_t n, room;
};

/* Returns the place in begun of the beginning that an end belongs to, or begun->n: the last one of
 * its name, for ends of the same moment come in any order; the last one at all for no name. */
static size_t find_beginning(const struct spans *s, const struct begun *begun, frame_id frame)
{
    for (size_t i = begun->n; i > 0 && begun->n - i < LOOK_BACK; i--)
        if (!frame || s->spans[begun->at[i - 1]].frame == frame)
            return i - 1;
    return begun->n;
}

/* An end may stand before its beginning of the same moment. */
static bool close_later(struct spans *s, uint32_t end)
{
    const struct span *e = &s->spans[end];

    for (uint32_t i = end + 1; i < s->n && i - end < LOOK_BACK; i++) {
        struct span *b = &s->spans[i];
        if (b->thread != e->thread || b->begin_ns != e->begin_ns)
            return false;
        if (b->phase == SPAN_BEGIN && b->frame == e->frame) {
            b->phase = SPAN_WHOLE;
            b->end_ns = b->begin_ns;
            return true;
        }
    }
    return false;
}

static bool end_one(struct spans *s, struct begun *begun, uint32_t end)
{
    size_t i = find_beginning(s, begun, s->spans[end].frame);

    if (i == begun->n)
        return close_later(s, end) || bad(s, s->spans[end].line, "an end without its beginning");
    struct span *b = &s->spans[begun->at[i]];
    b->phase = SPAN_WHOLE;
    b->end_ns = s->spans[end].begin_ns;
    begun->n--;
    memmove(begun->at + i, begun->at + i + 1, (begun->n - i) * sizeof *begun->at);
    return true;
}

/* What was not ended lasts as long as anything is known of its thread. */
static bool end_rest(struct spans *s, struct begun *begun, int64_t last_ns)
{
    for (size_t i = 0; i < begun->n; i++) {
        struct span *b = &s->spans[begun->at[i]];
        b->phase = SPAN_WHOLE;
        b->end_ns = last_ns > b->begin_ns ? last_ns : b->begin_ns;
        if (!bad(s, b->line, "a beginning without its end"))
            return false;
    }
    begun->n = 0;
    return true;
}

static bool pair_halves(struct spans *s, struct begun *begun)
{
    int64_t last_ns = INT64_MIN;

    for (uint32_t i = 0; i < s->n; i++) {
        const struct span *span = &s->spans[i];
        int64_t until_ns = span->phase == SPAN_WHOLE ? span->end_ns : span->begin_ns;
        if (i && span->thread != s->spans[i - 1].thread) {
            if (!end_rest(s, begun, last_ns))
                return false;
            last_ns = INT64_MIN;
        }
        last_ns = until_ns > last_ns ? until_ns : last_ns;
        if (span->phase == SPAN_END && !end_one(s, begun, i))
            return false;
        if (span->phase == SPAN_BEGIN) {
            begun->at = mem_grow(begun->at, &begun->room, begun->n + 1, sizeof *begun->at);
            begun->at[begun->n++] = i;
        }
    }
    return end_rest(s, begun, last_ns);
}

static void drop_ends(struct spans *s)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->n; i++)
        if (s->spans[i].phase == SPAN_WHOLE)
            s->spans[n++] = s->spans[i];
    s->n = n;
}

/* Adds what the uppermost span did until then. */
static bool add_until(struct stack_of_spans *t, int64_t until_ns)
{
    struct spans *s = t->s;
    uint64_t value = (uint64_t)(until_ns - t->now_ns);
    stack_id stack = t->open[t->n - 1].stack;
    struct place place;

    if (value == 0)
        return true;
    t->now_ns = until_ns;
    if (!profile_add(s->p, stack, t->labels, &value))
        return fault_set(s->f, FAULT_INPUT,
                         "%s: the sum of all times grows beyond 2^64-1 ns here, wanted one that "
                         "fits",
                         place_of(&place, s->r->name, t->line));
    s->r->tally.taken++;
    return reading_within_limits(s->p, s->r->limits, s->r->name, t->line, s->f);
}

/* Ends what ends until then. */
static bool pop_until(struct stack_of_spans *t, int64_t until_ns)
{
    while (t->n && t->open[t->n - 1].end_ns <= until_ns) {
        if (!add_until(t, t->open[t->n - 1].end_ns))
            return false;
        t->n--;
    }
    return true;
}

static bool push(struct stack_of_spans *t, const struct span *span)
{
    struct spans *s = t->s;
    const struct open *top = t->n ? &t->open[t->n - 1] : NULL;
    int64_t end_ns = span->end_ns;
    stack_id caller = top ? top->stack : 0;
    struct place place;

    if (top && span->begin_ns > t->now_ns && !add_until(t, span->begin_ns))
        return false;
    t->now_ns = span->begin_ns;
    t->line = span->line;
    if (top && end_ns > top->end_ns) {
        if (!bad(s, span->line, "an event that ends after the one it began in"))
            return false;
        end_ns = top->end_ns;
    }
    if (t->n >= s->r->limits->depth)
        return limits_reached(s->f, place_of(&place, s->r->name, span->line), "depth",
                              s->r->limits->depth);
    t->open = mem_grow(t->open, &t->room, t->n + 1, sizeof *t->open);
    t->open[t->n++] = (struct open){end_ns, stacks_add(&s->p->stacks, caller, span->frame)};
    return true;
}

static bool add_all(struct stack_of_spans *t, const labels_id *labels)
{
    const struct spans *s = t->s;

    for (uint32_t i = 0; i < s->n; i++) {
        const struct span *span = &s->spans[i];
        if (i && span->thread != s->spans[i - 1].thread && !pop_until(t, INT64_MAX))
            return false;
        t->labels = labels[span->thread];
        if (!pop_until(t, span->begin_ns) || !push(t, span))
            return false;
    }
    return pop_until(t, INT64_MAX);
}

bool spans_finish(struct spans *s, const labels_id *labels)
{
    struct begun begun = {0};
    struct stack_of_spans t = {.s = s};
    bool ok = true;

    if (s->halves) {
        sort(s, by_time);
        ok = pair_halves(s, &begun);
        drop_ends(s);
    }
    sort(s, by_nesting);
    ok = ok && add_all(&t, labels);
    mem_free(begun.at, begun.room, sizeof *begun.at);
    mem_free(t.open, t.room, sizeof *t.open);
    return ok;
}
