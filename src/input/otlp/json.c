/* {"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"samples":[{"stackIndex":1,"values":["5"]}
 * Makes protobuf of JSON, message by message: the collector's file exporter writes one a line. */
#include "input/otlp/json.h"

#include <assert.h>

#include "base/mem.h"
#include "base/parse.h"

enum { LENGTH_BYTES = 5 }; /* of a length that is not known yet */

#define OTLP_JSON_TABLES                                                                           \
    {                                                                                              \
        OTLP_JSON_TABLE(0), OTLP_JSON_TABLE(1), OTLP_JSON_TABLE(2), OTLP_JSON_TABLE(3),            \
            OTLP_JSON_TABLE(4), OTLP_JSON_TABLE(5), OTLP_JSON_TABLE(6)                             \
    }
#define OTLP_JSON_PROFILE                                                                          \
    {                                                                                              \
        .time = OTLP_JSON_TIME, .duration = OTLP_JSON_DURATION,                                    \
        .period_type = OTLP_JSON_PERIOD_TYPE, .period = OTLP_JSON_PERIOD,                          \
        .default_type = OTLP_JSON_DEFAULT_TYPE, .attributes = OTLP_JSON_PROFILE_ATTRIBUTES,        \
        .indices = OTLP_JSON_INDICES                                                               \
    }
#define OTLP_JSON_SAMPLE(of_slice)                                                                 \
    {                                                                                              \
        .stack = OTLP_JSON_STACK, .length = (of_slice), .values = OTLP_JSON_VALUES,                \
        .attributes = OTLP_JSON_SAMPLE_ATTRIBUTES, .times = OTLP_JSON_TIMES                        \
    }

static const struct otlp_layout stacks = {.about = "a dictionary with a table of stacks, as JSON",
                                          .is_fixed = true,
                                          .tables = OTLP_JSON_TABLES,
                                          .profile = OTLP_JSON_PROFILE,
                                          .sample = OTLP_JSON_SAMPLE(0)};
static const struct otlp_layout slices = {
    .about = "a dictionary without stacks, which are slices of locations, as JSON",
    .is_fixed = true,
    .tables = OTLP_JSON_TABLES,
    .profile = OTLP_JSON_PROFILE,
    .sample = OTLP_JSON_SAMPLE(OTLP_JSON_LENGTH)};
static const struct otlp_layout in_profiles = {
    .about = "tables in each profile, stacks are slices of locations, as JSON",
    .in_profiles = true,
    .is_fixed = true,
    .tables = OTLP_JSON_TABLES,
    .profile = OTLP_JSON_PROFILE,
    .sample = OTLP_JSON_SAMPLE(OTLP_JSON_LENGTH)};

/* ---- bytes */

static void add_varint(struct otlp_json *j, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        buf_add_byte(j->bytes, (char)(value | 0x80));
    buf_add_byte(j->bytes, (char)value);
}

static void add_fixed(struct otlp_json *j, uint64_t value)
{
    for (size_t i = 0; i < 8; i++)
        buf_add_byte(j->bytes, (char)(value >> 8 * i));
}

static void add_tag(struct otlp_json *j, const struct otlp_member *m, enum protobuf_kind kind)
{
    add_varint(j, (uint64_t)m->field << 3 | kind);
}

static void add_text(struct otlp_json *j, const struct otlp_member *m, struct str text)
{
    add_tag(j, m, PROTOBUF_BYTES);
    add_varint(j, text.n);
    buf_add(j->bytes, text);
}

static void add_bool(struct otlp_json *j, const struct otlp_member *m, bool value)
{
    add_tag(j, m, PROTOBUF_VARINT);
    add_varint(j, value);
}

/* A field of a kind that none has, which tells the reader that what is there is damaged. */
static void add_wrong(struct otlp_json *j, const struct otlp_member *m)
{
    add_tag(j, m, PROTOBUF_FIXED32);
    buf_add(j->bytes, (struct str){"\0\0\0\0", 4});
}

/* Its length comes when it ends. */
static void begin_bytes(struct otlp_json *j, struct otlp_level *level)
{
    add_tag(j, level->member, PROTOBUF_BYTES);
    level->has_length = true;
    level->at = j->bytes->n;
    buf_add(j->bytes, (struct str){"\0\0\0\0\0", LENGTH_BYTES});
}

static void end_bytes(struct otlp_json *j, const struct otlp_level *level)
{
    uint64_t n = j->bytes->n - level->at - LENGTH_BYTES;

    for (size_t i = 0; i < LENGTH_BYTES; i++)
        j->bytes->p[level->at + i] =
            (char)((n >> 7 * i & 0x7f) | (i + 1 < LENGTH_BYTES ? 0x80 : 0));
}

