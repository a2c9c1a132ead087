/* Reads one input, with several workers if it is large and can be split. */
#include "input/input.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/processors.h"
#include "input/common/companion_files.h"
#include "input/common/parts/border.h"
#include "input/common/parts/shares.h"
#include "input/folded.h"
#include "input/formats.h"
#include "input/json/json.h"
#include "input/recognise/further.h"
#include "input/recognise/recognise.h"
#include "input/recognise/rest.h"
#include "input/recognise/web_page.h"
#include "model/time/wall_clock.h"

/* One input and how to read it. Borrows everything. */
struct job {
    const struct input_file *file;
    const struct ask *ask;
    const char *path;   /* NULL: standard input */
    const char *folder; /* NULL: it is a file */
    struct str head;    /* its beginning, for those who read another part */
};

/* One worker and its part of the input. */
struct input_part {
    const struct input_format *format;
    struct reading reading;
    struct source source;
    struct blocks blocks;
    struct profile *profile; /* of the first part: the caller's */
    struct profile own;
    struct kept_lines rest;
    struct recording_info info; /* what it tells of the whole, which it does not know */
    struct fault fault;
    bool ok;
};

static void *run_part(void *argument)
{
    struct input_part *part = argument;

    part->ok = part->format->read(&part->reading, &part->blocks, part->profile, &part->fault);
    return NULL;
}

static struct reading reading_of(const struct job *job, const char *name,
                                 struct recording_info *info)
{
    const struct input_file *file = job->file;

    return (struct reading){.name = name,
                            .path = job->path,
                            .folder = job->folder,
                            .opened = file->opened,
                            .ask = job->ask,
                            .info = info,
                            .first_part = true,
                            .head = job->head,
                            .parts = 1,
                            .also = file->also,
                            .n_also = file->n_also,
                            .progress = file->progress,
                            .progress_context = file->progress_context};
}

static void kept_lines_free(struct kept_lines *kept)
{
    buf_free(&kept->text);
    buf_free(&kept->numbers);
}

/* What one worker alone does. */
static bool read_whole(struct source *source, struct blocks *blocks, const struct job *job,
                       struct profile *p, struct input_report *report, struct fault *f)
{
    struct reading r = reading_of(job, source->name, &p->info);

    r.tally.lines = r.tally.comments = report->before.lines;
    r.tally.bytes = report->before.bytes;
    struct kept_lines rest = {.text = {0}};
    r.rest = &rest;
    bool ok = report->format->read(&r, blocks, p, f);

    rest_find(&rest, r.tally.other_line, report);
    kept_lines_free(&rest);
    report->tally = r.tally;
    report->notes = r.notes;
    for (size_t i = 0; i < r.n_also; i++) {
        r.also[i].tally.bytes = r.tally.bytes;
        r.also[i].tally.code_bytes = r.tally.code_bytes;
    }
    return ok;
}

static bool split_parts(struct input_part *parts, size_t n, const struct source *source,
                        const struct job *job, struct profile *p, struct fault *f)
{
    uint64_t length = source->size - source->at;
    uint64_t from = source->at;

    for (size_t i = 0; i < n; i++) {
        struct input_part *part = &parts[i];
        uint64_t to = source->size;
        uint64_t border = source->at + length / n * (i + 1);
        if (i + 1 < n && !border_find(source, part->format->cut, border, &to, f))
            return false;
        part->reading = reading_of(job, source->name, &part->info);
        part->reading.first_part = i == 0;
        part->reading.parts = (unsigned)n;
        part->reading.rest = &part->rest;
        if (i) /* the first speaks for all */
            part->reading.progress = NULL;
        source_open_part(&part->source, source, from, to > from ? to : from);
        blocks_init(&part->blocks, &part->source);
        profile_init(&part->own, i ? p->n_columns : 0, i ? p->moments.kind : TIME_NONE);
        part->profile = i ? &part->own : p;
        from = to > from ? to : from;
    }
    return true;
}

/* Only the first part knows the beginning of the input, and none what is true of it all. */
static void take_info(struct recording_info *to, const struct recording_info *first)
{
    if (!to->host.n && first->host.n)
        buf_add(&to->host, buf_str(&first->host));
    text_list_add_all(&to->details, &first->details, 0);
    to->has_clock = first->has_clock;
    to->clock_ns = first->clock_ns;
}

