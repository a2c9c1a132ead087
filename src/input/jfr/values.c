/* 01 02 03: consecutive fields: numbers, texts, pool keys, or the fields of a class.
 * Reads values by the metadata of their class. */
#include "input/jfr/values.h"

enum { DEPTH_MOST = 32 };

static const char not_named[] = "a value of a class that the metadata does not name";

/* Values of a class to be skipped. */
struct passing {
    const struct jfr_class *class;
    uint32_t field; /* the next of the value */
    uint32_t left;  /* values, this one included */
};

/* The path down to a value. */
struct way {
    const struct jfr_metadata *m;
    struct passing steps[DEPTH_MOST];
    size_t depth;
};

static uint64_t take_number(struct jfr_bytes *b, const struct jfr_class *class)
{
    return class->kind == JFR_INTEGER ? jfr_number(b, class->bytes) : jfr_fixed(b, class->bytes);
}

/* Skips n values that are no classes with fields. */
static void skip_values(struct jfr_bytes *b, const struct jfr_class *class, uint32_t n)
{
    uint64_t key;

    if (class->kind == JFR_UNKNOWN)
        jfr_set_wrong(b, b->at, not_named);
    else if (class->kind == JFR_TEXT)
        for (; n && !b->wrong; n--)
            jfr_text(b, NULL, &key);
    else if (class->kind == JFR_PLAIN || b->fixed)
        jfr_skip(b, (uint64_t)n * class->bytes);
    else
        for (; n && !b->wrong; n--)
            jfr_number(b, class->bytes);
}

/* Skips n values, or descends to them. */
static void enter(struct way *way, struct jfr_bytes *b, const struct jfr_class *class, uint32_t n)
{
    if (n == 0 || class->empty)
        return;
    if (class->kind != JFR_STRUCT)
        skip_values(b, class, n);
    else if (way->depth == DEPTH_MOST)
        jfr_set_wrong(b, b->at, "values nested more than 32 deep");
    else
        way->steps[way->depth++] = (struct passing){class, 0, n};
}

static void enter_field(struct way *way, struct jfr_bytes *b, const struct jfr_field *field)
{
    uint32_t n = field->array ? jfr_count(b) : 1;

    if (!field->pooled)
        enter(way, b, &way->m->classes[field->class_at], n);
    for (; field->pooled && n && !b->wrong; n--)
        jfr_long(b);
}

static void skip_objects(struct way *way, struct jfr_bytes *b)
{
    while (way->depth && !b->wrong) {
        struct passing *step = &way->steps[way->depth - 1];
        if (step->field < step->class->n)
            enter_field(way, b, &way->m->fields[step->class->first + step->field++]);
        else if (--step->left)
            step->field = 0;
        else
            way->depth--;
    }
}

void jfr_skip_value(const struct jfr_metadata *m, struct jfr_bytes *b, uint32_t class_at)
{
    struct way way;

    way.m = m;
    way.depth = 0;
    enter(&way, b, &m->classes[class_at], 1);
    skip_objects(&way, b);
}

static void take_field(const struct jfr_metadata *m, struct jfr_bytes *b,
                       const struct jfr_field *field, struct jfr_value *value)
{
    const struct jfr_class *class = &m->classes[field->class_at];
    struct way way;

    *value = (struct jfr_value){.field = field, .class = class, .at = b->at};
    if (!field->array && field->pooled) {
        value->number = jfr_long(b);
    } else if (jfr_is_number(value)) {
        value->number = take_number(b, class);
    } else {
        way.m = m;
        way.depth = 0;
        enter_field(&way, b, field);
        skip_objects(&way, b);
    }
}

void jfr_take(const struct jfr_metadata *m, struct jfr_bytes *b, const struct jfr_class *class,
              struct jfr_value *values)
{
    struct jfr_value none;

    for (size_t i = 0; i < JFR_ROLES; i++)
        values[i].field = NULL;
    for (uint32_t i = 0; i < class->n && !b->wrong; i++) {
        const struct jfr_field *field = &m->fields[class->first + i];
        take_field(m, b, field, field->role ? &values[field->role] : &none);
    }
}
