/* |main----------------|   to   main 8  main;parse 2  main;parse;read 4 ...
 *     |parse---|
 *       |read|
 * Turns time spans into stacks. */
#include "input/common/spans.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "input/common/lines.h"

/* How many open or following spans are searched for the beginning that an end belongs to. */
enum { LOOK_BACK = 64 };

/* How far rounded times may be off. */
enum { ROUNDING_NS = 1000 };

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

static bool is_whole(const struct span *span)
{
    return span->end_ns != SPAN_BEGINS && span->end_ns != SPAN_ENDS;
}

void spans_free(struct spans *s)
{
    for (size_t i = 0; i < s->threads_room; i++)
        mem_free(s->threads[i].spans, s->threads[i].room, sizeof *s->threads[i].spans);
    mem_free(s->threads, s->threads_room, sizeof *s->threads);
    mem_free(s->marked, s->marked_room, sizeof *s->marked);
    s->threads = NULL;
    s->marked = NULL;
    s->threads_room = s->marked_room = 0;
}

bool spans_add(struct spans *s, uint32_t thread, const struct span *span)
{
    struct place place;

    if (thread >= s->threads_room)
        s->threads = mem_grow(s->threads, &s->threads_room, (size_t)thread + 1, sizeof *s->threads);
    struct span_list *list = &s->threads[thread];
    if (list->n == UINT32_MAX)
        return limits_reached(s->b->f, place_of(&place, s->b->r->name, span->line), "nodes",
                              UINT32_MAX);
    if (list->n == list->room)
        list->spans = mem_grow(list->spans, &list->room, (size_t)list->n + 1, sizeof *list->spans);
    list->spans[list->n++] = *span;
    if (span->end_ns != SPAN_ENDS)
        spans_see(s, span->begin_ns);
    list->halves = list->halves || !is_whole(span);
    return true;
}

bool spans_last(const struct spans *s)
{
    for (size_t i = 0; i < s->threads_room; i++)
        for (uint32_t k = 0; k < s->threads[i].n; k++)
            if (s->threads[i].spans[k].begin_ns != s->threads[i].spans[k].end_ns)
                return true;
    return false;
}

static bool bad(struct spans *s, uint32_t line, const char *reason)
{
    struct lines l = {.r = s->b->r, .f = s->b->f};

    return lines_bad(&l, line, reason, STR(""));
}

/* Of spans that begin together, the longest comes first if they are to nest. */
static bool is_behind(const struct span *a, const struct span *b, bool nested)
{
    return a->begin_ns > b->begin_ns ||
           (nested && a->begin_ns == b->begin_ns && a->end_ns < b->end_ns);
}

static void insert_each(struct span *spans, size_t n, bool nested)
{
    for (size_t i = 1; i < n; i++) {
        struct span span = spans[i];
        size_t at = i;
        for (; at > 0 && is_behind(&spans[at - 1], &span, nested); at--)
            spans[at] = spans[at - 1];
        spans[at] = span;
    }
}

/* Merges two sorted parts. Only what has to move is moved. */
static void merge(struct span *spans, size_t middle, size_t n, struct span *free, bool nested)
{
    size_t to = middle;
    size_t right = middle;

    while (to > 0 && is_behind(&spans[to - 1], &spans[middle], nested))
        to--;
    size_t n_left = middle - to;
    memcpy(free, spans + to, n_left * sizeof *free);
    for (size_t left = 0; left < n_left;) {
        bool take_right = right < n && is_behind(&free[left], &spans[right], nested);
        spans[to++] = take_right ? spans[right++] : free[left++];
    }
}

/* A stable sort. Spans are nearly sorted, so most parts that are merged already are in order. */
static void sort(struct span_list *list, bool nested)
{
    enum { PART = 16 };
    struct span *spans = list->spans;
    size_t n = list->n;
    struct span *free = mem_alloc(n, sizeof *free);

    for (size_t from = 0; from < n; from += PART)
        insert_each(spans + from, n - from < PART ? n - from : PART, nested);
    for (size_t part = PART; part < n; part *= 2)
        for (size_t from = 0; n - from > part; from += 2 * part) {
            size_t both = n - from < 2 * part ? n - from : 2 * part;
            merge(spans + from, part, both, free, nested);
            if (both < 2 * part)
                break;
        }
    mem_free(free, n, sizeof *free);
}

