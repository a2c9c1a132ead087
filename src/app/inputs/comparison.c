/* Reads two sides of a comparison: each run separately, then joins all in one profile. */
#include "app/inputs/comparison.h"

#include <math.h>

#include "app/inputs/canonical_frames.h"
#include "app/inputs/identity_rules.h"
#include "app/inputs/programs.h"
#include "app/inputs/read_inputs.h"
#include "app/inputs/units.h"
#include "app/selection/events.h"
#include "base/mem.h"
#include "base/parse.h"
#include "model/compare/change.h"
#include "model/graph/pair.h"
#include "model/overloads.h"
#include "model/rename.h"
#include "model/sample_counts.h"
#include "model/units.h"

/* The runs of a comparison, and how to read them. */
struct runs {
    const struct input_request *r; /* of the side after */
    const struct side_request *sides;
    struct selection_request before; /* the selection for that side */
    const char *const *paths[SIDES];
    size_t n[SIDES];
    bool exact;
    struct tiers *tiers; /* sums of all runs */
    struct buf *measure; /* what the events of the runs measure; "": not known yet */
    bool ranges;         /* both sides are of one input */
    struct time_window
        *window; /* borrowed: of the sides, as times of their runs once one is read */
    struct identity_rules rules;
    struct programs programs;
    const struct profile *joined; /* so far: of a run before, all those after */
    const char *reference;        /* the run whose names all runs get */
};

/* Fails if a run is given twice: without difference between the two, any change would look
 * proven. */
static bool check_once(const struct runs *runs, enum side side, struct fault *f)
{
    for (size_t i = 0; i < runs->n[side]; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(runs->paths[side][i], runs->paths[side][k]) == 0)
                return fault_set(f, FAULT_USAGE,
                                 "--before: %s is given twice as a run %s, wanted each run once",
                                 runs->paths[side][i], side == SIDE_BEFORE ? "before" : "after");
    return true;
}

static bool check_runs(const struct runs *runs, struct fault *f)
{
    size_t n = runs->n[SIDE_BEFORE] + runs->n[SIDE_AFTER];

    if (n > DIFFERENCE_RUNS_MOST)
        return fault_set(f, FAULT_USAGE,
                         "--before: %zu runs found on both sides together, wanted at most %d", n,
                         DIFFERENCE_RUNS_MOST);
    return check_once(runs, SIDE_BEFORE, f) && check_once(runs, SIDE_AFTER, f);
}

static void swap_columns(struct profile *p, size_t a, size_t b)
{
    struct column kept = p->columns[a];

    p->columns[a] = p->columns[b];
    p->columns[b] = kept;
}

static size_t columns_of(const struct difference *d)
{
    const size_t n_runs = d->n_runs[SIDE_BEFORE] + d->n_runs[SIDE_AFTER];

    return 1 + n_runs + (d->counted ? n_runs : 0) + (d->rest > 0);
}

/* Moves the first column of a profile to its place, and its count of samples, if there is one, to
 * the place of that. Samples with times kept their labels. */
static void put_columns(struct profile *p, const struct difference *d, size_t column)
{
    if (p->n_columns > 1 && !d->counted)
        profile_keep_column(p, 0);
    profile_need_columns(p, columns_of(d));
    profile_forget_labels(p);
    if (d->counted)
        swap_columns(p, 1, difference_counts(d, column));
    swap_columns(p, 0, column);
}

/* Appends the name with "0x..." for every "0x1f" in it. */
static void add_stripped(struct str name, struct buf *to)
{
    for (size_t at = 0; at < name.n;) {
        size_t next = str_find(name, at, STR("0x"));
        size_t end = next < name.n ? next + 2 : next;
        buf_add(to, str_from_to(name, at, end));
        for (at = end; at < name.n && is_hex_digit(name.p[at]);)
            at++;
        if (at > end)
            buf_add(to, STR("..."));
    }
}

