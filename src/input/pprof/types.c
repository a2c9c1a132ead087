/* samples in count, cpu in nanoseconds: texts by their indexes.
 * Reads the value types of samples. */
#include "input/pprof/types.h"

#include <inttypes.h>
#include <stdio.h>

#include "input/pprof/rows.h"
#include "model/pprof_units.h"
#include "model/units.h"

enum { PATH_MOST = 4096 };

static bool copy(char *to, struct str s)
{
    if (s.n > PPROF_NAME_MOST || memchr(s.p, '\0', s.n))
        return false;
    memcpy(to, s.p, s.n);
    to[s.n] = '\0';
    return true;
}

/* Reads the texts of a ValueType. */
static bool read_type(const struct pprof_message *m, const struct protobuf_field *field,
                      char (*names)[PPROF_NAME_MOST + 1], struct protobuf *type)
{
    struct protobuf_field inner;
    uint64_t indexes[VALUE_TYPE_UNIT + 1] = {0};
    struct str text;

    *type = protobuf_in(field);
    while (pprof_next(type, &pprof_value_type, &inner))
        if (inner.number <= VALUE_TYPE_UNIT)
            indexes[inner.number] = inner.value;
    for (size_t i = 0; !type->wrong && i < 2; i++)
        if (!pprof_string(m, indexes[VALUE_TYPE_TYPE + i], &text))
            type->wrong = "a name that is not in the table of texts";
        else if (!copy(names[i], text))
            type->wrong = "a name of more than 63 bytes, or with a NUL in it";
    if (type->wrong)
        type->at = field->at;
    return !type->wrong;
}

/* Some writers leave a type without a name: it has that of its unit, or it is a value. */
static void name_unnamed(struct pprof_types *t, size_t i)
{
    char *name = t->names[i][0];

    if (name[0])
        return;
    if (t->names[i][1][0])
        memcpy(name, t->names[i][1], sizeof t->names[i][1]);
    else if (i)
        snprintf(name, sizeof t->names[i][0], "value%zu", i + 1);
    else
        snprintf(name, sizeof t->names[i][0], "value");
}

/* A type of values that has the name of one before it is another all the same: cpu, cpu#2. */
static void number_twins(struct pprof_types *t)
{
    size_t met[PPROF_TYPES] = {0}; /* how many before it have its name */

    for (size_t i = 1; i < t->n; i++)
        for (size_t before = i; before-- > 0 && met[i] == 0;)
            if (strcmp(t->names[before][0], t->names[i][0]) == 0)
                met[i] = met[before] + 1;
    for (size_t i = 1; i < t->n; i++) {
        char *name = t->names[i][0];
        size_t n = strlen(name);
        int room = (int)(sizeof t->names[i][0] - n);
        if (met[i] && snprintf(name + n, (size_t)room, "#%zu", met[i] + 1) >= room)
            name[n] = '\0'; /* too long */
    }
}

/* Finds the default value by pprof's rule. */
static size_t find_first(const struct pprof_types *t, const struct pprof_message *m)
{
    struct str wanted;

    if (pprof_string(m, m->default_type, &wanted) && wanted.n)
        for (size_t i = 0; i < t->n; i++)
            if (str_equal(str_of(t->names[i][0]), wanted))
                return i;
    return t->n - 1;
}

bool pprof_types_read(struct pprof_types *t, const struct pprof_message *m, const struct reading *r,
                      struct fault *f)
{
    struct protobuf type;

    if (m->n_types == 0 || m->n_types > PPROF_TYPES)
        return fault_set(f, FAULT_INPUT,
                         "%s:@0x%llx: a profile of %llu types of values, wanted 1 to %d", r->name,
                         (unsigned long long)m->at, (unsigned long long)m->n_types, PPROF_TYPES);
    t->n = m->n_types;
    for (size_t i = 0; i < t->n; i++)
        if (!read_type(m, &m->types[i], t->names[i], &type))
            return fault_set(f, FAULT_INPUT, "%s:@0x%llx: %s, wanted a type of values", r->name,
                             (unsigned long long)type.at, type.wrong);
    t->first = find_first(t, m);
    for (size_t i = 0; i < t->n; i++)
        name_unnamed(t, i);
    number_twins(t);
    for (size_t i = 0; i < t->n; i++)
        t->measures[pprof_column(t, i)] =
            (struct measure){t->names[i][0], pprof_unit(t->names[i][0], t->names[i][1])};
    return true;
}

