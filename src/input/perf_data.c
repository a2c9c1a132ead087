/* PERFILE2...: what perf record writes: samples, memory mappings and process events. */
#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/perf_file.h"
#include "base/processors.h"
#include "base/sink.h"
#include "input/common/measure.h"
#include "input/common/parts/shares.h"
#include "input/perf_data/code/embedded_files.h"
#include "input/perf_data/live_cgroups.h"
#include "input/perf_data/recording_read.h"
#include "input/perf_data/report.h"
#include "input/perf_data/time/wall_report.h"
#include "input/perf_data/worker.h"

/* A profile that is made of some states of threads. */
struct made {
    struct reading *r;
    struct profile *p;
    struct reading own;   /* r, but of the first, whose reading is the caller's */
    uint32_t n_before;    /* stacks */
    size_t n_workers;     /* the first of them adds to p */
    uint64_t n_not_taken; /* samples that only stand for time that no other does */
    bool is_guessed;      /* where threads waited */
    struct diagnostics found;
};

/* All that is made of one recording: each profile by workers of its own, which share the sources of
 * names. */
struct making {
    struct recording *rec;
    struct made *made;
    size_t n_made;
    struct worker *workers;    /* those of each profile after those of the one before */
    struct profile *partial;   /* of each worker that is not the first of its profile */
    size_t room, n, n_running; /* the last may be one that another one runs */
    struct found found;
    struct explaining explaining;
    struct sources sources;
};

