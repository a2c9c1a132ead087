/* --flamechart keeps samples in order, `flame merge` skips unreadable inputs: derives settings from
 * combinations of options. */
#include "app/options/resolve.h"

#include "app/options/optional_labels.h"
#include "app/options/resolve_flame.h"
#include "app/options/resolve_graph.h"

#include <string.h>

static void resolve_read(struct request *r)
{
    struct read_request *read = &r->read;

    read->ask.need_stacks = r->program == PROGRAM_FLAME;
    read->skip_unreadable = r->merge.on;
    read->ask.ordered = r->picture.style.chart;
    read->timed = r->selection.by_time || r->sides.before_by_time;
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

static struct str key_of(const char *condition)
{
    struct str text = str_of(condition);

    return str_from_to(text, 0, str_find(text, 0, STR("=")));
}

/* What --where says holds for the side before as well, but for keys of which --before-where says
 * something else. Without --before both sides are of the one input. */
static bool resolve_before(struct request *r, struct fault *f)
{
    struct side_request *sides = &r->sides;
    const size_t n = sides->where_before.n;

    if (!sides->chooses_before)
        return true;
    sides->before_labels = n > 0;
    sides->n_where_before = n;
    for (size_t i = 0; i < r->selection.where.n; i++) {
        bool is_other = false;
        for (size_t k = 0; k < n; k++)
            is_other = is_other || str_equal(key_of(sides->where_before.items[k]),
                                             key_of(r->selection.where.items[i]));
        if (!is_other)
            request_list_add(&sides->where_before, r->selection.where.items[i]);
    }
    if (sides->before.n || r->report.on || r->merge.on)
        return true;
    if (r->inputs.n > 1)
        return fault_set(f, FAULT_USAGE,
                         "--before-where: %zu inputs found, wanted one, or --before with it",
                         r->inputs.n);
    sides->is_one_input = true;
    request_list_add(&sides->before, r->inputs.n ? r->inputs.items[0] : "-");
    r->given[OPTION_BEFORE] = true;
    return true;
}

/* Whether both sides are of the same part of one input, but for the time. */
static bool is_by_time_only(const struct request *r)
{
    const struct side_request *sides = &r->sides;
    const char *after = r->inputs.n ? r->inputs.items[0] : "-";

    return sides->before_by_time && !sides->before_labels && !sides->snapshot_before.n &&
           !r->report.on && !r->merge.on && sides->before.n == 1 && r->inputs.n <= 1 &&
           strcmp(sides->before.items[0], after) == 0;
}

/* Without a range of its own the side after is what comes after the range before; where that goes
 * to the end of the recording, what comes first. */
static bool resolve_ranges(struct request *r, struct fault *f)
{
    struct selection_request *selection = &r->selection;
    const struct time_window before = r->sides.window_before;
    const struct time_window after = selection->window;
    const bool is_open = before.to_ns == UINT64_MAX;

    if (!is_by_time_only(r))
        return true;
    if (!selection->by_time && is_open && !before.from_ns)
        return fault_set(f, FAULT_USAGE,
                         "--before-where: its range is all of the recording, wanted a part of it");
    if (selection->by_time && before.of_day != after.of_day)
        return fault_set(f, FAULT_USAGE,
                         "--before-where: wanted its range of time and that of --where both in "
                         "seconds, or both in times of day");
    if (selection->by_time && before.from_ns < after.to_ns && after.from_ns < before.to_ns)
        return fault_set(f, FAULT_USAGE,
                         "--before-where: its range of time overlaps that of --where, wanted two "
                         "that have nothing in common");
    if (selection->by_time)
        return true;
    selection->by_time = selection->before_time = true;
    selection->window = (struct time_window){.from_ns = is_open ? 0 : before.to_ns,
                                             .to_ns = is_open ? before.from_ns : UINT64_MAX,
                                             .of_day = before.of_day};
    return true;
}

bool request_resolve(struct request *r, struct fault *f)
{
    struct ask *ask = &r->read.ask;

    resolve_read(r);
    resolve_selection(r);
    if (!resolve_before(r, f) || !resolve_ranges(r, f) ||
        !(r->program == PROGRAM_FLAME ? resolve_flame(r, f) : resolve_graph(r, f)))
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
