/* <profile><objects><object id="816"><name>"malloc"</name><total>69</total><self>57</self></object>
 * ...</objects><nodes><node id="3"><object>816</object><parent>1</parent><self>2</self></node>...
 * What sysprof 1.0 saves: functions, and a tree of stacks whose roots are processes. */
#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/text.h"
#include "input/common/xml.h"

enum { KIND_OBJECT, KIND_NODE };

struct object {
    bool known;
    frame_id frame;
};

struct node {
    bool known;
    stack_id stack; /* 0: it is a process */
    labels_id labels;
    uint64_t depth;
};

/* The current element. */
enum open_element { ELEMENT_NONE, ELEMENT_OBJECT, ELEMENT_NODE };

struct sysprof {
    struct text text;
    struct label_builder label_builder;
    struct pairs
        ids; /* of an object or node and which of both; the number of a pair is its place */
    struct object *objects;
    size_t objects_room;
    bool *taken; /* by frame: it is that of an object */
    size_t taken_room;
    struct node *nodes;
    size_t nodes_room;
    enum open_element element;
    uint64_t line; /* of it */
    struct buf name;
    struct known_number {
        uint64_t value;
        bool known;
    } id, object, parent, self;
};

static const struct known_number none = {0, false};

static void read_field(struct known_number *field, struct str text)
{
    field->known = parse_u64(str_trim(text), &field->value) && field->value < UINT32_MAX;
}

/* The tags that matter. */
enum tag { TAG_OTHER, TAG_NODE, TAG_OBJECT, TAG_NAME, TAG_PARENT, TAG_SELF };

static enum tag tag_of(const char *name)
{
    switch (name[0]) {
    case 'n':
        if (strcmp(name, "node") == 0)
            return TAG_NODE;
        return strcmp(name, "name") == 0 ? TAG_NAME : TAG_OTHER;
    case 'o':
        return strcmp(name, "object") == 0 ? TAG_OBJECT : TAG_OTHER;
    case 'p':
        return strcmp(name, "parent") == 0 ? TAG_PARENT : TAG_OTHER;
    case 's':
        return strcmp(name, "self") == 0 ? TAG_SELF : TAG_OTHER;
    default:
        return TAG_OTHER;
    }
}

static bool start(void *context, struct xml *x, const char *name, const char *const *attributes)
{
    struct sysprof *in = context;
    enum tag tag = tag_of(name);

    if (in->element) {
        if (tag != TAG_OTHER)
            xml_keep_text(x);
        return true;
    }
    if (tag != TAG_OBJECT && tag != TAG_NODE)
        return true;
    const char *id = xml_attribute(attributes, "id");
    in->element = tag == TAG_OBJECT ? ELEMENT_OBJECT : ELEMENT_NODE;
    in->line = xml_line(x);
    in->id = in->object = in->parent = in->self = none;
    read_field(&in->id, str_of(id ? id : ""));
    buf_clear(&in->name);
    return true;
}

static size_t place_of_id(struct sysprof *in, const struct known_number *id, uint32_t kind)
{
    return pairs_add(&in->ids, (uint32_t)id->value, kind);
}

static struct object *object_at(struct sysprof *in, size_t at)
{
    in->objects = mem_grow(in->objects, &in->objects_room, at + 1, sizeof *in->objects);
    return &in->objects[at];
}

static struct node *node_at(struct sysprof *in, size_t at)
{
    in->nodes = mem_grow(in->nodes, &in->nodes_room, at + 1, sizeof *in->nodes);
    return &in->nodes[at];
}

/* Returns a name without the quotes that sysprof writes around it. */
static struct str without_quotes(struct str name)
{
    name = str_trim(name);
    if (name.n >= 2 && name.p[0] == '"' && name.p[name.n - 1] == '"')
        name = str_from_to(name, 1, name.n - 1);
    return name;
}

/* Objects with one name are functions of different, unknown modules: for a call graph, a number
 * distinguishes them. */
static bool number_object(struct sysprof *in, frame_id *frame)
{
    struct profile *p = in->text.p;
    struct frame row = p->frames.rows[*frame];
    char text[40];

    in->taken = mem_grow(in->taken, &in->taken_room, (size_t)*frame + 1, sizeof *in->taken);
    if (in->taken[*frame] && in->text.r->ask->naming.modules) {
        snprintf(text, sizeof text, "object %" PRIu64, in->id.value);
        return builder_name(&in->text.builder, str_of(text), &row.file) &&
               builder_row(&in->text.builder, &row, frame);
    }
    in->taken[*frame] = true;
    return true;
}

static bool end_object(struct sysprof *in, struct xml *x)
{
    struct str name = without_quotes(buf_str(&in->name));

    if (!in->id.known || name.n == 0)
        return xml_bad(x, in->line, "an object without an id or a name", name);
    struct object *object = object_at(in, place_of_id(in, &in->id, KIND_OBJECT));
    object->known = true;
    return tidier_frame(&in->text.tidier, name, KIND_UNKNOWN, &object->frame) &&
           number_object(in, &object->frame);
}

