/* Snapshots as they are read, and then as those of a profile. */
#include "input/common/snapshot_builder.h"

#include <inttypes.h>

#include "base/mem.h"
#include "input/common/snapshot_labels.h"

enum { BYTES, ALLOCATIONS, SNAPSHOT_VALUES };

struct snapshot_sample {
    uint64_t values[SNAPSHOT_VALUES];
    uint64_t line;
    size_t snapshot;
    stack_id stack;
};

void snapshot_builder_init(struct snapshot_builder *s, struct text *text)
{
    *s = (struct snapshot_builder){.text = text};
}

void snapshot_builder_free(struct snapshot_builder *s)
{
    mem_free(s->snapshots, s->snapshots_room, sizeof *s->snapshots);
    mem_free(s->samples, s->samples_room, sizeof *s->samples);
    *s = (struct snapshot_builder){0};
}

bool snapshot_builder_add(struct snapshot_builder *s, stack_id stack, uint64_t bytes,
                          uint64_t allocations, uint64_t line)
{
    struct builder *b = &s->text->builder;
    const struct reading *r = s->text->r;

    s->samples = mem_grow(s->samples, &s->samples_room, s->n_samples + 1, sizeof *s->samples);
    s->samples[s->n_samples++] =
        (struct snapshot_sample){.values = {[BYTES] = bytes, [ALLOCATIONS] = allocations},
                                 .line = line,
                                 .snapshot = s->n_snapshots,
                                 .stack = stack};
    if (s->n_samples > r->ask->limits.nodes) {
        struct place place;
        return limits_reached(b->f, place_of(&place, r->name, line), "nodes", r->ask->limits.nodes);
    }
    return reading_within_limits(b->p, &r->ask->limits, r->name, line, b->f);
}

void snapshot_builder_keep(struct snapshot_builder *s, const struct snapshot_draft *snapshot)
{
    struct snapshot_draft kept = *snapshot;

    kept.is_bad = true;
    for (size_t i = s->first; kept.is_bad && i < s->n_samples; i++)
        kept.is_bad = builder_is_below(s->samples[i].values, s->text->builder.n_values);
    s->snapshots =
        mem_grow(s->snapshots, &s->snapshots_room, s->n_snapshots + 1, sizeof *s->snapshots);
    s->snapshots[s->n_snapshots++] = kept;
    s->first = s->n_samples;
}

void snapshot_builder_drop(struct snapshot_builder *s)
{
    s->n_samples = s->first;
}

/* The marked one; else the largest with a tree, which some writers do not mark; else the largest.
 * Ties: the first. One that holds nothing but counts below 0, which look large, is none. */
static size_t find_peak(const struct snapshot_builder *s)
{
    size_t peak = 0;

    for (size_t i = 1; i < s->n_snapshots; i++) {
        const struct snapshot_draft *a = &s->snapshots[peak];
        const struct snapshot_draft *b = &s->snapshots[i];
        if (a->is_bad != b->is_bad         ? a->is_bad
            : a->is_marked != b->is_marked ? b->is_marked
            : a->has_tree != b->has_tree   ? b->has_tree
                                           : b->bytes > a->bytes)
            peak = i;
    }
    return peak;
}

/* What is called the peak may not be the largest: massif takes another peak only when memory is a
 * hundredth above the last one (--peak-inaccuracy). */
static void remark_larger(const struct snapshot_builder *s, size_t peak)
{
    const struct snapshot_draft *called = &s->snapshots[peak];
    size_t largest = peak;

    for (size_t i = 0; i < s->n_snapshots; i++)
        if (!s->snapshots[i].is_bad && s->snapshots[i].bytes > s->snapshots[largest].bytes)
            largest = i;
    const struct snapshot_draft *most = &s->snapshots[largest];
    if (called->bytes >= most->bytes)
        return;
    if (called->is_marked)
        reading_remark(&s->text->r->info->remarks,
                       "snapshot %" PRIu64 " is marked as the peak, with %" PRIu64
                       " bytes; snapshot %" PRIu64 " has more, %" PRIu64,
                       called->is.number, called->bytes, most->is.number, most->bytes);
    else
        reading_remark(&s->text->r->info->remarks,
                       "no snapshot is marked as the peak, so the largest with a tree is used; "
                       "snapshot %" PRIu64 " is larger",
                       most->is.number);
}

/* "258968 i": the time of a snapshot with its unit. */
static name_id time_of(struct names *names, const struct snapshot *snapshot)
{
    struct buf text = {0};

    if (!snapshot->time || !snapshot->unit)
        return snapshot->time;
    buf_add(&text, names_get(names, snapshot->time));
    buf_add_byte(&text, ' ');
    buf_add(&text, names_get(names, snapshot->unit));
    const name_id time = names_add(names, buf_str(&text));
    buf_free(&text);
    return time;
}

static labels_id add_labels(const struct snapshot_builder *s, size_t at, size_t peak,
                            struct str unit)
{
    struct profile *p = s->text->p;
    struct snapshot snapshot = s->snapshots[at].is;

    if (snapshot.clock == SNAPSHOT_ELAPSED)
        snapshot.unit = names_add(&p->names, unit);
    snapshot.time = time_of(&p->names, &snapshot);
    snapshot.is_peak = !s->no_peak && at == peak;
    snapshot.is_last = at + 1 == s->n_snapshots;
    return snapshot_labels_add(&p->labels, &p->names, &snapshot);
}

bool snapshot_builder_finish(struct snapshot_builder *s, struct str unit)
{
    size_t peak = find_peak(s);
    labels_id labels = 0;
    bool ok = true;

    if (s->n_snapshots && !s->no_peak)
        remark_larger(s, peak);
    for (size_t i = 0; ok && i < s->first; i++) {
        const struct snapshot_sample *sample = &s->samples[i];
        if (!i || sample->snapshot != sample[-1].snapshot)
            labels = add_labels(s, sample->snapshot, peak, unit);
        ok = builder_add_stack(&s->text->builder, sample->stack, labels, sample->values,
                               sample->line);
    }
    return ok;
}
