/* 12 08 0a 02 02 01 12 02 01 05: a sample of locations 2, the leaf, and 1, with values 1 and 5.
 * What pprof, Go and many others write: a protobuf message Profile, usually compressed by gzip. */
#include "base/mem.h"
#include "input/common/snapshot_labels.h"
#include "input/common/thread_labels.h"
#include "input/pprof/chains.h"
#include "input/pprof/rows.h"
#include "input/pprof/types.h"
#include "model/pprof_units.h"

enum { UNIT_MOST = 63, LABEL_SETS = 1 << 10, AHEAD = 16 };

/* Caches the label set for the labels of a sample, byte by byte as in the input. */
struct label_set {
    struct str bytes; /* empty: none */
    labels_id id;
};

struct pprof {
    struct text text;
    struct fault *f;
    struct buf bytes; /* all of the input: samples come before what they mean */
    struct pprof_message message;
    struct pprof_types types;
    struct locations locations;
    struct location_files files;
    name_id *texts;      /* of labels, by index; 0: not seen, or empty */
    struct label *pairs; /* of the sample */
    size_t n_pairs, pairs_room;
    uint64_t values[PPROF_TYPES];
    size_t n_values;
    struct pprof_chains chains;
    struct pprof_looked ahead;       /* at the locations of the sample, or those of one before */
    struct pprof_looked first;       /* the first ones of the sample; empty: they are not packed */
    struct pprof_chain *place;       /* of these, once they have it */
    const struct pprof_chain *known; /* the same; NULL: there is none, or it does not help */
    struct label_set *sets;          /* recent ones, by hash */
    struct str labelled; /* from the first label of the sample to its end; empty: none yet */
    bool is_all_labels;  /* nothing else is in that */
    bool is_unnamed;     /* some function of the sample */
    uint64_t n_unnamed;  /* samples */
    bool has_below;      /* columns for what is below 0 */
    uint64_t n_below;    /* samples with such values */
    bool is_below;       /* the sample is one */
};

/* Finds the text of a label as a name. *wrong is a literal if there is none. */
static bool find_text(struct pprof *in, uint64_t index, name_id *id, const char **wrong)
{
    struct str text;

    *id = 0;
    if (!pprof_string(&in->message, index, &text)) {
        *wrong = "a label that is not in the table of texts";
        return true;
    }
    if (text.n == 0)
        return true;
    if (!in->texts[index] && !builder_name(&in->text.builder, text, &in->texts[index]))
        return false;
    *id = in->texts[index];
    return true;
}

/* Makes "4096 bytes"; the unit may be missing. */
static bool make_number(struct pprof *in, const uint64_t *fields, name_id *id, const char **wrong)
{
    char text[24 + UNIT_MOST + 1];
    struct str unit;

    if (!pprof_string(&in->message, fields[LABEL_NUM_UNIT], &unit)) {
        *wrong = "a label that is not in the table of texts";
        return true;
    }
    if (unit.n > UNIT_MOST) {
        *wrong = "a label in a unit of more than 63 bytes";
        return true;
    }
    uint64_t number = fields[LABEL_NUM];
    bool is_negative = number >> 63;
    int n = snprintf(text, sizeof text, "%s%llu%s%.*s", is_negative ? "-" : "",
                     (unsigned long long)(is_negative ? 0 - number : number), unit.n ? " " : "",
                     (int)unit.n, unit.p);
    return builder_name(&in->text.builder, (struct str){text, (size_t)n}, id);
}

/* To pprof, a label with an empty text and the number 0 does not exist. */
static bool take_label(struct pprof *in, struct protobuf entry, const char **wrong)
{
    uint64_t fields[LABEL_NUM_UNIT + 1] = {0};
    struct protobuf_field field;
    struct label pair = {0};
    int64_t number;
    struct str unit;

    while (pprof_next(&entry, &pprof_label, &field))
        if (field.number <= LABEL_NUM_UNIT)
            fields[field.number] = field.value;
    *wrong = entry.wrong;
    if (*wrong)
        return true;
    if (!find_text(in, fields[LABEL_KEY], &pair.key, wrong))
        return false;
    if (fields[LABEL_STR]) {
        if (!find_text(in, fields[LABEL_STR], &pair.value, wrong))
            return false;
        if (pprof_number(names_get(&in->text.p->names, pair.value), &number, &unit))
            recording_info_text_key(&in->text.p->info, pair.key);
    } else if ((fields[LABEL_NUM] || fields[LABEL_NUM_UNIT]) &&
               !make_number(in, fields, &pair.value, wrong)) {
        return false;
    }
    if (*wrong || !pair.key || !pair.value)
        return true;
    in->pairs = mem_grow(in->pairs, &in->pairs_room, in->n_pairs + 1, sizeof *in->pairs);
    in->pairs[in->n_pairs++] = pair;
    return true;
}

