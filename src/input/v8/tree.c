/* {"id": 1, "children": [2]}, {"id": 2}, or {"id": 2, "parent": 1}: 1 calls 2.
 * Links nodes to a tree. */
#include "input/v8/tree.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "input/common/names/source_line.h"

struct linking {
    struct v8_profile *p;
    struct text *text;
    uint32_t *path; /* nodes whose callers are looked for, from the callee on */
    size_t n, room;
    struct buf lined, name;
};

static bool is_before(const struct v8_place *a, const struct v8_place *b)
{
    return a->id < b->id || (a->id == b->id && a->node < b->node);
}

static int compare(const void *a, const void *b)
{
    return is_before(a, b) ? -1 : is_before(b, a);
}

static bool fault_at(const struct linking *l, uint32_t line, const char *what, uint32_t id)
{
    struct place place;

    return fault_set(l->text->f, FAULT_INPUT, "%s: %s %lu, wanted a tree",
                     place_of(&place, l->text->r->name, line), what, (unsigned long)id);
}

static bool bad(const struct linking *l, uint32_t line, const char *reason)
{
    return reading_bad(l->text->r, line, reason, STR(""), l->text->f);
}

/* Usually nodes are in the order of their ids. */
static bool place_nodes(struct linking *l)
{
    struct v8_profile *p = l->p;
    bool ordered = true;
    size_t n = 0;

    for (size_t i = 0; i < p->n_nodes; i++)
        p->n_places += p->nodes[i].id != V8_NO_ID;
    p->places = mem_alloc(p->n_places, sizeof *p->places);
    for (size_t i = 0; i < p->n_nodes; i++) {
        if (p->nodes[i].id == V8_NO_ID)
            continue;
        p->places[n] = (struct v8_place){p->nodes[i].id, (uint32_t)i};
        ordered = ordered && (n == 0 || is_before(&p->places[n - 1], &p->places[n]));
        n++;
    }
    if (!ordered)
        qsort(p->places, n, sizeof *p->places, compare);
    for (size_t i = 1; i < n; i++)
        if (p->places[i].id == p->places[i - 1].id)
            return fault_at(l, p->nodes[p->places[i].node].at, "another node with the id",
                            p->places[i].id);
    return true;
}

uint32_t v8_tree_find(const struct v8_profile *p, uint32_t id)
{
    size_t from = 0;
    size_t to = p->n_places;

    /* Mostly ids are counted from the first on. */
    if (to && id >= p->places[0].id && id - p->places[0].id < to &&
        p->places[id - p->places[0].id].id == id)
        return p->places[id - p->places[0].id].node;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (p->places[middle].id == id)
            return p->places[middle].node;
        if (p->places[middle].id < id)
            from = middle + 1;
        else
            to = middle;
    }
    return V8_NO_NODE;
}

static bool set_caller(struct linking *l, uint32_t node, uint32_t caller, uint32_t line)
{
    struct v8_node *n = &l->p->nodes[node];

    if (n->caller != V8_NO_NODE)
        return fault_at(l, line, "another caller of the node", n->id);
    n->caller = caller;
    return true;
}

/* A node may give its caller and also be listed as a child of it. */
static bool find_caller(struct linking *l, uint32_t node)
{
    const struct v8_node *n = &l->p->nodes[node];
    uint32_t caller = v8_tree_find(l->p, n->caller_id);

    if (n->caller_id == V8_NO_ID || (n->caller != V8_NO_NODE && n->caller == caller))
        return true;
    if (caller != V8_NO_NODE)
        return set_caller(l, node, caller, n->at);
    l->p->n_lost++; /* it begins its stacks: a trace keeps only its last events */
    return true;
}

static bool find_callers(struct linking *l)
{
    struct v8_profile *p = l->p;

    for (size_t i = 0; i < p->n_children; i++) {
        const struct v8_child *child = &p->children[i];
        uint32_t node = v8_tree_find(p, child->id);
        if (node == V8_NO_NODE ? !bad(l, child->at, "a child that is not listed")
                               : !set_caller(l, node, child->caller, child->at))
            return false;
    }
    for (size_t i = 0; i < p->n_nodes; i++)
        if (!find_caller(l, (uint32_t)i))
            return false;
    return true;
}

/* "(anonymous work.js:7)": without a place all functions without a name would be one. */
static struct str name_of(struct linking *l, const struct v8_node *node, bool has_line)
{
    const size_t most = 100;
    struct str url = names_get(l->p->texts, node->url);
    char line[16];

