/* 0a 04 08 01 10 02: field 1 holds 4 bytes, a message in which field 1 is 1 and field 2 is 2. */
#include "base/protobuf.h"

enum { VARINT_BYTES = 10, NUMBER_MOST = (1 << 29) - 1 };

/* Records an error at byte p. Returns false. */
static bool wrong_at(struct protobuf *m, const unsigned char *p, const char *wrong)
{
    m->at += (uint64_t)(p - m->p);
    m->p = m->end;
    m->wrong = wrong;
    return false;
}

bool protobuf_long_varint(struct protobuf *m, uint64_t *value)
{
    size_t left = (size_t)(m->end - m->p);
    uint64_t sum = 0;

    if (left == 0)
        return false;
    for (size_t i = 0; i < left && i < VARINT_BYTES; i++) {
        unsigned char c = m->p[i];
        if (i + 1 == VARINT_BYTES && c > 1)
            return wrong_at(m, m->p, "a number of more than 64 bits");
        sum |= (uint64_t)(c & 0x7f) << 7 * i;
        if (c < 0x80) {
            m->p += i + 1;
            m->at += i + 1;
            *value = sum;
            return true;
        }
    }
    return wrong_at(m, m->p, "a number that is cut off");
}

static bool take_fixed(struct protobuf *m, size_t n, uint64_t *value)
{
    if ((size_t)(m->end - m->p) < n)
        return wrong_at(m, m->p, "a number that is cut off");
    for (size_t i = 0; i < n; i++)
        *value |= (uint64_t)m->p[i] << 8 * i;
    m->p += n;
    m->at += n;
    return true;
}

static bool take_bytes(struct protobuf *m, struct protobuf_field *field)
{
    const unsigned char *begin = m->p;
    uint64_t n = 0;

    if (!protobuf_varint(m, &n))
        return m->wrong ? false : wrong_at(m, begin, "a field without its length");
    if (n > (uint64_t)(m->end - m->p)) {
        m->at -= (uint64_t)(m->p - begin);
        m->p = begin;
        return wrong_at(m, begin, "a length beyond the end");
    }
    field->bytes = (struct str){(const char *)m->p, (size_t)n};
    field->at = m->at;
    m->p += n;
    m->at += n;
    return true;
}

bool protobuf_next_other(struct protobuf *m, struct protobuf_field *field)
{
    const unsigned char *begin = m->p;
    uint64_t at = m->at;
    uint64_t tag;

    if (!protobuf_varint(m, &tag))
        return false;
    *field = (struct protobuf_field){
        .number = tag >> 3, .kind = (enum protobuf_kind)(tag & 7), .bytes = STR("")};
    switch (tag & 7) {
    case PROTOBUF_BYTES:
        if (!take_bytes(m, field))
            return false;
        break;
    case PROTOBUF_VARINT:
        if (!protobuf_varint(m, &field->value))
            return m->wrong ? false : wrong_at(m, m->p, "a field without its number");
        break;
    case PROTOBUF_FIXED64:
    case PROTOBUF_FIXED32:
        if (!take_fixed(m, (tag & 7) == PROTOBUF_FIXED64 ? 8 : 4, &field->value))
            return false;
        break;
    default:
        *m = (struct protobuf){begin, m->end, at, NULL};
        return wrong_at(m, begin, "a field of no kind, or a group");
    }
    if (field->kind != PROTOBUF_BYTES)
        field->at = m->at;
    if (field->number > 0 && field->number <= NUMBER_MOST)
        return true;
    *m = (struct protobuf){begin, m->end, at, NULL};
    return wrong_at(m, begin, "a field without a number of its own");
}
