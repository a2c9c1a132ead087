/* Sample: stack 1, values 4; or stack 1, values 2; or a slice 1, 2 with values 3: detects the
 * layout. */
#include "input/otlp/layout.h"

/* The layouts of 2025, the newest first. That of 2024, in which containers hold profiles, is
 * refused. */
static const struct otlp_layout newest = {
    .about = "a dictionary with a table of stacks, values after attributes and link",
    .is_fixed = true,
    .tables = {1, 2, 3, 4, 5, 6, 7},
    .profile = {.time = 3, .duration = 4, .period_type = 5, .period = 6, .attributes = 11},
    .sample = {.stack = 1, .attributes = 2, .values = 4, .times = 5},
};
static const struct otlp_layout values_first = {
    .about = "a dictionary with a table of stacks, values before attributes and link",
    .is_fixed = true,
    .tables = {1, 2, 3, 4, 5, 6, 7},
    .profile = {.time = 3, .duration = 4, .period_type = 5, .period = 6},
    .sample = {.stack = 1, .values = 2, .attributes = 3, .times = 5},
};
static const struct otlp_layout slices = {
    .about = "a dictionary without stacks, which are slices of locations",
    .tables = {1, 2, 3, 4, 5, 6},
    .profile =
        {.indices = 3, .time = 4, .duration = 5, .period_type = 6, .period = 7, .default_type = 9},
    .sample = {.stack = 1, .length = 2, .values = 3, .attributes = 4, .times = 6},
};
static const struct otlp_layout in_profiles = {
    .about = "tables in each profile, stacks are slices of locations",
    .in_profiles = true,
    .tables = {3, 4, 6, 9, 10, 7},
    .profile = {.indices = 5,
                .time = 11,
                .duration = 12,
                .period_type = 13,
                .period = 14,
                .default_type = 16,
                .attributes = 22},
    .sample = {.stack = 1, .length = 2, .values = 3, .attributes = 4, .times = 6},
};

/* Evidence for a layout. */
struct evidence {
    bool has_dictionary;
    uint64_t n_links, n_attributes; /* of the dictionary */
    bool has_stacks, has_units;     /* in field 7 of it */
    bool has_time, has_indices;     /* in field 3 of profiles */
    bool has_container;             /* in place of a profile */
    bool has_strings;               /* in a profile */
    bool has_profile;
    bool is_first, is_last;   /* values of samples: where other layouts have no such field */
    uint64_t n_first, n_last; /* samples which else would have no values, or no such link */
};

static bool is_bytes(const struct protobuf_field *field)
{
    return field->kind == PROTOBUF_BYTES;
}

/* A stack holds numbers, nearly always packed; a unit of attributes is two numbers. */
static void look_at_stack(struct evidence *e, const struct protobuf_field *field)
{
    struct protobuf entry = protobuf_in(field);
    struct protobuf_field inner;

    while (protobuf_next(&entry, &inner)) {
        e->has_stacks = e->has_stacks || (inner.number == 1 && is_bytes(&inner));
        e->has_units = e->has_units || inner.number == 2;
    }
}

static void look_at_dictionary(struct evidence *e, const struct protobuf_field *field)
{
    struct protobuf dictionary = protobuf_in(field);
    struct protobuf_field inner;

    e->has_dictionary = true;
    while (protobuf_next(&dictionary, &inner)) {
        e->n_links += inner.number == newest.tables[TABLE_LINKS];
        e->n_attributes += inner.number == newest.tables[TABLE_ATTRIBUTES];
        if (inner.number == newest.tables[TABLE_STACKS] && is_bytes(&inner))
            look_at_stack(e, &inner);
    }
}

static bool has_foreign_attribute(const struct evidence *e, struct protobuf sample)
{
    struct otlp_numbers numbers = otlp_numbers_of(sample, newest.sample.attributes, false);
    uint64_t row;

    while (otlp_numbers_next(&numbers, &row))
        if (row >= e->n_attributes)
            return true;
    return false;
}

/* In a sample, attributes and values are usually packed; a link is one number. Every sample has
 * values or times. */