    if (node->name)
        return names_get(l->p->texts, node->name);
    url = path_base_name(str_from_to(url, 0, str_find(url, 0, STR("?"))));
    if (!url.n || url.n > most || has_line)
        return STR("(anonymous)");
    snprintf(line, sizeof line, ":%lu)", (unsigned long)node->line);
    buf_clear(&l->name);
    buf_add(&l->name, STR("(anonymous "));
    buf_add(&l->name, url);
    buf_add(&l->name, node->line ? str_of(line) : STR(")"));
    return buf_str(&l->name);
}

/* Lines are kept as in the reader of profile.proto. */
static bool make_frame(struct linking *l, const struct v8_node *node, frame_id *frame)
{
    struct tidier *tidier = &l->text->tidier;
    struct str url = names_get(l->p->texts, node->url);
    bool has_line = tidier->naming.sources && node->line && url.n;
    struct str name = name_of(l, node, has_line);
    struct frame row = {.kind = node->kind};

    if (!tidier_name(tidier, name, &row.name))
        return false;
    if (has_line || tidier->naming.modules) {
        if (!builder_name(&l->text->builder, url, &row.file))
            return false;
        row.line = row.first = url.n ? node->line : 0; /* V8 tells no other */
    }
    if (tidier->naming.shown || (!has_line && !tidier->naming.modules))
        row.seen.file = builder_place(&l->text->builder, url);
    if (has_line && !source_line_name(&l->text->builder, &l->lined, url, &row))
        return false;
    return builder_row(&l->text->builder, &row, frame);
}

static enum v8_state state_of(const struct linking *l, const struct v8_node *node,
                              enum v8_state caller)
{
    struct str name = names_get(l->p->texts, node->name);

    if (node->caller != V8_NO_NODE && caller != V8_ROOT)
        return V8_FUNCTION;
    if (str_equal(name, STR("(root)")) && node->caller == V8_NO_NODE)
        return V8_ROOT;
    if (str_equal(name, STR("(idle)")))
        return V8_IDLE;
    return str_equal(name, STR("(garbage collector)")) ? V8_COLLECTOR : V8_FUNCTION;
}

/* Makes the stack of a node from its caller's. */
static bool settle(struct linking *l, uint32_t at)
{
    static const struct v8_step none = {.state = V8_FUNCTION};
    const struct v8_node *node = &l->p->nodes[at];
    const struct v8_step *caller = node->caller == V8_NO_NODE ? &none : &l->p->steps[node->caller];
    struct v8_step *step = &l->p->steps[at];
    const struct reading *r = l->text->r;
    struct place place;

    step->state = state_of(l, node, caller->state);
    l->p->has_idle = l->p->has_idle || step->state == V8_IDLE;
    if (!make_frame(l, node, &step->frame))
        return false;
    if (step->state == V8_ROOT)
        return true;
    if (caller->depth >= r->ask->limits.depth)
        return limits_reached(l->text->f, place_of(&place, r->name, node->at), "depth",
                              r->ask->limits.depth);
    step->depth = caller->depth + 1;
    step->stack = stacks_add(&l->text->p->stacks, caller->stack, step->frame);
    return reading_within_limits(l->text->p, &r->ask->limits, r->name, node->at, l->text->f);
}

/* A node is settled after its callers. */
static bool settle_with_callers(struct linking *l, uint32_t node)
{
    struct v8_profile *p = l->p;

    l->n = 0;
    for (; node != V8_NO_NODE && p->steps[node].state == V8_NOT_YET; node = p->nodes[node].caller) {
        p->steps[node].state = V8_OPEN;
        l->path = mem_grow(l->path, &l->room, l->n + 1, sizeof *l->path);
        l->path[l->n++] = node;
    }
    if (node != V8_NO_NODE && p->steps[node].state == V8_OPEN)
        return fault_at(l, p->nodes[node].at, "among its own callers is the node",
                        p->nodes[node].id);
    while (l->n)
        if (!settle(l, l->path[--l->n]))
            return false;
    return true;
}

bool v8_tree_link(struct v8_profile *p, struct text *text)
{
    struct linking l = {.p = p, .text = text};

    p->n_steps = p->n_nodes;
    p->steps = mem_alloc(p->n_steps, sizeof *p->steps);
    bool ok = place_nodes(&l) && find_callers(&l);
    for (size_t i = 0; ok && i < p->n_nodes; i++)
        ok = settle_with_callers(&l, (uint32_t)i);
    mem_free(l.path, l.room, sizeof *l.path);
    buf_free(&l.lined);
    buf_free(&l.name);
    return ok;
}
