/* {"name": "all", "value": 100, "children": [{"name": "main", "value": 100, "children": [...]}]}
 * The tree that d3-flame-graph draws. Values are those of whole subtrees, as stackprof and others
 * write them, or of the function alone, as perf script report flamegraph does, in which keys are n,
 * l, v and c, l says whose code it is, and the second level has processes: "demo (4711)". */
#include <inttypes.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/names/source_line.h"
#include "input/common/text.h"
#include "input/json/json.h"

#define NO_NODE UINT32_MAX

enum { COMM, PID, LABELS };
static const char *const label_keys[LABELS] = {"comm", "pid"};

struct d3_node {
    uint32_t caller; /* NO_NODE: it is the outermost */
    uint32_t depth;  /* of its callers */
    uint64_t line;
    name_id name;         /* among the texts */
    struct decimal value; /* as it is written */
    uint64_t below;       /* the sum of its children's, in the scale of all */
    bool has_value, has_children;
    bool is_of_kernel;
    stack_id stack;
    labels_id labels;
};

struct d3 {
    struct text text;
    struct json json;
    struct label_builder label_builder;
    struct names texts;
    struct buf room;
    struct d3_node *nodes; /* callers come before those that they call */
    size_t n_nodes, nodes_room;
    uint32_t at;      /* the node that is open; NO_NODE: none */
    size_t depth;     /* of its object */
    bool in_children; /* of the node */
    bool is_of_perf;
    bool cut;          /* the end is missing, and that is noted */
    uint64_t n_short;  /* nodes that have less than their children, */
    uint64_t n_enough; /* and that have at least as much */
};

static bool says(const struct json_item *item, const char *key, const char *short_key)
{
    return json_says(item, key) || json_says(item, short_key);
}

static uint64_t line_of(const struct d3 *in)
{
    return in->json.parser ? json_line(&in->json) : in->text.r->tally.lines;
}

/* ---- the tree */

static bool settle_values(struct d3 *in)
{
    unsigned scale = 0;

    for (size_t i = 0; i < in->n_nodes; i++)
        scale = in->nodes[i].value.scale > scale ? in->nodes[i].value.scale : scale;
    for (size_t i = in->n_nodes; i-- > 0;) {
        struct d3_node *node = &in->nodes[i];
        struct d3_node *caller = node->caller == NO_NODE ? NULL : &in->nodes[node->caller];
        struct place place;
        if (!decimal_scale(&node->value, scale) ||
            (caller && node->value.value > UINT64_MAX - caller->below))
            return fault_set(in->text.f, FAULT_INPUT,
                             "%s: the sum of all values grows beyond 2^64-1 here, wanted one that "
                             "fits",
                             place_of(&place, in->text.r->name, node->line));
        if (!node->has_value)
            node->value.value = node->below;
        if (caller && node->value.value <= UINT64_MAX - caller->below)
            caller->below += node->value.value;
        if (node->has_value && node->has_children) {
            in->n_short += node->value.value < node->below;
            in->n_enough += node->value.value >= node->below && node->below;
        }
    }
    return builder_scale(&in->text.builder, COLUMN_WEIGHT, scale);
}

/* The outermost node stands for the whole picture, unless it has the name of a function. */
static bool is_whole(const struct d3 *in, const struct d3_node *node)
{
    static const char *const names[] = {"",       "all",    "root",      "(root)",
                                        "<root>", "[root]", "all stacks"};
    struct str name = names_get(&in->texts, node->name);

    if (node->caller != NO_NODE)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (str_equal(name, str_of(names[i])))
            return true;
    return false;
}

/* demo (4711), or swapper */
static labels_id process_of(struct d3 *in, struct str name)
{
    struct str values[LABELS] = {name, STR("")};
    size_t open = str_find_last(name, STR(" ("));
    uint64_t pid;

    if (open + 3 < name.n && name.p[name.n - 1] == ')' &&
        parse_u64(str_from_to(name, open + 2, name.n - 1), &pid)) {
        values[COMM] = str_from_to(name, 0, open);
        values[PID] = str_from_to(name, open + 2, name.n - 1);
    }
    return label_builder_of(&in->label_builder, values);
}

/* Object#render : /srv/app/page.rb : 12, as stackprof writes it. */
static bool take_place(struct str *name, struct str *file, uint64_t *line)
{
    size_t second = str_find_last(*name, STR(" : "));
    size_t first = str_find_last(str_from_to(*name, 0, second), STR(" : "));

    *file = STR("");
    *line = 0;
    if (second == name->n || first == 0 || first >= second)
        return false;
    struct str number = str_from_to(*name, second + 3, name->n);
    if (number.n && !parse_u64(number, line))
        return false;
    *file = str_from_to(*name, first + 3, second);
    *name = str_from_to(*name, 0, first);
    return true;
}

