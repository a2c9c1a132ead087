/* {"nodes": [{"id": 1, "callFrame": {"functionName": "f", "url": "a.js", "lineNumber": 4},
 *   "hitCount": 3, "children": [2]}, ...], "startTime": 10, "endTime": 90, "samples": [1, 2],
 *   "timeDeltas": [5, 7]}
 * Before 2016 nodes were nested in their callers, and times were absolute:
 *  {"head": {"functionName": "f", "id": 1, "children": [{...}]}, "timestamps": [15, 22], ...}
 * Heap profiles still nest nodes: {"head": {"callFrame": {...}, "selfSize": 16, "id": 1,
 * "children": [...]}, "samples": [{"size": 16, "nodeId": 1, "ordinal": 1}]}
 * https://chromedevtools.github.io/devtools-protocol/tot/Profiler/ and HeapProfiler/ */
#include "input/v8/document.h"

#include "base/mem.h"
#include "base/parse.h"
#include "input/v8/time.h"

/* What begins a part, and in which part. An item of an array has no key. */
static const struct {
    enum v8_part in;
    enum json_kind kind;
    const char *key;
    enum v8_part begins;
} beginnings[] = {
    {V8_DOCUMENT, JSON_OBJECT, "cpuProfile", V8_DOCUMENT},
    {V8_DOCUMENT, JSON_OBJECT, "head", V8_NODE},
    {V8_DOCUMENT, JSON_ARRAY, "nodes", V8_NODES},
    {V8_DOCUMENT, JSON_ARRAY, "samples", V8_SAMPLES},
    {V8_DOCUMENT, JSON_ARRAY, "timeDeltas", V8_DELTAS},
    {V8_DOCUMENT, JSON_ARRAY, "timestamps", V8_STAMPS},
    {V8_NODES, JSON_OBJECT, "", V8_NODE},
    {V8_NODE, JSON_OBJECT, "callFrame", V8_CALL_FRAME},
    {V8_NODE, JSON_ARRAY, "children", V8_CHILDREN},
    {V8_CHILDREN, JSON_OBJECT, "", V8_NODE},
    {V8_SAMPLES, JSON_OBJECT, "", V8_SAMPLE},
};

/* The part around each part, except nodes and documents. */
static const enum v8_part around[V8_PARTS] = {
    [V8_NODES] = V8_DOCUMENT,   [V8_CALL_FRAME] = V8_NODE, [V8_CHILDREN] = V8_NODE,
    [V8_SAMPLES] = V8_DOCUMENT, [V8_SAMPLE] = V8_SAMPLES,  [V8_DELTAS] = V8_DOCUMENT,
    [V8_STAMPS] = V8_DOCUMENT,
};

static uint32_t line_of(const struct v8_document *d)
{
    uint64_t line = json_line(d->json);

    return line < UINT32_MAX ? (uint32_t)line : UINT32_MAX;
}

static void bad(struct v8_document *d, const char *reason)
{
    v8_profile_damage(d->p, line_of(d), reason);
}

/* An id; an invalid one refers to no node. */
static uint32_t read_id(const struct json_item *item)
{
    uint64_t id = item->whole;
    bool known = item->is_whole || (item->kind == JSON_NUMBER && parse_u64(item->text, &id));

    return known && id < V8_NO_ID ? (uint32_t)id : V8_NO_ID;
}

static void read_count(struct v8_document *d, const struct json_item *item, uint64_t *count)
{
    struct decimal number;
    bool rounded = false;
    bool known = item->kind == JSON_NUMBER && parse_float(item->text, 0, &number, &rounded);

    if (known && !rounded)
        *count = number.value;
    else
        bad(d, "a node whose count or size is not a number from 0 to 2^64-1");
}

static int64_t read_time(const struct json_item *item, enum chrome_unit unit)
{
    enum { NS_PER_US = 1000 };
    int64_t ns;

    if (item->is_whole && unit == CHROME_US && item->whole < INT64_MAX / 4 / NS_PER_US)
        return (int64_t)item->whole * NS_PER_US;
    bool known = item->kind == JSON_NUMBER && chrome_time(item->text, unit, &ns);
    return known ? ns : V8_NO_TIME;
}