static void note_line(struct otlp_json *j)
{
    uint64_t line = json_line(&j->json);

    if (j->n_lines && j->lines[j->n_lines - 1].line == line)
        return;
    j->lines = mem_grow(j->lines, &j->lines_room, j->n_lines + 1, sizeof *j->lines);
    j->lines[j->n_lines++] = (struct otlp_line){j->bytes->n, line};
}

/* ---- values */

/* 17, "17", -17, 1.7e1 */
static bool read_number(const struct json_item *item, uint64_t *value)
{
    bool negative = item->text.n && item->text.p[0] == '-';
    struct str digits = str_from_to(item->text, negative, item->text.n);
    struct decimal number = {0};
    bool rounded = false;

    if (item->kind == JSON_NUMBER && item->is_whole) {
        *value = item->whole;
        return true;
    }
    if (item->kind != JSON_NUMBER && item->kind != JSON_STRING)
        return false;
    if (parse_u64(digits, value)) {
        *value = negative ? 0 - *value : *value;
        return !negative || *value >> 63 || *value == 0;
    }
    bool is = !negative && parse_float(digits, 0, &number, &rounded) && !rounded;
    *value = number.value;
    return is;
}

static void take_number(struct otlp_json *j, const struct otlp_member *m,
                        const struct json_item *item)
{
    uint64_t value;

    if (!read_number(item, &value)) {
        add_wrong(j, m);
    } else if (m->is_fixed) {
        add_tag(j, m, PROTOBUF_FIXED64);
        add_fixed(j, value);
    } else {
        add_tag(j, m, PROTOBUF_VARINT);
        add_varint(j, value);
    }
}

static void take_value(struct otlp_json *j, const struct otlp_member *m,
                       const struct json_item *item)
{
    bool is_bool = item->kind == JSON_TRUE || item->kind == JSON_FALSE;

    if (item->kind == JSON_NULL) /* as if it were not there */
        return;
    if (m->kind == MEMBER_NUMBER)
        take_number(j, m, item);
    else if (m->kind == MEMBER_TEXT && item->kind == JSON_STRING)
        add_text(j, m, item->text);
    else if (m->kind == MEMBER_OTHER)
        add_text(j, m, STR(""));
    else if (m->kind == MEMBER_BOOL && is_bool)
        add_bool(j, m, item->kind == JSON_TRUE);
    else
        add_wrong(j, m);
}

/* ---- arrays and objects */

static void skip(struct otlp_json *j, const struct json_item *item)
{
    if (item->kind == JSON_OBJECT || item->kind == JSON_ARRAY)
        j->skipped = item->depth + 1;
}

static void open_level(struct otlp_json *j, const struct otlp_member *m, bool is_array)
{
    struct otlp_level *level = &j->levels[j->depth++];

    assert(j->depth <= OTLP_JSON_LEVELS);
    *level = (struct otlp_level){.member = m, .is_array = is_array};
    if (is_array || !m)
        return;
    note_line(j);
    begin_bytes(j, level);
}

/* A value of a member, or in the array of one. */
static void take_member(struct otlp_json *j, const struct otlp_member *m, bool in_array,
                        const struct json_item *item)
{
    bool begins = item->kind == JSON_OBJECT || item->kind == JSON_ARRAY;

    if (!begins || m->kind == MEMBER_OTHER)
        take_value(j, m, item);
    else if (item->kind == JSON_ARRAY && m->is_repeated && !in_array)
        open_level(j, m, true);
    else if (item->kind == JSON_OBJECT && m->kind == MEMBER_MESSAGE)
        open_level(j, m, false);
    else
        add_wrong(j, m);
}

static void take_hint(struct otlp_json *j, const struct otlp_member *m, enum otlp_members_of of)
{
    if (m->hint != HINT_OWN_TABLES || of == MEMBERS_OF_PROFILE)
        j->hints |= m->hint;
}

/* What is not opened is skipped. */
static void take_inside(struct otlp_json *j, const struct json_item *item)
{
    const struct otlp_level *top = &j->levels[j->depth - 1];
    enum otlp_members_of of = top->member ? top->member->of : MEMBERS_OF_DATA;
    const struct otlp_member *m = top->is_array ? top->member : otlp_member_find(of, item->key);
    size_t depth = j->depth;

    if (m && !top->is_array)
        take_hint(j, m, of);
    if (m)
        take_member(j, m, top->is_array, item);
    if (j->depth == depth)
        skip(j, item);
}

