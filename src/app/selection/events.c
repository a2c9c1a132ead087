/* cycles:u, sched:sched_switch, cpu_core/cycles/: chooses the event to draw, by the label
 * "event". */
#include "app/selection/events.h"

#include <inttypes.h>

#include "app/common/message.h"
#include "base/mem.h"
#include "input/formats.h"

struct events {
    const struct selection_request *r;
    const char *value; /* the measure that is drawn; NULL: none is named */
    bool quiet;
    struct profile *p;
    bool all;          /* --event all */
    bool joined;       /* treats events that differ only in precision as one */
    name_id *event_of; /* by label set; 0: none */
    name_id *exact_of; /* by label set: with all modifiers */
    uint64_t *count;   /* by name_id of the event: its samples */
    uint64_t *told;    /* the same, but what they weigh in the measure that is drawn, if they were
                        * not sampled */
    size_t n_count;
    struct buf text;
};

bool events_have_samples(const struct profile *p)
{
    return p->n_columns > COLUMN_SAMPLES &&
           str_equal(names_get(&p->names, p->columns[COLUMN_SAMPLES].name), STR("samples"));
}

static struct str text_of(const struct events *e, name_id id)
{
    return names_get(&e->p->names, id);
}

/* Hybrid processors have a separate event for each kind of core: cpu_core/cycles/. Returns the
 * length of the kind's prefix with its slash; 0: none. */
static size_t core_of(struct str event)
{
    static const char *const cores[] = {"cpu_core/", "cpu_atom/", "cpu_lowpower/"};

    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++)
        if (str_starts(event, str_of(cores[i])))
            return strlen(cores[i]);
    return 0;
}

/* Turns cpu_core/cycles/u and cpu_atom/cycles/u into cycles:u. */
static name_id without_core(struct events *e, name_id event)
{
    struct str text = text_of(e, event);
    size_t from = core_of(text);
    size_t slash = str_find(text, from, STR("/"));

    if (!from || slash == from)
        return event;
    buf_clear(&e->text);
    buf_add(&e->text, str_from_to(text, from, slash));
    if (slash + 1 < text.n) {
        buf_add_byte(&e->text, ':');
        buf_add(&e->text, str_from_to(text, slash + 1, text.n));
    }
    return names_add(&e->p->names, buf_str(&e->text));
}

/* Returns where the modifiers of an event begin, after the last colon; the event's length if it has
 * none. */
static size_t modifiers_of(struct str event)
{
    enum { MODIFIERS_MOST = 8 };
    size_t colon = event.n;

    while (colon && event.p[colon - 1] != ':')
        colon--;
    if (colon == 0 || event.n - colon > MODIFIERS_MOST)
        return event.n;
    for (size_t i = colon; i < event.n; i++)
        if (!strchr("ukhGHIPpSDWeb", event.p[i]))
            return event.n;
    return colon;
}

/* Takes the number off an event that was recorded beside another of its name: cycles:u#2. */
static struct str without_number(struct str event)
{
    size_t at = event.n;

    while (at && event.p[at - 1] >= '0' && event.p[at - 1] <= '9')
        at--;
    bool has_number = at > 1 && at < event.n && event.p[at - 1] == '#';
    return has_number ? str_from_to(event, 0, at - 1) : event;
}

/* Turns cycles:P and cycles:pppH into cycles, cycles:Pu into cycles:u. perf chooses the precision
 * by machine and permissions. The remaining modifiers state what is counted: user, kernel, guest
 * and so on. */
static name_id without_precision(struct events *e, name_id event)
{
    struct str whole = text_of(e, event);
    struct str text = without_number(whole);
    size_t from = modifiers_of(text);
    bool guest = str_find(text, from, STR("G")) < text.n;

    if (from == text.n)
        return event;
    buf_clear(&e->text);
    buf_add(&e->text, str_from_to(text, 0, from));
    for (size_t i = from; i < text.n; i++)
        if (strchr("ukhGI", text.p[i]) || (text.p[i] == 'H' && guest))
            buf_add_byte(&e->text, text.p[i]);
    if (e->text.n == from)
        e->text.n--;
    buf_add(&e->text, str_from_to(whole, text.n, whole.n));
    return names_add(&e->p->names, buf_str(&e->text));
}

