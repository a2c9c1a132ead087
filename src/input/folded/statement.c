/* # flame: unit=ns period=1003009
 * The period is what a sample weighs, at most; a file without it does not know. */
#include "input/folded/statement.h"

#include "base/parse.h"
#include "input/common/amount.h"
#include "input/common/measure.h"
#include "model/units.h"

struct statement {
    char unit[AMOUNT_UNIT_ROOM]; /* "": not stated */
    double period;               /* 0: not stated */
};

/* Words with other keys are left to later versions. */
static bool parse(struct str comment, struct statement *s)
{
    struct str rest = comment;
    struct str word;
    bool sound = take_word(&rest, &word) && str_equal(word, STR("#")) && take_word(&rest, &word) &&
                 str_equal(word, STR("flame:"));

    *s = (struct statement){.period = 0};
    while (sound && take_word(&rest, &word)) {
        size_t equals = str_find(word, 0, STR("="));
        struct str value = str_from_to(word, equals < word.n ? equals + 1 : word.n, word.n);
        if (str_starts(word, STR("unit=")))
            amount_read_unit(value, s->unit);
        else if (str_starts(word, STR("period=")))
            s->period = amount_read_period(value);
    }
    return sound && s->unit[0];
}

static bool name_unit(const struct statement *s, struct reading *r, struct profile *p,
                      struct fault *f)
{
    const bool is_time = units_ratio(str_of(s->unit), STR("ns")) > 0;
    const struct measure measure = {is_time ? "time" : s->unit, s->unit};

    r->tally.states_unit = true;
    r->tally.period = s->period;
    return measure_set(&measure, r, p, COLUMN_WEIGHT, f);
}

/* The head stated a unit. */
static bool state_again(const struct statement *s, struct reading *r, const struct profile *p,
                        struct fault *f)
{
    struct str unit = names_get(&p->names, p->columns[COLUMN_WEIGHT].unit);
    struct place place;
    struct excerpt e;

    if (!str_equal(unit, str_of(s->unit)))
        return fault_set(f, FAULT_INPUT,
                         "%s: states the unit %s, and a line before it %s, which cannot be added; "
                         "wanted one unit in an input",
                         place_of(&place, r->name, r->tally.lines), s->unit, excerpt_of(&e, unit));
    if (r->tally.period != s->period)
        r->tally.period = -1;
    return true;
}

bool folded_statement_take(struct reading *r, struct profile *p, struct str comment,
                           struct fault *f)
{
    struct tally *t = &r->tally;
    struct statement s;

    if (!parse(comment, &s))
        return true;
    if (t->states_unit)
        return state_again(&s, r, p, f);
    if (r->first_part && !t->taken && !t->bad)
        return name_unit(&s, r, p, f);
    t->comments--;
    t->period = -1;
    return reading_bad(r, t->lines, "a unit is stated below stacks, wanted it above all of them",
                       comment, f);
}

bool folded_statement_of_head(struct reading *r, struct profile *p, struct fault *f)
{
    struct str rest = r->head;
    struct str line;
    struct statement s;
    bool ok = reading_skip_mark(&rest, r->name, f);

    while (ok && !r->first_part && take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (line.n && line.p[0] != '#')
            break;
        if (parse(line, &s))
            ok = r->tally.states_unit ? state_again(&s, r, p, f) : name_unit(&s, r, p, f);
    }
    return ok;
}
