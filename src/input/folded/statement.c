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

static bool state(const struct statement *s, struct reading *r, struct profile *p, struct fault *f)
{
    struct tally *t = &r->tally;
    const bool is_time = units_ratio(str_of(s->unit), STR("ns")) > 0;
    const struct measure measure = {is_time ? "time" : s->unit, s->unit};
    struct str unit = names_get(&p->names, p->columns[COLUMN_WEIGHT].unit);

    if (t->states_unit) {
        if (!str_equal(unit, str_of(s->unit)) || t->period != s->period)
            t->period = -1;
        return true;
    }
    t->states_unit = true;
    t->period = t->taken ? -1 : s->period;
    return measure_set(&measure, r, p, COLUMN_WEIGHT, f);
}

bool folded_statement_take(struct reading *r, struct profile *p, struct str comment,
                           struct fault *f)
{
    struct statement s;

    return !parse(comment, &s) || state(&s, r, p, f);
}

bool folded_statement_of_head(struct reading *r, struct profile *p, struct fault *f)
{
    struct str rest = r->head;
    struct str line;
    bool ok = true;

    while (ok && !r->first_part && take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (line.n && line.p[0] != '#')
            break;
        ok = folded_statement_take(r, p, line, f);
    }
    return ok;
}
