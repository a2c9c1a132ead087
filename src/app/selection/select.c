/* --event cycles --where comm=java --root-by tid --weight samples --annotate kernel: carries out
 * the options that select by labels and change the root of stacks. */
#include "app/selection/select.h"

#include <inttypes.h>
#include <math.h>

#include "app/common/message.h"
#include "app/selection/event_measures.h"
#include "app/selection/events.h"
#include "app/selection/label_keys.h"
#include "app/selection/root_name.h"
#include "app/selection/snapshots.h"
#include "app/selection/where.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/parse.h"
#include "base/slots.h"
#include "input/input.h"
#include "model/root_frames.h"
#include "model/sample_counts.h"

struct select {
    const struct selection_request *r;
    struct time_window window; /* where it asks for one, as times of the profile */
    const char *value;         /* of --value; NULL: not given */
    bool quiet;
    bool names_only, keep_counts;
    bool all_events; /* a measure each */
    struct profile *p;
    struct root_namer namer;
    bool *keep;         /* by label set */
    uint32_t *group_of; /* by label set */
    struct root_frames_group *groups;
    size_t n_groups, groups_room;
    name_id *names; /* of root frames: n_keys places for each label set */
    size_t n_keys;  /* of --root-by */
    struct buf text;
};

bool select_needed(const struct selection_request *r, const char *value, const struct profile *p)
{
    return p->labels.n > 1 || p->n_columns > 1 || value || r->where.n || r->by_time || r->comm.n ||
           r->pid.n || r->tid.n || r->snapshot.n || r->event || r->annotate || r->column ||
           (r->root_by && !r->root_by_implied);
}

static struct str text_of(const struct select *s, name_id id)
{
    return names_get(&s->p->names, id);
}

/* ---- --root-by */

/* Without --root-by, threads that have no command show their name. */
static name_id root_name(struct select *s, labels_id id, struct str key)
{
    if (!s->r->root_by && !labels_value(&s->p->labels, id, s->namer.comm))
        key = STR("thread");
    name_id name = root_name_of(&s->namer, id, key);
    return name && s->r->comm_underscores ? root_name_joined(&s->namer, name) : name;
}

static struct str root_keys(const struct select *s)
{
    if (!s->r->root_by)
        return STR("comm");
    return strcmp(s->r->root_by, "none") == 0 ? STR("") : str_of(s->r->root_by);
}

/* Returns the group of a label set, and adds it if it is new. */
static uint32_t find_group(struct select *s, struct slots *groups, labels_id id)
{
    name_id *names = &s->names[id * s->n_keys];
    struct str rest = root_keys(s);
    struct str key;
    uint32_t hash = 0;
    size_t n = 0;

    while (s->n_keys && take_field(&rest, ',', &key)) {
        name_id name = root_name(s, id, key);
        if (!name && s->r->by)
            name = names_add(&s->p->names, STR("-"));
        hash = (hash ^ name) * 0x9e3779b1u;
        hash ^= hash >> 16;
        if (name)
            names[n++] = name;
    }
    for (struct slots_match m = slots_find(groups, hash); m.id; slots_find_next(&m)) {
        const struct root_frames_group *g = &s->groups[m.id - 1];
        if (g->n == n && memcmp(g->names, names, n * sizeof *names) == 0)
            return m.id - 1;
    }
    s->groups = mem_grow(s->groups, &s->groups_room, s->n_groups + 1, sizeof *s->groups);
    s->groups[s->n_groups++] = (struct root_frames_group){names, n};
    slots_add(groups, hash, (uint32_t)s->n_groups);
    return (uint32_t)s->n_groups - 1;
}

static void make_groups(struct select *s)
{
    struct slots groups = {0};
    struct str keys = root_keys(s);

    s->n_keys = keys.n > 0;
    for (size_t i = 0; i < keys.n; i++)
        s->n_keys += keys.p[i] == ',';
    s->names = mem_alloc((size_t)s->p->labels.n * s->n_keys + 1, sizeof *s->names);
    for (labels_id i = 0; i < s->p->labels.n; i++)
        s->group_of[i] = s->keep[i] ? find_group(s, &groups, i) : ROOT_FRAMES_DROP;
    slots_free(&groups);
}

/* ---- --annotate */

/* Whether a frame gets its mark. BPF programs are kernel code, but their names show that
 * already. */
static bool is_marked(const struct selection_request *r, struct str name, enum frame_kind kind)
{
    return (r->annotate >> kind & 1) && kind_of_mark(name) == KIND_UNKNOWN &&
           !str_starts(name, STR("bpf_prog_"));
}

static name_id *annotated(struct select *s)
{
    struct profile *p = s->p;
    name_id *names = mem_alloc(p->frames.n, sizeof *names);

    for (frame_id i = 1; i < p->frames.n; i++) {
        const struct frame *row = &p->frames.rows[i];
        struct str name = text_of(s, row->name);
        names[i] = row->name;
        if (!is_marked(s->r, name, row->kind))
            continue;
        buf_clear(&s->text);
        buf_add(&s->text, name);
        buf_add(&s->text, str_of(kind_mark(row->kind)));
        names[i] = names_add(&p->names, buf_str(&s->text));
    }
    return names;
}