static bool push_locations(struct pprof *in, struct protobuf_numbers ids, const char **wrong)
{
    uint64_t id;

    while (!*wrong && protobuf_numbers_next(&ids, &id))
        if (!locations_push(&in->locations, pprof_location_row(&in->message, id), &in->is_unnamed,
                            wrong))
            return false;
    *wrong = *wrong ? *wrong : ids.packed.wrong;
    return true;
}

/* The entry for labels with these bytes; others may occupy it. */
static struct label_set *set_of(const struct pprof *in, struct str labelled)
{
    return &in->sets[pprof_hash(labelled) & (LABEL_SETS - 1)];
}

/* The frames of a cached chain are only pushed when more locations follow. */
static bool take_locations(struct pprof *in, const struct protobuf_field *field, const char **wrong)
{
    const bool is_first = in->first.packed.n == 0 && !in->known && in->text.builder.n == 0;
    const struct str before = in->first.packed;

    in->first.packed = STR("");
    if (is_first && field->bytes.n > 0 && field->bytes.n <= UINT32_MAX) {
        if (in->ahead.packed.p != field->bytes.p)
            in->ahead = pprof_chains_look(&in->chains, field->bytes);
        in->first = in->ahead;
        in->known = in->place = pprof_chains_find(&in->first);
        if (in->known)
            return true;
    }
    if (in->known) {
        struct protobuf_numbers ids = {.packed = protobuf_of(before, 0)};
        in->known = NULL;
        if (!push_locations(in, ids, wrong))
            return false;
    }
    return push_locations(in, protobuf_numbers_of(field), wrong);
}

/* Finds or adds the stack of the sample. */
static stack_id find_stack(struct pprof *in)
{
    if (in->known) {
        in->is_unnamed = in->known->is_unnamed;
        return in->known->stack;
    }
    stack_id stack = builder_stack(&in->text.builder, LEAF_FIRST);
    if (in->first.packed.n)
        in->place = pprof_chains_keep(&in->first, stack, in->is_unnamed);
    return stack;
}

/* Adds a column for negative values behind each column: differences of profiles have them. */
static const char *add_below(struct pprof *in)
{
    struct profile *p = in->text.p;
    size_t n = in->types.n;
    struct buf name = {0};

    if (2 * n > PROFILE_COLUMNS_MOST)
        return "a negative value beside more than 12 types";
    profile_need_columns(p, 2 * n);
    for (size_t i = 0; i < n; i++) {
        struct builder *b = &in->text.builder;
        size_t of = builder_column(b, i);
        in->values[n + i] = 0;
        b->factors[n + i] = b->factors[i];
        b->columns[n + i] = BUILDER_NO_COLUMN;
        if (of == BUILDER_NO_COLUMN)
            continue;
        struct column *c = &p->columns[n + of];
        if (c->name && !c->subtracted) {
            buf_free(&name);
            return "a negative value, of fewer types than the inputs before it have";
        }
        buf_clear(&name);
        buf_add(&name, names_get(&p->names, p->columns[of].name));
        buf_add(&name, STR(" before"));
        c->name = names_add(&p->names, buf_str(&name));
        c->unit = p->columns[of].unit;
        c->place = p->columns[of].place;
        c->subtracted = true;
        b->columns[n + i] = (uint8_t)(n + of);
    }
    buf_free(&name);
    in->text.builder.n_values = 2 * n;
    in->has_below = true;
    return NULL;
}

