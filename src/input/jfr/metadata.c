/* Strings, and elements that refer to them by index: <class name="jdk.types.Symbol" id="169">
 * <field name="string" class="214"/></class>. An element is its name, keys with their values, and
 * child elements, each list after its length.
 * Reads the classes and fields of a chunk. */
#include "input/jfr/metadata.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

enum { DEPTH_MOST = 32 };

/* The position of a text among those of the metadata. */
struct text_at {
    size_t at, n;
};

/* An element that is open. */
struct element {
    uint32_t left; /* of those in it */
    bool is_class;
};

struct metadata_read {
    struct jfr_metadata *m;
    struct jfr_bytes b;
    struct text_at *texts;
    uint32_t n_texts;
    struct element open[DEPTH_MOST];
    size_t depth;
};

/* The attributes of an element. */
struct attributes {
    struct str name, id, class_id, pooled, dimension;
};

static const char *const roles[JFR_ROLES] = {
    [JFR_START_TIME] = "startTime",
    [JFR_DURATION] = "duration",
    [JFR_EVENT_THREAD] = "eventThread",
    [JFR_SAMPLED_THREAD] = "sampledThread",
    [JFR_STACK_TRACE] = "stackTrace",
    [JFR_STATE] = "state",
    [JFR_OBJECT_CLASS] = "objectClass",
    [JFR_MONITOR_CLASS] = "monitorClass",
    [JFR_PARKED_CLASS] = "parkedClass",
    [JFR_WEIGHT] = "weight",
    [JFR_TLAB_SIZE] = "tlabSize",
    [JFR_ALLOCATION_SIZE] = "allocationSize",
    [JFR_SIZE] = "size",
    [JFR_SAMPLES] = "samples",
    [JFR_TRUNCATED] = "truncated",
    [JFR_FRAMES] = "frames",
    [JFR_METHOD] = "method",
    [JFR_LINE] = "lineNumber",
    [JFR_TYPE] = "type",
    [JFR_NAME] = "name",
    [JFR_DESCRIPTOR] = "descriptor",
    [JFR_OS_NAME] = "osName",
    [JFR_OS_ID] = "osThreadId",
    [JFR_JAVA_NAME] = "javaName",
    [JFR_JAVA_ID] = "javaThreadId",
    [JFR_ID] = "id",
    [JFR_VALUE] = "value",
    [JFR_GC_ID] = "gcId",
    [JFR_CAUSE] = "cause",
    [JFR_SUM_OF_PAUSES] = "sumOfPauses",
    [JFR_HEAP_USED] = "heapUsed",
    [JFR_JVM_USER] = "jvmUser",
    [JFR_JVM_SYSTEM] = "jvmSystem",
    [JFR_MACHINE_TOTAL] = "machineTotal",
};

static const struct {
    const char *name;
    enum jfr_kind kind;
    uint8_t bytes;
} kinds[] = {
    {"boolean", JFR_PLAIN, 1}, {"byte", JFR_PLAIN, 1},   {"char", JFR_INTEGER, 2},
    {"short", JFR_INTEGER, 2}, {"int", JFR_INTEGER, 4},  {"long", JFR_INTEGER, 8},
    {"float", JFR_PLAIN, 4},   {"double", JFR_PLAIN, 8}, {"java.lang.String", JFR_TEXT, 0},
};

void jfr_metadata_free(struct jfr_metadata *m)
{
    buf_free(&m->texts);
    mem_free(m->classes, m->classes_room, sizeof *m->classes);
    mem_free(m->fields, m->fields_room, sizeof *m->fields);
    *m = (struct jfr_metadata){.n_classes = 0};
}

struct jfr_class *jfr_class_of(const struct jfr_metadata *m, uint64_t id)
{
    size_t from = 0;
    size_t to = m->n_classes;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (m->classes[middle].id < id)
            from = middle + 1;
        else
            to = middle;
    }
    return from < m->n_classes && m->classes[from].id == id ? &m->classes[from] : NULL;
}

static void read_texts(struct metadata_read *in)
{
    struct buf *all = &in->m->texts;
    uint64_t key;

    in->n_texts = jfr_count(&in->b);
    in->texts = mem_alloc(in->n_texts, sizeof *in->texts);
    for (uint32_t i = 0; i < in->n_texts && !in->b.wrong; i++) {
        size_t at = in->b.at;
        size_t from = all->n;
        if (jfr_text(&in->b, all, &key) == JFR_TEXT_POOLED)
            jfr_set_wrong(&in->b, at, "a text of the metadata that is in a pool");
        in->texts[i] = (struct text_at){from, all->n - from};
    }
}

