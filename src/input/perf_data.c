/* PERFILE2...: what perf record writes: samples, memory mappings and process events. */
#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/perf_file.h"
#include "base/processors.h"
#include "base/sink.h"
#include "input/common/measure.h"
#include "input/perf_data/code/embedded_files.h"
#include "input/perf_data/live_cgroups.h"
#include "input/perf_data/recording_read.h"
#include "input/perf_data/report.h"
#include "input/perf_data/worker.h"

/* Remarks on what the recording lacks, and why. */
static void remark(const struct recording *rec)
{
    struct text_list *to = &rec->r->info->remarks;
    uint64_t n_lost = rec->n_lost > rec->n_lost_samples ? rec->n_lost : rec->n_lost_samples;

    if (n_lost)
        reading_remark(to, "%" PRIu64 " sample%s lost during recording: %s avoid that", n_lost,
                       n_lost == 1 ? " was" : "s were",
                       recording_is_ours(rec)
                           ? "fewer samples (-F, -c), or no copies of stacks (-g fp),"
                           : "a larger buffer (perf record -m) or fewer samples (-F)");
    if (rec->has_traces)
        reading_remark(to, "the processor trace was not read: perf script --itrace makes samples "
                           "of it, and their text can be read");
    if (rec->n_throttled)
        reading_remark(to, "sampling was stopped %" PRIu64 " time%s because it took too long",
                       rec->n_throttled, rec->n_throttled == 1 ? "" : "s");
}

/* The frequency of all events that count; 0: unlike, or not known. */
static uint64_t frequency_of(const struct recording *rec)
{
    uint64_t frequency = rec->events.n ? rec->events.rows[0].frequency : 0;

    for (uint32_t i = 1; i < rec->events.n; i++)
        if (rec->events.rows[i].frequency != frequency && !event_is_dummy(&rec->events.rows[i]))
            return 0;
    return frequency;
}

/* "./demo 3", and "345 samples at 99 Hz, host". */
static void tell_about(const struct recording *rec)
{
    enum { COMMAND_MOST = 4096 };
    struct recording_info *info = rec->r->info;
    struct str command = names_get(&rec->names, rec->command);
    struct str host = names_get(&rec->names, rec->hostname);
    const bool in_time = rec->r->ask->read != READ_RUNNING;
    uint64_t frequency = in_time ? 0 : frequency_of(rec);
    struct sink s;

    if (!rec->command || info->command.n)
        return;
    for (size_t i = 0; i < command.n && i < COMMAND_MOST; i++)
        buf_add_byte(&info->command, (char)(command.p[i] == '\n' ? ' ' : command.p[i]));
    if (command.n > COMMAND_MOST)
        buf_add(&info->command, STR("..."));
    sink_open_buf(&s);
    sink_grouped(&s, rec->r->tally.taken - rec->n_not_taken, 0);
    sink_text(&s, rec->r->ask->read == READ_OFF_CPU ? " waits"
                  : ask_wall(rec->r->ask)           ? " parts"
                                                    : " samples");
    if (rec->waits_guessed)
        sink_text(&s, ", callers of waits guessed");
    if (frequency) {
        sink_text(&s, " at ");
        sink_grouped(&s, frequency, 0);
        sink_text(&s, " Hz");
    }
    if (host.n && !str_equal(host, STR("(none)"))) {
        sink_text(&s, ", ");
        sink_str(&s, host);
    }
    buf_add(&info->how, buf_str(&s.buf));
    sink_discard(&s);
}

static void tell_host(const struct recording *rec)
{
    struct str host = names_get(&rec->names, rec->hostname);

    if (!rec->r->info->host.n && !str_equal(host, STR("(none)")))
        buf_add(&rec->r->info->host, host);
}

static bool tell_groups(const struct recording *rec)
{
    enum { MOST = 16 << 20 };

    struct buf lines = {0};

    if (!(rec->r->ask->labels & (OPTIONAL_POD | OPTIONAL_CONTAINER)))
        return true;
    const bool ok = embedded_copy(rec, EMBEDDED_GROUPS, MOST, &lines);
    group_names_read(&rec->r->info->groups, buf_str(&lines));
    buf_free(&lines);
    return ok;
}

