/* snapshot=30 time=258968 i peak=yes last=yes: the labels of samples in a snapshot. */
#include "input/common/snapshot_labels.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/parse.h"

enum key { SNAPSHOT, TIME, PEAK, LAST, KEYS };

static const char *const keys[KEYS] = {
    [SNAPSHOT] = "snapshot", [TIME] = "time", [PEAK] = "peak", [LAST] = "last"};

/* "09:10:05", in seconds. */
static bool read_time_of_day(struct str text, uint64_t *at)
{
    static const uint64_t ends[] = {24, 60, 61}; /* a minute may have a leap second */
    uint64_t seconds = 0;

    if (text.n != 8 || text.p[2] != ':' || text.p[5] != ':')
        return false;
    for (size_t i = 0; i < 3; i++) {
        uint64_t part;
        if (!parse_u64(str_from_to(text, 3 * i, 3 * i + 2), &part) || part >= ends[i])
            return false;
        seconds = seconds * 60 + part;
    }
    *at = seconds;
    return true;
}

void snapshot_time_read(struct str time, struct snapshot *to)
{
    enum { DIGITS = 6 };
    struct decimal number = {0};
    bool rounded;

    if (parse_float(time, DIGITS, &number, &rounded))
        to->clock = SNAPSHOT_ELAPSED;
    else if (read_time_of_day(time, &number.value))
        to->clock = SNAPSHOT_TIME_OF_DAY;
    else
        to->clock = SNAPSHOT_NO_CLOCK;
    to->at = number.value;
    to->scale = number.scale;
}

/* "13183444 i" */
static void read_time(struct names *names, struct snapshot *to)
{
    const struct str text = names_get(names, to->time);
    const size_t blank = str_find(text, 0, STR(" "));
    struct buf unit = {0}; /* the text of names may move while names are added */

    snapshot_time_read(str_from_to(text, 0, blank), to);
    if (to->clock == SNAPSHOT_ELAPSED && blank < text.n)
        buf_add(&unit, str_from_to(text, blank + 1, text.n));
    to->unit = names_add(names, buf_str(&unit));
    buf_free(&unit);
}

snapshot_id snapshot_labels_find(struct labels *labels, struct names *names,
                                 const struct label *pairs, size_t n)
{
    name_id values[KEYS] = {0};
    struct snapshot snapshot = {0};

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < KEYS; k++)
            if (str_equal(names_get(names, pairs[i].key), str_of(keys[k])))
                values[k] = pairs[i].value;
    if (!parse_u64(names_get(names, values[SNAPSHOT]), &snapshot.number))
        return 0;
    snapshot.time = values[TIME];
    snapshot.is_peak = values[PEAK] != 0;
    snapshot.is_last = values[LAST] != 0;
    read_time(names, &snapshot);
    return snapshots_add(&labels->snapshots, &snapshot);
}

labels_id snapshot_labels_add(struct labels *labels, struct names *names,
                              const struct snapshot *snapshot)
{
    const name_id yes = names_add(names, STR("yes"));
    struct label pairs[KEYS];
    size_t n = 0;
    char number[24];

    snprintf(number, sizeof number, "%" PRIu64, snapshot->number);
    const name_id values[KEYS] = {
        [SNAPSHOT] = names_add(names, str_of(number)),
        [TIME] = snapshot->time,
        [PEAK] = snapshot->is_peak ? yes : 0,
        [LAST] = snapshot->is_last ? yes : 0,
    };
    for (size_t i = 0; i < KEYS; i++)
        if (values[i])
            pairs[n++] = (struct label){names_add(names, str_of(keys[i])), values[i]};
    const struct subject of = {0, snapshots_add(&labels->snapshots, snapshot)};
    return labels_add_of(labels, of, pairs, n);
}
