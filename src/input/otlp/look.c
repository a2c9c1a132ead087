/* ProfilesData: a resource with scopes that have profiles with samples; or a dictionary first.
 * Recognises such a message by its start. */
#include "base/utf8.h"
#include "input/otlp/layout.h"

enum { MOST = 60, LEAST = 40 };

/* The start of an input. What is not complete is checked as far as it goes. */
struct look {
    const unsigned char *end; /* of the prefix */
    unsigned bits;
    bool is_other;
    size_t n_sound, n_damaged; /* rows and samples */
};

/* Takes the next field as protobuf_next does, also the beginning of a field that the prefix cuts
 * off. */
static bool next(const struct look *l, struct protobuf *m, struct protobuf_field *field)
{
    struct protobuf begin = *m;
    uint64_t tag, n;

    if (protobuf_next(m, field))
        return true;
    if (!m->wrong || m->end != l->end)
        return false;
    m->wrong = NULL;
    if (!protobuf_varint(&begin, &tag) || (tag & 7) != PROTOBUF_BYTES ||
        !protobuf_varint(&begin, &n))
        return false;
    *field =
        (struct protobuf_field){.number = tag >> 3,
                                .kind = PROTOBUF_BYTES,
                                .bytes = {(const char *)begin.p, (size_t)(begin.end - begin.p)},
                                .at = begin.at};
    return true;
}

static bool is_of(const struct protobuf_field *field, unsigned kinds)
{
    return kinds >> field->kind & 1;
}

enum {
    NUMBER = 1 << PROTOBUF_VARINT,
    FIXED = 1 << PROTOBUF_FIXED64,
    BYTES = 1 << PROTOBUF_BYTES,
    ANY = NUMBER | FIXED | BYTES,
};

static void verify(struct look *l, unsigned bits)
{
    l->bits = l->bits + bits < MOST ? l->bits + bits : MOST;
}

/* Verifies a row or sample that has only fields of these kinds, by number. Some may be damaged. */
static void look_at_row(struct look *l, const struct protobuf_field *field, const uint8_t *kinds,
                        size_t last, unsigned bits)
{
    struct protobuf m = protobuf_in(field);
    struct protobuf_field inner;
    bool is_sound = true;
    size_t n = 0;

    for (; next(l, &m, &inner); n++)
        is_sound = is_sound && inner.number <= last && is_of(&inner, kinds[inner.number]);
    is_sound = is_sound && !m.wrong;
    l->n_sound += is_sound;
    l->n_damaged += !is_sound;
    verify(l, is_sound && n ? bits : 0);
}

static void look_at_text(struct look *l, const struct protobuf_field *field)
{
    enum { FEW = 64 };
    struct str text = str_from_to(field->bytes, 0, field->bytes.n < FEW ? field->bytes.n : FEW);

    for (size_t i = 0; i < text.n; i++)
        if ((unsigned char)text.p[i] < ' ' && text.p[i] != '\n' && text.p[i] != '\t')
            l->is_other = true;
    verify(l, text.n > 0);
}

/* In all layouts but one, the tables of a dictionary have these numbers. */
static void look_at_dictionary(struct look *l, const struct protobuf_field *field)
{
    enum { STRINGS = 5, ENTRY = 3 };
    static const uint8_t kinds[][10] = {
        {0},
        {0, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER | BYTES, NUMBER, NUMBER, NUMBER, NUMBER},
        {0, NUMBER, NUMBER, BYTES, NUMBER | BYTES, NUMBER | BYTES},
        {0, NUMBER, NUMBER, NUMBER, NUMBER},
        {0, BYTES, BYTES},
        {0},
        {0, NUMBER | BYTES, BYTES, NUMBER},
        {0, NUMBER | BYTES, NUMBER},
    };
    struct protobuf m = protobuf_in(field);
    struct protobuf_field inner;

    while (!l->is_other && next(l, &m, &inner))
        if (inner.number >= sizeof kinds / sizeof kinds[0] || inner.kind != PROTOBUF_BYTES)
            l->is_other = true;
        else if (inner.number == STRINGS)
            look_at_text(l, &inner);
        else
            look_at_row(l, &inner, kinds[inner.number], 9, ENTRY);
    if (m.wrong)
        l->is_other = true;
}

static void look_at_profile(struct look *l, const struct protobuf_field *field)
{
    enum { LAST = 22, TYPE = 36, SAMPLE = 4, CONTAINED = 40 };
    static const uint8_t type[] = {0, NUMBER, NUMBER, NUMBER};
    static const uint8_t sample[] = {
        0, NUMBER, NUMBER | BYTES, NUMBER | BYTES, NUMBER | BYTES, ANY, NUMBER | BYTES};
    struct protobuf m = protobuf_in(field);
    struct protobuf_field inner;

    while (!l->is_other && next(l, &m, &inner))
        if (inner.number == 2 && inner.kind == PROTOBUF_FIXED64) {
            verify(l, CONTAINED);
            return;
        } else if (inner.number == PROFILE_SAMPLE_TYPE && inner.kind == PROTOBUF_BYTES &&
                   inner.bytes.n != 16) {
            look_at_row(l, &inner, type, 3, TYPE);
        } else if (inner.number == PROFILE_SAMPLE && inner.kind == PROTOBUF_BYTES) {
            look_at_row(l, &inner, sample, 6, SAMPLE);
        } else if (inner.number > LAST || !is_of(&inner, ANY) ||
                   (inner.number <= PROFILE_SAMPLE && inner.kind != PROTOBUF_BYTES)) {
            l->is_other = true;
        }
    if (m.wrong)
        l->is_other = true;
}

/* A resource or scope, profiles, and a schema URL. */
static void look_at_holder(struct look *l, const struct protobuf_field *field,
                           void (*look_at_part)(struct look *l, const struct protobuf_field *field))
{
    enum { PARTS = 2, LAST = 3 };
    struct protobuf m = protobuf_in(field);
    struct protobuf_field inner;

    while (!l->is_other && next(l, &m, &inner))
        if (inner.number > LAST || inner.kind != PROTOBUF_BYTES)
            l->is_other = true;
        else if (inner.number == PARTS)
            look_at_part(l, &inner);
    if (m.wrong)
        l->is_other = true;
}

static void look_at_scope(struct look *l, const struct protobuf_field *field)
{
    look_at_holder(l, field, look_at_profile);
}

unsigned otlp_recognise(struct str prefix)
{
    uint64_t at = 0;
    uint64_t end = otlp_is_framed(prefix) ? otlp_frame(prefix, &at) : prefix.n;
    struct protobuf m = protobuf_of(str_from_to(prefix, (size_t)at, (size_t)end), at);
    struct look l = {.end = m.end};
    struct protobuf_field field;

    while (!l.is_other && next(&l, &m, &field))
        if (field.number == DATA_RESOURCE_PROFILES && field.kind == PROTOBUF_BYTES)
            look_at_holder(&l, &field, look_at_scope);
        else if (field.number == DATA_DICTIONARY && field.kind == PROTOBUF_BYTES)
            look_at_dictionary(&l, &field);
        else
            l.is_other = true;
    if (l.is_other || m.wrong || l.n_damaged > l.n_sound)
        return 0;
    return l.bits < LEAST ? 0 : l.bits;
}
