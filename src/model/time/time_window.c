/* [    wait    ) cut to [ window ): what lasts begins at its time and ends so much later. */
#include "model/time/time_window.h"

#include "base/mem.h"
#include "model/time/wall_clock.h"
#include "model/units.h"

/* How many ns one of a column's unit is; 0: it does not measure time. */
static uint64_t ns_of(const struct profile *p, size_t column)
{
    const struct column *c = &p->columns[column];

    if (!c->unit)
        return column == 0;
    return units_ratio(names_get(&p->names, c->unit), STR("ns"));
}

/* A value of a column in ns, of which one of its unit has so many. */
static uint64_t in_ns(const struct column *c, uint64_t value, uint64_t ns)
{
    for (unsigned i = 0; i < c->scale; i++) {
        if (ns % 10)
            value /= 10;
        else
            ns /= 10;
    }
    return ns && value > UINT64_MAX / ns ? UINT64_MAX : value * ns;
}

uint64_t time_window_lasts(const struct profile *p, size_t column, uint32_t sample)
{
    const uint64_t value = p->columns[column].values[sample];

    if (!value || !moments_have_times(&p->moments) ||
        !state_lasts(moments_state(&p->moments, sample)))
        return 0;
    const uint64_t ns = ns_of(p, column);
    return in_ns(&p->columns[column], value, ns);
}

uint64_t time_window_length(const struct profile *p, uint32_t sample)
{
    uint64_t length = 0;

    for (size_t i = 0; i < p->n_columns && !length; i++)
        length = time_window_lasts(p, i, sample);
    return length;
}

/* When a sample is over; its time, if it is a point. */
static uint64_t end_of(const struct profile *p, uint32_t sample)
{
    const uint64_t at = moments_at(&p->moments, sample);
    const uint64_t length = time_window_length(p, sample);

    return length > UINT64_MAX - at ? UINT64_MAX : at + length;
}

uint64_t time_window_last(const struct profile *p)
{
    uint64_t last = 0;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        const uint64_t at_ns = moments_at(&p->moments, i);
        const uint64_t end = at_ns == NO_TIME ? 0 : end_of(p, i);
        if (end > last && end != UINT64_MAX)
            last = end;
    }
    return last;
}

struct time_window time_window_resolve(struct time_window window, const struct profile *p)
{
    const uint64_t day_ns = WALL_CLOCK_DAY_NS;
    const struct time_window none = {.from_ns = 0};

    if (!window.of_day)
        return window;
    if (!p->info.zero_ns)
        return none;
    const uint64_t zero_ns = p->info.zero_ns % day_ns;
    const bool has_end = window.to_ns != UINT64_MAX;
    if (has_end && window.to_ns > zero_ns + day_ns)
        window = (struct time_window){.to_ns = window.to_ns - day_ns}; /* begun the day before */
    const bool is_past = has_end ? window.to_ns <= zero_ns : window.from_ns < zero_ns;
    const bool has_next = window.from_ns + day_ns <= zero_ns + time_window_last(p);
    const uint64_t more = is_past && has_next ? day_ns : 0;
    const uint64_t from_ns = window.from_ns + more;
    const uint64_t to_ns = has_end ? window.to_ns + more : UINT64_MAX;

    if (to_ns <= zero_ns)
        return none;
    return (struct time_window){.from_ns = from_ns > zero_ns ? from_ns - zero_ns : 0,
                                .to_ns = has_end ? to_ns - zero_ns : UINT64_MAX};
}

bool time_window_has(const struct time_window *window, const struct profile *p, uint32_t sample)
{
    if (!window || !moments_have_times(&p->moments))
        return true;
    const uint64_t at = moments_at(&p->moments, sample);
    if (at == NO_TIME || at >= window->to_ns)
        return false;
    return at >= window->from_ns || end_of(p, sample) > window->from_ns;
}

uint64_t time_window_value(const struct time_window *window, const struct profile *p, size_t column,
                           uint32_t sample)
{
    const uint64_t value = p->columns[column].values[sample];
    const uint64_t length = window ? time_window_length(p, sample) : 0;

    if (!length || !ns_of(p, column))
        return value;
    uint64_t from = moments_at(&p->moments, sample);
    uint64_t to = end_of(p, sample);
    from = from < window->from_ns ? window->from_ns : from;
    to = to > window->to_ns ? window->to_ns : to;
    const uint64_t left = to > from ? to - from : 0;
    if (left >= length)
        return value;
    if (value == length)
        return left;
    const double part = (double)value * ((double)left / (double)length) + 0.5;
    return part < (double)value ? (uint64_t)part : value;
}

struct moment time_window_moment(const struct time_window *window, const struct profile *p,
                                 uint32_t sample)
{
    struct moment moment = moments_get(&p->moments, sample);

    if (window && moment.at_ns < window->from_ns)
        moment.at_ns = window->from_ns;
    return moment;
}

void time_window_keep_tracks(const struct time_window *window, struct profile *p, const bool *keep)
{
    const size_t n_threads = p->labels.threads.n;
    const uint64_t last = INT64_MAX;

    if (!tracks_any(&p->tracks))
        return;
    bool *threads = mem_alloc(n_threads, sizeof *threads);
    bool *has_sets = mem_alloc(n_threads, sizeof *has_sets);
    for (labels_id i = 0; i < p->labels.n; i++) {
        has_sets[p->labels.thread[i]] = true;
        threads[p->labels.thread[i]] |= keep[i];
    }
    for (size_t i = 0; i < n_threads; i++)
        threads[i] = threads[i] || !has_sets[i] || i == 0;
    int64_t from_ns = INT64_MIN;
    int64_t to_ns = INT64_MAX;
    if (window) {
        from_ns = (int64_t)(window->from_ns < last ? window->from_ns : last);
        to_ns = (int64_t)(window->to_ns < last ? window->to_ns : last);
    }
    tracks_cut(&p->tracks, from_ns, to_ns, threads);
    mem_free(threads, n_threads, sizeof *threads);
    mem_free(has_sets, n_threads, sizeof *has_sets);
}

void time_window_keep(const struct time_window *window, struct profile *p, const bool *keep)
{
    uint64_t *cut = mem_alloc(p->n_columns, sizeof *cut);
    uint32_t n = 0;

    time_window_keep_tracks(window, p, keep);
    for (size_t c = 0; c < p->n_columns; c++)
        p->columns[c].total = 0;
    for (uint32_t i = 0; i < p->n_samples; i++) {
        if (!keep[p->samples[i].labels] || !time_window_has(window, p, i))
            continue;
        for (size_t c = 0; c < p->n_columns; c++)
            cut[c] = time_window_value(window, p, c, i);
        p->samples[n] = p->samples[i];
        moments_set(&p->moments, p->n_samples, n, time_window_moment(window, p, i));
        moments_set_waker(&p->moments, n, moments_waker(&p->moments, i));
        for (size_t c = 0; c < p->n_columns; c++) {
            p->columns[c].values[n] = cut[c];
            p->columns[c].total += cut[c];
        }
        n++;
    }
    p->n_samples = n;
    moments_drop_wakers(&p->moments, n);
    mem_free(cut, p->n_columns, sizeof *cut);
    profile_forget_slots(p);
}