/* Renames functions so that both sides match: by --strip-hex and rules. */
static void rename_frames(struct inputs *in, const struct runs *runs)
{
    const struct profile *p = &in->profile;
    name_id *by_frame = mem_alloc(p->frames.n, sizeof *by_frame);
    struct names names;
    struct profile changed;
    struct buf name = {0};
    struct buf stripped = {0};

    names_init(&names);
    for (frame_id i = 0; i < p->frames.n; i++) {
        buf_clear(&name);
        buf_clear(&stripped);
        identity_rules_apply(&runs->rules, names_get(&p->names, p->frames.rows[i].name), &name);
        if (runs->sides->strip_hex)
            add_stripped(buf_str(&name), &stripped);
        by_frame[i] = names_add(&names, buf_str(runs->sides->strip_hex ? &stripped : &name));
    }
    profile_rename(&changed, p, &names, by_frame);
    mem_free(by_frame, p->frames.n, sizeof *by_frame);
    names_free(&names);
    buf_free(&name);
    buf_free(&stripped);
    inputs_replace(in, &changed);
}

static bool does_not_fit(const char *path, struct fault *f)
{
    return fault_set(f, FAULT_INPUT,
                     "%s: the sum of all values grows beyond 2^64-1, wanted one that fits", path);
}

/* What selects makes a profile that no longer knows what its recording lacks. */
static bool select_from(struct inputs *in, const struct input_request *r, bool exact,
                        struct fault *f)
{
    struct text_list remarks = in->profile.info.remarks;

    in->profile.info.remarks = (struct text_list){0};
    const bool ok = inputs_choose_merged(in, r, exact, f);
    text_list_add_all(&in->profile.info.remarks, &remarks, 0);
    text_list_free(&remarks);
    return ok;
}

/* Selects from a run as if it were drawn alone; it counts for a side. */
static bool choose_by(struct inputs *in, const struct runs *runs, const struct input_request *r,
                      enum side side, struct fault *f)
{
    struct profile changed;

    if (!select_from(in, r, runs->exact, f))
        return false;
    if (side == SIDE_BEFORE && !programs_rename(&runs->programs, in, runs->joined))
        return does_not_fit(runs->reference, f);
    if (runs->sides->strip_hex || runs->rules.n)
        rename_frames(in, runs);
    if (!runs->exact && !canonical_frames_make(in, runs->tiers, 0, side))
        return does_not_fit(runs->reference, f);
    if (change_rows_differ(&in->profile)) {
        change_merge_rows(&changed, &in->profile);
        inputs_replace(in, &changed);
    }
    return true;
}

/* Samples of time and of instructions are both samples: fails if the events of two runs measure
 * different things. Cycles and nanoseconds are both time. */
static bool check_event(struct inputs *in, const struct runs *runs, const char *path,
                        struct fault *f)
{
    struct str here = events_measure(runs->r->selection, &in->profile);
    struct str there = buf_str(runs->measure);
    const struct str cycles = STR("cycles");
    struct excerpt e;
    struct excerpt e_there;

    here = str_equal(here, STR("ns")) ? cycles : here;
    if (!there.n)
        buf_add(runs->measure, here);
    if (!here.n || !there.n || str_equal(here, there))
        return true;
    return fault_set(f, FAULT_USAGE,
                     "--before: %s has samples of %s and %s of %s, wanted one event (--event)",
                     path, excerpt_of(&e, here), runs->reference, excerpt_of(&e_there, there));
}

static bool choose(struct inputs *in, struct runs *runs, enum side side, struct fault *f)
{
    struct input_request r = *runs->r;

    if (side == SIDE_BEFORE)
        r.selection = &runs->before;
    if (!runs->exact && (!runs->ranges || side == SIDE_AFTER))
        programs_look(&runs->programs, in, side);
    return choose_by(in, runs, &r, side, f);
}

