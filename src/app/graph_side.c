/* From inputs to a graph. */
#include "app/graph_side.h"

#include "app/disguise.h"
#include "app/filter.h"
#include "app/say.h"

/* The column that --value names, or the first. */
static bool choose_measure(struct graph_side *side, const char *value, struct fault *f)
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

/* Options on stacks cannot hold where there are none. */
static bool check_stackless(const struct request *r, struct fault *f)
{
    static const struct theme plain;

    if (filter_needed(r, &plain))
        return fault_set(f, FAULT_USAGE,
                         "%s: chooses stacks, and the input knows callers and callees alone; "
                         "wanted --root, --leaf or --path",
                         filter_first(r));
    if (r->where.n || r->by_time || r->comm.n || r->pid.n || r->tid.n || r->event || r->annotate ||
        strcmp(r->root_by, "none") != 0)
        return fault_set(f, FAULT_USAGE,
                         "--where, --event, --root-by and their like choose samples by what is "
                         "said of them, and the input knows callers and callees alone");
    return !disguise_needed(r) ||
           fault_set(f, FAULT_USAGE,
                     "--redact, --hash-names: cannot hide names of an input that "
                     "knows callers and callees alone");
}

/* Whether samples are to be chosen by their labels, or labels to be shown. Columns stay beside one
 * another in a graph. */
static bool chooses(const struct request *r, const struct profile *p)
{
    return p->labels.n > 1 || r->where.n || r->by_time || r->comm.n || r->pid.n || r->tid.n ||
           r->event || r->annotate || r->weight_samples || strcmp(r->root_by, "none") != 0;
}

/* What was read, and its total. */
static void say_summary(const struct graph_side *side)
{
    const struct profile *p = &side->in.profile;
    const struct column *c = &p->columns[side->measure];
    struct str unit = c->unit ? names_get(&p->names, c->unit) : STR("samples");
    struct excerpt e;
    struct sink total;

    sink_open_buf(&total);
    sink_grouped(&total, c->total, c->scale);
    sink_byte(&total, ' ');
    sink_str(&total, output_unit_behind((struct decimal){c->total, c->scale}, unit));
    summary_say_inputs(&side->in.summary);
    if (p->calls.share == CALLS_NOT_SHARED)
        summary_say_stacks(&side->in.summary, p, buf_str(&total.buf));
    else
        say("total %s", excerpt_of(&e, buf_str(&total.buf)));
    sink_discard(&total);
}

/* Reads inputs and leaves of them what the graph is made of; of stacks the chosen column alone, or
 * all. */
static bool take(struct graph_side *side, const struct request *r, const char *const *paths,
                 size_t n, bool one, struct fault *f)
{
    static const struct theme plain;
    const struct profile *p = &side->in.profile;

    if (!inputs_read(&side->in, r, paths, n, f))
        return false;
    if (p->calls.share != CALLS_NOT_SHARED)
        return check_stackless(r, f) && choose_measure(side, r->value, f);
    bool ok = one || chooses(r, p) ? inputs_select(&side->in, r, false, f)
                                   : choose_measure(side, r->value, f);
    for (size_t c = 0; ok && c < p->n_columns; c++)
        side->all[c] = p->columns[c].total;
    return ok && inputs_check_total(&side->in, side->measure, f) &&
           inputs_filter(&side->in, r, &plain, side->measure, f);
}

static bool prepare(struct graph_side *side, const struct request *r, const char *const *paths,
                    size_t n, bool one, struct fault *f)
{
    if (!take(side, r, paths, n, one, f))
        return false;
    if (r->summary)
        say_summary(side);
    return true;
}

/* What gprof2dot would make of the stacks, or what is true of them. */
static void build(struct graph_side *side, const struct request *r)
{
    const struct profile *p = &side->in.profile;

    if (p->calls.share != CALLS_NOT_SHARED)
        graph_of_calls(&side->graph, p);
    else if (!r->graph.ratios)
        graph_of_stacks(&side->graph, p);
    else if (side->in.summary.n && side->in.summary.inputs[0].report.format->last_calls)
        graph_of_last_calls(&side->graph, p);
    else
        graph_of_ratios(&side->graph, p);
    for (size_t c = 0; c < p->n_columns; c++)
        if (r->graph.style.relative == GRAPH_OF_ALL)
            graph_relate(&side->graph, c, side->all[c]);
}

bool graph_side_build(struct graph_side *side, const struct request *r, const char *const *paths,
                      size_t n, struct fault *f)
{
    if (!prepare(side, r, paths, n, false, f))
        return false;
    build(side, r);
    return true;
}

/* Calls of two profiles cannot be kept apart: how often they were made has no column. */
static bool check_stacks(const struct graph_side *side, struct fault *f)
{
    return side->in.profile.calls.share == CALLS_NOT_SHARED ||
           fault_set(f, FAULT_USAGE,
                     "--compare: a table of two profiles needs stacks, and the input knows callers "
                     "and callees alone; wanted --format dot");
}

/* What was measured first becomes the second column of the profile. */
static bool merge(struct profile *second, struct profile *first, struct fault *f)
{
    profile_need_columns(second, 2);
    profile_need_columns(first, 2);
    struct column measured = first->columns[0];
    first->columns[0] = first->columns[1];
    first->columns[1] = measured;
    return profile_merge(second, first) ||
           fault_set(f, FAULT_INPUT, "--compare: the sum of all counts does not fit into 64 bits");
}

bool graph_side_build_both(struct graph_side *side, const struct request *r,
                           const char *const paths[2], struct fault *f)
{
    struct graph_side first = {0};
    bool ok = prepare(&first, r, &paths[0], 1, true, f) && check_stacks(&first, f) &&
              prepare(side, r, &paths[1], 1, true, f) && check_stacks(side, f) &&
              merge(&side->in.profile, &first.in.profile, f);

    side->all[1] = first.all[0];
    if (ok)
        build(side, r);
    graph_side_free(&first);
    return ok;
}

void graph_side_free(struct graph_side *side)
{
    graph_free(&side->graph);
    inputs_free(&side->in);
}