/* ---- weight */

/* Returns the time window asked for; NULL: all samples, even without time. */
static const struct time_window *window_of(const struct select *s)
{
    return s->r->by_time ? &s->window : NULL;
}

/* Whether a sample is selected. */
static bool is_kept(const struct select *s, uint32_t sample)
{
    return s->keep[s->p->samples[sample].labels] && time_window_has(window_of(s), s->p, sample);
}

static uint64_t kept_total(const struct select *s, size_t column)
{
    const struct profile *p = s->p;
    uint64_t total = 0;

    for (uint32_t i = 0; i < p->n_samples; i++)
        if (is_kept(s, i))
            total += time_window_value(window_of(s), p, column, i);
    return total;
}

static bool fault_of_value(struct select *s, struct fault *f)
{
    struct excerpt e;

    buf_clear(&s->text);
    for (size_t i = 0; i < s->p->n_columns; i++) {
        struct str name = text_of(s, s->p->columns[i].name);
        buf_add(&s->text, s->text.n && name.n ? STR(", ") : STR(""));
        buf_add(&s->text, name);
    }
    struct excerpt have;
    if (!s->text.n)
        return fault_set(f, FAULT_INPUT,
                         "--value: the measure of the input has no name, so it is not \"%s\"; "
                         "wanted this option left out",
                         excerpt_of(&e, str_of(s->value)));
    return fault_set(f, FAULT_INPUT, "--value: no measure \"%s\" found, wanted one of: %s",
                     excerpt_of(&e, str_of(s->value)), excerpt_of(&have, buf_str(&s->text)));
}

static bool find_value(struct select *s, size_t *column, struct fault *f)
{
    name_id name = names_add(&s->p->names, str_of(s->value));

    for (size_t i = 0; i < s->p->n_columns; i++)
        if (s->p->columns[i].name == name) {
            *column = i;
            return true;
        }
    return fault_of_value(s, f);
}

static bool column_at(const struct select *s, size_t at, size_t *column, struct fault *f)
{
    *column = at;
    if (at < s->p->n_columns)
        return true;
    return fault_set(f, FAULT_INPUT, "-sample_index: %zu found, wanted a number below %zu", at,
                     s->p->n_columns);
}

static bool choose_column(struct select *s, const struct events_choice *events, size_t *column,
                          struct fault *f)
{
    struct profile *p = s->p;

    *column = COLUMN_WEIGHT;
    if (s->r->column)
        return column_at(s, s->r->column - 1, column, f);
    bool plain = events_have_samples(p) && !p->columns[COLUMN_WEIGHT].unit;
    if (s->value) {
        if (plain)
            p->columns[COLUMN_WEIGHT].unit = events->unit;
        if (!find_value(s, column, f))
            return false;
        return *column != COLUMN_WEIGHT || !events->mixed ||
               fault_set(f, FAULT_USAGE,
                         "--value period: the periods of these events have different units and "
                         "cannot be added, wanted one --event, or --value samples");
    }
    if (!events_have_samples(p))
        return true;
    if (s->r->weight_samples || events->mixed ||
        (plain && kept_total(s, COLUMN_SAMPLES) == kept_total(s, COLUMN_WEIGHT)))
        *column = COLUMN_SAMPLES;
    else if (plain)
        p->columns[COLUMN_WEIGHT].unit = events->unit;
    return true;
}

/* If a time window is asked for: fails if no sample has a time, and prints how many lack one. Those
 * are in no window. */
static bool check_times(const struct select *s, struct fault *f)
{
    uint64_t without = 0;

    if (!s->r->by_time)
        return true;
    for (uint32_t i = 0; i < s->p->n_samples; i++)
        without += moments_at(&s->p->moments, i) == NO_TIME;
    if (without == s->p->n_samples)
        return fault_set(f, FAULT_INPUT, "%s time: no sample has a time, wanted some",
                         where_time_option(s->r));
    if (s->r->window.of_day && !s->p->info.zero_ns)
        return fault_set(f, FAULT_INPUT,
                         "%s time: the input does not tell when it was recorded, or there are "
                         "several, wanted seconds from the first sample",
                         where_time_option(s->r));
    if (without && !s->quiet)
        message_print("samples without a time, which were left out: %" PRIu64, without);
    return true;
}

static bool check_some(const struct select *s, struct fault *f)
{
    for (uint32_t i = 0; i < s->p->n_samples; i++)
        if (is_kept(s, i))
            return true;
    return where_left_nothing(s->r, s->p, f);
}

/* Whether the column is one of several measures, which samples may lack. */
static bool is_measure(const struct profile *p, size_t column)
{
    return p->n_columns > 1 && p->columns[column].name && p->columns[column].total;
}

