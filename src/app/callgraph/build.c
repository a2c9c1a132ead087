/* Reads inputs and builds a call graph from them. */
#include "app/callgraph/build.h"

#include "app/common/message.h"
#include "app/inputs/canonical_frames.h"
#include "app/inputs/programs.h"
#include "app/inputs/read_inputs.h"
#include "app/inputs/units.h"
#include "app/selection/filter.h"
#include "base/mem.h"
#include "model/overloads.h"
#include "render/common/amount.h"

/* Chooses the column that --value names, or the first. */
static bool choose_measure(struct graph_input *side, const char *value, struct fault *f)
{
    const struct profile *p = &side->in.profile;
    struct excerpt wanted;
    struct excerpt known;
    struct buf list = {0};

    if (!value)
        return true;
    for (size_t i = 0; i < p->n_columns; i++) {
        struct str name = names_get(&p->names, p->columns[i].name);
        if (str_equal(name, str_of(value))) {
            side->measure = i;
            buf_free(&list);
            return true;
        }
        buf_add(&list, i ? STR(", ") : STR(""));
        buf_add(&list, name);
    }
    fault_set(f, FAULT_USAGE, "--value: no measure is named \"%s\", wanted one of %s",
              excerpt_of(&wanted, str_of(value)), excerpt_of(&known, buf_str(&list)));
    buf_free(&list);
    return false;
}

/* Fails for options that need stacks if the input has none. --focus then chooses functions of the
 * graph. */
static bool check_stackless(const struct selection_request *s, struct fault *f)
{
    struct filter_request filter = s->filter;

    filter.focus = (struct request_list){0};
    if (filter_needed(&filter, false))
        return fault_set(f, FAULT_USAGE,
                         "%s: selects stacks, but the input has only callers and callees; wanted "
                         "--focus, --root, --leaf or --path",
                         filter_first(&filter));
    if (s->where.n || s->by_time || s->comm.n || s->pid.n || s->tid.n || s->snapshot.n ||
        s->event || s->annotate || strcmp(s->root_by, "none") != 0)
        return fault_set(f, FAULT_USAGE,
                         "--where, --event, --root-by and similar options select samples, but the "
                         "input has only callers and callees");
    return !redact_needed(&s->redact) || fault_set(f, FAULT_USAGE,
                                                   "--redact, --hash-names: cannot hide names of "
                                                   "an input that has only callers and callees");
}

/* Whether options select samples by label or show labels. Several columns alone do not need it: a
 * graph keeps them all. */
static bool chooses(const struct selection_request *s, const struct profile *p)
{
    return p->labels.n > 1 || s->where.n || s->by_time || s->comm.n || s->pid.n || s->tid.n ||
           s->snapshot.n || s->event || s->annotate || s->weight_samples ||
           strcmp(s->root_by, "none") != 0;
}

/* Prints what was read, and its total. */
static void print_summary(const struct graph_input *side)
{
    const struct profile *p = &side->in.profile;
    const struct column *c = &p->columns[side->measure];
    struct excerpt e;
    struct sink total;

    sink_open_buf(&total);
    amount_write(&total, &p->names, c->unit, (struct decimal){c->total, c->scale});
    summary_say_inputs(&side->in.summary);
    if (p->calls.share == CALLS_NOT_SHARED)
        summary_say_stacks(&side->in.summary, p, buf_str(&total.buf));
    else
        message_print("total %s", excerpt_of(&e, buf_str(&total.buf)));
    sink_discard(&total);
}

/* Names measures that have a value, if the one that is drawn has none. */
static void print_others(const struct graph_input *side)
{
    const struct profile *p = &side->in.profile;
    const struct column *drawn = &p->columns[side->measure];
    struct excerpt name;
    struct excerpt others;
    struct buf list = {0};

    for (size_t i = 0; i < p->n_columns && !drawn->total; i++) {
        if (!p->columns[i].total)
            continue;
        buf_add(&list, list.n ? STR(", ") : STR(""));
        buf_add(&list, names_get(&p->names, p->columns[i].name));
    }
    if (list.n)
        message_print("all values of %s are 0; those of %s are not, see --value",
                      excerpt_of(&name, names_get(&p->names, drawn->name)),
                      excerpt_of(&others, buf_str(&list)));
    buf_free(&list);
}

/* What is read for one graph. */
struct wanted {
    const char *const *paths;
    size_t n;
    struct programs *programs; /* of both sides; NULL: no other graph is read. Else only the chosen
                                * column of stacks is kept */
    enum side side;
};

