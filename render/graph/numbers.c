/* Formats shares, times, counts and amounts of a graph. */
#include "render/graph/numbers.h"

#include <math.h>
#include <stdio.h>

#include "render/common/amount.h"
#include "render/common/text.h"

void graph_write_percent(struct sink *s, double share, bool self)
{
    sink_text(s, self ? "(" : "");
    sink_fixed(s, share * 100, 2);
    sink_text(s, self ? "%)" : "%");
}

/* Seconds in a unit of the measure; 0 if it is no time. */
double graph_seconds_of(const struct graph_picture *p)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
    const struct graph_measure *m = p->view->m;
    struct str unit = graph_text(p->graph, m->unit);

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (str_equal(unit, str_of(units[i].unit)))
            return units[i].seconds / pow(10, m->scale);
    return 0;
}

bool graph_is_scaled(const struct graph_picture *p, const struct graph_measure *m)
{
    return p->style->scaled && amount_is_scaled(graph_text(p->graph, m->unit));
}

/* The format was checked when it was read: it converts one double. */
void graph_time(const struct graph_picture *p, uint64_t value, struct buf *to)
{
    char number[400];
    double unit = graph_seconds_of(p);

    if (unit <= 0)
        return;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(number, sizeof number, p->style->time_format, (double)value * unit);
#pragma GCC diagnostic pop
    buf_add(to, str_of(number));
}

void graph_percent(const struct graph_measure *m, uint64_t value, bool self, struct buf *to)
{
    double share = m->sum ? (double)value / (double)m->sum : 1;
    struct sink s;

    sink_open_buf(&s);
    graph_write_percent(&s, self ? share : graph_share(m, value), false);
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

void graph_count(const struct graph_measure *m, uint64_t value, struct buf *to)
{
    struct sink s;

    sink_open_buf(&s);
    sink_grouped(&s, value, m->scale);
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

void graph_amount(const struct graph *g, const struct graph_measure *m, uint64_t value,
                  struct buf *to)
{
    struct sink s;

    sink_open_buf(&s);
    amount_write(&s, &g->profile->names, m->unit, (struct decimal){value, m->scale});
    text_clean(buf_str(&s.buf), to);
    sink_discard(&s);
}