/* Finds what is not of the format in all parts together. */
static void join_rest(const struct input_part *parts, size_t n, struct input_report *report)
{
    struct kept_lines whole = {.last = 0};
    uint64_t lines_before = 0;
    uint64_t other_line = 0;

    for (size_t i = 0; i < n; i++) {
        const struct tally *t = &parts[i].reading.tally;
        rest_join(&whole, &parts[i].rest, lines_before);
        if (!other_line && t->other_line) {
            other_line = t->other_line + lines_before;
            whole.first_other = parts[i].rest.first_other;
        }
        lines_before += t->lines;
    }
    rest_find(&whole, other_line, report);
    kept_lines_free(&whole);
}

static bool join_parts(struct input_part *parts, size_t n, struct profile *p,
                       struct input_report *report)
{
    bool ends_in_two_numbers = true;
    bool ok = true;

    join_rest(parts, n, report);
    for (size_t i = 0; i < n; i++) {
        const struct tally *t = &parts[i].reading.tally;
        ok = ok && parts[i].ok && (i == 0 || profile_merge(p, &parts[i].own));
        notes_merge(&report->notes, &parts[i].reading.notes, report->tally.lines);
        tally_add(&report->tally, t);
        ends_in_two_numbers = ends_in_two_numbers && t->ends_in_two_numbers == t->taken;
    }
    take_info(&p->info, &parts[0].info);
    if (!ends_in_two_numbers)
        report->tally.ends_in_two_numbers = 0;
    return ok;
}

/* A worker knows neither the lines before its part nor the sum. For a fault's message, reads the
 * input again without workers, from the total it began with. */
static bool explain_fault(struct source *source, const struct job *job, const struct profile *p,
                          const struct column *before, struct input_report *report, struct fault *f)
{
    struct profile scratch;
    struct source again;
    struct blocks blocks;

    profile_init(&scratch, 1, p->moments.kind);
    scratch.columns[0].total = before->total;
    scratch.columns[0].scale = before->scale;
    scratch.columns[0].name = names_add(&scratch.names, names_get(&p->names, before->name));
    scratch.columns[0].unit = names_add(&scratch.names, names_get(&p->names, before->unit));
    source_open_part(&again, source, source->at, source->size);
    blocks_init(&blocks, &again);
    bool ok = read_whole(&again, &blocks, job, &scratch, report, f);
    blocks_free(&blocks);
    source_close(&again);
    profile_free(&scratch);
    /* What is left are limits that hold for the input alone, but not with those before it. */
    return ok && reading_within_limits(p, &job->ask->limits, source->name, 0, f) &&
           fault_set(f, FAULT_SYSTEM, "%s: changed while it was read", source->name);
}

static bool read_parts(struct source *source, size_t n, const struct job *job, struct profile *p,
                       struct input_report *report, struct fault *f)
{
    struct input_part *parts = mem_alloc(n, sizeof *parts);
    struct column before = p->columns[0];

    for (size_t i = 0; i < n; i++)
        parts[i].format = report->format;
    bool ok = split_parts(parts, n, source, job, p, f);
    if (ok) {
        processors_run(run_part, parts, n, sizeof *parts);
        struct fault limit = {0};
        ok = join_parts(parts, n, p, report) &&
             reading_within_limits(p, &job->ask->limits, source->name, 0, &limit);
        ok = ok || explain_fault(source, job, p, &before, report, f);
    }
    for (size_t i = 0; i < n; i++) {
        blocks_free(&parts[i].blocks);
        source_close(&parts[i].source);
        profile_free(&parts[i].own);
        recording_info_free(&parts[i].info);
        kept_lines_free(&parts[i].rest);
    }
    mem_free(parts, n, sizeof *parts);
    return ok;
}

static bool refuse_empty(const char *name, const struct input_format *format, struct fault *f)
{
    return fault_set(f, FAULT_INPUT, "%s: holds no samples that %s can read, wanted some (--from)",
                     name, format->name);
}

/* If most of an input is not understood, it has another format, or none. */
static bool check_report(const char *name, const struct input_report *report, const struct job *job,
                         struct fault *f)
{
    const struct input_file *file = job->file;
    const struct ask *ask = job->ask;
    const struct tally *t = &report->tally;
    struct place place;
    struct near near;