/* Reads an index, and lends its text. */
static struct str take_text(struct metadata_read *in)
{
    size_t at = in->b.at;
    uint32_t i = jfr_int(&in->b);

    if (in->b.wrong)
        return STR("");
    if (i >= in->n_texts) {
        jfr_set_wrong(&in->b, at, "a text that is not in the table of texts");
        return STR("");
    }
    return str_from_to(buf_str(&in->m->texts), in->texts[i].at, in->texts[i].at + in->texts[i].n);
}

static void take_attributes(struct metadata_read *in, struct attributes *a)
{
    const struct {
        const char *key;
        struct str *value;
    } wanted[] = {{"name", &a->name},
                  {"id", &a->id},
                  {"class", &a->class_id},
                  {"constantPool", &a->pooled},
                  {"dimension", &a->dimension}};
    uint32_t n = jfr_count(&in->b);

    *a = (struct attributes){STR(""), STR(""), STR(""), STR(""), STR("")};
    for (; n && !in->b.wrong; n--) {
        struct str key = take_text(in);
        struct str value = take_text(in);
        for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
            if (str_equal(key, str_of(wanted[i].key)))
                *wanted[i].value = value;
    }
}

static void add_class(struct metadata_read *in, size_t at, const struct attributes *a)
{
    struct jfr_metadata *m = in->m;
    struct jfr_class class = {.name = a->name, .first = (uint32_t)m->n_fields};

    if (in->depth && in->open[in->depth - 1].is_class)
        jfr_set_wrong(&in->b, at, "a class within a class");
    if (!parse_u64(a->id, &class.id))
        jfr_set_wrong(&in->b, at, "a class whose id is not a number");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (str_equal(class.name, str_of(kinds[i].name))) {
            class.kind = kinds[i].kind;
            class.bytes = kinds[i].bytes;
        }
    m->classes = mem_grow(m->classes, &m->classes_room, m->n_classes + 2, sizeof *m->classes);
    m->classes[m->n_classes++] = class;
}

/* A field of the class that was added last. */
static void add_field(struct metadata_read *in, size_t at, const struct attributes *a)
{
    struct jfr_metadata *m = in->m;
    struct jfr_field field = {.pooled = str_equal(a->pooled, STR("true")),
                              .array = a->dimension.n && !str_equal(a->dimension, STR("0"))};

    if (!parse_u64(a->class_id, &field.class_id))
        jfr_set_wrong(&in->b, at, "a field whose class is not a number");
    for (enum jfr_role role = JFR_NO_ROLE + 1; role < JFR_ROLES; role++)
        if (str_equal(a->name, str_of(roles[role])))
            field.role = role;
    m->fields = mem_grow(m->fields, &m->fields_room, m->n_fields + 1, sizeof *m->fields);
    m->fields[m->n_fields++] = field;
    m->classes[m->n_classes - 1].n++;
}

static void take_element(struct metadata_read *in)
{
    size_t at = in->b.at;
    struct str name = take_text(in);
    bool is_class = str_equal(name, STR("class"));
    struct attributes a;

    take_attributes(in, &a);
    uint32_t n = jfr_count(&in->b);
    if (in->depth == DEPTH_MOST)
        jfr_set_wrong(&in->b, at, "elements nested more than 32 deep");
    if (in->b.wrong)
        return;
    if (is_class)
        add_class(in, at, &a);
    else if (str_equal(name, STR("field")) && in->depth && in->open[in->depth - 1].is_class)
        add_field(in, at, &a);
    in->open[in->depth++] = (struct element){n, is_class};
}

static void read_elements(struct metadata_read *in)
{
    take_element(in);
    while (in->depth && !in->b.wrong) {
        if (in->open[in->depth - 1].left == 0) {
            in->depth--;
        } else {
            in->open[in->depth - 1].left--;
            take_element(in);
        }
    }
}

static int compare_ids(const void *a, const void *b)
{
    const struct jfr_class *x = a;
    const struct jfr_class *y = b;

    return (x->id > y->id) - (x->id < y->id);
}

