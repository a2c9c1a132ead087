/* From inputs to a graph. */
#include "app/graph_side.h"

#include "app/filter.h"

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
    return true;
}

/* Whether samples are to be chosen by their labels, or labels to be shown. Columns stay beside one
 * another in a graph. */
static bool chooses(const struct request *r, const struct profile *p)
{
    return p->labels.n > 1 || r->where.n || r->by_time || r->comm.n || r->pid.n || r->tid.n ||
           r->event || r->annotate || r->weight_samples || strcmp(r->root_by, "none") != 0;
}

/* What gprof2dot would make of the stacks, or what is true of them. */
static void build(struct graph_side *side, const struct request *r)
{
    const struct profile *p = &side->in.profile;

    if (!r->graph.ratios)
        graph_of_stacks(&side->graph, p);
    else if (side->in.summary.n && side->in.summary.inputs[0].report.format->last_calls)
        graph_of_last_calls(&side->graph, p);
    else
        graph_of_ratios(&side->graph, p);
}

bool graph_side_build(struct graph_side *side, const struct request *r, const char *const *paths,
                      size_t n, struct fault *f)
{
    static const struct theme plain;
    const struct profile *p = &side->in.profile;

    if (!inputs_read(&side->in, r, paths, n, f))
        return false;
    if (p->calls.share != CALLS_NOT_SHARED) {
        if (!check_stackless(r, f) || !choose_measure(side, r->value, f))
            return false;
        graph_of_calls(&side->graph, p);
        return true;
    }
    bool ok =
        chooses(r, p) ? inputs_select(&side->in, r, false, f) : choose_measure(side, r->value, f);
    if (!ok || !inputs_filter(&side->in, r, &plain, f))
        return false;
    build(side, r);
    return true;
}

void graph_side_free(struct graph_side *side)
{
    graph_free(&side->graph);
    inputs_free(&side->in);
}