/* Reads inputs, and selects what the graph is made from. */
static bool take(struct graph_input *side, const struct callgraph_request *r,
                 const struct wanted *wanted, struct fault *f)
{
    const struct profile *p = &side->in.profile;

    if (!inputs_read(&side->in, &r->input, wanted->paths, wanted->n, f))
        return false;
    if (wanted->programs)
        programs_look(wanted->programs, &side->in, wanted->side);
    if (p->calls.share != CALLS_NOT_SHARED) {
        bool ok = check_stackless(r->input.selection, f) &&
                  choose_measure(side, r->input.read->ask.value, f);
        if (ok && !r->input.messages->quiet)
            print_others(side);
        return ok;
    }
    bool ok = wanted->programs || chooses(r->input.selection, p)
                  ? inputs_choose_merged(&side->in, &r->input, false, f)
                  : choose_measure(side, r->input.read->ask.value, f);
    for (size_t c = 0; ok && c < p->n_columns; c++)
        side->all[c] = p->columns[c].total;
    if (!ok || !inputs_check_total(&side->in, side->measure, f))
        return false;
    inputs_leave_out_allocators(&side->in, &r->input, side->measure);
    return inputs_filter(&side->in, &r->input, false, f);
}

static bool prepare(struct graph_input *side, const struct callgraph_request *r,
                    const struct wanted *wanted, struct fault *f)
{
    if (!take(side, r, wanted, f))
        return false;
    if (r->input.messages->summary)
        print_summary(side);
    return true;
}

/* Builds the graph: exactly, or with totals estimated as gprof2dot does. */
static void build(struct graph_input *side, const struct callgraph_request *r)
{
    const struct profile *p = &side->in.profile;

    if (p->calls.share != CALLS_NOT_SHARED)
        graph_of_calls(&side->graph, p);
    else if (!r->graph->ratios)
        graph_of_stacks(&side->graph, p);
    else if (side->in.summary.n && side->in.summary.inputs[0].report.format->last_calls)
        graph_of_last_calls(&side->graph, p);
    else
        graph_of_ratios(&side->graph, p);
    if (p->calls.share != CALLS_NOT_SHARED && !r->graph->ratios)
        graph_tell_namesakes(&side->graph);
    for (size_t c = 0; c < p->n_columns; c++)
        if (r->graph->style.relative == GRAPH_OF_ALL)
            graph_relate(&side->graph, c, side->all[c]);
}

bool graph_input_build(struct graph_input *side, const struct callgraph_request *r,
                       const char *const *paths, size_t n, struct fault *f)
{
    if (!prepare(side, r, &(struct wanted){.paths = paths, .n = n}, f) ||
        !inputs_redact(&side->in, &r->input, f) ||
        !inputs_check_left(&side->in, &r->input.selection->filter, side->measure, f))
        return false;
    build(side, r);
    return true;
}

/* Moves the measure to the second column, that of the side before. */
static void put_second(struct profile *p)
{
    profile_need_columns(p, 2);
    struct column measured = p->columns[0];
    p->columns[0] = p->columns[1];
    p->columns[1] = measured;
}

/* Gives the column `scale` decimal digits. */
static bool rescale(struct graph_input *side, unsigned scale)
{
    unsigned digits = side->in.profile.columns[0].scale;

    if (!profile_rescale(&side->in.profile, 0, scale))
        return false;
    for (; digits < scale; digits++)
        side->all[0] = side->all[0] > UINT64_MAX / 10 ? UINT64_MAX : side->all[0] * 10;
    return true;
}

/* Gives functions of both sides the same names: without tiers of compilation, and without arguments
 * that one side lacks. False when a sum does not fit into 64 bits. */
static bool even_names(struct tiers *tiers, struct graph_input *after, struct graph_input *before)
{
    struct profile *now = &after->in.profile;
    struct profile *then = &before->in.profile;

    tiers_init(tiers);
    return canonical_frames_make(&after->in, tiers, after->measure, SIDE_AFTER) &&
           canonical_frames_make(&before->in, tiers, before->measure, SIDE_BEFORE) &&
           inputs_replace_frames(&before->in, overloads_join(then, now)) &&
           inputs_replace_frames(&after->in, overloads_join(now, then));
}

static bool does_not_fit(const struct callgraph_request *r, struct fault *f)
{
    return fault_set(f, FAULT_INPUT, "%s: the sum of all counts does not fit into 64 bits",
                     r->graph->compare ? "--compare" : "--before");
}

/* Hides names of the joined stacks. */
static bool merge_stacks(struct graph_input *side, struct graph_input *before,
                         const struct callgraph_request *r, struct fault *f)
{
    struct profile *p = &side->in.profile;
    struct profile *other = &before->in.profile;

    if (!rescale(side, other->columns[0].scale) || !rescale(before, p->columns[0].scale) ||
        !even_names(&side->tiers, side, before))
        return does_not_fit(r, f);
    profile_need_columns(p, 2);
    put_second(other);
    struct frame *rows = graph_pair_frames(other, p);
    bool ok = profile_merge_as(p, other, rows);
    mem_free(rows, other->frames.n, sizeof *rows);
    side->all[GRAPH_BEFORE] = before->all[0];
    return ok ? inputs_redact(&side->in, &r->input, f) : does_not_fit(r, f);
}

/* Builds a graph for each side and joins both: for inputs without stacks, and for estimated
 * totals. */
