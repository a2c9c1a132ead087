/* 0a 50 12 4e 12 4c ...: a resource with profiles; 12 84 23 ...: the dictionary for all of them.
 * Finds the profiles and tables of a message. */
#include "input/otlp/message.h"

#include "base/mem.h"

enum { LENGTH = 4 }; /* bytes, in front of a message */

static const char other_kind[] = "a field of another kind";

/* Records an error. Nothing more is read. */
static bool is_wrong(struct protobuf *m, uint64_t at, const char *wrong)
{
    *m = (struct protobuf){m->end, m->end, at, wrong};
    return false;
}

bool otlp_next_bytes(struct protobuf *m, uint64_t number, struct protobuf_field *field)
{
    uint64_t at = m->at;

    for (; protobuf_next(m, field); at = m->at)
        if (field->number == number)
            return field->kind == PROTOBUF_BYTES || is_wrong(m, at, other_kind);
    return false;
}

/* Messages begin with a field of resources or with the dictionary. A length that begins so is one
 * of more than 160 MB. */
bool otlp_is_framed(struct str bytes)
{
    const char lengths = 10; /* the tag of a resource */

    return bytes.n > LENGTH && bytes.p[0] >= 0 && bytes.p[0] < lengths;
}

uint64_t otlp_frame(struct str bytes, uint64_t *at)
{
    uint64_t n = 0;

    for (size_t i = 0; i < LENGTH && *at < bytes.n; i++)
        n = n << 8 | (unsigned char)bytes.p[(*at)++];
    return n < bytes.n - *at ? *at + n : bytes.n;
}

/* To protobuf, two messages in a row are one, with a merged dictionary, but indexes count from the
 * start of each message's own. Users concatenate files: `cat a.otlp b.otlp`. The dictionary is
 * either at the start of every message, or at the end. */
uint64_t otlp_end(struct str bytes, uint64_t at)
{
    struct protobuf m = protobuf_of(str_from_to(bytes, (size_t)at, bytes.n), at);
    struct protobuf_field field;
    bool is_first = true;
    bool leads = false;

    for (uint64_t begin = at; protobuf_next(&m, &field); begin = m.at) {
        bool is_dictionary = field.number == DATA_DICTIONARY;
        if (is_dictionary && leads)
            return begin;
        if (is_dictionary && !is_first)
            return m.at;
        leads = leads || is_dictionary;
        is_first = false;
    }
    return bytes.n;
}

uint64_t otlp_line_of(const struct otlp_message *m, uint64_t at)
{
    size_t from = 0;
    size_t to = m->n_lines;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (m->lines[middle].at <= at)
            from = middle + 1;
        else
            to = middle;
    }
    return from ? m->lines[from - 1].line : m->number > 0;
}

bool otlp_fault(const struct otlp_message *m, uint64_t at, const char *wrong, const char *wanted,
                const struct reading *r, struct fault *f)
{
    if (m->number)
        return fault_set(f, FAULT_INPUT, "%s:%llu: %s, wanted %s", r->name,
                         (unsigned long long)otlp_line_of(m, at), wrong, wanted);
    return fault_set(f, FAULT_INPUT, "%s:@0x%llx: %s, wanted %s", r->name, (unsigned long long)at,
                     wrong, wanted);
}

bool otlp_damaged(const struct otlp_message *m, const struct protobuf *field,
                  const struct reading *r, struct fault *f)
{
    return otlp_fault(m, field->at, field->wrong, "a field of an OTLP profile", r, f);
}

struct protobuf otlp_body(const struct otlp_message *m)
{
    return protobuf_of(str_from_to(m->bytes, (size_t)m->at, (size_t)m->end), m->at);
}

static void close_tables(struct otlp_message *m)
{
    for (size_t i = 0; i < OTLP_TABLES; i++) {
        mem_free(m->tables[i].at, m->tables[i].room, sizeof *m->tables[i].at);
        m->tables[i] = (struct otlp_table){.at = NULL};
    }
}

void otlp_close(struct otlp_message *m)
{
    close_tables(m);
    *m = (struct otlp_message){.at = 0};
}

static struct otlp_table *table_of(struct otlp_message *m, uint64_t number)
{
    for (size_t i = 0; i < OTLP_TABLES; i++)
        if (m->layout->tables[i] == number)
            return &m->tables[i];
    return NULL;
}

bool otlp_open_tables(struct otlp_message *m, struct protobuf holder, const struct reading *r,
                      struct fault *f)
{
    struct protobuf_field field;

