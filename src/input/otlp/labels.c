/* KeyValue: 0a 0b "thread.name" 12 06 0a 04 "main"; KeyValueAndUnit: 08 05 12 06 0a 04 "main"
 * Turns attributes into labels. */
#include "input/otlp/labels.h"

#include <inttypes.h>

#include "base/mem.h"
#include "input/common/thread_labels.h"

static const char no_text[] = "an attribute that is not in the table of texts";

/* The keys that other inputs use, so that options mean the same. */
static const char *const usual_keys[][2] = {{"process.executable.name", "comm"},
                                            {"process.pid", "pid"},
                                            {"thread.id", "tid"},
                                            {"thread.name", "thread"}};

/* An attribute, as far as it can be a label. */
struct attribute {
    struct str key, text, unit;
    uint64_t number;
    uint64_t kind; /* the field of the value; 0: it has none */
};

/* A text is inline, or in the table. */
static bool read_text(const struct otlp_message *m, const struct protobuf_field *field,
                      struct str *text)
{
    *text = field->bytes;
    return field->kind == PROTOBUF_BYTES || otlp_string(m, field->value, text);
}

static const char *read_value(const struct otlp_message *m, struct protobuf value,
                              struct attribute *a)
{
    struct protobuf_field field;

    while (protobuf_next(&value, &field)) {
        a->kind = field.number;
        a->number = field.value;
        if ((field.number == VALUE_STRING || field.number == VALUE_STRING_INDEX) &&
            !read_text(m, &field, &a->text))
            return no_text;
    }
    return value.wrong;
}

/* Reads a KeyValue, whose key is a text or an index in the last field, or a KeyValueAndUnit, whose
 * key is an index in the first one. Fields come in any order. */
static const char *read_attribute(const struct otlp_message *m, struct protobuf entry,
                                  struct attribute *a)
{
    struct protobuf_field field;
    struct protobuf_field key = {.number = 0};
    struct protobuf_field other = {.number = 0};
    const char *wrong = NULL;

    *a = (struct attribute){.key = STR(""), .text = STR(""), .unit = STR("")};
    while (!wrong && protobuf_next(&entry, &field)) {
        if (field.number == ATTRIBUTE_KEY)
            key = field;
        else if (field.number == ATTRIBUTE_UNIT_OR_KEY)
            other = field;
        else if (field.number == ATTRIBUTE_VALUE && field.kind == PROTOBUF_BYTES)
            wrong = read_value(m, protobuf_in(&field), a);
    }
    if (wrong || entry.wrong)
        return wrong ? wrong : entry.wrong;
    bool is_indexed = key.number && key.kind != PROTOBUF_BYTES;
    if (key.number && !read_text(m, &key, &a->key))
        return no_text;
    bool is_unit = a->key.n || is_indexed;
    return !other.number || read_text(m, &other, is_unit ? &a->unit : &a->key) ? NULL : no_text;
}

static bool make_number(struct text *t, const struct attribute *a, name_id *id)
{
    enum { UNIT_MOST = 63 };
    char text[24 + UNIT_MOST + 1];
    struct str unit = a->unit.n <= UNIT_MOST ? a->unit : STR("");
    bool is_negative = a->number >> 63;
    int n =
        snprintf(text, sizeof text, "%s%" PRIu64 "%s%.*s", is_negative ? "-" : "",
                 is_negative ? 0 - a->number : a->number, unit.n ? " " : "", (int)unit.n, unit.p);

    return builder_name(&t->builder, (struct str){text, (size_t)n}, id);
}

static struct str usual_key(struct str key)
{
    for (size_t i = 0; i < sizeof usual_keys / sizeof usual_keys[0]; i++)
        if (str_equal(key, str_of(usual_keys[i][0])))
            return str_of(usual_keys[i][1]);
    return key;
}

/* Lists, bytes and fractions are no labels, nor is an empty text. */
static bool make_label(struct text *t, const struct attribute *a, struct label *label)
{
    struct builder *b = &t->builder;
    bool is_text = a->kind == VALUE_STRING || a->kind == VALUE_STRING_INDEX;

    if (a->key.n == 0 || (is_text && a->text.n == 0))
        return true;
    if (!builder_name(b, usual_key(a->key), &label->key))
        return false;
    if (is_text)
        return builder_name(b, a->text, &label->value);
    if (a->kind == VALUE_BOOL)
        return builder_name(b, a->number ? STR("true") : STR("false"), &label->value);
    return a->kind != VALUE_INT || make_number(t, a, &label->value);
}

void otlp_labels_init(struct otlp_labels *l, struct text *t, const struct otlp_message *m)
{
    *l = (struct otlp_labels){.text = t, .message = m, .last = {NULL, 0}};
}

void otlp_labels_open(struct otlp_labels *l)
{
    mem_free(l->known, l->n_known, sizeof *l->known);
    l->n_known = l->message->tables[TABLE_ATTRIBUTES].n;
    l->known = mem_alloc(l->n_known, sizeof *l->known);
}