static bool make_frame(struct d3 *in, const struct d3_node *node, frame_id *frame)
{
    struct text *t = &in->text;
    struct str name = names_get(&in->texts, node->name);
    struct frame row = {.kind = node->is_of_kernel ? KIND_KERNEL : KIND_UNKNOWN};
    struct str file;
    uint64_t line;

    bool has_place = take_place(&name, &file, &line);
    if (!name.n || str_equal(name, STR("[unknown]"))) {
        row.name = 0;
        return builder_row(&t->builder, &row, frame);
    }
    return tidier_name(&t->tidier, name, &row.name) &&
           (!has_place || source_line(t, &in->room, file, line, &row)) &&
           builder_row(&t->builder, &row, frame);
}

/* Makes the stack of a node, whose caller has its own. */
static bool settle_stack(struct d3 *in, struct d3_node *node)
{
    const struct d3_node *caller = node->caller == NO_NODE ? NULL : &in->nodes[node->caller];
    const struct reading *r = in->text.r;
    struct place place;
    frame_id frame = 0;

    if (is_whole(in, node))
        return true;
    if (in->is_of_perf && caller && caller->caller == NO_NODE) {
        node->labels = process_of(in, names_get(&in->texts, node->name));
        return true;
    }
    node->labels = caller ? caller->labels : 0;
    node->depth = caller ? caller->depth + 1 : 1;
    if (node->depth > r->ask->limits.depth)
        return limits_reached(in->text.f, place_of(&place, r->name, node->line), "depth",
                              r->ask->limits.depth);
    if (!make_frame(in, node, &frame))
        return false;
    node->stack = stacks_add(&in->text.p->stacks, caller ? caller->stack : 0, frame);
    return reading_within_limits(in->text.p, &r->ask->limits, r->name, node->line, in->text.f);
}

/* What the whole has for itself is of no function that is known. */
static bool add_own(struct d3 *in, const struct d3_node *node, const uint64_t *values)
{
    static const struct frame unknown = {0};
    stack_id stack = node->stack;
    frame_id frame;

    if (!stack) {
        if (!builder_row(&in->text.builder, &unknown, &frame))
            return false;
        stack = stacks_add(&in->text.p->stacks, 0, frame);
    }
    return builder_add_stack(&in->text.builder, stack, node->labels, values, node->line);
}

/* The tree is complete: adds what each function has for itself. */
static bool end_tree(struct d3 *in)
{
    static const struct measure samples = {"samples", "samples"};

    in->n_short = in->n_enough = 0;
    if (!text_measures(&in->text, TEXT_FULL_NAMES, &samples, 1) || !settle_values(in))
        return false;
    bool alone = in->is_of_perf || in->n_short > in->n_enough;
    for (size_t i = 0; i < in->n_nodes; i++) {
        struct d3_node *node = &in->nodes[i];
        uint64_t all = node->value.value;
        uint64_t own = all > node->below ? all - node->below : 0;
        uint64_t values[PROFILE_COLUMNS_MOST] = {!alone ? own : node->has_value ? all : 0};
        if (!settle_stack(in, node))
            return false;
        if (values[0] && !add_own(in, node, values))
            return false;
    }
    if (!alone && in->n_short)
        reading_remark(&in->text.r->info->remarks,
                       "functions that have less than those they call together: %" PRIu64,
                       in->n_short);
    in->n_nodes = 0;
    in->at = NO_NODE;
    return true;
}

/* ---- JSON */

static bool begin_node(struct d3 *in, size_t depth)
{
    struct place place;

    if (in->n_nodes == NO_NODE)
        return fault_set(in->text.f, FAULT_INPUT, "%s: more than 2^32-1 functions",
                         place_of(&place, in->text.r->name, line_of(in)));
    if (in->at != NO_NODE)
        in->nodes[in->at].has_children = true;
    in->nodes = mem_grow(in->nodes, &in->nodes_room, in->n_nodes + 1, sizeof *in->nodes);
    in->nodes[in->n_nodes] = (struct d3_node){.caller = in->at, .line = line_of(in)};
    in->at = (uint32_t)in->n_nodes++;
    in->depth = depth;
    in->in_children = false;
    return true;
}