/* Beginnings without an end so far, by position. */
struct begun {
    uint32_t *at;
    size_t n, room;
};

/* Returns the index in begun of the beginning that an end belongs to, or begun->n: the last one
 * with its name, as ends of one time come in any order; without a name, simply the last one. */
static size_t find_beginning(const struct span_list *list, const struct begun *begun,
                             frame_id frame)
{
    for (size_t i = begun->n; i > 0 && begun->n - i < LOOK_BACK; i--)
        if (!frame || list->spans[begun->at[i - 1]].frame == frame)
            return i - 1;
    return begun->n;
}

/* An end may precede its beginning if both have the same time. */
static bool close_later(struct span_list *list, uint32_t end)
{
    const struct span *e = &list->spans[end];

    for (uint32_t i = end + 1; i < list->n && i - end < LOOK_BACK; i++) {
        struct span *b = &list->spans[i];
        if (b->begin_ns != e->begin_ns)
            return false;
        if (b->end_ns == SPAN_BEGINS && b->frame == e->frame) {
            b->end_ns = b->begin_ns;
            return true;
        }
    }
    return false;
}

static bool end_one(struct spans *s, struct span_list *list, struct begun *begun, uint32_t end)
{
    size_t i = find_beginning(list, begun, list->spans[end].frame);

    if (i == begun->n)
        return close_later(list, end) ||
               bad(s, list->spans[end].line, "an end without its beginning");
    assert(begun->at);
    struct span *b = &list->spans[begun->at[i]];
    b->end_ns = list->spans[end].begin_ns;
    begun->n--;
    memmove(begun->at + i, begun->at + i + 1, (begun->n - i) * sizeof *begun->at);
    return true;
}

/* What was not ended lasts as long as anything is known of its thread. */
static bool end_rest(struct spans *s, struct span_list *list, struct begun *begun, int64_t last_ns)
{
    for (size_t i = 0; i < begun->n; i++) {
        struct span *b = &list->spans[begun->at[i]];
        b->end_ns = last_ns > b->begin_ns ? last_ns : b->begin_ns;
        if (!bad(s, b->line, "a beginning without its end"))
            return false;
    }
    begun->n = 0;
    return true;
}

static bool pair_halves(struct spans *s, struct span_list *list, struct begun *begun)
{
    int64_t last_ns = INT64_MIN;

    for (uint32_t i = 0; i < list->n; i++) {
        const struct span *span = &list->spans[i];
        int64_t until_ns = is_whole(span) ? span->end_ns : span->begin_ns;
        last_ns = until_ns > last_ns ? until_ns : last_ns;
        if (span->end_ns == SPAN_ENDS && !end_one(s, list, begun, i))
            return false;
        if (span->end_ns == SPAN_BEGINS) {
            begun->at = mem_grow(begun->at, &begun->room, begun->n + 1, sizeof *begun->at);
            begun->at[begun->n++] = i;
        }
    }
    return end_rest(s, list, begun, last_ns);
}

static void drop_ends(struct span_list *list)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < list->n; i++)
        if (is_whole(&list->spans[i]))
            list->spans[n++] = list->spans[i];
    list->n = n;
}

/* Adds the time that the innermost span was running until then. */
static bool add_until(struct stack_of_spans *t, int64_t until_ns)
{
    struct spans *s = t->s;
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};
    stack_id stack = t->open[t->n - 1].stack;

    values[s->column] = (uint64_t)(until_ns - t->now_ns);
    if (values[s->column] == 0)
        return true;
    s->b->moment =
        (struct moment){(uint64_t)t->now_ns - (uint64_t)s->first_ns, STATE_RUNNING | STATE_LASTS};
    t->now_ns = until_ns;
    return builder_add_stack(s->b, stack, t->labels, values, t->line);
}

