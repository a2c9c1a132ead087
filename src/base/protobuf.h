/* Reads protobuf messages in memory, field by field.
 * https://protobuf.dev/programming-guides/encoding/ */
#ifndef BASE_PROTOBUF_H
#define BASE_PROTOBUF_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

enum protobuf_kind {
    PROTOBUF_VARINT = 0,
    PROTOBUF_FIXED64 = 1,
    PROTOBUF_BYTES = 2, /* a text, a message, or packed numbers */
    PROTOBUF_FIXED32 = 5,
};

/* The unread rest of a message. Borrows its bytes. */
struct protobuf {
    const unsigned char *p, *end;
    uint64_t at;       /* the offset of p in the input; after an error, that of the bad byte */
    const char *wrong; /* a literal: why nothing more can be read; NULL: no error */
};

struct protobuf_field {
    uint64_t number;
    enum protobuf_kind kind;
    uint64_t value;   /* of all kinds but PROTOBUF_BYTES, for which it is 0 */
    struct str bytes; /* of PROTOBUF_BYTES; else empty */
    uint64_t at;      /* the offset of bytes in the input, or of what follows the value */
};

/* A reader of bytes that begin at offset `at` of the input. */
static inline struct protobuf protobuf_of(struct str bytes, uint64_t at)
{
    const unsigned char *p = (const unsigned char *)bytes.p;

    return (struct protobuf){p, p + bytes.n, at, NULL};
}

/* A reader of the message in a field. */
static inline struct protobuf protobuf_in(const struct protobuf_field *field)
{
    return protobuf_of(field->bytes, field->at);
}

/* The slow path of protobuf_next: a tag, number or length of more than one byte. */
MUST_CHECK bool protobuf_next_other(struct protobuf *m, struct protobuf_field *field);

/* Reads the next field, also of unknown numbers. False at the end or on an error. */
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

/* The slow path of protobuf_varint: a number longer than three bytes. */
MUST_CHECK bool protobuf_long_varint(struct protobuf *m, uint64_t *value);

/* Reads a number that has no tag. False as protobuf_next. */
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
    if (m->end - p < 3)
        return protobuf_long_varint(m, value);
    *value = (uint64_t)(p[1] & 0x7f) << 7 | (p[0] & 0x7f);
    size_t n = 2;
    if (p[1] >= 0x80) {
        if (p[2] >= 0x80)
            return protobuf_long_varint(m, value);
        *value |= (uint64_t)p[2] << 14;
        n = 3;
    }
    m->p += n;
    m->at += n;
    return true;
}

/* The numbers of a repeated field. Writers pack them, or write a field for each. */
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

/* Reads the next number. False at the end, or on an error, which packed holds. */
MUST_CHECK static inline bool protobuf_numbers_next(struct protobuf_numbers *n, uint64_t *value)
{
    if (!n->is_single)
        return protobuf_varint(&n->packed, value);
    *value = n->single;
    n->is_single = false;
    return true;
}

#endif