void otlp_labels_free(struct otlp_labels *l)
{
    mem_free(l->known, l->n_known, sizeof *l->known);
    l->known = NULL;
}

/* Finds the label of a row of the table. */
static bool find_label(struct otlp_labels *l, uint64_t row, struct label *label, const char **wrong)
{
    const struct otlp_message *m = l->message;
    struct attribute a;

    if (row >= l->n_known) {
        *wrong = "an attribute that is not listed";
        return true;
    }
    struct known_attribute *known = &l->known[row];
    if (!known->is_read) {
        known->wrong = read_attribute(m, otlp_row(m, TABLE_ATTRIBUTES, (size_t)row), &a);
        if (!known->wrong && !make_label(l->text, &a, &known->label))
            return false;
        known->is_read = true;
    }
    *label = known->label;
    *wrong = known->wrong ? known->wrong : *wrong;
    return true;
}

static void add_label(struct label *to, size_t *n, struct label label)
{
    for (size_t i = 0; i < *n; i++)
        if (to[i].key == label.key) {
            to[i] = label;
            return;
        }
    if (label.value && *n < OTLP_LABELS)
        to[(*n)++] = label;
}

static bool add_resource(struct otlp_labels *l, struct protobuf resource)
{
    struct protobuf_field field;
    struct attribute a;

    l->resource = resource.p;
    l->n_base = 0;
    while (otlp_next_bytes(&resource, RESOURCE_ATTRIBUTES, &field)) {
        struct label label = {0};
        if (read_attribute(l->message, protobuf_in(&field), &a))
            continue;
        if (!make_label(l->text, &a, &label))
            return false;
        if (label.value)
            add_label(l->base, &l->n_base, label);
    }
    l->n_resource = l->n_base;
    return true;
}

bool otlp_labels_begin(struct otlp_labels *l, struct protobuf resource, struct protobuf profile)
{
    uint8_t field = l->message->layout->profile.attributes;
    struct otlp_numbers rows = otlp_numbers_of(profile, field, false);
    uint64_t row;

    l->last = (struct str){NULL, 0};
    if (l->resource != resource.p && !add_resource(l, resource))
        return false;
    l->n_base = l->n_resource;
    while (field && otlp_numbers_next(&rows, &row)) {
        struct label label = {0};
        const char *wrong = NULL;
        if (!find_label(l, row, &label, &wrong))
            return false;
        if (!wrong && label.value)
            add_label(l->base, &l->n_base, label);
    }
    return true;
}

/* Lends the packed attributes of a sample; NULL: they are not packed in one field. */
static struct str packed_of(struct protobuf sample, uint8_t number)
{
    struct str packed = {"", 0};
    struct protobuf_field field;
    size_t n = 0;

    while (protobuf_next(&sample, &field)) {
        if (field.number != number)
            continue;
        packed = field.bytes;
        if (field.kind != PROTOBUF_BYTES || n++ > 0)
            return (struct str){NULL, 0};
    }
    return packed;
}

static bool read_labels(struct otlp_labels *l, struct protobuf sample, const char **wrong)
{
    uint8_t field = l->message->layout->sample.attributes;
    struct otlp_numbers rows = otlp_numbers_of(sample, field, false);
    uint64_t row;

    l->n_own = l->n_base;
    memcpy(l->own, l->base, l->n_base * sizeof *l->own);
    while (!*wrong && otlp_numbers_next(&rows, &row)) {
        struct label label = {0};
        if (!find_label(l, row, &label, wrong))
            return false;
        if (!*wrong && label.value && l->n_own == OTLP_LABELS)
            *wrong = "more than 64 attributes";
        else if (!*wrong && label.value)
            add_label(l->own, &l->n_own, label);
    }
    *wrong = *wrong ? *wrong : otlp_numbers_wrong(&rows);
    return true;
}

bool otlp_labels_of(struct otlp_labels *l, struct protobuf sample, labels_id *id,
                    const char **wrong)
{
    struct str packed = packed_of(sample, l->message->layout->sample.attributes);

    if (packed.p && l->last.p && str_equal(packed, l->last)) {
        *id = l->last_id;
        return true;
    }
    if (!read_labels(l, sample, wrong))
        return false;
    if (*wrong)
        return true;
    *id =
        l->n_own ? thread_labels_add(&l->text->p->labels, &l->text->p->names, l->own, l->n_own) : 0;
    l->last = packed;
    l->last_id = *id;
    return true;
}

/* Called for many attributes: long ones do not match. */
struct str otlp_attribute_text(const struct otlp_message *m, uint64_t row, struct str key)
{
    enum { BYTES_MOST = 256 };
    struct attribute a;

    if (row >= m->tables[TABLE_ATTRIBUTES].n)
        return STR("");
    struct protobuf entry = otlp_row(m, TABLE_ATTRIBUTES, (size_t)row);
    if (entry.end - entry.p > BYTES_MOST || read_attribute(m, entry, &a) || !str_equal(a.key, key))
        return STR("");
    return a.text;
}
