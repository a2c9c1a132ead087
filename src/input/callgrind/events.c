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

/* An event is its own unit, except in Xdebug and pprof, which give units: "Time_(10ns)",
 * "cpu(ms)". */
static struct str unit_of(struct str event)
{
    size_t open = str_find(event, 0, STR("("));

    if (open == 0 || open + 2 >= event.n || event.p[event.n - 1] != ')')
        return event;
    return str_from_to(event, open + 1, event.n - 1);
}

static bool add_column(struct cg_events *e, struct str event, size_t *column)
{
    struct str unit = unit_of(event);

    for (*column = 0; *column < e->n_columns; ++*column)
        if (str_equal(str_of(e->names[*column]), event))
            return !is_event(e, *column);
    if (event.n >= EVENT_BYTES || memchr(event.p, '\0', event.n))
        return false;
    if (*column == PROFILE_COLUMNS_MOST) {
        if (!e->beyond.n)
            e->beyond = event;
        return true;
    }
    memcpy(e->names[e->n_columns], event.p, event.n);
    memcpy(e->units[e->n_columns], unit.p, unit.n);
    e->n_columns++;
    return true;
}

bool cg_events_set(struct cg_events *e, struct str words)
{
    const char *end = words.p + words.n;
    struct str word;
    bool ok = true;

    e->n = 0;
    e->beyond = (struct str){NULL, 0};
    while (e->n < EVENTS_MOST && take_word(&words, &word)) {
        size_t column;
        bool fits = add_column(e, word, &column);
        ok = ok && fits;
        e->column_of[e->n++] = fits ? (unsigned char)column : EVENT_LEFT_OUT;
    }
    if (e->beyond.n)
        e->beyond = str_trim((struct str){e->beyond.p, (size_t)(end - e->beyond.p)});
    return ok;
}

bool cg_events_measure(const struct cg_events *e, struct text *t)
{
    struct measure measures[PROFILE_COLUMNS_MOST];

    for (size_t i = 0; i < e->n_columns; i++)
        measures[i] = (struct measure){e->names[i], e->units[i]};
    return text_measures(t, TEXT_FULL_NAMES, measures, e->n_columns);
}