/* Ends the spans that end by then. */
static bool pop_until(struct stack_of_spans *t, int64_t until_ns)
{
    while (t->n && t->open[t->n - 1].end_ns <= until_ns) {
        if (!add_until(t, t->open[t->n - 1].end_ns))
            return false;
        t->n--;
    }
    return true;
}

static void count(struct overlap *overlap, int64_t ns)
{
    overlap->n++;
    overlap->ns += (uint64_t)ns;
}

/* Programs round times, so an event may seem to begin before the one in front of it ended: ends
 * those of which less than half of the new one is a part. Ends of callees are no later than those
 * of their callers, and nothing is open that ended before. */
static void end_overlapped(struct stack_of_spans *t, const struct span *span)
{
    for (; t->n && t->open[t->n - 1].end_ns < span->end_ns; t->n--) {
        int64_t both_ns = t->open[t->n - 1].end_ns - span->begin_ns;
        if (both_ns > (span->end_ns - span->begin_ns) / 2)
            return;
        count(&t->s->shortened, both_ns);
    }
}

static bool push(struct stack_of_spans *t, const struct span *span)
{
    struct spans *s = t->s;
    int64_t end_ns = span->end_ns;
    struct place place;

    if (t->n && span->begin_ns > t->now_ns && !add_until(t, span->begin_ns))
        return false;
    t->now_ns = span->begin_ns;
    t->line = span->line;
    end_overlapped(t, span);
    const struct open *top = t->n ? &t->open[t->n - 1] : NULL;
    stack_id caller = top ? top->stack : 0;
    if (top && end_ns > top->end_ns) {
        if (end_ns - top->end_ns > ROUNDING_NS &&
            !bad(s, span->line, "an event that ends after the event around it"))
            return false;
        count(&s->cut, end_ns - top->end_ns);
        end_ns = top->end_ns;
    }
    if (t->n + (span->mark > 0) >= s->b->r->ask->limits.depth) /* work is below marked ones */
        return limits_reached(s->b->f, place_of(&place, s->b->r->name, span->line), "depth",
                              s->b->r->ask->limits.depth);
    t->open = mem_grow(t->open, &t->room, t->n + 1, sizeof *t->open);
    t->open[t->n++] = (struct open){end_ns, stacks_add(&s->b->p->stacks, caller, span->frame)};
    if (span->mark) {
        s->marked = mem_grow(s->marked, &s->marked_room, (size_t)span->mark + 1, sizeof *s->marked);
        s->marked[span->mark] = t->open[t->n - 1].stack;
    }
    return true;
}

static bool add_all(struct stack_of_spans *t, const struct span_list *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (!pop_until(t, list->spans[i].begin_ns) || !push(t, &list->spans[i]))
            return false;
    return pop_until(t, INT64_MAX);
}

static void tell(const struct spans *s)
{
    struct text_list *remarks = &s->b->r->info->remarks;

    if (s->shortened.n)
        reading_remark(remarks,
                       "events that end after the next one began: %" PRIu64
                       ", ended there, with %" PRIu64 " ns less",
                       s->shortened.n, s->shortened.ns);
    if (s->cut.n)
        reading_remark(remarks,
                       "events that end after the event around them: %" PRIu64
                       ", ended with it, with %" PRIu64 " ns less",
                       s->cut.n, s->cut.ns);
}

bool spans_finish(struct spans *s, const labels_id *labels)
{
    struct begun begun = {0};
    struct stack_of_spans t = {.s = s};
    bool ok = true;

    for (size_t i = 0; i < s->threads_room; i++) {
        struct span_list *list = &s->threads[i];
        if (list->halves) {
            sort(list, false);
            ok = ok && pair_halves(s, list, &begun);
            drop_ends(list);
        }
        sort(list, true);
    }
    for (size_t i = 0; ok && i < s->threads_room; i++) {
        if (s->threads[i].n == 0)
            continue;
        t.labels = labels[i];
        ok = add_all(&t, &s->threads[i]);
    }
    s->b->moment = MOMENT_UNKNOWN;
    tell(s);
    mem_free(begun.at, begun.room, sizeof *begun.at);
    mem_free(t.open, t.room, sizeof *t.open);
    return ok;
}
