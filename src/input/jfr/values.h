/* Values of a chunk as its metadata says: fields of events and of what lies in pools. */
#ifndef INPUT_JFR_VALUES_H
#define INPUT_JFR_VALUES_H

#include "input/jfr/metadata.h"

/* A value of a class, which lies there. */
struct jfr_object {
    const struct jfr_class *class;
    size_t at;
};

/* The value of a field. */
struct jfr_value {
    const struct jfr_field *field; /* NULL: there is none */
    const struct jfr_class *class;
    uint64_t number; /* a key of the pool, or of the kinds JFR_INTEGER and JFR_PLAIN */
    size_t at;       /* where it begins, the number of an array included */
};

/* Passes over a value of the class. */
void jfr_pass(const struct jfr_metadata *m, struct jfr_bytes *b, uint32_t class_at);

/* Takes a value of the class, and sets those of its fields that have a role, by role. */
void jfr_take(const struct jfr_metadata *m, struct jfr_bytes *b, const struct jfr_class *class,
              struct jfr_value *values);

/* Whether it is a single number that is there. */
static inline bool jfr_is_number(const struct jfr_value *v)
{
    return v->field && !v->field->array && !v->field->pooled &&
           (v->class->kind == JFR_INTEGER || v->class->kind == JFR_PLAIN);
}

#endif