/* Returns an error, or NULL. */
static const char *take_values(struct pprof *in, const struct protobuf_field *field)
{
    struct protobuf_numbers values = protobuf_numbers_of(field);
    uint64_t value;

    while (protobuf_numbers_next(&values, &value)) {
        if (in->n_values == in->types.n)
            return "more values than types";
        size_t column = pprof_column(&in->types, in->n_values++);
        in->values[column] = value;
        if (!(value >> 63))
            continue;
        const char *wrong = in->has_below ? NULL : add_below(in);
        if (wrong)
            return wrong;
        in->is_below = true;
        in->values[column] = 0;
        in->values[in->types.n + column] = 0 - value;
    }
    return values.packed.wrong;
}

static bool take_field(struct pprof *in, const struct protobuf_field *field, const char **wrong)
{
    switch (field->number) {
    case SAMPLE_LOCATION_ID:
        return take_locations(in, field, wrong);
    case SAMPLE_VALUE:
        *wrong = take_values(in, field);
        return true;
    case SAMPLE_LABEL:
        return take_label(in, protobuf_in(field), wrong);
    default:
        return true;
    }
}

/* Takes the fields of a sample. If only labels are left, and they are cached, uses the cached set.
 */
static bool take_fields(struct pprof *in, struct protobuf entry, const struct label_set **set,
                        const char **wrong)
{
    struct protobuf_field field;

    for (const unsigned char *p = entry.p; !*wrong && pprof_next(&entry, &pprof_sample, &field);
         p = entry.p) {
        bool is_label = field.number == SAMPLE_LABEL;
        if (is_label && in->labelled.n == 0) {
            in->labelled = (struct str){(const char *)p, (size_t)(entry.end - p)};
            in->is_all_labels = true;
            *set = set_of(in, in->labelled);
            if (str_equal((*set)->bytes, in->labelled))
                return true;
            *set = NULL;
        }
        in->is_all_labels = in->is_all_labels && is_label;
        if (!take_field(in, &field, wrong))
            return false;
    }
    *wrong = *wrong ? *wrong : entry.wrong;
    return true;
}

/* Those of snapshots are as this program writes them. */
static labels_id add_labels(struct pprof *in)
{
    struct labels *labels = &in->text.p->labels;
    struct names *names = &in->text.p->names;
    const snapshot_id snapshot = snapshot_labels_find(labels, names, in->pairs, in->n_pairs);

    return thread_labels_add_in(labels, names, snapshot, in->pairs, in->n_pairs);
}

static labels_id find_labels(struct pprof *in, const struct label_set *set)
{
    if (set)
        return set->id;
    labels_id id = in->n_pairs ? add_labels(in) : 0;
    if (in->is_all_labels)
        *set_of(in, in->labelled) = (struct label_set){in->labelled, id};
    return id;
}

/* If the locations are cached, the row usually is as well. */
static bool add(struct pprof *in, labels_id labels)
{
    struct builder *b = &in->text.builder;
    stack_id stack = find_stack(in);
    struct pprof_chain *chain = in->first.packed.n ? in->place : NULL;

    in->n_unnamed += in->is_unnamed;
    if (!chain)
        return builder_add_stack(b, stack, labels, in->values, 0);
    b->near = chain->near;
    bool ok = builder_add_stack(b, stack, labels, in->values, 0);
    chain->near = b->near;
    return ok;
}

static bool take_sample(struct pprof *in, struct protobuf entry)
{
    const struct label_set *set = NULL;
    const char *wrong = NULL;
    char where[40];

    builder_begin(&in->text.builder);
    in->n_pairs = in->n_values = 0;
    in->is_unnamed = in->is_all_labels = in->is_below = false;
    in->first.packed = in->labelled = STR("");
    in->known = NULL;
    if (in->has_below)
        memset(in->values + in->types.n, 0, in->types.n * sizeof *in->values);
    if (!take_fields(in, entry, &set, &wrong))
        return false;
    if (!wrong && in->n_values < in->types.n)
        wrong = "fewer values than types";
    if (wrong) {
        snprintf(where, sizeof where, "byte %llu", (unsigned long long)entry.at);
        return reading_bad(in->text.r, 0, wrong, str_of(where), in->f);
    }
    in->n_below += in->is_below;
    return add(in, find_labels(in, set));
}

