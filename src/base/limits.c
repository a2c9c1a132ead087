/* Named limits; their table is limits.def. */
#include "base/limits.h"

#include <inttypes.h>

#include "base/nearest.h"

static const struct limit_row rows[] = {
#define LIMIT(id, name, usual, untrusted, about) {name, about, usual, untrusted},
#include "base/limits.def"
#undef LIMIT
};

const struct limit_row *limits_table(size_t *n)
{
    *n = sizeof rows / sizeof rows[0];
    return rows;
}

struct limits limits_usual(void)
{
    return (struct limits){
#define LIMIT(id, name, usual, untrusted, about) .id = usual,
#include "base/limits.def"
#undef LIMIT
    };
}

struct limits limits_untrusted(void)
{
    return (struct limits){
#define LIMIT(id, name, usual, untrusted, about) .id = untrusted,
#include "base/limits.def"
#undef LIMIT
    };
}

static uint64_t *value_of(struct limits *l, struct str name)
{
#define LIMIT(id, text, usual, untrusted, about)                                                   \
    if (str_equal(name, str_of(text)))                                                             \
        return &l->id;
#include "base/limits.def"
#undef LIMIT
    return NULL;
}

bool limits_set(struct limits *l, struct str name_value, struct fault *f)
{
    struct excerpt e;
    struct str rest = name_value;
    struct str name;
    struct nearest nearest = {0};

    take_field(&rest, '=', &name);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        nearest_look(&nearest, name, rows[i].name);
    uint64_t *value = value_of(l, name);
    if (!value)
        return nearest_fault(&nearest, "--limit: no limit", name, "--help=all", f);
    if (rest.p && parse_size(rest, value)) {
        if (*value == 0 && value != &l->memory && value != &l->time && value != &l->output)
            *value = UINT64_MAX;
        return true;
    }
    return fault_set(
        f, FAULT_USAGE,
        "--limit: \"%s\" found, wanted NAME=NUMBER, where NUMBER may end in K, M, G or T",
        excerpt_of(&e, name_value));
}

uint64_t limits_output(const struct limits *l, uint64_t read)
{
    const uint64_t least = 1 << 20;
    const uint64_t times = 100;

    if (l->output != LIMIT_DERIVED)
        return l->output;
    return read < (UINT64_MAX - least) / times ? least + times * read : 0;
}

bool limits_reached(struct fault *f, const char *place, const char *name, uint64_t limit)
{
    return fault_set(f, FAULT_INPUT,
                     "%s: limit \"%s\" (%" PRIu64 ") reached; raise it with --limit %s=%" PRIu64,
                     place, name, limit, name, limit < UINT64_MAX / 2 ? limit * 2 : 0);
}