static bool begin_node(struct v8_document *d)
{
    struct v8_profile *p = d->p;

    if (!v8_profile_may_grow(p, 1, d->text, line_of(d)))
        return false;
    d->headed = d->part == V8_DOCUMENT || (d->headed && d->part == V8_CHILDREN);
    p->nodes = mem_grow(p->nodes, &p->nodes_room, p->n_nodes + 1, sizeof *p->nodes);
    p->nodes[p->n_nodes] = (struct v8_node){
        .id = V8_NO_ID,
        .caller_id = V8_NO_ID,
        .caller = d->part == V8_CHILDREN ? d->node : V8_NO_NODE,
        .at = line_of(d),
    };
    d->node = (uint32_t)p->n_nodes++;
    return true;
}

/* Returns the part around the node. */
static enum v8_part end_node(struct v8_document *d)
{
    d->node = d->p->nodes[d->node].caller;
    if (d->node != V8_NO_NODE)
        return V8_CHILDREN;
    return d->headed ? V8_DOCUMENT : V8_NODES;
}

/* Lines count from 0; V8's built-in functions have -1. */
static void take_line(struct v8_node *node, struct str text)
{
    uint64_t line;
    bool known = parse_u64(text, &line) && line < UINT32_MAX;

    node->line = known ? (uint32_t)line + 1 : 0;
    if (str_equal(text, STR("-1")) && node->kind == KIND_UNKNOWN)
        node->kind = KIND_USER;
}

/* Code in a script is compiled as it runs. */
static void take_call_frame(struct v8_document *d, const struct json_item *item)
{
    struct v8_node *node = &d->p->nodes[d->node];
    bool is_text = item->kind == JSON_STRING;

    if (json_says(item, "functionName") && is_text) {
        node->name = names_add(d->p->texts, item->text);
    } else if (json_says(item, "url") && is_text) {
        node->url = names_add(d->p->texts, item->text);
        node->kind = node->url ? KIND_JIT : node->kind;
    } else if (json_says(item, "scriptId") && (is_text || item->kind == JSON_NUMBER)) {
        bool script = item->text.n && !str_equal(item->text, STR("0"));
        node->kind = script ? KIND_JIT : node->kind;
    } else if (json_says(item, "codeType") && str_equal(item->text, STR("JS"))) {
        node->kind = KIND_JIT;
    } else if (json_says(item, "lineNumber") && item->kind == JSON_NUMBER) {
        take_line(node, item->text);
    }
}

static void take_of_node(struct v8_document *d, const struct json_item *item)
{
    struct v8_node *node = &d->p->nodes[d->node];

    if (json_says(item, "id")) {
        node->id = read_id(item);
    } else if (json_says(item, "parent")) {
        node->caller_id = read_id(item);
    } else if (json_says(item, "hitCount")) {
        read_count(d, item, &node->hits);
    } else if (json_says(item, "selfSize")) {
        d->p->sized = true;
        read_count(d, item, &node->size);
    } else {
        take_call_frame(d, item);
    }
}

static void take_child(struct v8_document *d, const struct json_item *item)
{
    struct v8_profile *p = d->p;
    uint32_t id = read_id(item);

    if (id == V8_NO_ID) {
        bad(d, "a child that is neither a node nor its id");
        return;
    }
    p->children = mem_grow(p->children, &p->children_room, p->n_children + 1, sizeof *p->children);
    p->children[p->n_children++] = (struct v8_child){d->node, id, line_of(d)};
}

static void take_sample(struct v8_document *d, const struct json_item *item)
{
    struct v8_profile *p = d->p;

    p->samples = mem_grow(p->samples, &p->samples_room, p->n_samples + 1, sizeof *p->samples);
    p->samples[p->n_samples++] = (struct v8_sample){read_id(item), line_of(d)};
}

static void take_of_allocation(struct v8_document *d, const struct json_item *item)
{
    uint64_t size;

    if (json_says(item, "nodeId"))
        d->allocation.id = read_id(item);
    else if (json_says(item, "size") && item->kind == JSON_NUMBER && parse_u64(item->text, &size))
        d->allocation.size = size;
}

static void end_allocation(struct v8_document *d)
{
    struct v8_profile *p = d->p;

    p->allocations = mem_grow(p->allocations, &p->allocations_room, p->n_allocations + 1,
                              sizeof *p->allocations);
    p->allocations[p->n_allocations++] = d->allocation;
}

