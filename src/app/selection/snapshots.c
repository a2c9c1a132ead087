/* snapshot=70 time=13183444 i peak=yes: chooses the snapshot to draw by these labels. */
#include "app/selection/snapshots.h"

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
    name_id snapshot, time, which; /* keys */
    const char *what;              /* "peak"; "last snapshot" of formats without a peak */
    size_t n, n_others;
    labels_id any; /* label set of the last one */
};

static void print_drawn(const struct profile *p, const struct drawn *drawn)
{
    const char *verb = drawn->n_others == 1 ? " is" : "s are";
    struct excerpt number;
    struct excerpt time;

    if (drawn->n > 1) {
        message_print("drawn: the %ss of %zu inputs, each at its own time; %zu snapshot%s left "
                      "out (--snapshot N or last)",
                      drawn->what, drawn->n, drawn->n_others, verb);
        return;
    }
    bool is_peak = str_equal(str_of(drawn->what), STR("peak"));
    excerpt_of(&number,
               names_get(&p->names, labels_value(&p->labels, drawn->any, drawn->snapshot)));
    excerpt_of(&time, names_get(&p->names, labels_value(&p->labels, drawn->any, drawn->time)));
    message_print("drawn: the %s %s at %s; %zu other%s left out (--snapshot N%s)",
                  is_peak ? "peak, snapshot" : "last snapshot,", number.text, time.text,
                  drawn->n_others, verb, is_peak ? " or last" : "");
}

static bool has_key(const struct profile *p, name_id key)
{
    for (labels_id i = 0; i < p->labels.n; i++)
        if (labels_value(&p->labels, i, key))
            return true;
    return false;
}

bool snapshots_choose(const struct selection_request *r, bool quiet, struct profile *p, bool *keep,
                      struct fault *f)
{
    struct drawn drawn = {
        .snapshot = names_add(&p->names, STR("snapshot")),
        .time = names_add(&p->names, STR("time")),
        .which = names_add(&p->names, STR("peak")),
        .what = "peak",
    };

    if (!has_key(p, drawn.which)) {
        drawn.which = names_add(&p->names, STR("last"));
        drawn.what = "last snapshot";
    }
    for (labels_id i = 0; i < p->labels.n; i++) {
        if (!labels_value(&p->labels, i, drawn.snapshot))
            continue;
        bool is_drawn = labels_value(&p->labels, i, drawn.which) != 0;
        keep[i] = keep[i] && (is_drawn || optional_labels_snapshots(r));
        drawn.n += is_drawn;
        drawn.n_others += !is_drawn;
        drawn.any = is_drawn ? i : drawn.any;
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