static bool read_run(struct inputs *in, struct runs *runs, enum side side, const char *path,
                     struct fault *f)
{
    in->keep_counts = !runs->exact;
    if (!inputs_read(in, runs->r, &path, 1, f))
        return false;
    runs->window[side] = time_window_resolve(runs->window[side], &in->profile);
    return check_event(in, runs, path, f) && choose(in, runs, side, f);
}

/* Gives a column without a unit that of the reference. */
static void put_unit(struct profile *p, size_t column, const struct profile *reference,
                     size_t reference_column)
{
    if (!p->columns[column].unit)
        p->columns[column].unit = names_add(
            &p->names, names_get(&reference->names, reference->columns[reference_column].unit));
}

static void take_summary(struct summary *to, const struct summary *from)
{
    for (size_t i = 0; i < from->n; i++)
        summary_add(to, from->inputs[i].name, &from->inputs[i].report, NULL, 0);
    text_list_add_all(&to->details, &from->details, 0);
    to->dropped += from->dropped;
}

/* Adds a run to those joined so far; the reference is the first. */
static bool join(struct comparison *c, const struct runs *runs, const char *path,
                 struct inputs *one, size_t column, struct fault *f)
{
    struct profile *all = &c->in.profile;
    struct profile *p = &one->profile;
    size_t first = difference_column(&c->difference, SIDE_AFTER, 0);
    struct measured here = {path, p, 0};
    struct measured there = {runs->reference, all, first};

    if (!units_check(&here, &there, true, runs->r->messages->quiet, f))
        return false;
    unstated_look(&c->unstated, path, p, 0, names_get(&all->names, all->columns[first].unit));
    if (p->columns[0].unit)
        unstated_look(&c->unstated, runs->reference, all, first,
                      names_get(&p->names, p->columns[0].unit));
    put_unit(p, 0, all, first);
    put_unit(all, first, p, 0);
    put_columns(p, &c->difference, column);
    if (!runs->exact && (!inputs_replace_frames(one, overloads_join(p, all)) ||
                         !inputs_replace_frames(&c->in, overloads_join(all, p))))
        return does_not_fit(path, f);
    struct frame *rows = runs->exact ? NULL : graph_pair_frames(p, all);
    bool ok = profile_merge_as(all, p, rows ? rows : p->frames.rows);
    mem_free(rows, rows ? p->frames.n : 0, sizeof *rows);
    take_summary(&c->in.summary, &one->summary);
    return ok || does_not_fit(path, f);
}

static bool read_others(struct comparison *c, struct runs *runs, enum side side, size_t from,
                        struct fault *f)
{
    for (size_t run = from; run < runs->n[side]; run++) {
        const char *path = runs->paths[side][run];
        struct inputs one = {0};
        bool ok = read_run(&one, runs, side, path, f) &&
                  join(c, runs, path, &one, difference_column(&c->difference, side, run), f);
        inputs_free(&one);
        if (!ok)
            return false;
    }
    return true;
}

/* Converts n columns, of one quantity, to the finest of their units. */
static bool level_units(struct profile *p, size_t reference, size_t n)
{
    name_id finest = p->columns[reference].unit;

    for (size_t i = 0; i < n; i++)
        if (units_ratio(names_get(&p->names, finest), names_get(&p->names, p->columns[i].unit)) > 1)
            finest = p->columns[i].unit;
    for (size_t i = 0; i < n; i++) {
        struct str unit = names_get(&p->names, finest);
        uint64_t ratio = units_ratio(names_get(&p->names, p->columns[i].unit), unit);
        if (ratio > 1 && !profile_refine(p, i, ratio, unit))
            return false;
        p->columns[i].unit = finest;
    }
    return true;
}

/* Converts the columns of all runs, and that of the widths, to the unit and decimal digits of the
 * finest. */
