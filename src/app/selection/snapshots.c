/* snapshot=70 time=13183444 i peak=yes: chooses the snapshot to draw by these labels. */
#include "app/selection/snapshots.h"

#include "app/common/message.h"

bool snapshots_asked(const struct selection_request *r, struct str *key, struct str *value)
{
    bool by_name = str_equal(r->snapshot, STR("peak")) || str_equal(r->snapshot, STR("last"));

    *key = by_name ? r->snapshot : STR("snapshot");
    *value = by_name ? STR("yes") : r->snapshot;
    return r->snapshot.n > 0;
}

bool snapshots_wanted(const struct selection_request *r)
{
    static const char *const keys[] = {"snapshot=", "time=", "peak=", "last="};

    for (size_t i = 0; i < r->where.n; i++)
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
            if (str_starts(str_of(r->where.items[i]), str_of(keys[k])))
                return true;
    return r->snapshot.n || r->all_snapshots;
}

/* Returns the value that a label set has for a key; 0: none. */
static name_id value_of(const struct profile *p, labels_id id, name_id key)
{
    size_t n;
    const struct label *pairs = labels_get(&p->labels, id, &n);

    for (size_t i = 0; i < n; i++)
        if (pairs[i].key == key)
            return pairs[i].value;
    return 0;
}

struct peaks {
    name_id snapshot, time, peak; /* keys */
    size_t n, n_others;
    labels_id last; /* label set of the last peak */
};

static void print_peaks(const struct profile *p, const struct peaks *peaks)
{
    struct excerpt number;
    struct excerpt time;

    if (peaks->n > 1) {
        message_print("drawn: the peaks of %zu inputs, each at its own time; %zu snapshot%s left "
                      "out (--snapshot N or last)",
                      peaks->n, peaks->n_others, peaks->n_others == 1 ? " is" : "s are");
        return;
    }
    excerpt_of(&number, names_get(&p->names, value_of(p, peaks->last, peaks->snapshot)));
    excerpt_of(&time, names_get(&p->names, value_of(p, peaks->last, peaks->time)));
    message_print("drawn: the peak, snapshot %s at %s; %zu other%s left out (--snapshot N or last)",
                  number.text, time.text, peaks->n_others, peaks->n_others == 1 ? " is" : "s are");
}

bool snapshots_choose(const struct selection_request *r, bool quiet, struct profile *p, bool *keep,
                      struct fault *f)
{
    struct peaks peaks = {
        .snapshot = names_add(&p->names, STR("snapshot")),
        .time = names_add(&p->names, STR("time")),
        .peak = names_add(&p->names, STR("peak")),
    };

    for (labels_id i = 0; i < p->labels.n; i++) {
        if (!value_of(p, i, peaks.snapshot))
            continue;
        bool is_peak = value_of(p, i, peaks.peak) != 0;
        keep[i] = keep[i] && (is_peak || snapshots_wanted(r));
        peaks.n += is_peak;
        peaks.n_others += !is_peak;
        peaks.last = is_peak ? i : peaks.last;
    }
    if (!peaks.n)
        return !r->snapshot.n ||
               fault_set(f, FAULT_USAGE,
                         "--snapshot: no snapshots found, wanted an input that has some, as those "
                         "of massif and heaptrack");
    if (!snapshots_wanted(r) && peaks.n_others && !quiet)
        print_peaks(p, &peaks);
    return true;
}