    if (t->taken == 0 && t->bad == 0)
        return refuse_empty(name, report->format, f);
    for (size_t i = 0; i < file->n_also; i++)
        if (file->also[i].tally.taken == 0)
            refuse_empty(name, report->format, &file->also[i].fault);
    if (t->taken && t->bad <= ask->max_bad &&
        (t->bad <= 10 || t->bad <= t->taken || report->before.lines))
        return rest_check(name, report, ask, f);
    if (report->rest.format)
        return rest_refuse(name, report, f);
    const struct note *first = &report->notes.shown[0];
    place_of(&place, name, first->line);
    if (t->taken && t->bad > ask->max_bad && t->bad <= t->taken)
        return fault_set(f, FAULT_INPUT,
                         "%s: %s: %" PRIu64 " bad line%s, wanted at most %" PRIu64 " (--max-bad)",
                         place.text, first->reason, t->bad, t->bad == 1 ? "" : "s", ask->max_bad);
    if (t->bad + t->taken == 1)
        return fault_set(f, FAULT_INPUT, "%s: %s%s: is this %s?", place.text, first->reason,
                         near_of(&near, first->near.text), report->format->name);
    return fault_set(f, FAULT_INPUT,
                     "%s: %s%s; %" PRIu64 " of %" PRIu64 " lines are like that: is this %s?",
                     place.text, first->reason, near_of(&near, first->near.text), t->bad,
                     t->bad + t->taken, report->format->name);
}

/* Each worker would open the files that are asked what is inlined, and search them, anew. */
static size_t workers_for(uint64_t size, const struct input_format *format, const struct ask *ask)
{
    const bool whole = format->cut == CUT_NOWHERE || ask->naming.inlined;
    const uint64_t parts = whole ? 1 : shares_of(size, format->part_least);

    if (parts < 2)
        return 1;
    unsigned workers = processors_for(ask->threads);
    return parts < workers ? (size_t)parts : workers;
}

static bool read_svg(struct blocks *blocks, struct buf *svg, struct fault *f)
{
    struct str block;

    do {
        if (!blocks_next_bytes(blocks, &block, f))
            return false;
        if (block.n > UINT32_MAX - svg->n)
            return fault_set(f, FAULT_INPUT, "%s: is an SVG of more than 4 GiB, wanted less",
                             blocks->source->name);
        buf_add(svg, block);
    } while (block.n);
    return true;
}

/* Converts the input if that is to be done, and lends its prefix again. */
static bool convert(struct blocks *blocks, const struct decoding *what, struct str *prefix,
                    struct fault *f)
{
    if (!decoding_any(what))
        return true;
    blocks_decode(blocks, what);
    return blocks_prefix(blocks, prefix, f);
}

/* Whether a text is JSON that nests deeper at its beginning than any profile. If it may be folded
 * stacks, that is all it has. */
static bool is_nested(struct str prefix, bool folded)
{
    enum { NESTED = 1000 };
    struct json_opening opening = {.most = UINT64_MAX};

    json_opening_take(&opening, prefix);
    return opening.depth > NESTED && !(folded && opening.ended);
}

/* Such JSON is of no format. Sets the fault, which names the limit if it is deeper than that. */
static bool refuse_nested(struct source *source, struct blocks *blocks, const struct limits *l,
                          struct fault *f)
{
    struct json_opening opening = {.most = l->depth};
    struct place place;
    struct str block;

    do {
        if (!blocks_next_bytes(blocks, &block, f))
            return false;
        json_opening_take(&opening, block);
    } while (block.n && !opening.ended);
    place_of(&place, source->name, opening.lines + 1);
    if (opening.depth > l->depth)
        return fault_set(f, FAULT_INPUT,
                         "%s: is JSON too deep to be read: limit \"depth\" (%" PRIu64
                         ") reached before any value, wanted a profile",
                         place.text, l->depth);
    return fault_set(f, FAULT_INPUT,
                     "%s: is JSON of %" PRIu64
                     " lists and objects in one another before any value, wanted a profile",
                     place.text, opening.depth);
}