static bool level(struct profile *p, const struct difference *d, struct fault *f)
{
    const size_t n = 1 + d->n_runs[SIDE_BEFORE] + d->n_runs[SIDE_AFTER];
    unsigned scale = 0;

    if (!level_units(p, difference_column(d, SIDE_AFTER, 0), n))
        return fault_set(f, FAULT_INPUT, "--before: a sum does not fit in the finest unit");
    for (size_t i = 0; i < n; i++)
        if (p->columns[i].scale > scale)
            scale = p->columns[i].scale;
    for (size_t i = 0; i < n; i++) {
        p->columns[i].name = 0;
        if (!profile_rescale(p, i, scale))
            return fault_set(f, FAULT_INPUT,
                             "--before: a sum does not fit with %u digits after the point", scale);
    }
    return true;
}

static void weigh(struct difference *d, const struct side_request *sides, const struct profile *p)
{
    for (unsigned side = 0; side < SIDES; side++)
        d->weight[side] = 1 / (double)d->n_runs[side];
    if (sides->per) {
        d->weight[SIDE_BEFORE] /= sides->work.before;
        d->weight[SIDE_AFTER] /= sides->work.after;
        d->per = str_of(sides->work.unit);
    }
    if (sides->shares)
        d->weight[SIDE_AFTER] /= difference_ratio(d, p);
    d->by_work = sides->per;
    d->shares = sides->shares;
    d->tests = sides->tests;
    d->whole = sides->whole;
    d->negate = sides->negate;
    d->by_self = sides->by_self;
}

/* Ranges of unlike lengths are compared by the second. */
static void weigh_ranges(struct difference *d, const struct profile *p)
{
    const double ns_per_s = 1e9;
    uint64_t end_ns = 0;
    double seconds[SIDES];

    if (!d->ranges || d->by_work || d->shares)
        return;
    for (uint32_t i = 0; i < p->n_samples; i++) {
        const uint64_t at_ns = moments_at(&p->moments, i);
        const uint64_t length = time_window_length(p, i);
        if (at_ns != NO_TIME && length <= UINT64_MAX - at_ns && at_ns + length > end_ns)
            end_ns = at_ns + length;
    }
    for (unsigned side = 0; side < SIDES; side++) {
        const struct time_window *w = &d->window[side];
        const uint64_t to_ns = w->to_ns < end_ns ? w->to_ns : end_ns;
        if (to_ns <= w->from_ns)
            return;
        seconds[side] = (double)(to_ns - w->from_ns) / ns_per_s;
    }
    if (fabs(seconds[SIDE_BEFORE] - seconds[SIDE_AFTER]) < 0.01 * seconds[SIDE_BEFORE])
        return;
    for (unsigned side = 0; side < SIDES; side++)
        d->weight[side] /= seconds[side];
    d->by_work = true;
    d->per = STR("s");
}

static bool lay_out(struct comparison *c, const struct side_request *sides, struct fault *f)
{
    struct difference *d = &c->difference;
    struct profile *p = &c->in.profile;

    difference_join_untimed(d, p);
    if (!level(p, d, f))
        return false;
    if (d->no_counts && !p->columns[0].unit)
        unstated_name(p);
    weigh(d, sides, p);
    weigh_ranges(d, p);
    difference_lay_out(d, p, sides->layout);
    return true;
}

static bool read_runs(struct comparison *c, struct runs *runs, struct fault *f)
{
    struct difference *d = &c->difference;

    if (!read_run(&c->in, runs, SIDE_AFTER, runs->reference, f))
        return false;
    unstated_look(&c->unstated, runs->reference, &c->in.profile, 0, STR(""));
    d->counted = c->in.profile.n_columns > 1;
    put_columns(&c->in.profile, d, difference_column(d, SIDE_AFTER, 0));
    buf_clear(&c->in.about);
    if (!read_others(c, runs, SIDE_AFTER, 1, f) || !read_others(c, runs, SIDE_BEFORE, 0, f))
        return false;
    d->no_counts = !runs->exact && unstated_judge(&c->unstated, runs->r->messages->quiet);
    return true;
}