/* Finds the event of each label set. --event may name an event of one kind of core; kinds are not
 * merged then. */
static void find_events(struct events *e)
{
    bool apart = e->r->event && core_of(str_of(e->r->event));
    name_id key = names_add(&e->p->names, STR("event"));

    for (labels_id id = 1; id < e->p->labels.n; id++) {
        size_t n;
        const struct label *pairs = labels_get(&e->p->labels, id, &n);
        for (size_t i = 0; i < n; i++)
            if (pairs[i].key == key) {
                name_id exact = apart ? pairs[i].value : without_core(e, pairs[i].value);
                e->exact_of[id] = exact;
                e->event_of[id] = e->joined ? without_precision(e, exact) : exact;
            }
    }
}

/* Returns the column that is named, or else of what samples weigh. */
static size_t drawn_column(const struct events *e)
{
    size_t at = e->r->column ? e->r->column - 1 : COLUMN_WEIGHT;

    for (size_t c = 0; !e->r->column && e->value && c < e->p->n_columns; c++)
        if (str_equal(text_of(e, e->p->columns[c].name), str_of(e->value)))
            at = c;
    return at < e->p->n_columns ? at : COLUMN_WEIGHT;
}

/* By what they weigh, where all that there is was not sampled. */
static void count_events(struct events *e)
{
    const struct profile *p = e->p;
    const bool by_samples = events_have_samples(p) && p->columns[COLUMN_SAMPLES].total;
    const struct column *c = &p->columns[by_samples ? COLUMN_SAMPLES : COLUMN_WEIGHT];
    const struct column *told = by_samples ? c : &p->columns[drawn_column(e)];

    e->n_count = p->names.n;
    e->count = mem_alloc(e->n_count, sizeof *e->count);
    e->told = mem_alloc(e->n_count, sizeof *e->told);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        const name_id event = e->event_of[p->samples[i].labels];
        e->count[event] += c->values[i];
        e->told[event] += told->values[i];
    }
}

/* Returns cycles for cycles:u, page-faults for page-faults/period=1/, mem-loads for
 * cpu/mem-loads,ldlat=30/P, of which cpu is the unit that counts; sched:sched_switch is
 * unchanged. */
static struct str plain_event(struct str event)
{
    event = without_number(event);
    size_t slash = str_find(event, 0, STR("/"));
    size_t modifiers = modifiers_of(event);

    if (slash < event.n) {
        struct str term = str_from_to(event, slash + 1, event.n);
        term.n = str_find(term, 0, STR("/"));
        term.n = str_find(term, 0, STR(","));
        bool names = term.n && str_find(term, 0, STR("=")) == term.n;
        return names ? term : str_from_to(event, 0, slash);
    }
    return modifiers < event.n ? str_from_to(event, 0, modifiers - 1) : event;
}

bool events_is_tracepoint(struct str event)
{
    event = without_number(event);
    return plain_event(event).n == event.n && str_find(event, 0, STR(":")) < event.n &&
           str_find(event, 0, STR("/")) == event.n && !str_starts(event, STR("probe")) &&
           !str_starts(event, STR("sdt_"));
}

static bool is_asked(const struct events *e, name_id event, bool plain)
{
    struct str have = text_of(e, event);

    return str_equal(plain ? plain_event(have) : have, str_of(e->r->event));
}

/* Whether an event is the better default. Java Flight Recorder also records allocations and waits,
 * often more of them than of running code, which is preferred; so do --off-cpu recordings. */
static bool is_better(const struct events *e, name_id event, name_id best)
{
    struct str name = without_number(text_of(e, event));
    struct str best_name = without_number(text_of(e, best));
    bool is_sampling = input_event_is_sampling(name);
    bool is_wait = input_event_is_wait(name);

    if (best && is_wait != input_event_is_wait(best_name))
        return !is_wait;
    if (!best || is_sampling != input_event_is_sampling(best_name))
        return !best || is_sampling;
    if (e->count[event] != e->count[best])
        return e->count[event] > e->count[best];
    return str_compare(text_of(e, event), text_of(e, best)) < 0;
}

