/* Reads values of a chunk by its metadata: fields of events and of pool entries. */
#ifndef INPUT_JFR_VALUES_H
#define INPUT_JFR_VALUES_H

#include "input/jfr/metadata.h"

/* A value of a class, at a position. */
struct jfr_object {
    const struct jfr_class *class;
    size_t at;
};

/* The value of a field. */
struct jfr_value {
    const struct jfr_field *field; /* NULL: none */
    const struct jfr_class *class;
    uint64_t number; /* a pool key, or a value of kind JFR_INTEGER or JFR_PLAIN */
    size_t at;       /* where it begins, including an array's length */
};

/* Skips a value of the class. */
void jfr_skip_value(const struct jfr_metadata *m, struct jfr_bytes *b, uint32_t class_at);

/* Reads a value of the class, and sets its fields that have a role, by role. */
void jfr_take(const struct jfr_metadata *m, struct jfr_bytes *b, const struct jfr_class *class,
              struct jfr_value *values);

/* Whether it is a present, single number. */
static inline bool jfr_is_number(const struct jfr_value *v)
{
    return v->field && !v->field->array && !v->field->pooled &&
           (v->class->kind == JFR_INTEGER || v->class->kind == JFR_PLAIN);
}

#endif