/* "[nautilus]" at the root of the tree. */
static struct str process_of(const struct sysprof *in, const struct object *object)
{
    const struct profile *p = in->text.p;
    struct str name = names_get(&p->names, p->frames.rows[object->frame].name);

    if (name.n < 3 || name.p[0] != '[' || name.p[name.n - 1] != ']')
        return STR("");
    return str_from_to(name, 1, name.n - 1);
}

static bool too_deep(struct sysprof *in)
{
    struct reading *r = in->text.r;
    struct place place;

    return limits_reached(in->text.f, place_of(&place, r->name, in->line), "depth",
                          r->ask->limits.depth);
}

/* Adds node `at` below another, which is zeroed if the new one is a root. */
static bool add_node(struct sysprof *in, size_t at, const struct object *object, struct node above)
{
    const uint64_t values[PROFILE_COLUMNS_MOST] = {in->self.value};
    struct node node = {.known = true, .labels = above.labels, .depth = above.depth + 1};
    struct builder *b = &in->text.builder;
    struct profile *p = in->text.p;
    struct str process = above.known ? STR("") : process_of(in, object);
    stack_id stack = 0;

    if (node.depth > in->text.r->ask->limits.depth)
        return too_deep(in);
    if (process.n)
        node.labels = label_builder_of(&in->label_builder, &process);
    if (process.n == 0 || in->self.value)
        stack = stacks_add(&p->stacks, above.stack, object->frame);
    node.stack = process.n ? 0 : stack;
    *node_at(in, at) = node;
    b->moment.at_ns = NO_TIME;
    if (in->self.value)
        return builder_add_stack(b, stack, node.labels, values, in->line);
    return reading_within_limits(p, &in->text.r->ask->limits, in->text.r->name, in->line,
                                 in->text.f);
}

static bool end_node(struct sysprof *in, struct xml *x)
{
    struct node above = {0};

    if (!in->id.known || !in->object.known || !in->parent.known || !in->self.known)
        return xml_bad(x, in->line, "a node without an id, an object, a parent or a number",
                       STR(""));
    if (in->parent.value)
        above = *node_at(in, place_of_id(in, &in->parent, KIND_NODE));
    if (in->parent.value && !above.known)
        return xml_bad(x, in->line, "a node whose parent did not come before it", STR(""));
    const struct object *object = object_at(in, place_of_id(in, &in->object, KIND_OBJECT));
    if (!object->known)
        return xml_bad(x, in->line, "a node of an object that did not come before it", STR(""));
    size_t at = place_of_id(in, &in->id, KIND_NODE);
    if (node_at(in, at)->known)
        return xml_bad(x, in->line, "a node with the id of another", STR(""));
    return add_node(in, at, object, above);
}

static bool end(void *context, struct xml *x, const char *name, struct str text)
{
    struct sysprof *in = context;
    enum tag tag = in->element ? tag_of(name) : TAG_OTHER;

    if (in->element)
        in->text.r->tally.lines = in->line; /* wherever a block has ended since */
    switch (tag) {
    case TAG_OTHER:
        break;
    case TAG_NODE:
        if (in->element != ELEMENT_NODE)
            break;
        in->element = ELEMENT_NONE;
        return end_node(in, x);
    case TAG_OBJECT:
        if (in->element == ELEMENT_NODE) {
            read_field(&in->object, text);
            break;
        }
        in->element = ELEMENT_NONE;
        return end_object(in, x);
    case TAG_NAME:
        buf_clear(&in->name);
        buf_add(&in->name, text);
        break;
    case TAG_PARENT:
        read_field(&in->parent, text);
        break;
    case TAG_SELF:
        read_field(&in->self, text);
        break;
    }
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const char *const keys[] = {"comm"};
    static const struct measure samples = {"samples", "samples"};
    struct sysprof in = {0};
    struct xml_reader reader = {.context = &in, .start = start, .end = end};

    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, keys, 1);
    pairs_init(&in.ids);
    bool ok =
        text_measures(&in.text, TEXT_FULL_NAMES, &samples, 1) && xml_read(&reader, r, blocks, f);
    pairs_free(&in.ids);
    mem_free(in.taken, in.taken_room, sizeof *in.taken);
    mem_free(in.objects, in.objects_room, sizeof *in.objects);
    mem_free(in.nodes, in.nodes_room, sizeof *in.nodes);
    buf_free(&in.name);
    label_builder_free(&in.label_builder);
    text_free(&in.text);
    return ok;
}

/* Just <profile> would be too little. */
static unsigned recognise(struct str prefix)
{
    unsigned bits = xml_recognise(prefix, STR("profile"));
    bool tree = bits && (str_find(prefix, 0, STR("<call_tree>")) < prefix.n ||
                         str_find(prefix, 0, STR("<objects>")) < prefix.n);

    return tree ? bits : 0;
}

static const char *const endings[] = {"sysprof", NULL};

const struct input_format input_sysprof = {
    .name = "sysprof",
    .about = "the call tree that sysprof 1.0 saves as XML",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .binary = true,
    .last_calls = true,
};
