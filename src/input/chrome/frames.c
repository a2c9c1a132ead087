/* "3": {"name": "f", "parent": 1} and {"ts": 5, "sf": 3}: 1 calls f, which is sampled at 5.
 * Samples of a trace, and the table of frames that they refer to. */
#include "input/chrome/frames.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/v8/tree.h"

void chrome_frames_init(struct chrome_frames *c, struct text *text, struct json *json,
                        struct names *texts)
{
    *c = (struct chrome_frames){.text = text, .json = json};
    v8_profile_init(&c->tree, texts);
}

void chrome_frames_free(struct chrome_frames *c)
{
    v8_profile_free(&c->tree);
    mem_free(c->samples, c->room, sizeof *c->samples);
}

/* An id is a number here and a text there; other values refer to no row. */
static uint32_t id_of(struct str text)
{
    uint64_t id;

    return parse_u64(text, &id) && id < V8_NO_ID ? (uint32_t)id : V8_NO_ID;
}

static bool begin_frame(struct chrome_frames *c, struct str key)
{
    struct v8_profile *p = &c->tree;
    uint64_t line = json_line(c->json);
    uint32_t id = id_of(key);

    c->in_frame = id != V8_NO_ID;
    if (!c->in_frame)
        return json_bad(c->json, line, "a frame whose id is not a number", key);
    if (!v8_profile_may_grow(p, 1, c->text, line))
        return false;
    p->nodes = mem_grow(p->nodes, &p->nodes_room, p->n_nodes + 1, sizeof *p->nodes);
    p->nodes[p->n_nodes++] = (struct v8_node){
        .id = id,
        .caller_id = V8_NO_ID,
        .caller = V8_NO_NODE,
        .at = line < UINT32_MAX ? (uint32_t)line : UINT32_MAX,
    };
    return true;
}

static bool take_member(struct chrome_frames *c, const struct json_item *item)
{
    struct v8_profile *p = &c->tree;
    struct v8_node *node = &p->nodes[p->n_nodes - 1];

    if (json_says(item, "name") && item->kind == JSON_STRING)
        node->name = names_add(p->texts, item->text);
    if (!json_says(item, "parent") || item->kind == JSON_NULL)
        return true;
    node->caller_id = id_of(item->text);
    return node->caller_id != V8_NO_ID ||
           json_bad(c->json, json_line(c->json), "a parent that is not a number", item->text);
}

bool chrome_frames_take(struct chrome_frames *c, const struct json_item *item, size_t depth)
{
    if (item->depth == depth && item->kind == JSON_OBJECT)
        return begin_frame(c, item->key);
    if (item->depth == depth)
        c->in_frame = false;
    return !c->in_frame || item->depth != depth + 1 || take_member(c, item);
}

/* "cycles" of "cycles:HG": who was sampled is no part of what is. */
static void take_event(struct chrome_frames *c, struct str event)
{
    size_t n = str_find_last(event, STR(":"));

    if (n < event.n && str_find(event, 0, STR(":")) == n && event.n - n <= 5)
        event.n = n;
    if (event.n == 0)
        return;
    if (event.n >= sizeof c->event)
        event.n = sizeof c->event - 1;
    if (!c->event[0])
        memcpy(c->event, event.p, event.n);
    c->has_several = c->has_several || !str_equal(event, str_of(c->event));
}

bool chrome_frames_weigh(const struct chrome_frames *c)
{
    return c->n_weighted && c->event[0] && !c->has_several;
}

size_t chrome_frames_measures(const struct chrome_frames *c,
                              struct measure measures[FRAMED_MEASURES])
{
    measures[COLUMN_WEIGHT] = (struct measure){c->event, ""};
    measures[COLUMN_SAMPLES] = (struct measure){"samples", "samples"};
    return FRAMED_MEASURES;
}

void chrome_frames_sample(struct chrome_frames *c, const struct framed_sample *sample,
                          struct str event, struct str row)
{
    take_event(c, event);
    c->samples = mem_grow(c->samples, &c->room, c->n + 1, sizeof *c->samples);
    c->samples[c->n] = *sample;
    c->samples[c->n++].sample.id = id_of(row);
}

bool chrome_frames_link(struct chrome_frames *c, struct v8_samples *samples)
{
    struct v8_profile *p = &c->tree;

    if (!v8_tree_link(p, c->text))
        return false;
    if (!c->n)
        return true;
    p->samples = mem_alloc(c->n, sizeof *p->samples);
    p->times = mem_alloc(c->n, sizeof *p->times);
    p->samples_room = p->times_room = c->n;
    p->n_samples = p->n_times = c->n;
    p->timed = true;
    for (size_t i = 0; i < c->n; i++)
        p->times[i] = c->samples[i].ns;
    v8_samples_look(samples, p);
    return true;
}

/* Samples of one time stay in the order of their lines. */
static int compare(const void *a, const void *b)
{
    const struct framed_sample *x = a;
    const struct framed_sample *y = b;

    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->ns != y->ns)
        return x->ns < y->ns ? -1 : 1;
    if (x->sample.at != y->sample.at)
        return x->sample.at < y->sample.at ? -1 : 1;
    return (x->sample.id > y->sample.id) - (x->sample.id < y->sample.id);
}

static bool add_weighed(struct chrome_frames *c, int64_t zero_ns, const labels_id *labels)
{
    struct builder *b = &c->text->builder;
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};

    for (size_t i = 0; i < c->n; i++) {
        const struct framed_sample *sample = &c->samples[i];
        uint32_t node = v8_tree_find(&c->tree, sample->sample.id);
        if (node == V8_NO_NODE) {
            if (!reading_bad(c->text->r, sample->sample.at, "a sample of a node that is not listed",
                             STR(""), c->text->f))
                return false;
            continue;
        }
        values[COLUMN_WEIGHT] = sample->weight;
        values[COLUMN_SAMPLES] = 1;
        b->moment.at_ns = sample->ns >= zero_ns ? (uint64_t)(sample->ns - zero_ns) : NO_TIME;
        if (!builder_add_stack(b, c->tree.steps[node].stack, labels[sample->thread], values,
                               sample->sample.at))
            return false;
    }
    return true;
}

bool chrome_frames_finish(struct chrome_frames *c, struct v8_samples *samples,
                          const labels_id *labels, bool weigh)
{
    struct v8_profile *p = &c->tree;

    if (weigh)
        return add_weighed(c, samples->zero_ns, labels);
    if (c->n)
        qsort(c->samples, c->n, sizeof *c->samples, compare);
    for (size_t from = 0; from < c->n; from += p->n_samples) {
        uint32_t thread = c->samples[from].thread;
        p->n_samples = 0;
        for (size_t i = from; i < c->n && c->samples[i].thread == thread; i++) {
            p->times[p->n_samples] = c->samples[i].ns;
            p->samples[p->n_samples++] = c->samples[i].sample;
        }
        p->n_times = p->n_samples;
        if (!v8_samples_add(samples, p, labels[thread]))
            return false;
    }
    if (c->n_weighted)
        reading_remark(&c->text->r->info->remarks,
                       "samples with a weight of their own: %llu, each counts once",
                       (unsigned long long)c->n_weighted);
    return true;
}