/* Adds what lies in a window of the input, but on neither side. Nothing may lie there. */
static bool join_rest(struct comparison *c, const struct runs *runs, const struct profile *input,
                      struct time_window window, struct fault *f)
{
    const struct message_request quiet = {.quiet = true};
    struct selection_request selection = *runs->r->selection;
    struct input_request r = *runs->r;
    struct runs beside = *runs;
    struct tiers tiers;
    struct inputs one = {0};
    struct fault nothing = {0};

    if (window.from_ns >= window.to_ns)
        return true;
    selection.window = window;
    r.selection = &selection;
    r.messages = &quiet;
    beside.r = &r;
    beside.tiers = &tiers;
    tiers_init(&tiers);
    profile_copy(&one.profile, input);
    bool ok = !choose_by(&one, &beside, &r, SIDE_AFTER, &nothing) ||
              join(c, &beside, runs->reference, &one, c->difference.rest, f);
    inputs_free(&one);
    tiers_free(&tiers);
    return ok;
}

/* Reads the one input once. */
static bool read_ranges(struct comparison *c, struct runs *runs, struct fault *f)
{
    struct difference *d = &c->difference;
    struct time_window *const windows = d->window;
    struct inputs one = {0};
    struct profile input;

    if (!inputs_read(&c->in, runs->r, &runs->reference, 1, f))
        return false;
    for (unsigned side = 0; side < SIDES; side++)
        windows[side] = time_window_resolve(windows[side], &c->in.profile);
    const bool is_after_first = windows[SIDE_AFTER].from_ns <= windows[SIDE_BEFORE].from_ns;
    const struct time_window *first = &windows[is_after_first ? SIDE_AFTER : SIDE_BEFORE];
    const struct time_window *second = &windows[is_after_first ? SIDE_BEFORE : SIDE_AFTER];
    profile_copy(&input, &c->in.profile);
    profile_copy(&one.profile, &input);
    buf_clear(&c->in.about);
    bool ok = choose(&c->in, runs, SIDE_AFTER, f) && choose(&one, runs, SIDE_BEFORE, f);
    if (ok) {
        put_columns(&c->in.profile, d, difference_column(d, SIDE_AFTER, 0));
        ok = join(c, runs, runs->reference, &one, difference_column(d, SIDE_BEFORE, 0), f);
    }
    if (ok && d->rest)
        ok = join_rest(c, runs, &input, (struct time_window){.to_ns = first->from_ns}, f) &&
             join_rest(c, runs, &input, (struct time_window){first->to_ns, second->from_ns, false},
                       f) &&
             join_rest(c, runs, &input, (struct time_window){second->to_ns, UINT64_MAX, false}, f);
    inputs_free(&one);
    profile_free(&input);
    return ok;
}

/* Finds out whether both sides are of one input, and how their times can be compared: where it is
 * the same time, they cannot. */
static void take_ranges(struct comparison *c, struct runs *runs)
{
    const struct time_window *after = &runs->r->selection->window;
    const struct time_window *before = &runs->before.window;
    struct difference *d = &c->difference;

    runs->ranges = runs->sides->chooses_before && runs->n[SIDE_BEFORE] == 1 &&
                   runs->n[SIDE_AFTER] == 1 &&
                   strcmp(runs->paths[SIDE_BEFORE][0], runs->reference) == 0;
    d->ranges = runs->ranges && !runs->sides->before_labels && before->of_day == after->of_day &&
                (before->to_ns <= after->from_ns || after->to_ns <= before->from_ns);
    d->rest = d->ranges ? 1 + SIDES : 0;
    if (d->ranges || !runs->ranges) {
        d->window[SIDE_BEFORE] = *before;
        d->window[SIDE_AFTER] = *after;
    }
}