/* Whether a format has what is asked for, and is of the kind of the inputs before it. */
static bool check_asked(const char *name, const struct input_format *format, const struct ask *ask,
                        struct profile *p, struct fault *f)
{
    if (ask->need_stacks && format->stackless && !(ask->or_counts && format->counts))
        return fault_set(f, FAULT_INPUT,
                         "%s: is %s, which has callers and callees but no stacks; wanted stacks, "
                         "or the program callgraph, which draws both",
                         name, format->name);
    if (ask->read == READ_OFF_CPU && !format->off_cpu)
        return fault_set(f, FAULT_INPUT,
                         "%s: is %s, but --off-cpu wanted a recording of perf record; for the text "
                         "of perf script, --from perf-sched counts how long threads were blocked",
                         name, format->name);
    if (ask_wall(ask) && !format->wall)
        return fault_set(f, FAULT_INPUT,
                         "%s: is %s, but %s wanted a recording of flame record --wall, or of perf "
                         "record --switch-events",
                         name, format->name, ask->read == READ_LATENCY ? "--latency" : "--wall");
    if (p->n_samples && p->calls.alone != format->stackless)
        return fault_set(f, FAULT_INPUT,
                         "%s: %s, unlike the inputs before it; wanted inputs of one kind", name,
                         p->calls.alone ? "has stacks" : "has callers and callees but no stacks");
    p->calls.alone = format->stackless;
    return true;
}

static bool check_format(const char *name, const struct input_format *format, const struct job *job,
                         struct profile *p, struct fault *f)
{
    for (size_t i = 0; i < job->file->n_also; i++) {
        struct also_read *also = &job->file->also[i];
        check_asked(name, format, &also->ask, also->profile, &also->fault);
    }
    return check_asked(name, format, job->ask, p, f);
}

bool input_find_format(struct source *source, struct blocks *blocks, const struct ask *ask,
                       struct str *prefix, struct input_report *report, struct fault *f)
{
    struct fault later = {0};

    if (!web_page_open(blocks, ask, prefix, report, f))
        return false;
    bool known = input_recognise(source->name, *prefix, ask, report, f);
    bool folded = known && report->format == &input_folded;

    if (!ask->format && (!known || folded) && is_nested(*prefix, folded)) {
        *f = (struct fault){0};
        return refuse_nested(source, blocks, &ask->limits, f);
    }
    if (!known && !report->unknown)
        return false;
    bool ok =
        convert(blocks, &report->decoding, prefix, &later) &&
        (ask->format || (further_may_find(*prefix, report) ? further_find(blocks, report, &later)
                                                           : further_skip(blocks, report, &later)));
    if (!ok || report->format)
        *f = later;
    return ok && report->format && blocks_prefix(blocks, prefix, f);
}

static bool read_source(struct source *source, struct blocks *blocks, const struct job *job,
                        struct profile *p, struct input_report *report, struct fault *f)
{
    const struct ask *ask = job->ask;
    struct str prefix;
    uint64_t begin = source->at;

    if (!blocks_prefix(blocks, &prefix, f))
        return false;
    if (job->file->svg && !ask->format && input_is_svg(prefix))
        return read_svg(blocks, job->file->svg, f);
    if (!input_find_format(source, blocks, ask, &prefix, report, f))
        return false;
    if (ask->two_counts && !ask->format && report->format == &input_folded &&
        folded_has_two_counts(prefix))
        report->format = &input_diff_folded;
    if (!check_format(source->name, report->format, job, p, f))
        return false;
    if (ask->format)
        input_prove(prefix, report);
    if (report->unproven && ask->strict)
        return fault_set(f, FAULT_INPUT, "%s: nothing at its beginning is certainly %s (--from)",
                         source->name, report->format->name);
    struct job with_head = *job;
    with_head.head = prefix;
    size_t n = 1;
    if (source->seekable && source->size > begin && !blocks->decoder)
        n = workers_for(source->size - begin, report->format, ask);
    if (n > 1)
        source->at = begin; /* parts read the prefix again */
    bool ok = n > 1 ? read_parts(source, n, &with_head, p, report, f)
                    : read_whole(source, blocks, job, p, report, f);
    return ok && check_report(source->name, report, job, f);
}

static void begin_times_of(struct profile *p)
{
    p->first_ns = NO_TIME;
    p->info.zero_ns = p->info.clock_ns = 0;
    p->info.has_clock = false;
}

static void begin_times(const struct input_file *file, struct profile *p)
{
    begin_times_of(p);
    for (size_t i = 0; i < file->n_also; i++) {
        struct also_read *also = &file->also[i];
        also->n_before = also->profile->n_samples;
        begin_times_of(also->profile);
    }
}

/* Makes times relative to the first sample, and tells when that was. Clocks that count from the
 * start of a machine or of a program are far from the times of any recording. */
