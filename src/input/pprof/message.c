/* 0a 04 08 01 10 02: a sample type named by text 1, in the unit that text 2 says.
 * Finds the tables of a message. */
#include "input/pprof/message.h"

#include <stdlib.h>

#include "base/mem.h"

#define BIT(field) (UINT32_C(1) << (field))

const struct pprof_shape pprof_profile = {
    .most = PROFILE_DOC_URL,
    .bytes = BIT(PROFILE_SAMPLE_TYPE) | BIT(PROFILE_SAMPLE) | BIT(PROFILE_MAPPING) |
             BIT(PROFILE_LOCATION) | BIT(PROFILE_FUNCTION) | BIT(PROFILE_STRING_TABLE) |
             BIT(PROFILE_PERIOD_TYPE),
    .packed = BIT(PROFILE_COMMENT),
};
const struct pprof_shape pprof_value_type = {.most = VALUE_TYPE_UNIT};
const struct pprof_shape pprof_sample = {
    .most = SAMPLE_LABEL,
    .bytes = BIT(SAMPLE_LABEL),
    .packed = BIT(SAMPLE_LOCATION_ID) | BIT(SAMPLE_VALUE),
};
const struct pprof_shape pprof_label = {.most = LABEL_NUM_UNIT};
const struct pprof_shape pprof_mapping = {.most = MAPPING_LAST};
const struct pprof_shape pprof_location = {.most = LOCATION_LINE, .bytes = BIT(LOCATION_LINE)};
const struct pprof_shape pprof_line = {.most = LINE_LINE};
const struct pprof_shape pprof_function = {.most = FUNCTION_START_LINE};

/* What is known about a message whose end is being searched. */
struct seam {
    bool has_types, has_strings, in_strings;
    bool has_more;       /* before its strings: they are its last table */
    uint64_t behind;     /* the first table or sample after such strings; 0: none yet */
    bool is_typed;       /* sample types were seen from there on */
    uint64_t new_string; /* where strings that were first began once more; 0: they did not */
};

/* Returns where a message ends, now that a string table begins with an empty string; or 0. */
static uint64_t end_at_strings(struct seam *s, uint64_t at)
{
    if (!s->has_strings || !s->has_types)
        return 0;
    if (s->has_more)
        return s->is_typed ? s->behind : 0;
    s->new_string = at;
    return 0;
}

static uint64_t end_at_field(struct seam *s, const struct protobuf_field *field, uint64_t at)
{
    bool is_type = field->number == PROFILE_SAMPLE_TYPE;

    if (field->number == PROFILE_STRING_TABLE) {
        bool begins = !s->in_strings && field->bytes.n == 0;
        uint64_t end = begins ? end_at_strings(s, at) : 0;
        s->has_strings = s->in_strings = true;
        return end;
    }
    s->in_strings = false;
    if (field->number > PROFILE_STRING_TABLE)
        return 0;
    if (is_type && s->new_string)
        return s->new_string;
    if (!s->has_strings)
        s->has_more = true;
    else if (!s->behind)
        s->behind = at;
    if (is_type && s->behind)
        s->is_typed = true;
    s->has_types = s->has_types || is_type;
    return 0;
}

/* To protobuf, two messages in a row are one, whose repeated fields continue: indexes and ids would
 * count through the tables of both. No writer makes that. Users concatenate files, `cat a.pb.gz
 * b.pb.gz`, and each message has its own indexes and ids; pprof itself then finds ids with several
 * meanings. So a message ends where both sample types and strings (the first of them empty) begin
 * again. Most writers put strings after all other tables, some before them; fields after the
 * strings that are no tables do not matter. */
uint64_t pprof_end(struct str bytes, uint64_t at)
{
    struct protobuf m = protobuf_of(str_from_to(bytes, (size_t)at, bytes.n), at);
    struct protobuf_field field;
    struct seam seam = {0};

    for (uint64_t begin = at; protobuf_next(&m, &field); begin = m.at) {
        uint64_t end = end_at_field(&seam, &field, begin);
        if (end)
            return end;
    }
    return bytes.n;
}

bool pprof_damaged(const struct reading *r, const struct protobuf *m, struct fault *f)
{
    return fault_set(f, FAULT_INPUT, "%s:@0x%llx: %s, wanted a field of profile.proto", r->name,
                     (unsigned long long)m->at, m->wrong);
}

/* Damage in an entry is found when a sample needs it. */
static void add_id(struct pprof_ids *ids, const struct protobuf_field *field, uint64_t at)
{
    struct protobuf entry = protobuf_in(field);
    struct protobuf_field inner;
    uint64_t id = 0;

    while (protobuf_next(&entry, &inner))
        if (inner.number == 1)
            id = inner.value;
    if (id == 0)
        return;
    ids->rows = mem_grow(ids->rows, &ids->room, ids->n + 1, sizeof *ids->rows);
    ids->rows[ids->n++] = (struct pprof_id){id, at};
}

