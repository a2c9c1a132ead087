/* --per 900:1200request, --layout union: reads and checks the values of comparison options. */
#include "app/options/side_values.h"

#include "base/parse.h"
#include "base/utf8.h"

static bool parse_number(struct str *s, double *to)
{
    uint64_t millionths;
    size_t n = 0;

    while (n < s->n && (is_digit(s->p[n]) || s->p[n] == '.'))
        n++;
    if (!parse_scaled(str_from_to(*s, 0, n), 6, &millionths) || !millionths)
        return false;
    *s = str_from_to(*s, n, s->n);
    *to = (double)millionths / VALUE_MILLION;
    return true;
}

/* A unit is a word: "1e6" and "1,000" are not numbers with a unit. */
static bool is_unit(struct str s)
{
    enum { LONGEST = 40 };
    bool exponent = s.n > 1 && (s.p[0] == 'e' || s.p[0] == 'E') &&
                    (is_digit(s.p[1]) || s.p[1] == '+' || s.p[1] == '-');

    return s.n <= LONGEST && utf8_plain(s) && !exponent && (!s.n || !strchr(",:+-", s.p[0]));
}

static bool read_per(struct request *r, const struct option_use *use, struct fault *f)
{
    struct graph_work *work = &r->sides.work;
    struct str rest = str_of(use->value);
    bool ok = parse_number(&rest, &work->before);

    work->after = work->before;
    if (ok && rest.n && rest.p[0] == ':') {
        rest = str_from_to(rest, 1, rest.n);
        ok = parse_number(&rest, &work->after);
    }
    while (rest.n && rest.p[0] == ' ')
        rest = str_from_to(rest, 1, rest.n);
    work->unit = rest.p;
    r->sides.per = true;
    return (ok && is_unit(rest)) ||
           value_wrong(use, "a number above 0, or two as BEFORE:AFTER, optionally with a unit", f);
}

static bool read_layout(struct request *r, const struct option_use *use, struct fault *f)
{
    static const char *const layouts[] = {
        [LAYOUT_UNION] = "union",
        [LAYOUT_AFTER] = "after",
        [LAYOUT_BEFORE] = "before",
    };

    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (strcmp(use->value, layouts[i]) == 0) {
            r->sides.layout = (enum difference_layout)i;
            return true;
        }
    return value_wrong(use, "union, after or before", f);
}

static bool read_delta(struct request *r, const struct option_use *use, struct fault *f)
{
    r->sides.by_self = strcmp(use->value, "self") == 0;
    return r->sides.by_self || strcmp(use->value, "total") == 0 ||
           value_wrong(use, "total or self", f);
}

value_reader side_value_reader_of(enum option_id id)
{
    static const value_reader readers[OPTION_COUNT] = {
        [OPTION_PER] = read_per,
        [OPTION_LAYOUT] = read_layout,
        [OPTION_DELTA] = read_delta,
    };

    return readers[id];
}
