/* The text of a field of an event, as babeltrace prints it. */
#ifndef INPUT_BABELTRACE_CHILD_FIELD_TEXT_H
#define INPUT_BABELTRACE_CHILD_FIELD_TEXT_H

#include <babeltrace2/babeltrace.h>

#include "base/buf.h"

/* Whether fields of a class have a text: strings and whole numbers. */
bool field_has_text(const bt_field_class *class);

/* Appends it, of a string without its quotes. */
void field_text(const bt_field *field, struct buf *to);

/* How whole numbers of a class are printed in hexadecimal. */
struct field_bits {
    bool is_signed;
    uint64_t mask; /* the bits that have digits */
};

struct field_bits field_bits_of(const bt_field_class *class);

/* The bits of such a number. */
static inline uint64_t field_bits(const bt_field *field, struct field_bits bits)
{
    return bits.mask & (bits.is_signed ? (uint64_t)bt_field_integer_signed_get_value(field)
                                       : bt_field_integer_unsigned_get_value(field));
}

#endif
