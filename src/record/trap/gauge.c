/* /proc/stat, /proc/loadavg, /proc/meminfo, /proc/pressure, and the files of control groups. */
#include "record/trap/gauge.h"

#include <inttypes.h>
#include <unistd.h>

#include "base/parse.h"
#include "record/small_file.h"
#include "record/trap/group_files.h"

enum { PERCENT_ALL = 100000, PRESSURE_DIGITS = 3, KIB = 1024 };

bool gauge_is_share(const struct gauge *g)
{
    return g->condition->metric == METRIC_CPU || g->condition->metric == METRIC_IO_WAIT;
}

/* A share of all there is does not exceed 100 %, so more would be waited for in vain. */
static bool check_share(const struct condition *c, struct fault *f)
{
    struct buf wanted = {0};
    bool ok = !c->above || c->value < PERCENT_ALL || (c->value == PERCENT_ALL && c->or_equal);

    if (!ok) {
        condition_add_subject(&wanted, c);
        buf_add(&wanted, STR(" "));
        condition_add_wanted(&wanted, c);
        ok = fault_set(
            f, FAULT_USAGE, "--when: %.*s is never so, as it is a share of %s, wanted up to 100%%",
            (int)wanted.n, wanted.p, c->metric == METRIC_PRESSURE ? "time" : "the whole machine");
    }
    buf_free(&wanted);
    return ok;
}

static bool open_process(struct gauge *g, uint32_t pid, struct fault *f)
{
    return family_add(&g->family, pid) ||
           fault_set(f, FAULT_USAGE,
                     "--when: process %" PRIu32 " does not run, wanted one that "
                     "does",
                     pid);
}

static bool open_group(struct gauge *g, struct str group, struct fault *f)
{
    const struct group_file *file = group_file_find(g->condition, group, g->root, &g->paths, f);

    if (!file)
        return false;
    g->key = file->key;
    g->scale = file->scale;
    return true;
}

static bool open_machine(struct gauge *g, struct fault *f)
{
    static const char *const files[] = {
        [METRIC_CPU] = "stat",          [METRIC_MEMORY] = "meminfo", [METRIC_THREADS] = "loadavg",
        [METRIC_RUN_QUEUE] = "loadavg", [METRIC_IO_WAIT] = "stat",   [METRIC_PRESSURE] = "pressure",
    };
    const bool pressure = g->condition->metric == METRIC_PRESSURE;

    if ((pressure || gauge_is_share(g)) && !check_share(g->condition, f))
        return false;
    buf_add(&g->paths, str_of(g->root));
    buf_add(&g->paths, STR("/proc/"));
    buf_add(&g->paths, str_of(files[g->condition->metric]));
    if (pressure) {
        buf_add(&g->paths, STR("/"));
        buf_add(&g->paths, str_of(resource_name(g->condition->resource)));
    }
    buf_add_byte(&g->paths, '\0');
    if (small_file_read(&g->text, "%s", g->paths.p))
        return true;
    if (pressure)
        return fault_set(f, FAULT_SYSTEM,
                         "--when: %.200s cannot be read, as the kernel does not measure pressure "
                         "(PSI); start it with psi=1 (Linux 4.20 and later)",
                         g->paths.p);
    return fault_set(f, FAULT_SYSTEM, "--when: %.200s cannot be read", g->paths.p);
}

static bool open_recorded(struct gauge *g, const struct gauge_recorded *recorded, struct fault *f)
{
    const enum metric metric = g->condition->metric;
    const bool wide = metric == METRIC_RUN_QUEUE || metric == METRIC_IO_WAIT;
    bool ok = true;

    if (!wide && recorded->n_groups) {
        for (size_t i = 0; ok && i < recorded->n_groups; i++)
            ok = open_group(g, str_of(recorded->groups[i]), f);
        return ok;
    }
    if (wide || metric == METRIC_PRESSURE || recorded->n_pids == 0)
        return open_machine(g, f);
    for (size_t i = 0; ok && i < recorded->n_pids; i++)
        ok = open_process(g, recorded->pids[i], f);
    return ok;
}