/* "recorded by perf 6.1.4 (or flame 0.1.0) on Linux 6.1.0, x86_64, AMD EPYC": if two recordings
 * differ in this, their differences may not come from the program. */
static void tell_environment(const struct recording *rec)
{
    const struct {
        const char *before;
        name_id text;
    } parts[] = {{recording_is_ours(rec) ? "recorded by " : "recorded by perf ", rec->version},
                 {" on Linux ", rec->release},
                 {", ", rec->machine},
                 {", ", rec->processor}};
    struct buf line = {0};

    if (!rec->version)
        return;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].text) {
            struct excerpt e;
            buf_add(&line, str_of(parts[i].before));
            buf_add(&line, str_of(excerpt_of(&e, names_get(&rec->names, parts[i].text))));
        }
    reading_remark(&rec->r->info->details, "%.*s", (int)line.n, line.p);
    buf_free(&line);
}

static void *run(void *worker)
{
    worker_run(worker);
    return NULL;
}

/* Whether events are counted in groups, whose samples contain running totals. */
static bool has_groups(const struct recording *rec)
{
    for (uint32_t i = 0; i < rec->events.n; i++)
        if (rec->events.rows[i].read_format & READ_GROUP)
            return true;
    return false;
}

/* Workers wait for each other when an address is seen for the first time; with few samples and
 * large stacks that is most of the time. */
static size_t workers_for(const struct recording *rec)
{
    enum { EACH_LEAST = 8 << 20, RECORDS_LEAST = 16384 };
    uint64_t most = (rec->store.size + rec->store.unpacked.n) / EACH_LEAST;
    uint64_t by_records = rec->n_records / RECORDS_LEAST;
    unsigned threads = processors_for(rec->r->ask->threads);

    if (most > by_records)
        most = by_records;
    if (most < 2 || has_groups(rec) || rec->r->ask->read != READ_RUNNING)
        return 1;
    return most < threads ? (size_t)most : threads;
}

/* The profile had n_before stacks. */
static bool join(struct worker *w, struct reading *r, struct profile *p, uint32_t n_before,
                 struct fault *f)
{
    w->reading.tally.bytes = 0;
    reading_join(r, &w->reading);
    if (!w->ok) {
        *f = f->kind == FAULT_NONE ? w->fault : *f;
        return false;
    }
    if (w->profile != p && !profile_merge(p, w->profile))
        return fault_set(f, FAULT_INPUT,
                         "%s: the sum of all counts grows beyond 2^64-1, wanted one that fits",
                         r->name);
    return reading_in_proportion(r, p->stacks.n - n_before, 0, f) &&
           reading_within_limits(p, &r->ask->limits, r->name, 0, f);
}

/* A worker's stacks may be as many as those of all. */
static void prepare(struct worker *w, size_t i, size_t n)
{
    w->reading = *w->rec->r;
    w->reading.notes = (struct notes){.n_shown = 0};
    w->reading.tally = (struct tally){.bytes = w->rec->store.size};
    w->from = w->rec->n_records / n * i;
    w->to = i + 1 < n ? w->rec->n_records / n * (i + 1) : w->rec->n_records;
}

/* A record of a group may become several samples. */
static void count_lines(struct tally *tally, uint64_t n_records)
{
    uint64_t used = tally->taken + tally->bad;

    tally->lines = used > n_records ? used : n_records;
    tally->inside = tally->lines - used;
}