/* Remarks on what the recording lacks, and why. */
static void remark(const struct recording *rec, const struct reading *r)
{
    struct text_list *to = &r->info->remarks;
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
static void tell_about(const struct recording *rec, const struct made *made)
{
    enum { COMMAND_MOST = 4096 };
    const struct reading *r = made->r;
    struct recording_info *info = r->info;
    struct str command = names_get(&rec->names, rec->command);
    struct str host = names_get(&rec->names, rec->hostname);
    const bool in_time = r->ask->read != READ_RUNNING;
    uint64_t frequency = in_time ? 0 : frequency_of(rec);
    struct sink s;

    if (!rec->command || info->command.n)
        return;
    for (size_t i = 0; i < command.n && i < COMMAND_MOST; i++)
        buf_add_byte(&info->command, (char)(command.p[i] == '\n' ? ' ' : command.p[i]));
    if (command.n > COMMAND_MOST)
        buf_add(&info->command, STR("..."));
    sink_open_buf(&s);
    sink_grouped(&s, r->tally.taken - made->n_not_taken, 0);
    sink_text(&s, r->ask->read == READ_OFF_CPU ? " waits"
                  : ask_wall(r->ask)           ? " parts"
                                               : " samples");
    if (made->is_guessed)
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

static void tell_host(const struct recording *rec, const struct reading *r)
{
    struct str host = names_get(&rec->names, rec->hostname);

    if (!r->info->host.n && !str_equal(host, STR("(none)")))
        buf_add(&r->info->host, host);
}

static bool tell_groups(const struct recording *rec, const struct reading *r)
{
    enum { MOST = 16 << 20 };

    struct buf lines = {0};

    if (!(r->ask->labels & (OPTIONAL_POD | OPTIONAL_CONTAINER)))
        return true;
    const bool ok = embedded_copy(rec, EMBEDDED_GROUPS, MOST, &lines);
    group_names_read(&r->info->groups, buf_str(&lines));
    buf_free(&lines);
    return ok;
}

/* "recorded by perf 6.1.4 (or flame 0.1.0) on Linux 6.1.0, x86_64, AMD EPYC": if two recordings
 * differ in this, their differences may not come from the program. */
static void tell_environment(const struct recording *rec, const struct reading *r)
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
    reading_remark(&r->info->details, "%.*s", (int)line.n, line.p);
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

/* How many records a worker needs. They wait for each other when an address is seen for the first
 * time: with few samples that is most of the time, unless stacks were copied, since each of these
 * is unwound. */
static uint64_t records_least(const struct recording *rec, uint64_t bytes)
{
    enum { COPIED_LEAST = 2 << 10, EACH_LEAST = 16384, EACH_COPIED_LEAST = 2048 };

    return bytes / COPIED_LEAST < rec->n_records ? EACH_LEAST : EACH_COPIED_LEAST;
}

/* How many workers the samples of what ran are worth. */
static uint64_t workers_by_size(const struct recording *rec)
{
    enum { EACH_LEAST = 8 << 20 };
    const uint64_t bytes = rec->store.size + rec->store.unpacked.n;
    const uint64_t by_records = shares_of(rec->n_records, records_least(rec, bytes));
    const uint64_t by_bytes = shares_of(bytes, EACH_LEAST);

    return by_bytes < by_records ? by_bytes : by_records;
}

static bool has_copied_stacks(const struct recording *rec)
{
    for (uint32_t i = 0; i < rec->events.n; i++)
        if (rec->events.rows[i].sample_type & SAMPLE_STACK_USER)
            return true;
    return false;
}

/* The same of what threads did in time, which one worker follows: only the stacks are shared. With
 * few of them, as of sleep alone, or of threads that run, two take as long as one. */
static uint64_t workers_by_samples(const struct recording *rec, enum ask_read read)
{
    enum { EACH_LEAST = 8192, EACH_COPIED_LEAST = 2048 };
    const bool are_copied = has_copied_stacks(rec);
    uint64_t n = 0;

    if (read != READ_WALL && !are_copied)
        return 1;
    for (size_t i = 0; i < rec->n_records; i++)
        n += (rec->records[i].at & RECORD_IS_SAMPLE) != 0;
    return shares_of(n, are_copied ? EACH_COPIED_LEAST : EACH_LEAST);
}

/* How many share the samples. n_others: workers for other states; beside these, one takes what
 * threads did in time. */
static size_t workers_for(const struct recording *rec, const struct reading *r, size_t n_others)
{
    const bool in_time = r->ask->read != READ_RUNNING;
    const size_t threads = processors_for(r->ask->threads);

    if (threads <= n_others || has_groups(rec) || (in_time && n_others))
        return 1;
    const uint64_t most = in_time ? workers_by_samples(rec, r->ask->read) : workers_by_size(rec);
    if (most < 2)
        return 1;
    return most < threads - n_others ? (size_t)most : threads - n_others;
}

static bool join_worker(struct made *made, struct worker *w, struct fault *f)
{
    struct reading *r = made->r;
    struct profile *p = made->p;

    w->reading.tally.bytes = 0;
    reading_join(r, &w->reading);
    diagnostics_join(&made->found, &w->addresses.found);
    if (w->finder)
        return true;
    made->n_not_taken += w->n_not_taken;
    made->is_guessed = r->ask->read == READ_WALL && wall_is_guessed(&w->wall);
    if (!w->ok) {
        *f = f->kind == FAULT_NONE ? w->fault : *f;
        return false;
    }
    if (w->profile != p && !profile_merge(p, w->profile))
        return fault_set(f, FAULT_INPUT,
                         "%s: the sum of all counts grows beyond 2^64-1, wanted one that fits",
                         r->name);
    return reading_in_proportion(r, p->stacks.n - made->n_before, 0, f) &&
           reading_within_limits(p, &r->ask->limits, r->name, 0, f);
}

/* The worker takes part i of n of the samples. Its stacks may be as many as those of all. */
static void prepare_worker(struct making *m, struct made *made, size_t i, size_t n)
{
    const struct recording *rec = m->rec;
    struct worker *w = &m->workers[m->n];
    struct profile *partial = &m->partial[m->n++];

    w->rec = m->rec;
    w->sources = &m->sources;
    w->reading = *made->r;
    w->reading.notes = (struct notes){.n_shown = 0};
    w->reading.tally = (struct tally){.bytes = rec->store.size};
    w->from = rec->n_records / n * i;
    w->to = i + 1 < n ? rec->n_records / n * (i + 1) : rec->n_records;
    profile_init(partial, i ? made->p->n_columns : 0, i ? made->p->moments.kind : TIME_NONE);
    w->profile = i ? partial : made->p;
}

/* Has all but the first worker find the stacks for it, and one more, which it runs itself. */
static void share_finding(struct making *m)
{
    found_init(&m->found, m->rec->n_records);
    m->workers[0].to = m->rec->n_records;
    m->workers[0].n_finders = m->n - 1;
    for (size_t i = 0; i < m->n; i++) {
        m->workers[i].found = &m->found;
        m->workers[i].finder = i;
    }
    m->n_running = m->n - 1;
}

static void prepare_workers(struct making *m)
{
    size_t room = 1;

    for (size_t k = 0; k < m->n_made; k++) {
        m->made[k].n_workers = workers_for(m->rec, m->made[k].r, m->n_made - 1);
        room += m->made[k].n_workers;
    }
    struct made *first = m->made;
    const bool shares = first->r->ask->read != READ_RUNNING && first->n_workers > 1;
    first->n_workers += shares;
    m->workers = mem_alloc(room, sizeof *m->workers);
    m->partial = mem_alloc(room, sizeof *m->partial);
    m->room = room;
    for (size_t k = 0; k < m->n_made; k++)
        for (size_t i = 0; i < m->made[k].n_workers; i++)
            prepare_worker(m, &m->made[k], i, m->made[k].n_workers);
    m->n_running = m->n;
    if (shares)
        share_finding(m);
}

/* Has as many workers run at once as are asked for. */
static void run_workers(struct making *m)
{
    const size_t threads = processors_for(m->rec->r->ask->threads);

    for (size_t at = 0; at < m->n_running; at += threads)
        processors_run(run, m->workers + at,
                       m->n_running - at < threads ? m->n_running - at : threads,
                       sizeof *m->workers);
}

/* Adds what workers took to their profiles. Frees the workers. What is made as well fails alone. */
static bool join_workers(struct making *m, struct fault *f)
{
    size_t at = 0;
    bool ok = true;

    for (size_t k = 0; k < m->n_made; k++) {
        struct fault *own = k ? &m->rec->r->also[k - 1].fault : f;
        bool is_well = own->kind == FAULT_NONE;
        for (size_t i = 0; i < m->made[k].n_workers; i++, at++) {
            is_well = is_well && join_worker(&m->made[k], &m->workers[at], own);
            explaining_join(&m->explaining, &m->workers[at].addresses.explaining);
            worker_free(&m->workers[at]);
            profile_free(&m->partial[at]);
        }
        ok = ok && (k || is_well);
    }
    if (m->n_running < m->n)
        found_free(&m->found);
    mem_free(m->workers, m->room, sizeof *m->workers);
    mem_free(m->partial, m->room, sizeof *m->partial);
    return ok;
}

/* A record of a group may become several samples. */
static void count_lines(struct tally *tally, uint64_t n_records)
{
    uint64_t used = tally->taken + tally->bad;

    tally->lines = used > n_records ? used : n_records;
    tally->inside = tally->lines - used;
}

static void tell(struct making *m, struct made *made)
{
    const struct recording *rec = m->rec;
    struct reading *r = made->r;

    report_findings(r, &m->sources, &made->found);
    diagnostics_free(&made->found);
    if (r == rec->r)
        explaining_tell(&m->explaining, &m->sources, &r->info->explained);
    jit_remark(&m->sources.jit, r);
    count_lines(&r->tally, rec->n_records);
    remark(rec, r);
    tell_about(rec, made);
    tell_host(rec, r);
    tell_environment(rec, r);
}

static bool take_all(struct recording *rec, struct made *made, size_t n, struct fault *f)
{
    struct making m = {.rec = rec, .made = made, .n_made = n};

    sources_init(&m.sources, rec);
    prepare_workers(&m);
    run_workers(&m);
    bool ok = join_workers(&m, f);
    for (size_t k = 0; k < n; k++)
        tell(&m, &made[k]);
    ok = ok && sources_check(&m.sources, f);
    for (size_t k = 0; k < n; k++)
        ok = ok && tell_groups(rec, made[k].r);
    explaining_free(&m.explaining);
    sources_free(&m.sources);
    return ok;
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
static bool name_weights(const struct recording *rec, struct made *made, struct fault *f)
{
    static const struct measure weight = {"weight", "weight"};

    if (made->r->ask->read != READ_RUNNING || !recording_has_weights(rec))
        return true;
    profile_need_columns(made->p, INPUT_COLUMNS + 1);
    return measure_set(&weight, made->r, made->p, INPUT_COLUMNS, f);
}

static void tell_clock(const struct recording *rec, struct recording_info *info)
{
    info->has_clock = rec->has_clock && rec->events.n && rec->events.rows[0].time_at >= 0;
    info->clock_ns = rec->clock_ns;
}

/* The first is what the reading asks for, then come those that it makes as well. */
static struct made *make_all(struct reading *r, struct profile *p)
{
    struct made *made = mem_alloc(1 + r->n_also, sizeof *made);

    made[0] = (struct made){.r = r, .p = p, .n_before = p->stacks.n};
    for (size_t i = 0; i < r->n_also; i++) {
        struct made *own = &made[1 + i];
        *own = (struct made){.r = &own->own, .p = r->also[i].profile, .own = *r};
        own->own.ask = &r->also[i].ask;
        own->own.info = &own->p->info;
        own->own.notes = (struct notes){.n_shown = 0};
        own->own.tally = (struct tally){.bytes = 0};
        own->own.n_also = 0;
        own->n_before = own->p->stacks.n;
    }
    return made;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    const size_t n = 1 + r->n_also;
    struct made *made = make_all(r, p);
    struct recording rec;
    bool ok = true;

    for (size_t k = 0; ok && k < n; k++)
        ok = name_columns(made[k].r, made[k].p, f);
    if (ok) {
        ok = recording_read(&rec, r, blocks, f) && live_cgroups_read(&rec, f);
        for (size_t k = 0; k < n; k++) {
            tell_clock(&rec, made[k].r->info);
            ok = ok && name_weights(&rec, &made[k], f);
        }
        ok = ok && take_all(&rec, made, n, f);
        recording_free(&rec);
    }
    for (size_t i = 0; i < r->n_also; i++)
        r->also[i].tally = made[1 + i].own.tally;
    mem_free(made, n, sizeof *made);
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
