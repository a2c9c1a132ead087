/* --flamechart keeps samples in order, `flame merge` leaves out what cannot be read. */
#include "app/options/resolve.h"

static void resolve_read(struct request *r)
{
    struct read_request *read = &r->read;

    read->need_stacks = r->program == PROGRAM_FLAME;
    read->skip_unreadable = r->merge.on;
    read->ordered = r->picture.style.chart;
    read->timed = r->selection.by_time;
    read->two_counts = read->two_counts && !r->selection.value;
    /* Call graphs and formats that others go on with keep names whole in any case, but demangle as
     * flame does. */
    if (!read->naming.modules)
        read->naming.demangled_full = read->naming.full;
}

static void resolve_selection(struct request *r)
{
    struct selection_request *selection = &r->selection;

    selection->most_nodes = r->read.limits.nodes;
    selection->join_events = r->inputs.n > 1 && !r->old_name;
    selection->root_by_implied = r->old_name != NULL;
}

void request_resolve(struct request *r)
{
    resolve_read(r);
    resolve_selection(r);
}

struct input_request request_input(const struct request *r)
{
    return (struct input_request){&r->inputs, &r->read, &r->selection, &r->messages};
}

struct callgraph_request request_callgraph(const struct request *r)
{
    return (struct callgraph_request){request_input(r), &r->sides, &r->graph, &r->output};
}
