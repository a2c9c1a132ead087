/* "markers": {"length": 1, "name": [3], "startTime": [1.5], "endTime": [2.25], "phase": [1],
 *   "category": [0], "data": [{"type": "GCSlice", "reason": "full"}]}
 * "counters": [{"name": "malloc", "category": "Memory", "pid": "123", "mainThreadIndex": 0,
 *   "samples": {"length": 2, "time": [0.5, 1.5], "count": [4096, -512]}}]
 * A counter of memory tells by how much it changed, others what they measured. */
#include "input/firefox/tracks.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "base/parse.h"

/* What a marker is. */
enum marker_phase { PHASE_INSTANT, PHASE_SPAN, PHASE_BEGINS, PHASE_ENDS };

/* ---- collecting ------------------------------------------------------------------------------ */

static struct firefox_counter *counter_of(struct firefox_file *file)
{
    return &file->counters[file->n_counters - 1];
}

/* All columns of values have as many rows. */
static size_t align_counts(struct firefox_file *file)
{
    static const enum firefox_column all[] = {COUNT_TIME, COUNT_DELTA, COUNT_VALUE};
    struct firefox_tables *t = &file->counts;
    size_t n = t->n_counts;

    for (size_t i = 0; i < 2; i++)
        n = t->columns[all[i]].n > n ? t->columns[all[i]].n : n;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        firefox_fill(t, all[i], n);
    return n;
}

void firefox_counter_begin(struct firefox_file *file, size_t process)
{
    file->counters = mem_grow(file->counters, &file->counters_room, file->n_counters + 1,
                              sizeof *file->counters);
    file->counters[file->n_counters++] =
        (struct firefox_counter){.process = process, .main = FIREFOX_NONE};
    firefox_counter_values(file);
}

void firefox_counter_values(struct firefox_file *file)
{
    counter_of(file)->first = align_counts(file);
}

void firefox_counter_end(struct firefox_file *file)
{
    counter_of(file)->n = align_counts(file) - counter_of(file)->first;
}

void firefox_counter_take(struct firefox_file *file, const struct json_item *item)
{
    struct firefox_counter *c = counter_of(file);
    const struct {
        const char *key;
        name_id *to;
    } texts[] = {
        {"name", &c->name}, {"category", &c->category}, {"pid", &c->pid}, {"unit", &c->unit}};

    if (json_says(item, "mainThreadIndex") &&
        !(item->kind == JSON_NUMBER && parse_u64(item->text, &c->main)))
        c->main = FIREFOX_NONE;
    if (item->kind != JSON_STRING && item->kind != JSON_NUMBER)
        return;
    c->has_unit = c->has_unit || json_says(item, "unit");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (json_says(item, texts[i].key))
            *texts[i].to = names_add(&file->texts, item->text);
}

void firefox_marker_begin(struct firefox_file *file, struct firefox_tables *t)
{
    struct firefox_cells *cells = &t->columns[MARKER_DATA];

    file->told = mem_grow(file->told, &file->told_room, file->n_told + 1, sizeof *file->told);
    file->told[file->n_told] = (struct firefox_told){.first = file->n_pairs};
    cells->values[cells->n - 1] = file->n_told++;
}

/* "label:2:type" is a label called "type", as this program writes it where a marker's own key or
 * another label is called so (render/exchange/firefox_tracks.c). */
static struct str label_key(struct str key)
{
    const struct str begin = STR("label:");
    size_t at = begin.n;

    if (!str_starts(key, begin))
        return key;
    while (at < key.n && is_digit(key.p[at]))
        at++;
    return at > begin.n && at < key.n && key.p[at] == ':' ? str_from_to(key, at + 1, key.n) : key;
}