/* Returns an error, or NULL. A row after the last stands for missing classes. */
static const char *find_classes(struct jfr_metadata *m)
{
    qsort(m->classes, m->n_classes, sizeof *m->classes, compare_ids);
    for (size_t i = 1; i < m->n_classes; i++)
        if (m->classes[i - 1].id == m->classes[i].id)
            return "two classes of one id";
    m->classes[m->n_classes] = (struct jfr_class){.name = STR(""), .kind = JFR_UNKNOWN};
    for (size_t i = 0; i < m->n_fields; i++) {
        struct jfr_field *field = &m->fields[i];
        const struct jfr_class *class = jfr_class_of(m, field->class_id);
        field->class_at = (uint32_t)(class ? (size_t)(class - m->classes) : m->n_classes);
    }
    return NULL;
}

static bool is_empty(const struct jfr_metadata *m, const struct jfr_field *field)
{
    return !field->pooled && !field->array && m->classes[field->class_at].empty;
}

static bool has_bytes(const struct jfr_metadata *m, const struct jfr_class *class)
{
    for (uint32_t i = 0; i < class->n; i++)
        if (!is_empty(m, &m->fields[class->first + i]))
            return true;
    return false;
}

/* Finds the classes whose values take no bytes. A file can claim any number of such values at no
 * cost, so they must not be iterated. */
static const char *find_empty(struct jfr_metadata *m)
{
    bool changed = true;

    for (size_t i = 0; i < m->n_classes; i++)
        m->classes[i].empty = m->classes[i].kind == JFR_STRUCT;
    for (unsigned deep = 0; changed; deep++) {
        changed = false;
        if (deep > DEPTH_MOST)
            return "classes nested more than 32 deep";
        for (size_t i = 0; i < m->n_classes; i++)
            if (m->classes[i].empty && has_bytes(m, &m->classes[i])) {
                m->classes[i].empty = false;
                changed = true;
            }
    }
    return NULL;
}

static void drop_empty(struct jfr_metadata *m)
{
    for (size_t i = 0; i < m->n_classes; i++) {
        struct jfr_class *class = &m->classes[i];
        struct jfr_field *fields = m->fields + class->first;
        uint32_t n = 0;
        for (uint32_t k = 0; k < class->n; k++) {
            if (is_empty(m, &fields[k]))
                continue;
            class->has[fields[k].role] = true;
            fields[n++] = fields[k];
        }
        class->n = n;
    }
}

/* Two class loaders may each have an event of one name: two events all the same. */
static void number_twins(struct jfr_metadata *m)
{
    struct names names;
    uint32_t *met = mem_alloc(m->n_classes + 1, sizeof *met); /* by name */

    names_init(&names);
    for (size_t i = 0; i < m->n_classes; i++)
        if (m->classes[i].has[JFR_STACK_TRACE])
            m->classes[i].twins = met[names_add(&names, m->classes[i].name)]++;
    names_free(&names);
    mem_free(met, m->n_classes + 1, sizeof *met);
}

bool jfr_metadata_read(struct jfr_metadata *m, const struct jfr_chunk *c, const struct reading *r,
                       struct fault *f)
{
    struct metadata_read in = {.m = m};
    struct jfr_bytes rest = jfr_chunk_from(c, c->metadata);
    struct jfr_event event;
    const char *wrong = NULL;

    *m = (struct jfr_metadata){.n_classes = 0};
    m->classes = mem_grow(NULL, &m->classes_room, 1, sizeof *m->classes);
    m->fields = mem_grow(NULL, &m->fields_room, 1, sizeof *m->fields);
    if (!jfr_next(&rest, &event))
        return jfr_fault(c, rest.at, rest.wrong, "metadata", r, f);
    in.b = event.body;
    jfr_long(&in.b); /* when, how long, and which */
    jfr_long(&in.b);
    jfr_long(&in.b);
    read_texts(&in);
    read_elements(&in);
    mem_free(in.texts, in.n_texts, sizeof *in.texts);
    if (in.b.wrong)
        return jfr_fault(c, in.b.at, in.b.wrong, "metadata", r, f);
    wrong = find_classes(m);
    wrong = wrong ? wrong : find_empty(m);
    if (wrong)
        return jfr_fault(c, c->metadata, wrong, "metadata", r, f);
    drop_empty(m);
    number_twins(m);
    return true;
}
