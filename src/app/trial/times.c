/* "processor time: old 668.2 ms \302\261 3.1 ms (664.9 to 672.4), new 701.0 ms \302\261 4.2 ms
 * (...)" */
#include "app/trial/findings.h"
#include "base/sink.h"

/* Units of time, the finest last. */
static const struct time_unit {
    const char *name;
    double in_second;
} units[] = {{" s", 1}, {" ms", 1e3}, {" us", 1e6}};

enum { UNITS = sizeof units / sizeof *units };

/* How numbers of a measure are written. */
struct number_form {
    double factor;
    unsigned digits;
    const char *unit;
};

/* With four digits or more of the larger mean. */
static struct number_form form_of(const struct trial_measure *m, double mean)
{
    const double most = 1000;
    size_t i = 0;

    if (m->kind == MEASURE_EVENT)
        return (struct number_form){1, 0, ""};
    while (i + 1 < UNITS && mean * units[i].in_second < 1)
        i++;
    const double shown = mean * units[i].in_second;
    const unsigned digits = shown < most / 100 ? 3 : shown < most / 10 ? 2 : 1;
    return (struct number_form){units[i].in_second, digits, units[i].name};
}

static void write_number(struct sink *s, double value, const struct number_form *form)
{
    const double most = 1e15;
    const double n = value * form->factor;

    sink_fixed(s, n < most ? n : most, form->digits);
}

static void write_side(struct sink *s, const char *side, const struct measure_spread *spread,
                       const struct number_form *form)
{
    sink_text(s, side);
    write_number(s, spread->mean, form);
    sink_text(s, form->unit);
    sink_text(s, " \302\261 ");
    write_number(s, spread->deviation, form);
    sink_text(s, form->unit);
    sink_text(s, " (");
    write_number(s, spread->least, form);
    sink_text(s, " to ");
    write_number(s, spread->most, form);
    sink_text(s, ")");
}

void findings_add_times(struct findings *to, const struct trial *t)
{
    struct sink s;

    sink_open_buf(&s);
    for (size_t i = 0; i < t->measures.n; i++) {
        const struct trial_measure *m = &t->measures.rows[i];
        const struct measure_spread before = measure_spread_of(m, &t->runs, SIDE_BEFORE);
        const struct measure_spread after = measure_spread_of(m, &t->runs, SIDE_AFTER);
        const struct number_form form =
            form_of(m, before.mean > after.mean ? before.mean : after.mean);
        sink_text(&s, m->name);
        write_side(&s, ": old ", &before, &form);
        write_side(&s, ", new ", &after, &form);
        sink_byte(&s, '\0');
    }
    buf_add(&to->times, buf_str(&s.buf));
    sink_discard(&s);
}