/* The packed locations at the start of a sample, the usual case; else empty, at no address that a
 * field has. */
static struct str first_locations(const struct protobuf *entry)
{
    enum { PACKED = SAMPLE_LOCATION_ID << 3 | 2 };
    size_t n = (size_t)(entry->end - entry->p);

    if (n < 2 || entry->p[0] != PACKED || entry->p[1] >= 0x80 || n - 2 < entry->p[1])
        return STR("");
    return (struct str){(const char *)entry->p + 2, entry->p[1]};
}

/* The caches are spread over memory: looks up several samples at once, so that they wait for memory
 * together. */
static void look_ahead(const struct pprof *in, const struct protobuf *entries, size_t n,
                       struct pprof_looked *ahead)
{
    for (size_t i = 0; i < n; i++)
        ahead[i] = pprof_chains_look(&in->chains, first_locations(&entries[i]));
    for (size_t i = 0; i < n; i++) {
        const struct pprof_chain *chain = pprof_chains_guess(&ahead[i]);
        if (!chain)
            continue;
        PREFETCH(chain->p);
        PREFETCH(chain->p + chain->n - 1);
        profile_expect(in->text.p, chain->near);
    }
}

static bool take_several(struct pprof *in, const struct protobuf *entries, size_t n)
{
    struct pprof_looked ahead[AHEAD];

    look_ahead(in, entries, n, ahead);
    for (size_t i = 0; i < n; i++) {
        in->ahead = ahead[i];
        if (!take_sample(in, entries[i]))
            return false;
    }
    return true;
}

static bool take_samples(struct pprof *in)
{
    struct protobuf body = pprof_body(&in->message);
    struct protobuf entries[AHEAD];
    struct protobuf_field field;
    size_t n = 0;

    while (pprof_next(&body, &pprof_profile, &field)) {
        if (field.number != PROFILE_SAMPLE)
            continue;
        entries[n++] = protobuf_in(&field);
        if (n == AHEAD && !take_several(in, entries, n))
            return false;
        n = n < AHEAD ? n : 0;
    }
    return take_several(in, entries, n);
}

static bool read_message(struct pprof *in)
{
    struct pprof_message *m = &in->message;
    struct reading *r = in->text.r;

    if (!pprof_open(m, r, in->f) || !pprof_types_read(&in->types, m, r, in->f) ||
        !text_measures(&in->text, TEXT_FULL_NAMES, in->types.measures, in->types.n))
        return false;
    for (size_t i = 0; i < in->types.n; i++) {
        size_t column = builder_column(&in->text.builder, pprof_column(&in->types, i));
        if (column == BUILDER_NO_COLUMN)
            continue;
        struct column *c = &in->text.p->columns[column];
        if (c->subtracted)
            return fault_set(in->f, FAULT_INPUT,
                             "%s: measures more than the differences before it, wanted inputs of "
                             "one measure",
                             r->name);
        if (!c->place)
            c->place = (unsigned)i + 1;
    }
    in->has_below = false;
    pprof_tell(m, r, in->text.p);
    r->tally.period = pprof_period(&in->types, m);
    in->texts = mem_alloc(m->n_strings, sizeof *in->texts);
    const struct location_tables tables = pprof_tables(m);
    locations_init(&in->locations, &in->text, &in->files, &tables);
    pprof_chains_init(&in->chains, m->end - m->at);
    in->sets = mem_alloc(LABEL_SETS, sizeof *in->sets);
    bool ok = take_samples(in);
    pprof_chains_free(&in->chains);
    mem_free(in->sets, LABEL_SETS, sizeof *in->sets);
    locations_free(&in->locations);
    mem_free(in->texts, m->n_strings, sizeof *in->texts);
    return ok;
}

