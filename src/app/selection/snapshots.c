/* --snapshot, and which snapshot is drawn without it. */
#include "app/selection/snapshots.h"

#include <inttypes.h>

#include "app/common/message.h"
#include "app/options/optional_labels.h"

bool snapshots_asked(const struct selection_request *r, struct str *key, struct str *value)
{
    bool by_name = str_equal(r->snapshot, STR("peak")) || str_equal(r->snapshot, STR("last"));

    *key = by_name ? r->snapshot : STR("snapshot");
    *value = by_name ? STR("yes") : r->snapshot;
    return r->snapshot.n > 0;
}

/* The snapshots that are drawn when none is asked for. */
struct drawn {
    bool at_peak; /* else the last: of formats that know no peak */
    size_t n, n_others;
    snapshot_id any; /* one of them */
};

static void print_drawn(const struct profile *p, const struct drawn *drawn)
{
    const struct snapshot *snapshot = &p->labels.snapshots.rows[drawn->any];
    const char *verb = drawn->n_others == 1 ? " is" : "s are";
    struct excerpt time;

    if (drawn->n > 1) {
        message_print("drawn: the %s of %zu inputs, each at its own time; %zu snapshot%s left "
                      "out (--snapshot N or last)",
                      drawn->at_peak ? "peaks" : "last snapshots", drawn->n, drawn->n_others, verb);
        return;
    }
    excerpt_of(&time, names_get(&p->names, snapshot->time));
    message_print("drawn: the %s %" PRIu64 " at %s; %zu other%s left out (--snapshot N%s)",
                  drawn->at_peak ? "peak, snapshot" : "last snapshot,", snapshot->number, time.text,
                  drawn->n_others, verb, drawn->at_peak ? " or last" : "");
}

bool snapshots_choose(const struct selection_request *r, bool quiet, const struct profile *p,
                      bool *keep, struct fault *f)
{
    const struct snapshots *snapshots = &p->labels.snapshots;
    struct drawn drawn = {.at_peak = snapshots_have_peak(snapshots)};

    for (labels_id i = 0; snapshots->n && i < p->labels.n; i++) {
        const snapshot_id id = labels_snapshot(&p->labels, i);
        if (!id)
            continue;
        const struct snapshot *row = &snapshots->rows[id];
        bool is_drawn = drawn.at_peak ? row->is_peak : row->is_last;
        keep[i] = keep[i] && (is_drawn || optional_labels_snapshots(r));
        drawn.n += is_drawn;
        drawn.n_others += !is_drawn;
        drawn.any = is_drawn ? id : drawn.any;
    }
    if (!drawn.n)
        return !r->snapshot.n ||
               fault_set(f, FAULT_USAGE,
                         "--snapshot: no snapshots found, wanted an input that has some, as those "
                         "of massif, heaptrack and memleak");
    if (!optional_labels_snapshots(r) && drawn.n_others && !quiet)
        print_drawn(p, &drawn);
    return true;
}