/* Numbers may stand for texts, by the type of a marker: only those of any type are known. */
void firefox_marker_take(struct firefox_file *file, const struct json_item *item)
{
    struct firefox_told *told = &file->told[file->n_told - 1];
    uint64_t number;

    if (item->kind == JSON_STRING && !json_says(item, "type")) {
        file->pairs =
            mem_grow(file->pairs, &file->pairs_room, file->n_pairs + 1, sizeof *file->pairs);
        file->pairs[file->n_pairs++] = (struct label){names_add(&file->texts, label_key(item->key)),
                                                      names_add(&file->texts, item->text)};
        told->n++;
    } else if (item->kind == JSON_NUMBER && parse_u64(item->text, &number)) {
        told->id = json_says(item, "id") ? number : told->id;
        told->value = json_says(item, "value") ? number : told->value;
    }
}

/* ---- markers --------------------------------------------------------------------------------- */

/* A marker that has begun. */
struct begun {
    size_t mark;
    size_t outer; /* 1 + that which began before it, of the same name, and has not ended */
};

struct marker_adder {
    const struct firefox_view *view;
    struct text *text;
    thread_id of;
    uint64_t start_ns; /* of the process */
    size_t *open;      /* by name: 1 + the last that has begun and not ended */
    struct begun *begun;
    size_t n_begun, begun_room;
};

static labels_id labels_of(struct marker_adder *in, const struct firefox_told *told)
{
    const struct firefox_file *file = in->view->file;
    struct label *pairs = mem_alloc(told->n, sizeof *pairs);
    size_t n = 0;

    for (size_t i = 0; i < told->n; i++) {
        const struct label *own = &file->pairs[told->first + i];
        pairs[n].key = builder_place(&in->text->builder, names_get(&file->texts, own->key));
        pairs[n].value = builder_place(&in->text->builder, names_get(&file->texts, own->value));
        n += pairs[n].key && pairs[n].value;
    }
    const labels_id id = marks_labels(&in->text->p->tracks.marks, pairs, n);
    mem_free(pairs, told->n, sizeof *pairs);
    return id;
}

/* Returns a time of a marker in the clock of samples; false when there is none. */
static bool time_at(const struct marker_adder *in, enum firefox_column column, size_t row,
                    int64_t *ns)
{
    const uint64_t time = firefox_cell(in->view, column, row);

    *ns = (int64_t)(time + in->start_ns);
    return time < FIREFOX_WRONG;
}

/* Older profiles have one time, and no phase. */
static bool find_times(const struct marker_adder *in, size_t row, struct mark *mark)
{
    const bool has_end = time_at(in, MARKER_END, row, &mark->to_ns);
    const bool has_start = time_at(in, MARKER_START, row, &mark->from_ns) ||
                           time_at(in, MARKER_TIME, row, &mark->from_ns);

    if (!has_start)
        mark->from_ns = mark->to_ns;
    if (!has_end)
        mark->to_ns = mark->from_ns;
    return has_start || has_end;
}

static void add_marker(struct marker_adder *in, size_t row)
{
    struct mark_list *marks = &in->text->p->tracks.marks;
    const uint64_t phase = firefox_cell(in->view, MARKER_PHASE, row);
    const uint64_t name = firefox_cell(in->view, MARKER_NAME, row);
    const uint64_t data = firefox_cell(in->view, MARKER_DATA, row);
    struct mark mark = {.of = in->of};
    struct str text;

    if (!firefox_text(in->view, name, &text) || !find_times(in, row, &mark))
        return;
    if (phase == PHASE_ENDS && in->open[name]) {
        const struct begun *begun = &in->begun[in->open[name] - 1];
        marks->rows[begun->mark].to_ns = mark.to_ns;
        in->open[name] = begun->outer;
        return;
    }
    if (data < in->view->file->n_told) {
        const struct firefox_told *told = &in->view->file->told[data];
        mark.id = told->id;
        mark.value = told->value;
        mark.labels = labels_of(in, told);
    }
    builder_mark(&in->text->builder, mark, text);
    if (phase == PHASE_BEGINS) {
        in->begun = mem_grow(in->begun, &in->begun_room, in->n_begun + 1, sizeof *in->begun);
        in->begun[in->n_begun++] = (struct begun){marks->n - 1, in->open[name]};
        in->open[name] = in->n_begun;
    }
}

