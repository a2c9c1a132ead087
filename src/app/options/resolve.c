/* --flamechart keeps samples in order, `flame merge` skips unreadable inputs: derives settings from
 * combinations of options. */
#include "app/options/resolve.h"

#include "app/options/optional_labels.h"
#include "app/options/resolve_flame.h"
#include "app/options/resolve_graph.h"

static void resolve_read(struct request *r)
{
    struct read_request *read = &r->read;

    read->ask.need_stacks = r->program == PROGRAM_FLAME;
    read->skip_unreadable = r->merge.on;
    read->ask.ordered = r->picture.style.chart;
    read->timed = r->selection.by_time;
    read->ask.labels = optional_labels_named(&r->selection, &read->labels);
    read->ask.estimate = r->graph.ratios;
    read->ask.two_counts = read->ask.two_counts && !read->ask.value;
    /* Call graphs and exchange formats always keep names whole, but demangle as flame does. */
    if (!read->ask.naming.modules)
        read->ask.naming.demangled_full = read->ask.naming.full;
}

static void resolve_selection(struct request *r)
{
    struct selection_request *selection = &r->selection;

    selection->most_nodes = r->read.ask.limits.nodes;
    selection->join_events = r->inputs.n > 1 && !r->old_name;
    selection->root_by_implied = r->old_name != NULL;
}

bool request_resolve(struct request *r, struct fault *f)
{
    struct ask *ask = &r->read.ask;

    resolve_read(r);
    resolve_selection(r);
    if (!(r->program == PROGRAM_FLAME ? resolve_flame(r, f) : resolve_graph(r, f)))
        return false;
    ask->all_snapshots = optional_labels_snapshots(&r->selection);
    ask->symbols.lines = ask->naming.sources || ask->naming.places;
    return true;
}

static struct input_request input_of(const struct request *r)
{
    return (struct input_request){&r->inputs, &r->read, &r->selection, &r->messages};
}

struct flame_request request_flame(const struct request *r)
{
    return (struct flame_request){.input = input_of(r),
                                  .sides = &r->sides,
                                  .merge = &r->merge,
                                  .picture = &r->picture,
                                  .output = &r->output,
                                  .profile_option = r->profile_option};
}

struct callgraph_request request_callgraph(const struct request *r)
{
    return (struct callgraph_request){input_of(r), &r->sides, &r->graph, &r->output};
}