/* Notes the most that a selected sample weighs: one that weighs less makes no count too large. */
static void put_period(struct select *s, size_t column, size_t counts)
{
    double most = 0;

    if (counts == s->p->n_columns)
        return;
    for (uint32_t i = 0; i < s->p->n_samples; i++)
        if (is_kept(s, i))
            most = fmax(most, sample_counts_weight(s->p, column, counts, i));
    s->p->columns[column].period = isfinite(most) ? most : 0;
}

static bool root(struct select *s, const struct events_choice *events, struct profile *to,
                 struct fault *f)
{
    uint64_t most = s->r->most_nodes < UINT32_MAX - 2 ? s->r->most_nodes : UINT32_MAX - 2;
    size_t column = 0;
    if (!choose_column(s, events, &column, f))
        return false;
    name_id *names = s->r->annotate ? annotated(s) : NULL;
    size_t counts = sample_counts_column(s->p, column);
    bool counted = counts < s->p->n_columns;
    put_period(s, column, counts);
    struct root_frames root_frames = {
        .column = column,
        .counts = s->keep_counts && counted ? counts + 1 : 0,
        .measured = is_measure(s->p, column),
        .group_of = s->group_of,
        .groups = s->groups,
        .n_groups = s->n_groups,
        .frame_names = names,
        .empty = names_add(&s->p->names, STR("[unknown]")),
        .most = most,
        .names_only = s->names_only,
    };

    if (s->r->by_time)
        time_window_keep(window_of(s), s->p, s->keep);
    else
        time_window_keep_tracks(window_of(s), s->p, s->keep);
    stacks_forget(&s->p->stacks);
    bool ok = profile_root_frames(to, s->p, &root_frames);
    mem_free(names, s->p->frames.n, sizeof *names);
    to->info.zero_ns = s->p->info.zero_ns;
    if (ok)
        return true;
    profile_free(to);
    return limits_reached(f, "--root-by", "nodes", most);
}

static void begin(struct select *s, const struct selection_request *r,
                  const struct select_options *o, struct profile *p)
{
    *s = (struct select){
        .r = r,
        .quiet = o->quiet,
        .names_only = o->names_only,
        .keep_counts = o->keep_counts,
        .value = o->value,
        .all_events = o->all_measures && event_measures_are_wanted(r, o->value, p),
        .window = time_window_resolve(r->window, p),
        .p = p,
        .keep = mem_alloc(p->labels.n, sizeof *s->keep),
        .group_of = mem_alloc(p->labels.n, sizeof *s->group_of),
    };
    root_namer_init(&s->namer, p, o->process);
}

static void end(struct select *s, size_t n_labels)
{
    mem_free(s->keep, n_labels, sizeof *s->keep);
    mem_free(s->group_of, n_labels, sizeof *s->group_of);
    mem_free(s->groups, s->groups_room, sizeof *s->groups);
    if (s->names)
        mem_free(s->names, n_labels * s->n_keys + 1, sizeof *s->names);
    root_namer_free(&s->namer);
    buf_free(&s->text);
}

static bool choose_events(struct select *s, struct events_choice *events, struct fault *f)
{
    const struct events_asked asked = {s->r, s->value, s->quiet};

    if (!s->all_events)
        return events_choose(&asked, s->p, s->keep, events, f);
    *events = (struct events_choice){0};
    for (labels_id i = 0; i < s->p->labels.n; i++)
        s->keep[i] = true;
    return true;
}

/* Determines which samples to keep. */
static bool choose_samples(struct select *s, struct events_choice *events, struct fault *f)
{
    if (!choose_events(s, events, f) || !snapshots_choose(s->r, s->quiet, s->p, s->keep, f))
        return false;
    return where_keep(s->r, s->quiet, s->p, s->keep, f) && check_times(s, f) && check_some(s, f);
}

bool select_apply(const struct selection_request *r, const struct select_options *o,
                  struct profile *from, struct profile *to, struct fault *f)
{
    const size_t n_labels = from->labels.n;
    struct events_choice events;
    struct select s;

    begin(&s, r, o, from);
    bool ok = choose_samples(&s, &events, f) && label_keys_check(r, o->quiet, from, f);
    if (ok) {
        make_groups(&s);
        ok = root(&s, &events, to, f);
    }
    end(&s, n_labels);
    return ok;
}

bool select_keep(const struct selection_request *r, const struct select_options *o,
                 struct profile *p, struct fault *f)
{
    struct events_choice events;
    struct select s;
    size_t column = 0;

    begin(&s, r, o, p);
    const size_t n_labels = p->labels.n;
    bool ok = choose_samples(&s, &events, f) && label_keys_check(r, o->quiet, p, f) &&
              choose_column(&s, &events, &column, f);
    if (ok && s.all_events) {
        time_window_keep(window_of(&s), p, s.keep);
        event_measures_split(r, p);
    } else if (ok) {
        put_period(&s, column, sample_counts_column(p, column));
        struct column chosen = p->columns[column];
        p->columns[column] = p->columns[0];
        p->columns[0] = chosen;
        time_window_keep(window_of(&s), p, s.keep);
    }
    end(&s, n_labels);
    return ok;
}