bool comparison_read(struct comparison *c, const struct input_request *r,
                     const struct side_request *sides, struct fault *f)
{
    static const char *const standard[] = {"-"};
    struct difference *d = &c->difference;
    const struct request_list *before = &sides->before;
    const struct request_list *after = r->paths;
    struct buf measure = {0};
    struct read_request read = *r->read;
    struct input_request request = *r;
    struct runs runs = {.r = &request,
                        .sides = sides,
                        .before = side_request_before(sides, r->selection),
                        .paths = {before->items, after->n ? after->items : standard},
                        .n = {before->n, after->n ? after->n : 1},
                        .measure = &measure,
                        .window = d->window,
                        .tiers = &c->tiers,
                        .exact = c->exact,
                        .joined = &c->in.profile};

    request.read = &read;
    d->n_runs[SIDE_BEFORE] = runs.n[SIDE_BEFORE];
    d->n_runs[SIDE_AFTER] = runs.n[SIDE_AFTER];
    runs.reference = runs.paths[SIDE_AFTER][0];
    read.timed = read.timed || (!c->exact && !sides->plain && runs.n[SIDE_BEFORE] == 1 &&
                                runs.n[SIDE_AFTER] == 1);
    take_ranges(c, &runs);
    tiers_init(&c->tiers);
    programs_init(&runs.programs);
    bool ok = check_runs(&runs, f) &&
              (!sides->identity || identity_rules_read(&runs.rules, sides->identity, f)) &&
              (runs.ranges ? read_ranges(c, &runs, f) : read_runs(c, &runs, f)) &&
              lay_out(c, sides, f);
    d->all_told = runs.programs.all_told && !runs.exact;
    programs_free(&runs.programs);
    identity_rules_free(&runs.rules);
    c->in.event_measure = measure;
    return ok;
}

bool comparison_of_columns(struct comparison *c, const struct side_request *sides, struct fault *f)
{
    enum { AFTER, BEFORE, WIDTHS, ALL }; /* as they were read */
    struct profile *p = &c->in.profile;
    struct profile changed;

    c->difference.n_runs[SIDE_BEFORE] = c->difference.n_runs[SIDE_AFTER] = 1;
    c->difference.no_counts =
        !sides->plain && !p->columns[AFTER].unit &&
        (sample_counts_are_none(p, AFTER) && sample_counts_are_none(p, BEFORE));
    profile_need_columns(p, ALL);
    struct column after = p->columns[AFTER];
    p->columns[AFTER] = p->columns[WIDTHS];
    p->columns[WIDTHS] = after;
    if (change_rows_differ(p)) {
        change_merge_rows(&changed, p);
        inputs_replace(&c->in, &changed);
    }
    return lay_out(c, sides, f);
}

bool comparison_is_negative(const struct profile *p, const char *value)
{
    bool is = false;

    for (size_t i = 0; i < p->n_columns; i++) {
        struct str name = names_get(&p->names, p->columns[i].name);
        if (p->columns[i].subtracted && value && str_equal(name, str_of(value)))
            return false;
        is = is || p->columns[i].subtracted;
    }
    return is;
}

bool comparison_of_negative(struct comparison *c, const struct input_request *r,
                            const struct side_request *sides, struct fault *f)
{
    struct difference *d = &c->difference;
    struct runs runs = {.r = r,
                        .sides = sides,
                        .before = *r->selection,
                        .tiers = &c->tiers,
                        .exact = c->exact,
                        .joined = &c->in.profile,
                        .reference = "what is after"};
    struct inputs before = {0};

    d->n_runs[SIDE_BEFORE] = d->n_runs[SIDE_AFTER] = 1;
    tiers_init(&c->tiers);
    programs_init(&runs.programs);
    c->in.keep_counts = before.keep_counts = true;
    profile_split(&c->in.profile, &before.profile);
    bool ok = choose(&c->in, &runs, SIDE_AFTER, f) && choose(&before, &runs, SIDE_BEFORE, f);
    if (ok) {
        d->counted = c->in.profile.n_columns > 1;
        put_columns(&c->in.profile, d, difference_column(d, SIDE_AFTER, 0));
        ok = join(c, &runs, "what was before", &before, difference_column(d, SIDE_BEFORE, 0), f) &&
             lay_out(c, sides, f);
    }
    programs_free(&runs.programs);
    inputs_free(&before);
    return ok;
}
