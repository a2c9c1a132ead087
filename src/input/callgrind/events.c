/* "events: Ir Dr Dw": maps event names to columns. */
#include "input/callgrind/events.h"

#include "base/parse.h"

static bool is_event(const struct cg_events *e, size_t column)
{
    for (size_t i = 0; i < e->n; i++)
        if (e->column_of[i] == column)
            return true;
    return false;
}

/* An event is its own unit, except in Xdebug, which gives units: "Time_(10ns)". */
static bool add_column(struct cg_events *e, struct str event, size_t *column)
{
    size_t open = str_find(event, 0, STR("_("));
    struct str unit = event;

    *column = 0;
    while (*column < e->n_columns && !str_equal(str_of(e->names[*column]), event))
        ++*column;
    if (*column < e->n_columns)
        return true;
    if (e->n_columns == PROFILE_COLUMNS_MOST || event.n >= EVENT_BYTES ||
        memchr(event.p, '\0', event.n))
        return false;
    if (open + 3 < event.n && event.p[event.n - 1] == ')')
        unit = str_from_to(event, open + 2, event.n - 1);
    memcpy(e->names[e->n_columns], event.p, event.n);
    memcpy(e->units[e->n_columns], unit.p, unit.n);
    e->n_columns++;
    return true;
}

bool cg_events_set(struct cg_events *e, struct str words)
{
    struct str word;
    size_t column;

    e->n = 0;
    while (take_word(&words, &word)) {
        if (e->n == PROFILE_COLUMNS_MOST || !add_column(e, word, &column) || is_event(e, column))
            return false;
        e->column_of[e->n++] = column;
    }
    return true;
}

bool cg_events_measure(const struct cg_events *e, struct text *t)
{
    struct measure measures[PROFILE_COLUMNS_MOST];

    for (size_t i = 0; i < e->n_columns; i++)
        measures[i] = (struct measure){e->names[i], e->units[i]};
    return text_measures(t, TEXT_FULL_NAMES, measures, e->n_columns);
}