static void take_time(struct v8_document *d, const struct json_item *item)
{
    struct v8_profile *p = d->p;

    if (p->deltas != (d->part == V8_DELTAS))
        return; /* it has both */
    p->times = mem_grow(p->times, &p->times_room, p->n_times + 1, sizeof *p->times);
    p->times[p->n_times++] = read_time(item, CHROME_US);
}

static void take_of_document(struct v8_document *d, const struct json_item *item)
{
    if (json_says(item, "startTime")) {
        d->p->start_ns = read_time(item, CHROME_US);
    } else if (json_says(item, "endTime")) {
        d->p->end_ns = read_time(item, CHROME_US);
        d->p->end_s_ns = read_time(item, CHROME_S);
    }
}

/* A value that neither begins a part nor ends one. */
static void take_value(struct v8_document *d, const struct json_item *item)
{
    switch (d->part) {
    case V8_DOCUMENT:
        take_of_document(d, item);
        break;
    case V8_NODES:
        bad(d, "a node that is not an object");
        break;
    case V8_NODE:
        take_of_node(d, item);
        break;
    case V8_CALL_FRAME:
        take_call_frame(d, item);
        break;
    case V8_CHILDREN:
        take_child(d, item);
        break;
    case V8_SAMPLES:
        take_sample(d, item);
        break;
    case V8_SAMPLE:
        take_of_allocation(d, item);
        break;
    case V8_DELTAS:
    case V8_STAMPS:
        take_time(d, item);
        break;
    case V8_OUTSIDE:
    case V8_PARTS:
        break;
    }
}

/* Returns the part that an item begins; V8_OUTSIDE: none. */
static enum v8_part find_part(const struct v8_document *d, const struct json_item *item)
{
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (beginnings[i].in == d->part && beginnings[i].kind == item->kind &&
            (!*beginnings[i].key || json_says(item, beginnings[i].key)) &&
            (beginnings[i].begins != V8_DOCUMENT || !d->inner))
            return beginnings[i].begins;
    return V8_OUTSIDE;
}

/* If both forms of times occur, differences are used. */
static void begin_times(struct v8_profile *p, bool deltas)
{
    if (deltas && !p->deltas)
        p->n_times = 0;
    p->deltas = p->deltas || deltas;
    p->timed = true;
}

static bool begin(struct v8_document *d, enum v8_part part)
{
    if (part == V8_NODE && !begin_node(d))
        return false;
    if (part == V8_SAMPLE)
        d->allocation = (struct v8_allocation){V8_NO_ID, 0};
    if (part == V8_DELTAS || part == V8_STAMPS)
        begin_times(d->p, part == V8_DELTAS);
    d->inner = d->inner || part == V8_DOCUMENT;
    d->part = part;
    d->depth++;
    return true;
}

static void end(struct v8_document *d)
{
    d->depth--;
    if (d->part == V8_SAMPLE)
        end_allocation(d);
    if (d->part == V8_NODE) {
        d->part = end_node(d);
    } else if (d->part == V8_DOCUMENT) {
        d->part = d->inner ? V8_DOCUMENT : V8_OUTSIDE;
        d->inner = false;
    } else {
        d->part = around[d->part];
    }
}

void v8_document_begin(struct v8_document *d, const struct json_item *item)
{
    d->part = V8_DOCUMENT;
    d->depth = item->depth + 1;
    d->inner = d->headed = false;
    d->node = V8_NO_NODE;
}

bool v8_document_take(struct v8_document *d, const struct json_item *item)
{
    if (item->is_whole && item->depth == d->depth) {
        take_value(d, item);
        return true;
    }
    bool begins = item->kind == JSON_OBJECT || item->kind == JSON_ARRAY;

    if (item->kind == JSON_OBJECT_END || item->kind == JSON_ARRAY_END) {
        if (item->depth + 1 == d->depth)
            end(d);
        return true;
    }
    if (item->depth != d->depth)
        return true;
    enum v8_part part = begins ? find_part(d, item) : V8_OUTSIDE;
    if (part != V8_OUTSIDE)
        return begin(d, part);
    take_value(d, item);
    return true;
}

void v8_document_reset(struct v8_document *d)
{
    d->part = V8_OUTSIDE;
    v8_profile_clear(d->p);
}