static void tell_period(const struct pprof_message *m, const struct reading *r, struct profile *p,
                        struct recording_info *info)
{
    char names[2][PPROF_NAME_MOST + 1];
    struct protobuf type;

    if (m->period > INT64_MAX || !m->period_type.number ||
        !read_type(m, &m->period_type, names, &type) || !names[0][0])
        return;
    if (m->period)
        reading_remark(&r->info->details, "one sample per %" PRIu64 " %s of %s", m->period,
                       pprof_unit(names[0], names[1]), names[0]);
    info->period = m->period;
    info->period_name = names_add(&p->names, str_of(names[0]));
    info->period_unit = names_add(&p->names, str_of(names[1]));
}

/* Of other units it is a mean: a large allocation is one sample. */
double pprof_period(const struct pprof_types *t, const struct pprof_message *m)
{
    char names[2][PPROF_NAME_MOST + 1];
    struct protobuf type;
    struct str unit = str_of(t->measures[0].unit);
    bool counted = false;

    for (size_t i = 0; i < t->n; i++)
        counted = counted || str_equal(str_of(t->measures[i].unit), STR("samples"));
    if (counted || m->period > INT64_MAX || !m->period_type.number ||
        !read_type(m, &m->period_type, names, &type) || !units_ratio(unit, STR("ns")) ||
        !str_equal(str_of(pprof_unit(names[0], names[1])), unit))
        return 0;
    return (double)m->period;
}

/* Damage in a mapping is found when a sample needs it. */
static void tell_mappings(const struct pprof_message *m, struct profile *p,
                          struct recording_info *info)
{
    const struct location_tables tables = pprof_tables(m);

    for (size_t i = 0; i < tables.n_mappings && i < RECORDING_INFO_MAPPINGS_MOST; i++) {
        struct mapping_row row = {.file = STR(""), .build_id = STR("")};
        if (tables.mapping(m, i, &row) || row.file.n > PATH_MOST || row.build_id.n > PATH_MOST)
            continue;
        const struct recording_info_mapping mapping = {.file = names_add(&p->names, row.file),
                                                       .build_id =
                                                           names_add(&p->names, row.build_id),
                                                       .start = row.start,
                                                       .limit = row.limit,
                                                       .offset = row.offset,
                                                       .named = row.named};
        recording_info_mapping(info, &mapping);
    }
}

static name_id text_of(const struct pprof_message *m, struct profile *p, uint64_t index)
{
    struct str text;

    return pprof_string(m, index, &text) ? names_add(&p->names, text) : 0;
}

void pprof_tell(const struct pprof_message *m, const struct reading *r, struct profile *p)
{
    struct recording_info info = {0};
    struct excerpt e;
    struct str text;

    tell_period(m, r, p, &info);
    if (m->time_ns <= INT64_MAX)
        info.time_ns = r->info->zero_ns = m->time_ns;
    if (m->duration_ns <= INT64_MAX)
        info.duration_ns = m->duration_ns;
    if (m->duration_ns && m->duration_ns <= INT64_MAX)
        reading_remark(&r->info->details, "recorded for %" PRIu64 ".%03" PRIu64 " s",
                       m->duration_ns / 1000000000, m->duration_ns / 1000000 % 1000);
    for (size_t i = 0; i < m->n_comments; i++)
        if (pprof_string(m, m->comments[i], &text) && text.n) {
            reading_remark(&r->info->details, "comment: %s", excerpt_of(&e, text));
            recording_info_comment(&info, names_add(&p->names, text));
        }
    if (pprof_string(m, m->drop_frames, &text) && text.n)
        reading_remark(&r->info->details, "frames that it asks to drop (drop_frames) are drawn: %s",
                       excerpt_of(&e, text));
    info.drop = text_of(m, p, m->drop_frames);
    info.keep = text_of(m, p, m->keep_frames);
    info.more = text_of(m, p, m->doc_url);
    if (r->ask->naming.modules)
        tell_mappings(m, p, &info);
    recording_info_merge(&p->info, &p->names, &info, &p->names);
    recording_info_free(&info);
}
