/* "samples": [2, 5, 5], "timeDeltas": [110, 120, 95]: each sample has its time.
 * Collects the parts of a V8 profile. */
#include "input/v8/profile.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void v8_profile_clear(struct v8_profile *p)
{
    p->n_nodes = p->n_children = p->n_samples = p->n_allocations = p->n_times = 0;
    p->n_damages = 0;
    p->timed = p->deltas = p->sized = false;
    p->start_ns = p->end_ns = p->end_s_ns = V8_NO_TIME;
}

void v8_profile_init(struct v8_profile *p, struct names *texts)
{
    *p = (struct v8_profile){.texts = texts};
    v8_profile_clear(p);
}

void v8_profile_free(struct v8_profile *p)
{
    mem_free(p->places, p->n_places, sizeof *p->places);
    mem_free(p->steps, p->n_steps, sizeof *p->steps);
    mem_free(p->nodes, p->nodes_room, sizeof *p->nodes);
    mem_free(p->children, p->children_room, sizeof *p->children);
    mem_free(p->samples, p->samples_room, sizeof *p->samples);
    mem_free(p->allocations, p->allocations_room, sizeof *p->allocations);
    mem_free(p->times, p->times_room, sizeof *p->times);
    mem_free(p->damages, p->damages_room, sizeof *p->damages);
    v8_profile_init(p, p->texts);
}

bool v8_profile_may_grow(const struct v8_profile *p, size_t n, struct text *text, uint64_t line)
{
    const struct reading *r = text->r;
    struct place place;
    uint64_t most = r->ask->limits.nodes < V8_NO_NODE ? r->ask->limits.nodes : V8_NO_NODE;

    return n <= most - p->n_nodes ||
           limits_reached(text->f, place_of(&place, r->name, line), "nodes", most);
}

void v8_profile_damage(struct v8_profile *p, uint32_t line, const char *reason)
{
    p->damages = mem_grow(p->damages, &p->damages_room, p->n_damages + 1, sizeof *p->damages);
    p->damages[p->n_damages++] = (struct v8_damage){reason, line};
}

static bool tell_damages(struct v8_profile *p, struct text *text)
{
    size_t n = p->n_damages;

    p->n_damages = 0;
    for (size_t i = 0; i < n; i++)
        if (!reading_bad(text->r, p->damages[i].at, p->damages[i].reason, STR(""), text->f))
            return false;
    return true;
}

bool v8_profile_check(struct v8_profile *p, struct text *text, uint64_t line)
{
    size_t from = p->timed && !p->deltas && p->n_times == p->n_samples + 1;
    size_t n = p->n_times - from;
    uint64_t more = n > p->n_samples ? n - p->n_samples : 0;

    if (!tell_damages(p, text))
        return false;
    if (more && !reading_bad_many(text->r, more, line, "a time without a sample", STR(""), text->f))
        return false;
    if (!p->timed)
        return true;
    p->times = mem_grow(p->times, &p->times_room, p->n_samples + from, sizeof *p->times);
    if (from)
        memmove(p->times, p->times + 1, n * sizeof *p->times);
    for (; n < p->n_samples; n++)
        p->times[n] = V8_NO_TIME;
    p->n_times = p->n_samples;
    return true;
}

static void add_nodes(struct v8_profile *p, const struct v8_profile *piece)
{
    uint32_t first = (uint32_t)p->n_nodes;

    p->nodes = mem_grow(p->nodes, &p->nodes_room, p->n_nodes + piece->n_nodes, sizeof *p->nodes);
    for (size_t i = 0; i < piece->n_nodes; i++) {
        struct v8_node node = piece->nodes[i];
        if (node.caller != V8_NO_NODE)
            node.caller += first;
        p->nodes[p->n_nodes++] = node;
    }
    p->children = mem_grow(p->children, &p->children_room, p->n_children + piece->n_children,
                           sizeof *p->children);
    for (size_t i = 0; i < piece->n_children; i++) {
        struct v8_child child = piece->children[i];
        child.caller += first;
        p->children[p->n_children++] = child;
    }
}