static bool take_all(struct recording *rec, struct profile *p, struct fault *f)
{
    size_t n = workers_for(rec);
    struct worker *workers = mem_alloc(n, sizeof *workers);
    struct profile *own = mem_alloc(n, sizeof *own);
    struct diagnostics found = {0};
    struct explaining explaining = {0};
    struct sources sources;
    uint32_t n_before = p->stacks.n;
    bool ok = true;

    sources_init(&sources, rec);
    for (size_t i = 0; i < n; i++) {
        workers[i].rec = rec;
        workers[i].sources = &sources;
        prepare(&workers[i], i, n);
        profile_init(&own[i], i ? p->n_columns : 0, i ? p->moments.kind : TIME_NONE);
        workers[i].profile = i ? &own[i] : p;
    }
    processors_run(run, workers, n, sizeof *workers);
    for (size_t i = 0; i < n; i++) {
        ok = ok && join(&workers[i], rec->r, p, n_before, f);
        rec->n_not_taken += workers[i].n_not_taken;
        diagnostics_join(&found, &workers[i].addresses.found);
        explaining_join(&explaining, &workers[i].addresses.explaining);
        worker_free(&workers[i]);
        profile_free(&own[i]);
    }
    report_findings(rec, &sources, &found);
    explaining_tell(&explaining, &sources, &rec->r->info->explained);
    ok = ok && sources_check(&sources, f);
    explaining_free(&explaining);
    jit_remark(&sources.jit, rec->r);
    diagnostics_free(&found);
    sources_free(&sources);
    mem_free(workers, n, sizeof *workers);
    mem_free(own, n, sizeof *own);
    count_lines(&rec->r->tally, rec->n_records);
    remark(rec);
    tell_about(rec);
    tell_host(rec);
    tell_environment(rec);
    return ok && tell_groups(rec);
}

static bool name_columns(struct reading *r, struct profile *p, struct fault *f)
{
    static const struct measure period = {"period", ""};
    static const struct measure time = {"time", "ns"};
    static const struct measure samples = {"samples", "samples"};
    const struct measure *measures[INPUT_COLUMNS] = {r->ask->read != READ_RUNNING ? &time : &period,
                                                     &samples};

    profile_need_columns(p, INPUT_COLUMNS);
    for (size_t i = 0; i < INPUT_COLUMNS; i++)
        if (!measure_set(measures[i], r, p, i, f))
            return false;
    return true;
}

/* Weights are what the processor says of each access, mostly its latency. */
static bool name_weights(const struct recording *rec, struct profile *p, struct fault *f)
{
    static const struct measure weight = {"weight", "weight"};

    if (!recording_has_weights(rec))
        return true;
    profile_need_columns(p, INPUT_COLUMNS + 1);
    return measure_set(&weight, rec->r, p, INPUT_COLUMNS, f);
}

static void tell_clock(const struct recording *rec)
{
    struct recording_info *info = rec->r->info;

    info->has_clock = rec->has_clock && rec->events.n && rec->events.rows[0].time_at >= 0;
    info->clock_ns = rec->clock_ns;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct recording rec;

    if (!name_columns(r, p, f))
        return false;
    bool ok = recording_read(&rec, r, blocks, f) && live_cgroups_read(&rec, f);
    tell_clock(&rec);
    ok = ok && name_weights(&rec, p, f) && take_all(&rec, p, f);
    recording_free(&rec);
    return ok;
}

static unsigned recognise(struct str prefix)
{
    bool is = str_starts(prefix, STR("PERFILE2")) || str_starts(prefix, STR("2ELIFREP"));

    return is ? 64 : 0;
}

/* As perf record --off-cpu and flame record --off-cpu name it. */
static bool is_measured_wait(struct str event)
{
    return str_equal(event, STR("offcpu-time"));
}

static bool is_wait(struct str event)
{
    return is_measured_wait(event) || str_equal(event, STR(PERF_LOOKED_EVENT));
}

static struct str unit_of(struct str event)
{
    return is_measured_wait(event) ? STR("ns") : is_wait(event) ? STR("samples") : STR("");
}

static const char *const endings[] = {"data", NULL};

const struct input_format input_perf_data = {
    .name = "perf-data",
    .about = "recordings of perf record: a file, a folder, or from a pipe",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .binary = true,
    .event_unit = unit_of,
    .event_is_wait = is_wait,
    .tells_lost_callers = true,
    .off_cpu = true,
    .wall = true,
    .cut = CUT_NOWHERE,
};
