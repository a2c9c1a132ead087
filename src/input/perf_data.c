/* PERFILE2...: what perf record writes: samples, and what was mapped and run meanwhile. */
#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "input/labeller.h"
#include "input/measure.h"
#include "input/perf_data/chain.h"

enum { LABEL_MEMO = 1 << 9 };

/* A label set by what it was made of. */
struct label_memo {
    uint32_t tid, pid, cpu;
    name_id comm, event;
    labels_id id;
    bool used;
};

struct perf_data {
    struct reading *r;
    struct fault *f;
    struct recording rec;
    struct view view;
    struct processes processes;
    struct builder builder;
    struct tidier tidier;
    struct addresses addresses;
    struct chains chains;
    struct labeller labeller;
    struct label_memo *memo;
};

static const char *const label_keys[] = {"comm", "pid", "tid", "cpu", "event"};

struct number {
    char text[16];
};

static struct str number_of(struct number *number, const char *before, uint32_t value)
{
    int n = snprintf(number->text, sizeof number->text, "%s%" PRIu32, before, value);

    return (struct str){number->text, (size_t)n};
}

/* What perf calls a thread whose name was not recorded is :TID. */
static labels_id make_labels(struct perf_data *in, const struct label_memo *of, bool has_cpu)
{
    const struct names *names = &in->rec.names;
    struct number comm, pid, tid, cpu;
    const struct str values[] = {
        of->comm ? names_get(names, of->comm) : number_of(&comm, ":", of->tid),
        number_of(&pid, "", of->pid),
        number_of(&tid, "", of->tid),
        has_cpu ? number_of(&cpu, "", of->cpu) : STR(""),
        names_get(names, of->event),
    };

    return labeller_of(&in->labeller, values);
}

static labels_id labels_of(struct perf_data *in, const struct event *event,
                           const struct sample_fields *s)
{
    struct label_memo of = {.tid = s->tid,
                            .pid = s->pid,
                            .cpu = s->has_cpu ? s->cpu : UINT32_MAX,
                            .comm = processes_comm(&in->processes, s->tid),
                            .event = event->name,
                            .used = true};
    struct label_memo *memo =
        &in->memo[(of.tid * 31 + of.comm * 7 + of.cpu + of.event * 131) & (LABEL_MEMO - 1)];

    if (memo->used && memo->tid == of.tid && memo->pid == of.pid && memo->cpu == of.cpu &&
        memo->comm == of.comm && memo->event == of.event)
        return memo->id;
    of.id = make_labels(in, &of, s->has_cpu);
    *memo = of;
    return of.id;
}

static bool add(struct perf_data *in, const struct event *event, const struct sample_fields *s,
                stack_id stack, uint64_t period)
{
    const uint64_t values[INPUT_COLUMNS] = {period, 1};

    return builder_add_stack(&in->builder, stack, labels_of(in, event, s), values, 0);
}

/* Of a group only the first event samples; what the others counted since then is their weight. */
static bool add_group(struct perf_data *in, const struct event *event,
                      const struct sample_fields *s, stack_id stack)
{
    const uint64_t format = event->read_format;
    struct bytes b = s->read;
    uint64_t n, value, id;
    uint64_t times = 8 * (0u + !!(format & READ_TIME_ENABLED) + !!(format & READ_TIME_RUNNING));

    if (!bytes_u64(&b, &n) || !bytes_skip(&b, times))
        return true;
    for (; n; n--) {
        if (!bytes_u64(&b, &value) || !bytes_u64(&b, &id) ||
            (format & READ_LOST && !bytes_skip(&b, 8)))
            return true;
        struct event_id *row = events_find_id(&in->rec.events, id);
        if (!row || value <= row->read)
            continue;
        uint64_t period = value - row->read;
        row->read = value;
        if (!add(in, &in->rec.events.rows[row->event], s, stack, period))
            return false;
    }
    return true;
}

