/* Messages of protobuf out of bytes in memory, field by field.
 * https://protobuf.dev/programming-guides/encoding/ */
#ifndef BASE_PROTOBUF_H
#define BASE_PROTOBUF_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

enum protobuf_kind {
    PROTOBUF_VARINT = 0,
    PROTOBUF_FIXED64 = 1,
    PROTOBUF_BYTES = 2, /* a text, a message, or numbers packed behind one another */
    PROTOBUF_FIXED32 = 5,
};

/* A message of which the first part is taken. Borrows its bytes. */
struct protobuf {
    const unsigned char *p, *end;
    uint64_t at;       /* of p in the input, or of what is wrong */
    const char *wrong; /* a literal: nothing more can be taken; NULL: nothing was wrong */
};

struct protobuf_field {
    uint64_t number;
    enum protobuf_kind kind;
    uint64_t value;   /* of all kinds but bytes, where it is 0 */
    struct str bytes; /* empty for all other kinds */
    uint64_t at;      /* of bytes, or behind the value, in the input */
};

/* The bytes begin there in the input. */
static inline struct protobuf protobuf_of(struct str bytes, uint64_t at)
{
    const unsigned char *p = (const unsigned char *)bytes.p;

    return (struct protobuf){p, p + bytes.n, at, NULL};
}

/* The message in a field. */
static inline struct protobuf protobuf_in(const struct protobuf_field *field)
{
    return protobuf_of(field->bytes, field->at);
}

/* What protobuf_next does where tag, number or length take more than a byte each. */
MUST_CHECK bool protobuf_next_other(struct protobuf *m, struct protobuf_field *field);

/* Takes the next field, also of unknown numbers. False at the end, or when something is wrong. */
MUST_CHECK static inline bool protobuf_next(struct protobuf *m, struct protobuf_field *field)
{
    const unsigned char *p = m->p;

    if (m->end - p < 2 || p[0] < 8 || p[0] >= 0x80 || p[1] >= 0x80)
        return protobuf_next_other(m, field);
    size_t n = (p[0] & 7) == PROTOBUF_BYTES ? p[1] : 0;
    if ((p[0] & 7) != PROTOBUF_VARINT && ((p[0] & 7) != PROTOBUF_BYTES || m->end - p - 2 < p[1]))
        return protobuf_next_other(m, field);
    field->number = p[0] >> 3;
    field->kind = (enum protobuf_kind)(p[0] & 7);
    field->value = field->kind == PROTOBUF_VARINT ? p[1] : 0;
    field->bytes = (struct str){field->kind == PROTOBUF_VARINT ? "" : (const char *)p + 2, n};
    field->at = m->at + 2;
    m->p = p + 2 + n;
    m->at += 2 + n;
    return true;
}

/* What protobuf_varint does where the number is longer than two bytes. */
MUST_CHECK bool protobuf_long_varint(struct protobuf *m, uint64_t *value);

/* Takes a number without a tag before it. False as protobuf_next. */
MUST_CHECK static inline bool protobuf_varint(struct protobuf *m, uint64_t *value)
{
    const unsigned char *p = m->p;

    if (p == m->end)
        return false;
    if (p[0] < 0x80) {
        *value = p[0];
        m->p++;
        m->at++;
        return true;
    }
    if (m->end - p < 2 || p[1] >= 0x80)
        return protobuf_long_varint(m, value);
    *value = (uint64_t)p[1] << 7 | (p[0] & 0x7f);
    m->p += 2;
    m->at += 2;
    return true;
}

/* The varints of a repeated field: writers pack them, or give each a field of its own. */
struct protobuf_numbers {
    struct protobuf packed;
    uint64_t single;
    bool is_single;
};

static inline struct protobuf_numbers protobuf_numbers_of(const struct protobuf_field *field)
{
    return (struct protobuf_numbers){protobuf_in(field), field->value,
                                     field->kind != PROTOBUF_BYTES};
}

/* Takes the next. False at the end, or when something is wrong, which packed says. */
MUST_CHECK static inline bool protobuf_numbers_next(struct protobuf_numbers *n, uint64_t *value)
{
    if (!n->is_single)
        return protobuf_varint(&n->packed, value);
    *value = n->single;
    n->is_single = false;
    return true;
}

#endif