void firefox_add_markers(const struct firefox_view *view, const struct firefox_thread *thread,
                         thread_id of, struct text *text)
{
    const size_t n = thread->tables.columns[MARKER_NAME].n;
    const size_t n_strings = view->own->n_strings ? view->own->n_strings : view->shared->n_strings;
    struct marker_adder in = {
        .view = view,
        .text = text,
        .of = of,
        .start_ns = (uint64_t)view->file->processes[thread->process].start_ns,
    };

    if (!n)
        return;
    in.open = mem_alloc(n_strings, sizeof *in.open);
    for (size_t i = 0; i < n; i++)
        add_marker(&in, i);
    mem_free(in.open, n_strings, sizeof *in.open);
    mem_free(in.begun, in.begun_room, sizeof *in.begun);
}

/* ---- counters -------------------------------------------------------------------------------- */

/* A sum of values with different digits after the point. */
struct running {
    int64_t value;
    unsigned scale;
};

static bool multiply(int64_t *value, unsigned digits)
{
    for (; digits; digits--) {
        if (*value > INT64_MAX / 10 || *value < INT64_MIN / 10)
            return false;
        *value *= 10;
    }
    return true;
}

/* Adds to a sum; false, with nothing changed, when it does not fit. */
static bool add(struct running *sum, struct firefox_count more)
{
    struct running all = *sum;

    if (more.scale > all.scale && !multiply(&all.value, more.scale - all.scale))
        return false;
    all.scale = more.scale > all.scale ? more.scale : all.scale;
    if (!multiply(&more.value, all.scale - more.scale) ||
        (more.value > 0 ? all.value > INT64_MAX - more.value : all.value < INT64_MIN - more.value))
        return false;
    all.value += more.value;
    *sum = all;
    return true;
}

/* The process of a counter. */
static thread_id process_of(const struct firefox_file *file, const struct firefox_counter *c,
                            struct text *text)
{
    struct builder *b = &text->builder;
    const struct firefox_thread *main = c->main < file->n_threads ? &file->threads[c->main] : NULL;
    const name_id pid = c->pid || !main ? c->pid : main->pid;
    const name_id process = main && main->pid == pid ? main->process_name : 0;
    const struct thread thread = {
        .process = builder_place(b, names_get(&file->texts, process)),
        .pid = builder_place(b, names_get(&file->texts, pid)),
    };

    return threads_add(&text->p->labels.threads, &thread);
}

static void add_counter(const struct firefox_file *file, const struct firefox_counter *c,
                        struct text *text)
{
    const struct str category = names_get(&file->texts, c->category);
    const bool is_change = str_equal(category, STR("Memory"));
    const struct str unit = c->has_unit ? names_get(&file->texts, c->unit)
                            : is_change ? STR("bytes")
                                        : STR("");
    const uint64_t start_ns = (uint64_t)file->processes[c->process].start_ns;
    const struct firefox_tables *t = &file->counts;
    struct counter *to = builder_counter(&text->builder, names_get(&file->texts, c->name), unit,
                                         process_of(file, c, text));
    struct running sum = {0, 0};
    uint64_t time = FIREFOX_ZERO_TIME;

    for (size_t i = c->first; i < c->first + c->n; i++) {
        const uint64_t delta = t->columns[COUNT_DELTA].values[i];
        const uint64_t own = t->columns[COUNT_TIME].values[i];
        const struct firefox_count count = t->counts[i];
        if (own >= FIREFOX_WRONG && delta >= FIREFOX_WRONG)
            continue;
        time = own < FIREFOX_WRONG ? own : time + (delta - FIREFOX_ZERO_TIME);
        if (!is_change)
            sum = (struct running){0, 0};
        if (count.is_known && add(&sum, count))
            counter_add(to, (int64_t)(time + start_ns), sum.value, sum.scale);
    }
}

/* A counter without values is none. */
void firefox_add_counters(const struct firefox_file *file, struct text *text)
{
    for (size_t i = 0; i < file->n_counters; i++)
        if (file->counters[i].n)
            add_counter(file, &file->counters[i], text);
}