static bool join_graphs(struct graph_input *side, struct graph_input *after,
                        struct graph_input *before, const struct callgraph_request *r,
                        struct fault *f)
{
    struct profile *now = &after->in.profile;
    struct profile *then = &before->in.profile;
    struct profile *p = &side->in.profile;

    if (!even_names(&side->tiers, after, before))
        return does_not_fit(r, f);
    if (!inputs_redact(&after->in, &r->input, f) || !inputs_redact(&before->in, &r->input, f))
        return false;
    build(after, r);
    build(before, r);
    struct frame *rows = graph_pair_frames(then, now);
    profile_keep_column(now, after->measure);
    profile_keep_column(then, before->measure);
    profile_need_columns(now, 2);
    put_second(then);
    calls_free(&now->calls);
    calls_free(&then->calls);
    calls_init(&now->calls);
    calls_init(&then->calls);
    profile_init(p, 2, TIME_NONE);
    bool ok = profile_merge(p, now) && profile_merge_as(p, then, rows);
    p->calls.share = CALLS_BY_COST; /* the graph has no stacks */
    if (ok)
        graph_of_pair(&side->graph, p, &(struct graph_part){&after->graph, after->measure},
                      &(struct graph_part){&before->graph, before->measure});
    if (ok && !r->graph->ratios)
        graph_tell_namesakes(&side->graph);
    mem_free(rows, then->frames.n, sizeof *rows);
    return ok || does_not_fit(r, f);
}

/* Returns the measure of a side, under the name of its first input. */
static struct measured measured_of(const struct graph_input *side, const struct graph_inputs *in)
{
    return (struct measured){in->n ? in->paths[0] : "-", &side->in.profile, side->measure};
}

/* Fails if the units of both sides differ; --compare accepts any. */
static bool check_units(const struct callgraph_request *r, struct measured before,
                        struct measured after, struct fault *f)
{
    return r->graph->compare || units_check(&before, &after, false, r->input.messages->quiet, f);
}

static bool have_stacks(const struct graph_input *after, const struct graph_input *before,
                        const struct callgraph_request *r)
{
    return after->in.profile.calls.share == CALLS_NOT_SHARED &&
           before->in.profile.calls.share == CALLS_NOT_SHARED && !r->graph->ratios;
}

static bool put_together(struct graph_input *side, struct graph_input *after,
                         struct graph_input *before, const struct callgraph_request *r,
                         struct fault *f)
{
    bool ok;

    if (have_stacks(after, before, r)) {
        *side = *after;
        *after = (struct graph_input){0};
        ok = merge_stacks(side, before, r, f);
        if (ok)
            build(side, r);
    } else {
        ok = join_graphs(side, after, before, r, f);
    }
    return ok && (graph_pair_level(&side->graph) || does_not_fit(r, f));
}

/* Fails if filters left nothing on both sides, or nothing before if shares are compared. */
static bool check_either_left(const struct graph_input *before, const struct graph_input *after,
                              const struct callgraph_request *r, struct fault *f)
{
    const struct filter_request *filter = &r->input.selection->filter;
    bool left = before->in.profile.columns[before->measure].total != 0;

    return (left || inputs_check_left(&after->in, filter, after->measure, f)) &&
           (!r->sides->shares || inputs_check_left(&before->in, filter, before->measure, f));
}

static bool rename_program(const struct programs *programs, struct graph_input *then,
                           const struct graph_input *now, struct fault *f)
{
    return programs_rename(programs, &then->in, &now->in.profile) ||
           fault_set(f, FAULT_INPUT, "--before: the sum of all counts does not fit into 64 bits");
}

bool graph_input_build_both(struct graph_input *side, const struct callgraph_request *r,
                            const struct graph_inputs *before, const struct graph_inputs *after,
                            struct fault *f)
{
    struct graph_input then = {0};
    struct graph_input now = {0};
    const struct selection_request selection = side_request_before(r->sides, r->input.selection);
    struct callgraph_request asked = *r;
    struct programs programs;
    struct names hidden;
    const struct wanted new = {after->paths, after->n, &programs, SIDE_AFTER};
    const struct wanted old = {before->paths, before->n, &programs, SIDE_BEFORE};

    asked.input.selection = &selection;
    programs_init(&programs);
    names_init(&hidden);
    now.in.hidden = then.in.hidden = &hidden;
    bool ok = prepare(&now, r, &new, f) && prepare(&then, &asked, &old, f) &&
              check_either_left(&then, &now, r, f) &&
              check_units(r, measured_of(&then, before), measured_of(&now, after), f) &&
              rename_program(&programs, &then, &now, f) && put_together(side, &now, &then, r, f);

    programs_free(&programs);
    names_free(&hidden);
    graph_input_free(&then);
    graph_input_free(&now);
    return ok;
}

void graph_input_free(struct graph_input *side)
{
    graph_free(&side->graph);
    tiers_free(&side->tiers);
    inputs_free(&side->in);
}