/* If a part has no times, the whole profile has none. */
static void add_times(struct v8_profile *p, const struct v8_profile *piece)
{
    size_t n = p->n_samples + piece->n_samples;

    p->times = mem_grow(p->times, &p->times_room, n, sizeof *p->times);
    for (size_t i = p->n_times; i < n; i++) {
        bool known = piece->timed && i >= p->n_samples;
        p->times[i] = known ? piece->times[i - p->n_samples] : V8_NO_TIME;
    }
    p->n_times = n;
}

bool v8_profile_append(struct v8_profile *p, const struct v8_profile *piece, struct text *text)
{
    uint64_t line = piece->n_nodes ? piece->nodes[0].at : 0;

    if (!v8_profile_may_grow(p, piece->n_nodes, text, line))
        return false;
    add_nodes(p, piece);
    if (p->timed || piece->timed)
        add_times(p, piece);
    p->samples =
        mem_grow(p->samples, &p->samples_room, p->n_samples + piece->n_samples, sizeof *p->samples);
    if (piece->n_samples)
        memcpy(p->samples + p->n_samples, piece->samples, piece->n_samples * sizeof *p->samples);
    p->n_samples += piece->n_samples;
    p->deltas = piece->timed ? piece->deltas : p->deltas;
    p->timed = p->timed || piece->timed;
    p->start_ns = piece->start_ns != V8_NO_TIME ? piece->start_ns : p->start_ns;
    p->end_ns = piece->end_ns != V8_NO_TIME ? piece->end_ns : p->end_ns;
    p->end_s_ns = piece->end_s_ns != V8_NO_TIME ? piece->end_s_ns : p->end_s_ns;
    return true;
}

/* A sample at its time. */
struct timed_sample {
    int64_t ns;
    size_t i;
};

static int compare(const void *a, const void *b)
{
    const struct timed_sample *x = a;
    const struct timed_sample *y = b;

    if (x->ns != y->ns)
        return x->ns < y->ns ? -1 : 1;
    return (x->i > y->i) - (x->i < y->i);
}

/* Adds the time of a sample to that of the one before. False when it is not known, or too far. */
static bool advance(const struct v8_profile *p, size_t i, int64_t *ns)
{
    const int64_t most = INT64_MAX / 2;
    int64_t from = p->deltas ? *ns : 0;
    int64_t step = p->times[i];

    if (step == V8_NO_TIME || (step > 0 ? from > most - step : from < -most - step))
        return false;
    *ns = from + step;
    return true;
}

/* Whether all have a time, and some an earlier one than the sample before. */
static bool is_disordered(const struct v8_profile *p)
{
    int64_t ns = 0;
    int64_t before = INT64_MIN;
    bool late = false;

    for (size_t i = 0; i < p->n_samples; i++) {
        if (!advance(p, i, &ns))
            return false;
        late = late || ns < before;
        before = ns;
    }
    return late;
}

void v8_profile_sort(struct v8_profile *p)
{
    const size_t n = p->n_samples;
    int64_t ns = 0;

    if (!p->timed || !is_disordered(p))
        return;
    struct timed_sample *order = mem_alloc(n, sizeof *order);
    struct v8_sample *samples = mem_alloc(n, sizeof *samples);
    for (size_t i = 0; i < n && advance(p, i, &ns); i++)
        order[i] = (struct timed_sample){ns, i};
    qsort(order, n, sizeof *order, compare);
    memcpy(samples, p->samples, n * sizeof *samples);
    for (size_t i = 0; i < n; i++) {
        p->samples[i] = samples[order[i].i];
        p->times[i] = order[i].ns - (p->deltas && i ? order[i - 1].ns : 0);
    }
    mem_free(samples, n, sizeof *samples);
    mem_free(order, n, sizeof *order);
}