bool gauge_open(struct gauge *g, const struct condition *c, const struct gauge_recorded *recorded,
                const char *root, struct fault *f)
{
    *g = (struct gauge){.condition = c, .root = root, .family = {.root = root}};
    switch (c->of) {
    case OF_PROCESS:
        return open_process(g, c->pid, f);
    case OF_GROUP:
        return open_group(g, c->group, f);
    case OF_MACHINE:
        return open_machine(g, f);
    case OF_RECORDED:
        break;
    }
    return open_recorded(g, recorded, f);
}

void gauge_close(struct gauge *g)
{
    family_free(&g->family);
    buf_free(&g->paths);
    buf_free(&g->text);
}

/* Finds the number behind a word in the text that was read; behind "" it is the first one. */
static bool number_behind(const struct gauge *g, const char *word, uint64_t *number)
{
    struct str rest = buf_str(&g->text);
    struct str line, first;

    while (take_field(&rest, '\n', &line)) {
        if (!take_word(&line, &first))
            continue;
        if (!*word)
            return parse_u64(first, number);
        if (str_equal(first, str_of(word)))
            return take_word(&line, &first) && parse_u64(first, number);
    }
    return false;
}

/* some avg10=1.25 avg60=0.00 avg300=0.00 total=12345 */
static bool read_pressure(const struct gauge *g, uint64_t *value)
{
    const struct str mark = STR("some avg10=");
    const struct str all = buf_str(&g->text);
    const size_t at = str_find(all, 0, mark);
    struct str rest, word;

    if (at == all.n)
        return false;
    rest = str_from_to(all, at + mark.n, all.n);
    return take_word(&rest, &word) && parse_scaled(word, PRESSURE_DIGITS, value);
}

/* 0.00 0.01 0.05 2/345 6789: who runs, of all. This program is one of the first. */
static bool read_load(const struct gauge *g, uint64_t *value)
{
    struct str rest = buf_str(&g->text);
    struct str word = STR("");
    struct str running;

    for (size_t i = 0; i < 4; i++)
        if (!take_word(&rest, &word))
            return false;
    if (!take_field(&word, '/', &running) || !word.p)
        return false;
    if (g->condition->metric == METRIC_THREADS)
        return parse_u64(word, value);
    const bool ok = parse_u64(running, value);
    *value -= ok && *value ? 1 : 0;
    return ok;
}

/* Keeps a row, and sets the share of the youngest that is a window older. A counter that fell is
 * begun anew: a child that used much left the family. */
static enum gauge_reading share(struct gauge *g, struct gauge_row row, uint64_t *value)
{
    const uint64_t window = GAUGE_WINDOW_MS * UINT64_C(1000000);
    size_t old = 0;

    if (g->n_rows && row.part < g->rows[g->n_rows - 1].part)
        g->n_rows = 0;
    while (old + 1 < g->n_rows && row.at_ns - g->rows[old + 1].at_ns >= window)
        old++;
    if (old == 0 && g->n_rows == GAUGE_ROWS)
        old = 1;
    memmove(g->rows, g->rows + old, (g->n_rows - old) * sizeof *g->rows);
    g->n_rows -= old;
    g->rows[g->n_rows++] = row;
    const struct gauge_row *first = &g->rows[0];
    const uint64_t part = row.part - first->part;
    const uint64_t whole = row.whole - first->whole;
    if (row.at_ns - first->at_ns < window || row.whole <= first->whole)
        return GAUGE_NOT_YET;
    *value = (uint64_t)((double)part / (double)whole * PERCENT_ALL + 0.5);
    return GAUGE_NUMBER;
}