static void look_at_sample(struct evidence *e, const struct protobuf_field *field)
{
    struct protobuf entry = protobuf_in(field);
    struct protobuf_field inner;
    struct protobuf_field fields[6] = {{0}};

    while (protobuf_next(&entry, &inner))
        if (inner.number < 6)
            fields[inner.number] = inner;
    if (entry.wrong)
        return;
    bool has_times = fields[5].number;
    e->is_first = e->is_first || (fields[3].number && is_bytes(&fields[3]));
    e->is_last = e->is_last || (fields[4].number && is_bytes(&fields[4]));
    bool needs_first = !fields[4].number && !has_times && fields[2].number;
    bool needs_last = !fields[2].number && !has_times && fields[4].number;
    if (needs_last || (fields[4].number && fields[4].value >= e->n_links))
        e->n_last++;
    else if (needs_first || has_foreign_attribute(e, protobuf_in(field)))
        e->n_first++;
}

static void look_at_profile(struct evidence *e, struct protobuf profile)
{
    struct protobuf_field field;

    e->has_profile = true;
    while (protobuf_next(&profile, &field)) {
        if (field.number == 2 && field.kind == PROTOBUF_FIXED64)
            e->has_container = true;
        else if (field.number == PROFILE_SAMPLE && is_bytes(&field))
            look_at_sample(e, &field);
        else if (field.number == slices.profile.indices && field.kind == PROTOBUF_FIXED64)
            e->has_time = true;
        else if (field.number == slices.profile.indices)
            e->has_indices = true;
        else if (field.number == in_profiles.tables[TABLE_STRINGS] && is_bytes(&field))
            e->has_strings = true;
    }
}

static const char *unknown_layout(const struct evidence *e)
{
    bool has_stacks = e->has_stacks || e->has_time;

    if (e->has_container)
        return "which keeps each profile in a container, as in 2024";
    if (!e->has_profile)
        return "which holds no profile";
    if (!e->has_dictionary && !e->has_strings)
        return "which has no dictionary, and no texts in its profiles";
    if (!e->has_dictionary)
        return NULL;
    if (has_stacks && (e->has_units || e->has_indices))
        return "which has both a table of stacks and slices of locations";
    if (has_stacks && e->is_first && e->is_last)
        return "which packs two of the fields of samples that may be one number";
    return NULL;
}

static const struct otlp_layout *known_layout(const struct evidence *e)
{
    if (!e->has_dictionary)
        return &in_profiles;
    if (e->has_units || e->has_indices)
        return &slices;
    if (e->is_first || e->is_last)
        return e->is_first ? &values_first : &newest;
    return e->n_first > e->n_last ? &values_first : &newest;
}

/* Finds the layout of a message; NULL with a fault that names what was found instead. Damage is
 * reported later, when the message is read. */
static const struct otlp_layout *find_layout(const struct otlp_message *m, const struct reading *r,
                                             struct fault *f)
{
    struct otlp_walk walk = otlp_walk_of(m);
    struct protobuf data = walk.data;
    struct protobuf_field field;
    struct protobuf profile;
    struct evidence e = {.has_dictionary = false};

    while (otlp_next_bytes(&data, DATA_DICTIONARY, &field))
        look_at_dictionary(&e, &field);
    while (otlp_walk_next(&walk, &profile))
        look_at_profile(&e, profile);
    if (otlp_walk_damage(&walk)) {
        (void)otlp_damaged(m, otlp_walk_damage(&walk), r, f);
        return NULL;
    }
    const char *unknown = unknown_layout(&e);
    if (!unknown)
        return known_layout(&e);
    (void)fault_set(f, FAULT_INPUT,
                    "%s:@0x%llx: an OTLP profile of a layout %s, wanted one of 2025: a dictionary "
                    "of stacks or of locations, or tables in each profile",
                    r->name, (unsigned long long)m->at, unknown);
    return NULL;
}

bool otlp_open(struct otlp_message *m, const struct reading *r, struct fault *f)
{
    struct protobuf body = otlp_body(m);
    struct protobuf_field field;

    if (!m->layout)
        m->layout = find_layout(m, r, f);
    if (!m->layout)
        return false;
    if (!m->layout->in_profiles && otlp_next_bytes(&body, DATA_DICTIONARY, &field))
        return otlp_open_tables(m, protobuf_in(&field), r, f);
    return !body.wrong || otlp_damaged(m, &body, r, f);
}