static void add_comments(struct pprof_message *m, const struct protobuf_field *field)
{
    struct protobuf_numbers numbers = protobuf_numbers_of(field);
    uint64_t index;

    while (m->n_comments < RECORDING_INFO_COMMENTS_MOST &&
           protobuf_numbers_next(&numbers, &index)) {
        m->comments =
            mem_grow(m->comments, &m->comments_room, m->n_comments + 1, sizeof *m->comments);
        m->comments[m->n_comments++] = index;
    }
}

static void add_field(struct pprof_message *m, const struct protobuf_field *field, uint64_t at)
{
    switch (field->number) {
    case PROFILE_SAMPLE_TYPE:
        if (m->n_types < PPROF_TYPES)
            m->types[m->n_types] = *field;
        m->n_types++;
        break;
    case PROFILE_MAPPING:
        add_id(&m->mappings, field, at);
        break;
    case PROFILE_LOCATION:
        add_id(&m->locations, field, at);
        break;
    case PROFILE_FUNCTION:
        add_id(&m->functions, field, at);
        break;
    case PROFILE_STRING_TABLE:
        m->strings = mem_grow(m->strings, &m->strings_room, m->n_strings + 1, sizeof *m->strings);
        m->strings[m->n_strings++] = at;
        break;
    case PROFILE_DROP_FRAMES:
        m->drop_frames = field->value;
        break;
    case PROFILE_KEEP_FRAMES:
        m->keep_frames = field->value;
        break;
    case PROFILE_DOC_URL:
        m->doc_url = field->value;
        break;
    case PROFILE_TIME_NANOS:
        m->time_ns = field->value;
        break;
    case PROFILE_DURATION_NANOS:
        m->duration_ns = field->value;
        break;
    case PROFILE_PERIOD_TYPE:
        m->period_type = *field;
        break;
    case PROFILE_PERIOD:
        m->period = field->value;
        break;
    case PROFILE_COMMENT:
        add_comments(m, field);
        break;
    case PROFILE_DEFAULT_SAMPLE_TYPE:
        m->default_type = field->value;
        break;
    default:
        break;
    }
}

/* Entries with the same id stay in order. */
static int compare_ids(const void *a, const void *b)
{
    const struct pprof_id *x = a;
    const struct pprof_id *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static void order_ids(struct pprof_ids *ids)
{
    bool is_ordered = true;

    ids->is_dense = true;
    for (size_t i = 0; i < ids->n; i++) {
        ids->is_dense = ids->is_dense && ids->rows[i].id == i + 1;
        is_ordered = is_ordered && (i == 0 || ids->rows[i - 1].id < ids->rows[i].id);
    }
    if (!is_ordered)
        qsort(ids->rows, ids->n, sizeof *ids->rows, compare_ids);
}

struct protobuf pprof_body(const struct pprof_message *m)
{
    return protobuf_of(str_from_to(m->bytes, (size_t)m->at, (size_t)m->end), m->at);
}

bool pprof_open(struct pprof_message *m, const struct reading *r, struct fault *f)
{
    struct protobuf body = pprof_body(m);
    struct protobuf_field field;

    for (uint64_t at = m->at; pprof_next(&body, &pprof_profile, &field); at = body.at)
        add_field(m, &field, at);
    if (body.wrong)
        return pprof_damaged(r, &body, f);
    order_ids(&m->mappings);
    order_ids(&m->locations);
    order_ids(&m->functions);
    return true;
}

void pprof_close(struct pprof_message *m)
{
    mem_free(m->strings, m->strings_room, sizeof *m->strings);
    mem_free(m->comments, m->comments_room, sizeof *m->comments);
    mem_free(m->mappings.rows, m->mappings.room, sizeof *m->mappings.rows);
    mem_free(m->locations.rows, m->locations.room, sizeof *m->locations.rows);
    mem_free(m->functions.rows, m->functions.room, sizeof *m->functions.rows);
    *m = (struct pprof_message){.at = 0};
}

/* The field that begins there, which was read before. */
static struct protobuf_field field_at(const struct pprof_message *m, uint64_t at)
{
    struct protobuf rest = protobuf_of(str_from_to(m->bytes, (size_t)at, (size_t)m->end), at);
    struct protobuf_field field = {.bytes = STR("")};
    bool is = protobuf_next(&rest, &field);

    (void)is;
    return field;
}

bool pprof_string(const struct pprof_message *m, uint64_t index, struct str *text)
{
    *text = STR("");
    if (index == 0)
        return true;
    if (index >= m->n_strings)
        return false;
    *text = field_at(m, m->strings[index]).bytes;
    return true;
}

bool pprof_find_sparse(const struct pprof_ids *ids, uint64_t id, size_t *row)
{
    size_t low = 0;
    size_t high = ids->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ids->rows[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    *row = low;
    return low < ids->n && ids->rows[low].id == id;
}

struct protobuf pprof_entry(const struct pprof_message *m, const struct pprof_ids *ids, size_t row)
{
    struct protobuf_field field = field_at(m, ids->rows[row].at);

    return protobuf_in(&field);
}