static void end_times_of(struct profile *p, uint32_t n_before)
{
    const uint64_t year_2001_ns = UINT64_C(1000000000000000000);
    struct recording_info *info = &p->info;
    struct sink s;

    if (p->moments.kind == TIME_POINTS)
        profile_start_times(p, n_before);
    /* Those of spans count from the beginning already. */
    tracks_settle(&p->tracks, p->moments.kind == TIME_SPANS ? 0 : p->first_ns);
    if (info->has_clock && p->first_ns != NO_TIME)
        info->zero_ns = info->clock_ns + p->first_ns;
    if (info->zero_ns < year_2001_ns || info->zero_ns > INT64_MAX)
        info->zero_ns = 0;
    if (!info->zero_ns)
        return;
    if (!info->time_ns || info->zero_ns < info->time_ns)
        info->time_ns = info->zero_ns;
    sink_open_buf(&s);
    sink_text(&s, "began ");
    wall_clock_write(&s, info->zero_ns, " ");
    sink_text(&s, " UTC");
    text_list_add(&info->details, buf_str(&s.buf));
    sink_discard(&s);
}

static void end_times(const struct input_file *file, struct profile *p, uint32_t n_before)
{
    end_times_of(p, n_before);
    for (size_t i = 0; i < file->n_also; i++)
        end_times_of(file->also[i].profile, file->also[i].n_before);
}

static bool read_opened(struct source *source, const struct job *job, struct profile *p,
                        struct input_report *report, struct fault *f)
{
    struct blocks blocks;
    uint32_t n_before = p->n_samples;

    begin_times(job->file, p);
    blocks_init(&blocks, source);
    bool ok = read_source(source, &blocks, job, p, report, f);
    end_times(job->file, p, n_before);
    report->lines_without = blocks.decoder ? decoder_lines_without(blocks.decoder) : 0;
    if (report->log_guessed && report->lines_without) {
        report->decoding.log_prefix = NULL; /* a program's log has times of its own */
        report->lines_without = 0;
    }
    blocks_free(&blocks);
    return ok;
}

/* The format of a folder, or the one that is asked for if it has folders; NULL: it is none. */
static const struct input_format *format_of_folder(const char *path,
                                                   const struct input_format *only)
{
    const struct input_format *found = NULL;
    unsigned most = 0;
    size_t n;
    const struct input_format *const *formats = input_formats(&n);
    struct stat status;

    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
        return NULL;
    if (only)
        return only->recognise_folder ? only : NULL;
    for (size_t i = 0; i < n; i++) {
        const unsigned bits = formats[i]->recognise_folder ? formats[i]->recognise_folder(path) : 0;
        found = bits > most ? formats[i] : found;
        most = bits > most ? bits : most;
    }
    return found;
}

static bool read_folder(const struct job *job, struct profile *p, struct input_report *report,
                        struct fault *f)
{
    const uint32_t n_before = p->n_samples;
    struct source source;
    struct blocks blocks;

    if (!check_format(job->path, report->format, job, p, f) ||
        !source_open_memory(&source, job->path, STR(""), &job->ask->limits, f))
        return false;
    begin_times(job->file, p);
    blocks_init(&blocks, &source);
    const bool ok =
        read_whole(&source, &blocks, job, p, report, f) && check_report(job->path, report, job, f);
    end_times(job->file, p, n_before);
    blocks_free(&blocks);
    source_close(&source);
    return ok;
}

bool input_read(const struct input_file *file, const struct ask *ask, struct profile *p,
                struct input_report *report, struct fault *f)
{
    const char *path = file->path;
    struct job job = {.file = file, .ask = ask, .path = strcmp(path, "-") == 0 ? NULL : path};
    struct buf data = {0};
    struct source source;

    *report = (struct input_report){0};
    if (file->opened) {
        job.path = path;
    } else if (job.path && companion_data(path, &data)) {
        job.path = data.p;
        job.folder = path;
    } else if (job.path && (report->format = format_of_folder(path, ask->format))) {
        job.folder = path;
        buf_free(&data);
        return read_folder(&job, p, report, f);
    }
    bool ok = file->opened ? source_open_again(&source, *file->opened, path, &ask->limits, f)
                           : source_open(&source, job.path ? job.path : path, &ask->limits, f);
    if (ok) {
        if (job.folder)
            source.name = path; /* notes outlive the other */
        ok = read_opened(&source, &job, p, report, f);
        source_close(&source);
    }
    buf_free(&data);
    return ok;
}
