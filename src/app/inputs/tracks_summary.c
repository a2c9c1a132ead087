/* 1 counter, 2 marks
 * counter "memory used" of server 7: 3 values from 0.5 s to 2 s: first 1, last 3, least 1, most 9
 * mark "painted": 2 from 0.25 s to 1.5 s */
#include "app/inputs/tracks_summary.h"

#include <inttypes.h>
#include <stdlib.h>

#include "app/common/message.h"
#include "base/mem.h"
#include "base/sink.h"

/* So many of each are listed. */
enum { LISTED_MOST = 20 };

static void add_number(struct sink *s, int64_t value, unsigned scale)
{
    sink_text(s, value < 0 ? "-" : "");
    sink_decimal(s, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, scale);
}

static void add_times(struct sink *s, int64_t from_ns, int64_t to_ns)
{
    enum { NS_DIGITS = 9 };

    sink_text(s, from_ns == to_ns ? " at " : " from ");
    add_number(s, from_ns, NS_DIGITS);
    if (from_ns != to_ns) {
        sink_text(s, " s to ");
        add_number(s, to_ns, NS_DIGITS);
    }
    sink_text(s, " s");
}

static void add_name(struct sink *s, const char *what, const struct profile *p, name_id name)
{
    struct excerpt e;

    sink_text(s, what);
    sink_text(s, " \"");
    sink_text(s, excerpt_of(&e, names_get(&p->names, name)));
    sink_byte(s, '"');
}

static void print(struct sink *s)
{
    const struct str line = buf_str(&s->buf);

    message_print("%.*s", (int)line.n, line.p);
    sink_discard(s);
}

static void print_more(uint64_t n, const char *what)
{
    if (n > LISTED_MOST)
        message_print("and %" PRIu64 " more %s", n - LISTED_MOST, what);
}

/* ---- counters ------------------------------------------------------------------------------ */

/* " of worker 12": the name of the thread, or of its process, and the number. */
static void add_thread(struct sink *s, const struct profile *p, thread_id id)
{
    const struct thread *t = &p->labels.threads.rows[id];
    const name_id texts[] = {t->name ? t->name : t->process, t->tid ? t->tid : t->pid};
    struct excerpt e;

    sink_text(s, id ? " of" : "");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (!texts[i])
            continue;
        sink_byte(s, ' ');
        sink_text(s, excerpt_of(&e, names_get(&p->names, texts[i])));
    }
}

static void print_counter(const struct profile *p, const struct counter *c)
{
    const struct counter_range r = counter_range(c);
    const int64_t values[] = {r.first.value, r.last.value, r.least, r.most};
    static const char *const words[] = {": first ", ", last ", ", least ", ", most "};
    struct excerpt e;
    struct sink s;

    sink_open_buf(&s);
    add_name(&s, "counter", p, c->name);
    add_thread(&s, p, c->of);
    sink_text(&s, ": ");
    sink_u64(&s, c->n);
    sink_text(&s, c->n == 1 ? " value" : " values");
    add_times(&s, r.first.at_ns, r.last.at_ns);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        sink_text(&s, words[i]);
        add_number(&s, values[i], c->scale);
    }
    if (c->unit) {
        sink_byte(&s, ' ');
        sink_text(&s, excerpt_of(&e, names_get(&p->names, c->unit)));
    }
    print(&s);
}

/* ---- marks --------------------------------------------------------------------------------- */

/* All marks of one text. */
struct mark_kind {
    struct str text;
    name_id id;
    uint64_t n;
    int64_t from_ns, to_ns;
};

static int compare(const void *a, const void *b)
{
    const struct mark_kind *x = a;
    const struct mark_kind *y = b;

    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return str_compare(x->text, y->text);
}

/* The most frequent first. */
static void print_marks(const struct profile *p)
{
    struct mark_kind *kinds = mem_alloc(p->names.n, sizeof *kinds);
    size_t n_kinds = 0;

    for (size_t i = 0; i < p->tracks.marks.n; i++) {
        const struct mark *m = &p->tracks.marks.rows[i];
        struct mark_kind *kind = &kinds[m->text];
        if (kind->n++ == 0)
            *kind =
                (struct mark_kind){names_get(&p->names, m->text), m->text, 1, m->from_ns, m->to_ns};
        kind->to_ns = m->to_ns > kind->to_ns ? m->to_ns : kind->to_ns;
    }
    for (size_t i = 0; i < p->names.n; i++)
        if (kinds[i].n)
            kinds[n_kinds++] = kinds[i];
    qsort(kinds, n_kinds, sizeof *kinds, compare);
    for (size_t i = 0; i < n_kinds && i < LISTED_MOST; i++) {
        struct sink s;
        sink_open_buf(&s);
        add_name(&s, "mark", p, kinds[i].id);
        sink_text(&s, ": ");
        sink_u64(&s, kinds[i].n);
        add_times(&s, kinds[i].from_ns, kinds[i].to_ns);
        print(&s);
    }
    print_more(n_kinds, "names of marks");
    mem_free(kinds, p->names.n, sizeof *kinds);
}

void tracks_summary_print(const struct profile *p)
{
    if (!tracks_any(&p->tracks))
        return;
    message_print("%" PRIu32 " counter%s, %zu mark%s", p->tracks.counters.n,
                  plural(p->tracks.counters.n), p->tracks.marks.n, plural(p->tracks.marks.n));
    for (uint32_t i = 0; i < p->tracks.counters.n && i < LISTED_MOST; i++)
        print_counter(p, &p->tracks.counters.rows[i]);
    print_more(p->tracks.counters.n, "counters");
    if (p->tracks.marks.n)
        print_marks(p);
}