/* ---- messages */

static void forget(struct otlp_json *j)
{
    while (j->n_lines && j->lines[j->n_lines - 1].at >= j->begin)
        j->n_lines--;
    j->bytes->n = (size_t)j->begin;
    j->depth = 0;
    j->skipped = 0;
}

static const struct otlp_layout *layout_of(unsigned hints)
{
    if (!(hints & HINT_DICTIONARY))
        return &in_profiles;
    return hints & HINT_SLICES ? &slices : &stacks;
}

/* Returns why a message cannot be read, or NULL. */
static const char *wrong_message(unsigned hints)
{
    if (!(hints & HINT_PROFILES))
        return "an OTLP message without profiles";
    if (!(hints & (HINT_DICTIONARY | HINT_OWN_TABLES)))
        return "an OTLP message without a dictionary, or texts in its profiles";
    if ((hints & HINT_STACKS) && (hints & HINT_SLICES || !(hints & HINT_DICTIONARY)))
        return "an OTLP message with both a table of stacks and slices of locations";
    return NULL;
}

static bool end_message(struct otlp_json *j)
{
    const struct reading *r = j->json.r;
    uint64_t line = json_line(&j->json);
    const char *wrong = wrong_message(j->hints);

    if (j->hints & HINT_CONTAINER)
        return fault_set(j->json.f, FAULT_INPUT,
                         "%s:%llu: an OTLP profile of a layout which keeps each profile in a "
                         "container, as in 2024, wanted one of 2025",
                         r->name, (unsigned long long)line);
    if (wrong) {
        forget(j);
        j->wrong_line = j->wrong ? j->wrong_line : line;
        j->wrong = j->wrong ? j->wrong : wrong;
        return json_bad(&j->json, line, wrong, STR(""));
    }
    j->made = mem_grow(j->made, &j->made_room, j->n_made + 1, sizeof *j->made);
    j->made[j->n_made++] = (struct otlp_made){j->bytes->n, layout_of(j->hints)};
    return true;
}

static bool take_end(struct otlp_json *j, const struct json_item *item)
{
    if (j->skipped) {
        j->skipped = j->skipped == item->depth + 1 ? 0 : j->skipped;
        return true;
    }
    if (!j->depth)
        return true;
    const struct otlp_level *level = &j->levels[--j->depth];
    if (level->has_length)
        end_bytes(j, level);
    return j->depth || end_message(j);
}

static bool take_outside(struct otlp_json *j, const struct json_item *item)
{
    if (item->kind != JSON_OBJECT) {
        skip(j, item);
        return json_bad(&j->json, json_line(&j->json), "no object of OTLP", item->text);
    }
    j->begin = j->bytes->n;
    j->hints = 0;
    open_level(j, NULL, false);
    return true;
}

static bool take(void *context, const struct json_item *item)
{
    struct otlp_json *j = context;

    if (item->kind == JSON_DAMAGE) {
        if (j->depth)
            forget(j);
        return true;
    }
    if (item->kind == JSON_OBJECT_END || item->kind == JSON_ARRAY_END)
        return take_end(j, item);
    if (j->skipped)
        return true;
    if (!j->depth)
        return take_outside(j, item);
    take_inside(j, item);
    return true;
}

bool otlp_json_read(struct otlp_json *j, struct reading *r, struct blocks *blocks,
                    struct buf *bytes, struct fault *f)
{
    j->bytes = bytes;
    j->json = (struct json){
        .r = r, .blocks = blocks, .f = f, .take = take, .context = j, .numbers = true};
    if (!json_read(&j->json))
        return false;
    if (j->n_made)
        return true;
    if (j->wrong)
        return fault_set(f, FAULT_INPUT,
                         "%s:%llu: %s, wanted one with its profiles and their texts", r->name,
                         (unsigned long long)j->wrong_line, j->wrong);
    return fault_set(f, FAULT_INPUT,
                     "%s: no whole message of OTLP, wanted an object with \"resourceProfiles\" and "
                     "its \"dictionary\"",
                     r->name);
}

void otlp_json_free(struct otlp_json *j)
{
    mem_free(j->lines, j->lines_room, sizeof *j->lines);
    mem_free(j->made, j->made_room, sizeof *j->made);
}

/* The tables may be longer than the prefix, and come first. */
unsigned otlp_json_recognise(struct str prefix)
{
    static const char *const keys[] = {"resourceProfiles", "resource_profiles", "mappingTable",
                                       "mapping_table"};

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (json_mentions(prefix, keys[i]))
            return 80;
    return 0;
}