static bool end_node(struct d3 *in)
{
    in->at = in->nodes[in->at].caller;
    in->depth -= 2;
    in->in_children = true;
    return in->at != NO_NODE || end_tree(in);
}

static bool take_number(struct d3 *in, const struct json_item *item)
{
    struct d3_node *node = &in->nodes[in->at];
    struct decimal value = {0};
    bool rounded = false;

    node->has_value =
        item->kind == JSON_NUMBER && parse_float(item->text, PROFILE_SCALE_MAX, &value, &rounded);
    node->value = node->has_value ? value : (struct decimal){0};
    return node->has_value || item->kind == JSON_NULL ||
           json_bad(&in->json, line_of(in), "a value that is not a number from 0 to 2^64-1",
                    item->text);
}

static bool take_member(struct d3 *in, const struct json_item *item)
{
    struct d3_node *node = &in->nodes[in->at];

    if (item->kind == JSON_ARRAY && says(item, "children", "c"))
        in->in_children = true;
    else if (item->kind == JSON_STRING && says(item, "name", "n"))
        node->name = names_add(&in->texts, item->text);
    else if (says(item, "value", "v"))
        return take_number(in, item);
    else if (item->kind == JSON_STRING && says(item, "libtype", "l"))
        node->is_of_kernel = str_equal(item->text, STR("kernel"));
    in->is_of_perf = in->is_of_perf ||
                     (in->depth == 0 && json_says(item, "l") && str_equal(item->text, STR("root")));
    return true;
}

/* Who calls a function is only known of a whole tree. */
static bool take_damage(struct d3 *in, const struct json_item *item)
{
    in->cut = item->text.n == 0;
    return in->cut || in->at == NO_NODE ||
           json_invalid(&in->json, item, "a tree of d3-flame-graph");
}

static bool take(void *context, const struct json_item *item)
{
    struct d3 *in = context;

    if (item->kind == JSON_DAMAGE)
        return take_damage(in, item);
    if (in->at == NO_NODE)
        return item->kind != JSON_OBJECT || item->depth != 0 || begin_node(in, 0);
    if (item->depth == in->depth && item->kind == JSON_OBJECT_END)
        return end_node(in);
    if (item->depth == in->depth + 1 && in->in_children) {
        in->in_children = item->kind != JSON_ARRAY_END;
        return true;
    }
    if (item->depth == in->depth + 1)
        return take_member(in, item);
    if (item->depth == in->depth + 2 && in->in_children) {
        if (item->kind == JSON_OBJECT)
            return begin_node(in, item->depth);
        return json_bad(&in->json, line_of(in), "a child that is not an object", item->text);
    }
    return true;
}

/* At a missing end, uses what there is. */
static bool finish(struct d3 *in)
{
    if (in->at == NO_NODE)
        return true;
    return (in->cut || reading_bad(in->text.r, in->text.r->tally.lines, "the end is missing",
                                   STR(""), in->text.f)) &&
           end_tree(in);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct d3 in = {.at = NO_NODE};

    text_init(&in.text, r, blocks, p, f);
    in.text.tidier.printed = true;
    names_init(&in.texts);
    label_builder_init(&in.label_builder, p, label_keys, LABELS);
    in.json = (struct json){.r = r, .blocks = blocks, .f = f, .take = take, .context = &in};
    bool ok = json_read(&in.json);
    in.json.parser = NULL;
    ok = ok && finish(&in);
    mem_free(in.nodes, in.nodes_room, sizeof *in.nodes);
    buf_free(&in.room);
    label_builder_free(&in.label_builder);
    names_free(&in.texts);
    text_free(&in.text);
    return ok;
}

/* Names, values and children are words of many formats; no other has just these. */
static unsigned recognise(struct str prefix)
{
    if (json_first(prefix) != '{')
        return 0;
    if (json_mentions(prefix, "n") && json_mentions(prefix, "l") && json_mentions(prefix, "v") &&
        json_mentions(prefix, "c"))
        return 24;
    return json_mentions(prefix, "name") && json_mentions(prefix, "value") &&
                   json_mentions(prefix, "children")
               ? 20
               : 0;
}

static const char *const endings[] = {"d3-flame-graph", NULL};

const struct input_format input_d3_flame_graph = {
    .name = "d3-flame-graph",
    .about = "trees of d3-flame-graph as JSON: perf script report flamegraph, stackprof, Clinic.js",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\"children\"", "\"c\":", "\"c\" ", "\"c\"\t", "\"c\"\r", "\"c\"\n")},
    .read = read,
    .cut = CUT_NOWHERE,
};
