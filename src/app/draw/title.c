/* "perf record -g ./server - 13.3 s on-CPU", "Off-CPU: waits.data - 492.47 ms". */
#include "app/draw/title.h"

#include <stdlib.h>

#include "app/draw/command_text.h"
#include "app/inputs/file_name.h"
#include "app/selection/events.h"
#include "base/mem.h"
#include "model/time/wall_clock.h"
#include "render/common/amount.h"
#include "render/common/measure.h"
#include "render/flame/difference_text.h"
#include "render/flame/difference_verdict.h"

/* So many cells stand beside the viewer's controls at 1,280 px. */
enum { BESIDE_CELLS = 43 };

enum { NAME_CELLS_LEAST = 16 };

void title_free(struct title *title)
{
    buf_free(&title->head);
    buf_free(&title->page);
    buf_free(&title->facts);
    buf_free(&title->exact);
    buf_free(&title->event);
    *title = (struct title){.n_threads = 0};
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* Returns the key of labels with this text; 0: none. */
static name_id key_of(const struct profile *p, struct str text)
{
    size_t n = p->labels.n ? p->labels.end[p->labels.n - 1] : 0;

    for (size_t i = 0; i < n; i++)
        if (str_equal(names_get(&p->names, p->labels.pairs[i].key), text))
            return p->labels.pairs[i].key;
    return 0;
}

/* The label sets that samples have, of all of the profile. */
static bool *used_labels(const struct profile *p)
{
    bool *used = mem_alloc(p->labels.n, sizeof *used);

    for (uint32_t i = 0; i < p->n_samples; i++)
        used[p->samples[i].labels] = true;
    return used;
}

static int compare_pairs(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The number of different values of a key that samples have. Processes may number their threads
 * alike. */
static size_t count_threads(const struct profile *p, const bool *used, name_id key)
{
    name_id pid = key_of(p, STR("pid"));
    uint64_t *pairs = mem_alloc(p->labels.n, sizeof *pairs);
    size_t n = 0;
    size_t different = 0;

    for (labels_id set = 0; set < p->labels.n; set++) {
        name_id value = used[set] ? labels_value(&p->labels, set, key) : 0;
        uint64_t process = value && pid ? labels_value(&p->labels, set, pid) : 0;
        if (value)
            pairs[n++] = process << 32 | value;
    }
    qsort(pairs, n, sizeof *pairs, compare_pairs);
    for (size_t i = 0; i < n; i++)
        different += i == 0 || pairs[i] != pairs[i - 1];
    mem_free(pairs, p->labels.n, sizeof *pairs);
    return different;
}

/* "task-clock:u" */
static bool is_clock(struct str event)
{
    event.n = str_find(event, 0, STR(":"));
    return str_equal(event, STR("cpu-clock")) || str_equal(event, STR("task-clock"));
}

static bool are_clocks(const struct profile *p, const bool *used, name_id key)
{
    bool all = key != 0;

    for (labels_id set = 0; set < p->labels.n && all; set++)
        all = !used[set] || is_clock(names_get(&p->names, labels_value(&p->labels, set, key)));
    return all;
}

/* Adds the event that all samples have, if there is only one. */
static void add_event(const struct profile *p, const bool *used, name_id key, struct buf *to)
{
    name_id event = key && p->n_samples ? labels_value(&p->labels, p->samples[0].labels, key) : 0;

    for (labels_id set = 0; set < p->labels.n && event; set++)
        if (used[set] && labels_value(&p->labels, set, key) != event)
            event = 0;
    if (event)
        buf_add(to, names_get(&p->names, event));
}

static bool takes_all_threads(const struct selection_request *r)
{
    return !r->where.n && !r->comm.n && !r->pid.n && !r->tid.n && !r->by_time;
}

void title_take(struct title *title, const struct profile *p, const struct selection_request *r)
{
    name_id tid = key_of(p, STR("tid"));
    name_id key = tid ? tid : key_of(p, STR("thread"));
    bool *used = used_labels(p);

    title->time_ns = p->info.time_ns;
    title->duration_ns = p->info.duration_ns;
    title->by_clock = are_clocks(p, used, key_of(p, STR("event")));
    if (!title->by_clock)
        add_event(p, used, key_of(p, STR("event")), &title->event);
    if (key && takes_all_threads(r))
        title->n_threads = count_threads(p, used, key);
    title->at_peak = !r->where.n && (!r->snapshot.n || str_equal(r->snapshot, STR("peak"))) &&
                     snapshots_have_peak(&p->labels.snapshots);
    mem_free(used, p->labels.n, sizeof *used);
}

static void join(struct buf *to, const char *between, struct str text)
{
    if (to->n && text.n)
        buf_add(to, str_of(between));
    buf_add(to, text);
}

static void add_facts(struct title *title, const struct inputs *in)
{
    struct sink s;

    sink_open_buf(&s);
    if (title->n_threads) {
        sink_grouped(&s, title->n_threads, 0);
        sink_text(&s, title->n_threads == 1 ? " thread" : " threads");
    }
    join(&s.buf, ", ", buf_str(&in->facts));
    if (title->duration_ns) {
        join(&s.buf, ", ", STR("recorded for "));
        amount_write_scaled(&s, (double)title->duration_ns, STR("ns"));
    }
    if (title->time_ns) {
        sink_text(&s, s.buf.n ? ", " : "");
        wall_clock_date(&s, title->time_ns / WALL_CLOCK_DAY_NS);
    }
    join(&title->facts, ", ", buf_str(&s.buf));
    sink_discard(&s);
}

/* ---- sum ------------------------------------------------------------------------------------- */

static void measure(struct sink *s, const struct title *title, const struct title_source *source)
{
    const struct picture *picture = source->picture;
    struct str name = names_get(&picture->profile->names, picture->tree->column->name);

    if (picture->style->countname.n)
        return;
    const struct read_request *read = source->request->input.read;
    if (title->by_clock && read->ask.read == READ_RUNNING &&
        str_equal(picture_unit(picture), STR("ns")))
        sink_text(s, " on-CPU");
    if (title->event.n && (str_equal(picture_unit(picture), STR("samples")) ||
                           events_is_tracepoint(buf_str(&title->event)))) {
        sink_text(s, " of ");
        sink_str(s, buf_str(&title->event));
    }
    struct str words = measure_words(name);
    sink_text(s, words.n ? " " : "");
    sink_str(s, words);
}

static void sum(struct sink *s, const struct title *title, const struct title_source *source)
{
    const struct picture *picture = source->picture;

    if (picture->difference) {
        difference_text_headline(s, picture);
        return;
    }
    amount_write_rounded(s, picture_shown(picture, picture->tree->total[0]), picture_unit(picture));
    measure(s, title, source);
}

/* What the head has no room for: the whole command, and all digits of the sum. */
static void exact(struct title *title, const struct title_source *source, struct str command)
{
    const struct picture *picture = source->picture;
    struct sink s;

    sink_open_buf(&s);
    sink_str(&s, command);
    sink_text(&s, command.n ? ": " : "");
    picture_count(&s, picture, picture->tree->total[0]);
    sink_byte(&s, ' ');
    sink_str(&s, picture_unit_of(picture, picture->tree->total[0]));
    buf_add(&title->exact, buf_str(&s.buf));
    sink_discard(&s);
}

/* ---- name ------------------------------------------------------------------------------------ */

static bool is_peak_column(const struct picture *picture)
{
    const struct names *names = &picture->profile->names;

    return str_equal(names_get(names, picture->tree->column->name), STR("peak")) &&
           str_equal(names_get(names, picture->tree->column->unit), STR("bytes"));
}

/* Formats of which each measure of time is one of waiting. */
static bool waits(const struct title_source *source)
{
    const struct summary *summary = &source->in->summary;
    struct str unit = picture_unit(source->picture);

    for (size_t i = 0; i < summary->n; i++) {
        struct str format = str_of(summary->inputs[i].report.format->name);
        if (!str_equal(format, STR("bcc")) && !str_equal(format, STR("perf-sched")))
            return false;
    }
    return summary->n && (str_equal(unit, STR("us")) || str_equal(unit, STR("ns")));
}

static const char *kind_of(const struct title *title, const struct title_source *source)
{
    const struct flame_request *r = source->request;
    const struct style *style = source->picture->style;

    if (source->over_time)
        return "Memory over time";
    if (source->picture->difference)
        return "Difference";
    if (style->chart)
        return "Flame chart";
    if (r->input.read->ask.read == READ_LATENCY)
        return "Latency";
    if (r->input.read->ask.read == READ_WALL)
        return "Wall clock";
    if (r->input.read->ask.read == READ_OFF_CPU || waits(source))
        return "Off-CPU";
    if (title->at_peak || is_peak_column(source->picture))
        return "Memory at the peak";
    return style->reverse ? "Callers" : "";
}

/* Appends as much of a file's name, or of a command, as leaves room for the other texts. */
static void fit_name(struct buf *to, struct str name, bool is_command, size_t taken,
                     const struct style *style)
{
    double cells = style_inner_px(style) / ((style->fontsize + 5) * style->fontwidth);
    size_t room = cells > (double)(taken + NAME_CELLS_LEAST) ? (size_t)cells - taken
                                                             : (size_t)NAME_CELLS_LEAST;
    struct buf clean = {0};

    text_clean(name, &clean);
    if (is_command)
        command_text_fit(buf_str(&clean), room,
                         taken + NAME_CELLS_LEAST < BESIDE_CELLS ? BESIDE_CELLS - taken
                                                                 : (size_t)NAME_CELLS_LEAST,
                         to);
    else
        text_fit(buf_str(&clean), room, TEXT_CUT_RIGHT, to);
    buf_free(&clean);
}

/* "Off-CPU: NAME - SUM" */
static void head(struct title *title, const struct title_source *source, struct str name,
                 bool is_command)
{
    struct str kind = str_of(kind_of(title, source));
    struct sink weight;

    sink_open_buf(&weight);
    if (source->picture->difference)
        difference_verdict(&weight, source->picture);
    if (weight.buf.n)
        kind = STR("");
    else if (!source->over_time)
        sum(&weight, title, source);
    if (!kind.n && !name.n && !source->picture->difference)
        kind = STR("Flame graph");
    buf_add(&title->head, kind);
    if (name.n) {
        buf_add(&title->head, kind.n ? STR(": ") : STR(""));
        size_t taken = text_cells(buf_str(&title->head)) + weight.buf.n + 3;
        fit_name(&title->head, name, is_command, taken, source->picture->style);
    }
    join(&title->head, name.n ? " - " : ": ", buf_str(&weight.buf));
    sink_discard(&weight);
}

void title_write(struct title *title, const struct title_source *source)
{
    const struct inputs *in = source->in;
    bool both = source->picture->difference;
    bool redacted = redact_needed(&source->request->input.selection->redact);
    struct str command = redacted || both ? STR("") : buf_str(&in->command);
    struct buf file = {0};

    inputs_file_name(&source->request->input, &file);
    struct str name = command.n ? command : buf_str(&file);
    head(title, source, both ? STR("") : name, command.n); /* the line below names both sides */
    if (both || command.n)
        buf_add(&title->page, buf_str(&file));
    join(&title->page, ": ", buf_str(&title->head));
    if (command.n)
        buf_add(&title->facts, buf_str(&file));
    if (!redacted)
        add_facts(title, in);
    if (!source->over_time && !both)
        exact(title, source, command);
    buf_free(&file);
}

uint64_t title_option_bytes(const struct style *style)
{
    const size_t short_most = 100; /* the least limit has room for these */
    const struct str texts[] = {style->title,     style->subtitle, style->notes,
                                style->countname, style->nametype, style->fonttype};
    uint64_t n = 0;

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        n += texts[i].n > short_most ? texts[i].n : 0;
    return n;
}