/* Returns the event asked for, or the one with most samples; of equal ones the first by name. */
static name_id best_event(const struct events *e)
{
    name_id best = 0;

    for (unsigned plain = 0; plain < 2 && !best; plain++)
        for (name_id i = 1; i < e->n_count; i++) {
            if (!e->count[i] || (e->r->event && !e->all && !is_asked(e, i, plain)))
                continue;
            if (is_better(e, i, best))
                best = i;
        }
    return best;
}

/* Returns the event of the first sample: label sets are in the order of their first samples. */
static name_id first_event(const struct events *e)
{
    for (labels_id i = 0; i < e->p->labels.n; i++)
        if (e->event_of[i] && e->count[e->event_of[i]])
            return e->event_of[i];
    return 0;
}

/* "cycles (12 samples), page-faults (3)" */
static void list_events(struct events *e, name_id but)
{
    enum { SHOWN = 12 };
    size_t n = 0;

    buf_clear(&e->text);
    for (name_id i = 1; i < e->n_count; i++) {
        struct excerpt excerpt;
        char number[40];
        if (!e->count[i] || i == but || n++ >= SHOWN)
            continue;
        buf_add(&e->text, n > 1 ? STR(", ") : STR(""));
        buf_add(&e->text, str_of(excerpt_of(&excerpt, text_of(e, i))));
        snprintf(number, sizeof number, " (%" PRIu64 ")", e->told[i]);
        buf_add(&e->text, str_of(number));
    }
    if (n > SHOWN)
        buf_add(&e->text, STR(", ..."));
    buf_add_byte(&e->text, '\0');
}

/* Prints "cycles, cycles:P": the events drawn as one. */
static void print_joined(struct events *e, name_id event)
{
    size_t n_names = e->p->names.n;
    bool *seen = mem_alloc(n_names, sizeof *seen);
    size_t n = 0;

    buf_clear(&e->text);
    for (labels_id i = 0; i < e->p->labels.n; i++) {
        struct excerpt excerpt;
        if (e->event_of[i] != event || seen[e->exact_of[i]])
            continue;
        seen[e->exact_of[i]] = true;
        buf_add(&e->text, n++ ? STR(", ") : STR(""));
        buf_add(&e->text, str_of(excerpt_of(&excerpt, text_of(e, e->exact_of[i]))));
    }
    buf_add_byte(&e->text, '\0');
    if (n > 1)
        message_print("%s are drawn as one event (--event NAME chooses one)", e->text.p);
    mem_free(seen, n_names, sizeof *seen);
}

/* Returns the unit of the event's periods. Those of sched:sched_stat_runtime and its like are times
 * (include/trace/events/sched.h); of other tracepoints it is not known what they count. */
static struct str unit_of(struct str event)
{
    struct str plain = plain_event(event);
    struct str stated = input_event_unit(without_number(event));

    if (stated.n)
        return stated;
    if (str_equal(plain, STR("cpu-clock")) || str_equal(plain, STR("task-clock")))
        return STR("ns");
    if (str_starts(plain, STR("sched:sched_stat_")))
        return STR("ns");
    if (plain.n == 0)
        return STR("samples");
    if (str_find(plain, 0, STR(":")) < plain.n)
        return STR("events");
    if (str_equal(plain, STR("cpu"))) /* cpu/event=0xcd,umask=0x1/ */
        return STR("events");
    return plain;
}

static void choose_all(struct events *e, name_id best, struct events_choice *choice)
{
    struct str unit = unit_of(text_of(e, best));
    bool several = false;

    for (name_id i = 1; i < e->n_count; i++) {
        several = several || (e->count[i] && i != best);
        choice->mixed = choice->mixed || (e->count[i] && !str_equal(unit_of(text_of(e, i)), unit));
    }
    choice->mixed = choice->mixed || (best && e->count[0]);
    if ((several || choice->mixed) && !e->quiet) {
        list_events(e, 0);
        message_print("all events are drawn together: %s%s%s", e->text.p,
                      e->count[0] ? ", and samples without an event" : "",
                      choice->mixed ? "; their periods cannot be added, so each sample counts 1"
                                    : "");
    }
    for (labels_id i = 0; i < e->p->labels.n; i++)
        e->event_of[i] = best;
}