    close_tables(m);
    for (uint64_t at = holder.at; protobuf_next(&holder, &field); at = holder.at) {
        struct otlp_table *table = table_of(m, field.number);
        if (!table)
            continue;
        if (field.kind != PROTOBUF_BYTES) {
            (void)is_wrong(&holder, at, other_kind);
            break;
        }
        table->at = mem_grow(table->at, &table->room, table->n + 1, sizeof *table->at);
        table->at[table->n++] = at;
    }
    return !holder.wrong || otlp_damaged(m, &holder, r, f);
}

struct otlp_walk otlp_walk_of(const struct otlp_message *m)
{
    struct protobuf none = protobuf_of(STR(""), 0);

    return (struct otlp_walk){otlp_body(m), none, none, none};
}

const struct protobuf *otlp_walk_damage(const struct otlp_walk *w)
{
    if (w->scope.wrong)
        return &w->scope;
    if (w->resource.wrong)
        return &w->resource;
    return w->data.wrong ? &w->data : NULL;
}

/* The resource may follow its profiles. */
static void begin_resource(struct otlp_walk *w, const struct protobuf_field *field)
{
    struct protobuf all = protobuf_in(field);
    struct protobuf_field about;

    w->resource = all;
    w->about = otlp_next_bytes(&all, RESOURCE_PROFILES_RESOURCE, &about) ? protobuf_in(&about)
                                                                         : protobuf_of(STR(""), 0);
}

bool otlp_walk_next(struct otlp_walk *w, struct protobuf *profile)
{
    struct protobuf_field field;

    while (!otlp_next_bytes(&w->scope, SCOPE_PROFILES, &field)) {
        if (otlp_walk_damage(w))
            return false;
        if (otlp_next_bytes(&w->resource, RESOURCE_PROFILES_SCOPES, &field))
            w->scope = protobuf_in(&field);
        else if (w->resource.wrong || !otlp_next_bytes(&w->data, DATA_RESOURCE_PROFILES, &field))
            return false;
        else
            begin_resource(w, &field);
    }
    *profile = protobuf_in(&field);
    return true;
}

/* The field that begins there, which was read before. */
static struct protobuf_field field_at(const struct otlp_message *m, uint64_t at)
{
    struct protobuf rest = protobuf_of(str_from_to(m->bytes, (size_t)at, (size_t)m->end), at);
    struct protobuf_field field = {.bytes = STR("")};
    bool is = protobuf_next(&rest, &field);

    (void)is;
    return field;
}

bool otlp_string(const struct otlp_message *m, uint64_t index, struct str *text)
{
    const struct otlp_table *strings = &m->tables[TABLE_STRINGS];

    *text = STR("");
    if (index == 0)
        return true;
    if (index >= strings->n)
        return false;
    *text = field_at(m, strings->at[index]).bytes;
    return true;
}

struct protobuf otlp_row(const struct otlp_message *m, enum otlp_table_name table, size_t row)
{
    struct protobuf_field field = field_at(m, m->tables[table].at[row]);

    return protobuf_in(&field);
}

static bool take_fixed(struct protobuf *m, uint64_t *value)
{
    if (m->end - m->p < 8)
        return is_wrong(m, m->at, "a number that is cut off");
    *value = 0;
    for (size_t i = 0; i < 8; i++)
        *value |= (uint64_t)m->p[i] << 8 * i;
    m->p += 8;
    m->at += 8;
    return true;
}

bool otlp_numbers_next(struct otlp_numbers *n, uint64_t *value)
{
    enum protobuf_kind single = n->is_fixed ? PROTOBUF_FIXED64 : PROTOBUF_VARINT;
    struct protobuf_field field;

    while (n->packed.p == n->packed.end) {
        uint64_t at = n->message.at;
        if (n->packed.wrong || !protobuf_next(&n->message, &field))
            return false;
        if (field.number != n->number)
            continue;
        if (field.kind == single) {
            *value = field.value;
            return true;
        }
        if (field.kind != PROTOBUF_BYTES)
            return is_wrong(&n->message, at, other_kind);
        n->packed = protobuf_in(&field);
    }
    return n->is_fixed ? take_fixed(&n->packed, value) : protobuf_varint(&n->packed, value);
}

const char *otlp_read_numbers(struct protobuf message, uint64_t *numbers, size_t last)
{
    struct protobuf_field field;

    while (protobuf_next(&message, &field)) {
        if (field.number > last)
            continue;
        if (field.kind != PROTOBUF_VARINT)
            return other_kind;
        numbers[field.number] = field.value;
    }
    return message.wrong;
}