/* cpu  user nice system idle iowait irq softirq steal ... */
static bool read_times(const struct gauge *g, struct gauge_row *row)
{
    enum { IDLE = 3, IO_WAIT = 4, STEAL = 7, TIMES = 8 };
    struct str rest = buf_str(&g->text);
    uint64_t times[TIMES] = {0};
    struct str word;

    if (!take_word(&rest, &word) || !str_equal(word, STR("cpu")))
        return false;
    for (size_t i = 0; i < TIMES; i++) {
        if (!take_word(&rest, &word) || !parse_u64(word, &times[i]))
            return false;
        row->whole += times[i];
    }
    row->part = g->condition->metric == METRIC_IO_WAIT
                    ? times[IO_WAIT]
                    : row->whole - times[IDLE] - times[IO_WAIT] - times[STEAL];
    return true;
}

static enum gauge_reading read_family(struct gauge *g, uint64_t now_ns, uint64_t *value)
{
    struct family_usage usage;

    if (!family_look(&g->family))
        return GAUGE_GONE;
    family_sum(&g->family, &usage);
    if (g->condition->metric == METRIC_CPU)
        return share(g, (struct gauge_row){now_ns, usage.ns, now_ns}, value);
    *value = g->condition->metric == METRIC_MEMORY ? usage.bytes : usage.threads;
    return GAUGE_NUMBER;
}

/* The number in a file, in the unit of the metric. */
static bool read_file(const struct gauge *g, uint64_t *number)
{
    if (g->condition->metric == METRIC_PRESSURE)
        return read_pressure(g, number);
    if (!number_behind(g, g->key ? g->key : "", number))
        return false;
    *number *= g->scale;
    return true;
}

/* Of several groups, the sum; of their pressure, the most. */
static enum gauge_reading read_groups(struct gauge *g, uint64_t now_ns, uint64_t *value)
{
    uint64_t all = 0;
    bool any = false;

    for (size_t at = 0; at < g->paths.n; at += strlen(g->paths.p + at) + 1) {
        uint64_t number;
        if (!small_file_read(&g->text, "%s", g->paths.p + at) || !read_file(g, &number))
            continue;
        any = true;
        if (g->condition->metric != METRIC_PRESSURE)
            all += number;
        else if (number > all)
            all = number;
    }
    if (!any)
        return GAUGE_GONE;
    if (g->condition->metric == METRIC_CPU)
        return share(g, (struct gauge_row){now_ns, all, now_ns}, value);
    *value = all;
    return GAUGE_NUMBER;
}

static bool read_memory(const struct gauge *g, uint64_t *value)
{
    uint64_t total, available;

    if (!number_behind(g, "MemTotal:", &total) || !number_behind(g, "MemAvailable:", &available) ||
        available > total)
        return false;
    *value = (total - available) * KIB;
    return true;
}

static enum gauge_reading read_machine(struct gauge *g, uint64_t now_ns, uint64_t *value)
{
    struct gauge_row row = {.at_ns = now_ns};
    bool ok = small_file_read(&g->text, "%s", g->paths.p);

    switch (g->condition->metric) {
    case METRIC_CPU:
    case METRIC_IO_WAIT:
        return ok && read_times(g, &row) ? share(g, row, value) : GAUGE_GONE;
    case METRIC_MEMORY:
        ok = ok && read_memory(g, value);
        break;
    case METRIC_THREADS:
    case METRIC_RUN_QUEUE:
        ok = ok && read_load(g, value);
        break;
    case METRIC_PRESSURE:
        ok = ok && read_pressure(g, value);
        break;
    case METRIC_STALL: /* see stall.h */
        return GAUGE_NOT_YET;
    }
    return ok ? GAUGE_NUMBER : GAUGE_GONE;
}

enum gauge_reading gauge_read(struct gauge *g, uint64_t now_ns, uint64_t *value)
{
    if (g->family.n_firsts)
        return read_family(g, now_ns, value);
    return g->scale ? read_groups(g, now_ns, value) : read_machine(g, now_ns, value);
}