static bool read_messages(struct pprof *in)
{
    struct str bytes = buf_str(&in->bytes);
    uint64_t at = 0;
    bool ok = true;

    do {
        uint64_t end = pprof_end(bytes, at);
        in->message = (struct pprof_message){.bytes = bytes, .at = at, .end = end};
        ok = read_message(in);
        pprof_close(&in->message);
        at = end;
    } while (ok && at < bytes.n);
    return ok;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct pprof in = {.f = f};

    text_init(&in.text, r, blocks, p, f);
    location_files_init(&in.files, r);
    bool ok = reading_whole(r, blocks, &in.bytes, f) && read_messages(&in);
    if (ok)
        location_files_tell(&in.files, in.n_unnamed, r->tally.taken,
                            ": pprof -proto PROGRAM FILE writes a profile with names");
    ok = ok && location_files_check(&in.files, f);
    location_files_free(&in.files);
    if (in.n_below)
        reading_remark(&r->info->remarks,
                       "is a difference of profiles: samples with negative values (%llu) count as "
                       "what was before",
                       (unsigned long long)in.n_below);
    r->tally.lines = r->tally.taken + r->tally.bad; /* there are none: one a sample */
    mem_free(in.pairs, in.pairs_room, sizeof *in.pairs);
    buf_free(&in.bytes);
    text_free(&in.text);
    return ok;
}

/* How many bits a field confirms; 0: it is not in a profile. */
static unsigned bits_of(const struct protobuf_field *field)
{
    static const struct pprof_shape *const shapes[] = {
        [PROFILE_SAMPLE_TYPE] = &pprof_value_type, [PROFILE_SAMPLE] = &pprof_sample,
        [PROFILE_MAPPING] = &pprof_mapping,        [PROFILE_LOCATION] = &pprof_location,
        [PROFILE_FUNCTION] = &pprof_function,      [PROFILE_STRING_TABLE] = NULL,
        [PROFILE_PERIOD_TYPE] = &pprof_value_type};
    enum { OTHER = 1, MESSAGE = 4, TYPE = 36 };
    struct protobuf entry = protobuf_in(field);
    struct protobuf_field inner;
    unsigned n = 0;

    if (field->number >= sizeof shapes / sizeof shapes[0] || !shapes[field->number])
        return OTHER;
    for (; pprof_next(&entry, shapes[field->number], &inner); n++)
        if (shapes[field->number] == &pprof_value_type && inner.number > VALUE_TYPE_UNIT)
            return 0;
    if (!entry.wrong && n == 0 && field->number == PROFILE_SAMPLE_TYPE)
        return OTHER; /* of no name and no unit */
    if (entry.wrong || n == 0)
        return 0;
    return field->number == PROFILE_SAMPLE_TYPE && n == 2 ? TYPE : MESSAGE;
}

/* Text may parse as fields: each "xx" is a number in field 15. A profile has its sample types,
 * whose bytes include 8 and 16. */
static bool is_text(struct str prefix)
{
    enum { LOOKED_AT = 4096 };

    for (size_t i = 0; i < prefix.n && i < LOOKED_AT; i++) {
        unsigned char c = (unsigned char)prefix.p[i];
        if (c < ' ' && c != '\t' && c != '\n' && c != '\r')
            return false;
    }
    return true;
}

/* All fields in the prefix must be those of a profile, except one that it cuts off. That there is
 * none confirms a small one. */
static unsigned recognise(struct str prefix)
{
    enum { LEAST = 40, MOST = 60, LAST_FIELD = 15, WHOLE = 24 };
    enum { SAMPLED = 1 << PROFILE_SAMPLE_TYPE | 1 << PROFILE_SAMPLE | 1 << PROFILE_STRING_TABLE };
    struct protobuf m = protobuf_of(prefix, 0);
    struct protobuf_field field;
    unsigned bits = 0;
    unsigned seen = 0;

    while (pprof_next(&m, &pprof_profile, &field)) {
        unsigned more = field.number <= LAST_FIELD ? bits_of(&field) : 0;
        seen = more ? seen | 1u << field.number : 0;
        if (!more)
            break;
        bits = bits + more < MOST ? bits + more : MOST;
    }
    if (!m.wrong && (seen & SAMPLED) == SAMPLED)
        bits = bits + WHOLE < MOST ? bits + WHOLE : MOST;
    return bits >= LEAST && !is_text(prefix) ? bits : 0;
}

static const char *const endings[] = {"pprof", "pb", NULL};

const struct input_format input_pprof = {
    .name = "pprof",
    .about = "profile.proto of pprof, as Go and many others write it, compressed or not",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .binary = true,
    .cut = CUT_NOWHERE,
};