static bool choose_one(struct events *e, name_id event, struct fault *f)
{
    struct excerpt excerpt;

    list_events(e, event);
    if (e->r->event && !event && e->text.n <= 1)
        return fault_set(
            f, FAULT_INPUT,
            "--event: no sample has an event, so none is of \"%s\"; wanted this option left out",
            excerpt_of(&excerpt, str_of(e->r->event)));
    if (e->r->event && !event)
        return fault_set(f, FAULT_INPUT, "--event: no sample of \"%s\" found, wanted one of: %s",
                         excerpt_of(&excerpt, str_of(e->r->event)), e->text.p);
    if (e->text.n > 1 && !e->r->event && !e->quiet)
        message_print("drawn: samples of %s (%" PRIu64 "); left out: %s (--event NAME or all)",
                      excerpt_of(&excerpt, text_of(e, event)), e->told[event], e->text.p);
    if (event && e->joined && !e->quiet)
        print_joined(e, event);
    if (event && e->count[0] && !e->quiet)
        message_print("samples without an event, which were left out: %" PRIu64 " (--event all)",
                      e->count[0]);
    return true;
}

static void look_up(struct events *e)
{
    size_t n_labels = e->p->labels.n;

    e->event_of = mem_alloc(n_labels, sizeof *e->event_of);
    e->exact_of = mem_alloc(n_labels, sizeof *e->exact_of);
    find_events(e);
    count_events(e);
}

static void free_events(struct events *e)
{
    size_t n_labels = e->p->labels.n;

    mem_free(e->event_of, n_labels, sizeof *e->event_of);
    mem_free(e->exact_of, n_labels, sizeof *e->exact_of);
    mem_free(e->count, e->n_count, sizeof *e->count);
    mem_free(e->told, e->n_count, sizeof *e->told);
    buf_free(&e->text);
}

struct str events_measure(const struct selection_request *r, struct profile *p)
{
    struct events e = {.r = r, .p = p, .joined = r->join_events && !r->event};

    if (r->event && strcmp(r->event, "all") == 0)
        return STR("");
    look_up(&e);
    name_id best = r->first_event && !r->event ? first_event(&e) : best_event(&e);
    struct str unit = best ? unit_of(text_of(&e, best)) : STR("");
    free_events(&e);
    return best && str_equal(unit, STR("events")) ? names_get(&p->names, best) : unit;
}

name_id events_default(const struct selection_request *r, struct profile *p)
{
    struct events e = {.r = r, .p = p};

    look_up(&e);
    name_id best = best_event(&e);
    free_events(&e);
    return best;
}

struct str events_unit(struct str event)
{
    struct str stated = input_event_unit(without_number(event));

    return stated.n ? stated : STR("samples");
}

bool events_choose(const struct events_asked *asked, struct profile *p, bool *keep,
                   struct events_choice *choice, struct fault *f)
{
    const struct selection_request *r = asked->r;
    size_t n_labels = p->labels.n;
    struct events e = {
        .r = r,
        .value = asked->value,
        .quiet = asked->quiet,
        .p = p,
        .all = r->event && strcmp(r->event, "all") == 0,
        .joined = r->join_events && !r->event,
    };

    *choice = (struct events_choice){0};
    look_up(&e);
    name_id best = r->first_event && !r->event ? first_event(&e) : best_event(&e);
    bool ok = true;
    if (e.all)
        choose_all(&e, best, choice);
    else
        ok = choose_one(&e, best, f);
    for (labels_id i = 0; i < n_labels; i++)
        keep[i] = !best || e.event_of[i] == best;
    if (best && !choice->mixed)
        choice->unit = names_add(&p->names, unit_of(text_of(&e, best)));
    free_events(&e);
    return ok;
}

void events_count_rows(struct profile *p)
{
    const uint64_t *weights = p->columns[COLUMN_WEIGHT].values;
    struct column *samples = events_have_samples(p) ? &p->columns[COLUMN_SAMPLES] : NULL;

    for (uint32_t i = 0; samples && i < p->n_samples; i++)
        if (weights[i] && !samples->values[i] && samples->total < UINT64_MAX) {
            samples->values[i] = 1;
            samples->total++;
        }
}
