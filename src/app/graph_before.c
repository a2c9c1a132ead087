/* Options of two profiles in one graph. */
#include "app/graph_before.h"

#include "app/say.h"
#include "base/cut.h"
#include "base/utf8.h"

static bool cut_number(struct str *s, double *to)
{
    uint64_t millionths;
    size_t n = 0;

    while (n < s->n && (is_digit(s->p[n]) || s->p[n] == '.'))
        n++;
    if (!cut_scaled(str_from_to(*s, 0, n), 6, &millionths) || !millionths)
        return false;
    *s = str_from_to(*s, n, s->n);
    *to = (double)millionths / VALUE_MILLION;
    return true;
}

/* A unit is a word: "1e6" and "1,000" are not numbers with one. */
static bool is_unit(struct str s)
{
    enum { LONGEST = 40 };
    bool exponent = s.n > 1 && (s.p[0] == 'e' || s.p[0] == 'E') &&
                    (is_digit(s.p[1]) || s.p[1] == '+' || s.p[1] == '-');

    return s.n <= LONGEST && utf8_plain(s) && !exponent && (!s.n || !strchr(",:+-", s.p[0]));
}

bool graph_before_read_per(struct request *r, const struct option_use *use, struct fault *f)
{
    struct graph_work *work = &r->graph.work;
    struct str rest = str_of(use->value);
    bool ok = cut_number(&rest, &work->before);

    work->after = work->before;
    if (ok && rest.n && rest.p[0] == ':') {
        rest = str_from_to(rest, 1, rest.n);
        ok = cut_number(&rest, &work->after);
    }
    while (rest.n && rest.p[0] == ' ')
        rest = str_from_to(rest, 1, rest.n);
    work->unit = rest.p;
    r->graph.per = true;
    return (ok && is_unit(rest)) ||
           value_wrong(use, "a number above 0 or two as BEFORE:AFTER, perhaps with a unit", f);
}

static bool excludes(const char *option, struct fault *f)
{
    return fault_set(f, FAULT_USAGE, "%s: excludes --before, wanted one of them", option);
}

bool graph_before_check(struct request *r, struct fault *f)
{
    struct graph_request *gr = &r->graph;

    if (!gr->before.n && (gr->per || gr->shares))
        return fault_set(f, FAULT_USAGE, "%s: wanted --before with it",
                         gr->per ? "--per" : "--shares");
    if (!gr->before.n)
        return true;
    if (gr->compare)
        return excludes("--compare", f);
    if (gr->per && gr->shares)
        return fault_set(f, FAULT_USAGE,
                         "--shares: excludes --per, which makes shares no other; wanted one of "
                         "them");
    if (gr->style.relative == GRAPH_OF_PARENT)
        return fault_set(f, FAULT_USAGE,
                         "--relative-to: parent excludes --before, wanted all or focus");
    if (!gr->lines_given && !gr->shares) {
        gr->style.lines[0] = GRAPH_TOTAL;
        gr->style.lines[1] = GRAPH_SELF;
    }
    return true;
}

static const char *name_of(const struct request_list *list)
{
    return !list->n || strcmp(list->items[0], "-") == 0 ? "standard input" : list->items[0];
}

bool graph_before_check_units(const struct request *r, const struct profile *before,
                              size_t column_before, const struct profile *after,
                              size_t column_after, struct fault *f)
{
    struct str then = names_get(&before->names, before->columns[column_before].unit);
    struct str now = names_get(&after->names, after->columns[column_after].unit);
    const char *name_then = name_of(&r->graph.before);
    const char *name_now = name_of(&r->inputs);
    struct excerpt e;
    struct excerpt e_now;

    if (str_equal(then, now))
        return true;
    if (then.n && now.n)
        return fault_set(f, FAULT_USAGE,
                         "--before: %s is measured in %s and %s in %s, wanted one unit (--value, "
                         "--event, --weight)",
                         name_then, excerpt_of(&e, then), name_now, excerpt_of(&e_now, now));
    struct str said = then.n ? then : now;
    if (!r->quiet && !str_equal(said, STR("samples")))
        say("%s: says no unit, taken as %s like %s", then.n ? name_now : name_then,
            excerpt_of(&e, said), then.n ? name_then : name_now);
    return true;
}
