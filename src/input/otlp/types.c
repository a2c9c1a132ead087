/* samples in count, cpu in nanoseconds: texts by their indexes.
 * Reads the value types of samples. */
#include "input/otlp/types.h"

#include <inttypes.h>

#include "model/pprof_units.h"

struct type_names {
    char type[OTLP_NAME_MOST + 1], unit[OTLP_NAME_MOST + 1];
};

static bool copy(char *to, struct str s)
{
    if (s.n > OTLP_NAME_MOST || memchr(s.p, '\0', s.n))
        return false;
    memcpy(to, s.p, s.n);
    to[s.n] = '\0';
    return true;
}

/* Reads the texts of a ValueType; returns an error (a literal) or NULL. A type without a name
 * counts samples. */
static const char *read_names(const struct otlp_message *m, const struct protobuf_field *field,
                              struct type_names *names)
{
    uint64_t indexes[VALUE_TYPE_UNIT + 1] = {0};
    const char *wrong = otlp_read_numbers(protobuf_in(field), indexes, VALUE_TYPE_UNIT);
    struct str type, unit;

    if (wrong)
        return wrong;
    if (!otlp_string(m, indexes[VALUE_TYPE_TYPE], &type) ||
        !otlp_string(m, indexes[VALUE_TYPE_UNIT], &unit))
        return "a name that is not in the table of texts";
    if (!copy(names->type, type.n ? type : STR("samples")) ||
        !copy(names->unit, type.n ? unit : STR("count")))
        return "a name of more than 63 bytes, or with a NUL in it";
    return NULL;
}

/* Names a measure; adds the unit if another measure has the same name. */
static void name_measure(struct otlp_types *t, size_t column, const struct type_names *names)
{
    bool is_taken = false;

    for (size_t i = 0; i < column; i++)
        is_taken = is_taken || strcmp(t->types[i], names->type) == 0;
    memcpy(t->types[column], names->type, sizeof names->type);
    memcpy(t->units[column], names->unit, sizeof names->unit);
    snprintf(t->names[column], sizeof t->names[column], "%s%s%s", names->type, is_taken ? "-" : "",
             is_taken ? names->unit : "");
    t->measures[column] =
        (struct measure){t->names[column], pprof_unit(t->types[column], t->units[column])};
}

/* Finds the column of a type, or adds one; returns OTLP_TYPES when there are too many. */
static size_t find_column(struct otlp_types *t, const struct type_names *names)
{
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->types[i], names->type) == 0 && strcmp(t->units[i], names->unit) == 0)
            return i;
    if (t->n < OTLP_TYPES)
        name_measure(t, t->n++, names);
    else
        return OTLP_TYPES;
    return t->n - 1;
}

static const char *add_type(struct otlp_types *t, const struct type_names *names,
                            struct otlp_profile *profile)
{
    size_t column = find_column(t, names);

    if (column == OTLP_TYPES || profile->n_types == OTLP_TYPES)
        return "one type of values more than there may be";
    profile->columns[profile->n_types++] = column;
    return NULL;
}

static void take_number(const struct otlp_message *m, const struct protobuf_field *field,
                        struct otlp_profile *profile)
{
    if (field->number == m->layout->profile.period)
        profile->period = field->value;
    else if (field->number == m->layout->profile.time)
        profile->time_ns = field->value;
    else if (field->number == m->layout->profile.duration)
        profile->duration_ns = field->value;
    else if (field->number == m->layout->profile.default_type)
        profile->default_type = field->value;
}

/* The default type becomes the first column. */
static const char *add_types(struct otlp_types *t, struct type_names *all, size_t n,
                             struct otlp_profile *profile)
{
    size_t first = profile->default_type < n ? (size_t)profile->default_type : 0;
    const char *wrong = NULL;

    if (n == 0)
        all[n++] = (struct type_names){"samples", "count"};
    if (t->n == 0 && first)
        (void)find_column(t, &all[first]);
    for (size_t i = 0; !wrong && i < n; i++)
        wrong = add_type(t, &all[i], profile);
    return wrong;
}

bool otlp_types_read(struct otlp_types *t, const struct otlp_message *m, struct protobuf body,
                     struct otlp_profile *profile, const struct reading *r, struct fault *f)
{
    struct type_names all[OTLP_TYPES + 1];
    uint64_t at = body.at;
    struct protobuf_field field;
    const char *wrong = NULL;
    char wanted[40];
    size_t n = 0;

    *profile = (struct otlp_profile){.n_types = 0};
    while (!wrong && protobuf_next(&body, &field))
        if (field.number == PROFILE_SAMPLE_TYPE && n == OTLP_TYPES)
            wrong = "more types of values than there may be";
        else if (field.number == PROFILE_SAMPLE_TYPE)
            wrong = read_names(m, &field, &all[n++]);
        else if (field.number == m->layout->profile.period_type)
            profile->period_type = field;
        else if (field.kind == PROTOBUF_VARINT || field.number == m->layout->profile.time)
            take_number(m, &field, profile);
    if (body.wrong)
        return otlp_damaged(m, &body, r, f);
    wrong = wrong ? wrong : add_types(t, all, n, profile);
    snprintf(wanted, sizeof wanted, "a profile of at most %d", OTLP_TYPES);
    return !wrong || otlp_fault(m, at, wrong, wanted, r, f);
}

void otlp_tell(const struct otlp_message *m, const struct otlp_profile *profile,
               const struct reading *r)
{
    struct type_names names;

    if (profile->period && profile->period <= INT64_MAX && profile->period_type.number &&
        !read_names(m, &profile->period_type, &names))
        reading_remark(&r->info->details, "one sample per %" PRIu64 " %s of %s", profile->period,
                       pprof_unit(names.type, names.unit), names.type);
    if (profile->time_ns && (!r->info->zero_ns || profile->time_ns < r->info->zero_ns))
        r->info->zero_ns = profile->time_ns;
    if (profile->duration_ns && profile->duration_ns <= INT64_MAX)
        reading_remark(&r->info->details, "recorded for %" PRIu64 ".%03" PRIu64 " s",
                       profile->duration_ns / 1000000000, profile->duration_ns / 1000000 % 1000);
}