static bool take_sample(struct perf_data *in, const struct record *record)
{
    const struct event *event = recording_event_of(&in->rec, record->body);
    const uint64_t group = READ_GROUP | READ_ID;
    struct sample_fields s;
    stack_id stack;

    if (!sample_read(&s, event, record->body))
        return reading_bad(in->r, 0, "a sample is shorter than its event says", STR(""), in->f);
    builder_begin(&in->builder);
    if (in->builder.p->timed)
        in->builder.time_ns = s.time_ns;
    if (!chains_stack(&in->chains, event, &s, record->misc, &stack))
        return false;
    if (s.read.n && (event->read_format & group) == group)
        return add_group(in, event, &s, stack);
    return add(in, event, &s, stack, s.period);
}

static bool take_records(struct perf_data *in)
{
    struct record record;

    for (size_t i = 0; i < in->rec.n_records; i++) {
        if (!recording_get(&in->view, in->rec.records[i].at, &record))
            return false;
        in->r->tally.lines++;
        processes_apply(&in->processes, &record);
        addresses_apply(&in->addresses, &record);
        if (record.type == RECORD_SAMPLE && !take_sample(in, &record))
            return false;
    }
    in->r->tally.inside = in->r->tally.lines - in->r->tally.taken - in->r->tally.bad;
    return true;
}

/* What is not here, and why. */
static void remark(const struct perf_data *in)
{
    const struct recording *rec = &in->rec;
    struct buf *to = in->r->remarks;

    if (rec->n_lost)
        reading_remark(to,
                       "%" PRIu64 " samples were lost while it was recorded: a larger buffer (perf "
                       "record -m) or fewer samples (-F) keep them",
                       rec->n_lost);
    if (rec->n_throttled)
        reading_remark(to, "sampling was stopped %" PRIu64 " times for taking too long",
                       rec->n_throttled);
}

static bool take_all(struct perf_data *in, struct profile *p)
{
    bool ok;

    processes_init(&in->processes, &in->rec);
    builder_init(&in->builder, in->r, p, in->f);
    in->builder.n_values = INPUT_COLUMNS;
    tidier_init(&in->tidier, &in->builder);
    addresses_init(&in->addresses, &in->processes, &in->tidier);
    labeller_init(&in->labeller, p, label_keys, sizeof label_keys / sizeof label_keys[0]);
    in->memo = mem_alloc(LABEL_MEMO, sizeof *in->memo);
    view_init(&in->view, &in->rec.store, in->rec.big, in->f);
    ok = chains_init(&in->chains, &in->addresses) && take_records(in);
    remark(in);
    mem_free(in->memo, LABEL_MEMO, sizeof *in->memo);
    view_free(&in->view);
    labeller_free(&in->labeller);
    chains_free(&in->chains);
    addresses_free(&in->addresses);
    tidier_free(&in->tidier);
    builder_free(&in->builder);
    processes_free(&in->processes);
    return ok;
}

static bool name_columns(struct reading *r, struct profile *p, struct fault *f)
{
    static const struct measure measures[] = {{"period", ""}, {"samples", "samples"}};

    profile_need_columns(p, INPUT_COLUMNS);
    for (size_t i = 0; i < INPUT_COLUMNS; i++)
        if (!measure_set(&measures[i], r, p, i, f))
            return false;
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct perf_data in = {.r = r, .f = f};

    bool ok = name_columns(r, p, f) && recording_read(&in.rec, r, blocks, f) && take_all(&in, p);
    recording_free(&in.rec);
    return ok;
}

static unsigned recognise(struct str prefix)
{
    bool is = str_starts(prefix, STR("PERFILE2")) || str_starts(prefix, STR("2ELIFREP"));

    return is ? 64 : 0;
}

static const char *const endings[] = {"data", NULL};

const struct input_format input_perf_data = {
    .name = "perf-data",
    .about = "what perf record writes: a file, a folder, or through a pipe",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .cut = CUT_NOWHERE,
};
