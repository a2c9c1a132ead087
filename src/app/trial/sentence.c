/* Writes the sentence that sums up a trial: whether the new program is faster, and where. */
#include <math.h>

#include "app/trial/findings.h"
#include "base/sink.h"

enum { NAMED = 3 };

/* "8.1", "0.42" */
static void write_number(struct sink *s, double n)
{
    const double most = 1e9;

    n = n > most ? most : n < -most ? -most : n;
    sink_fixed(s, n, fabs(n) < 1 && fabs(n) > 0 ? 2 : 1);
}

static double before_of(const struct trial_measure *m)
{
    return m->evidence.rows[0].before;
}

static double change_of(const struct trial_measure *m)
{
    return m->evidence.rows[0].after - before_of(m);
}

/* "8.1 % [6.9, 9.4]", of the change, or of a decrease as one above 0. */
static void write_change(struct sink *s, const struct trial_measure *m, double sign)
{
    const double scale = sign * 100 / before_of(m);

    if (!(before_of(m) > 0)) {
        sink_text(s, change_of(m) > 0 ? "none before" : "none");
        return;
    }
    write_number(s, change_of(m) * scale);
    sink_text(s, " % [");
    write_number(s, (sign > 0 ? m->low : m->high) * scale);
    sink_text(s, ", ");
    write_number(s, (sign > 0 ? m->high : m->low) * scale);
    sink_text(s, "]");
}

/* "new is 8.1 % [6.9, 9.4] faster (processor time", "new has ... less (instructions" */
static void write_proven(struct sink *s, const struct trial_measure *m)
{
    const bool less = change_of(m) < 0;
    const bool is_time = m->kind != MEASURE_EVENT;

    sink_text(s, is_time ? "new is " : "new has ");
    if (before_of(m) > 0)
        write_change(s, m, less ? -1 : 1);
    sink_text(s, is_time ? less ? " faster (" : " slower (" : less ? " less (" : " more (");
    sink_text(s, m->name);
}

static void write_unproven(struct sink *s, const struct trial_measure *m)
{
    const double least = evidence_least(&m->evidence, &m->evidence.rows[0]);

    sink_text(s, m->kind == MEASURE_EVENT ? "not proven that new has more or less ("
                                          : "not proven that new is faster or slower (");
    sink_text(s, m->name);
    sink_text(s, " ");
    write_change(s, m, 1);
    if (isfinite(least) && before_of(m) > 0) {
        sink_text(s, ", where ");
        write_number(s, least / before_of(m) * 100);
        sink_text(s, " % would mostly have been proven");
    }
}

/* "; wall time -7.9 % [-9.1, -6.6])" */
static void write_others(struct sink *s, const struct measures *all)
{
    for (size_t i = 1; i < all->n; i++) {
        sink_text(s, "; ");
        sink_text(s, all->rows[i].name);
        sink_text(s, " ");
        write_change(s, &all->rows[i], 1);
    }
    sink_text(s, ")");
}

/* "; parse_json -41 %", behind what stands in place of "; " */
static void write_function(struct sink *s, const char *before, const struct findings *from,
                           const struct changed_function *function)
{
    const double change = function->after / function->before - 1;

    sink_text(s, before);
    sink_text(s, from->text.p + function->name);
    if (!(function->before > 0) || !(function->after > 0)) {
        sink_text(s, function->before > 0 ? " gone" : " is new");
        return;
    }
    sink_text(s, change > 0 ? " +" : " ");
    sink_fixed(s, change * 100 < 1e9 ? change * 100 : 1e9, fabs(change) < 0.01 ? 1 : 0);
    sink_text(s, " %");
}

/* Names the largest proven changes of one direction; returns how many there are. */
static size_t write_functions(struct sink *s, const struct findings *from, bool self, double sign,
                              const char *word)
{
    size_t n = 0;

    for (size_t i = 0; i < from->n; i++) {
        const struct changed_function *function = &from->functions[i];
        if (!function->proven || function->self != self ||
            (function->after - function->before) * sign < 0)
            continue;
        if (n++ < NAMED)
            write_function(s, "; ", from, function);
    }
    if (n > NAMED) {
        sink_text(s, "; ");
        sink_u64(s, n - NAMED);
        sink_text(s, " other functions ");
        sink_text(s, word);
    }
    return n;
}

static bool has_proven_self(const struct findings *from)
{
    for (size_t i = 0; i < from->n; i++)
        if (from->functions[i].proven && from->functions[i].self)
            return true;
    return false;
}

/* No function is proven to have changed. */
static void write_likely(struct sink *s, const struct findings *from, bool proven, double sign)
{
    for (size_t i = 0; proven && i < from->n; i++) {
        const struct changed_function *function = &from->functions[i];
        if (function->self && (function->after - function->before) * sign > 0) {
            write_function(s, "; not proven where, but likely in ", from, function);
            return;
        }
    }
    sink_text(s, proven ? "; not proven where" : "; no function is proven to have changed");
}

void findings_add_sentence(struct findings *to, const struct trial *t)
{
    const struct trial_measure *m = &t->measures.rows[0];
    const bool proven = t->verdict == INTERIM_PROVEN;
    const bool self = has_proven_self(to);
    const double first = change_of(m) < 0 ? -1 : 1;
    const bool is_time = m->kind != MEASURE_EVENT;
    const char *const words[] = {is_time ? "faster" : "less", is_time ? "slower" : "more"};
    struct sink s;

    sink_open_buf(&s);
    if (proven)
        write_proven(&s, m);
    else
        write_unproven(&s, m);
    write_others(&s, &t->measures);
    const size_t along = write_functions(&s, to, self, first, words[first > 0]);
    const size_t against = write_functions(&s, to, self, -first, words[first < 0]);
    if (along + against == 0)
        write_likely(&s, to, proven, first);
    else if (against == 0) {
        sink_text(&s, "; none proven ");
        sink_text(&s, words[first < 0]);
    }
    buf_add(&to->sentence, buf_str(&s.buf));
    buf_add_byte(&to->sentence, '\0');
    sink_discard(&s);
}
