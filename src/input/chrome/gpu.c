/* {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9, "ts": 3,
 *  "dur": 2, "args": {"correlation": 51}},
 * {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 8, "dur": 40,
 *  "args": {"device": 0, "stream": 7, "correlation": 51}}
 * The work of GPUs. A kernel runs later than the call that launched it, on a row of its own; the
 * correlation of both tells whose it is. */
#include "input/chrome/gpu.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

struct gpu_kernel {
    int64_t begin_ns;
    uint64_t ns;
    uint64_t correlation; /* 0: not told */
    frame_id frame;
    uint32_t thread; /* the stream */
    name_id stream;  /* "GPU 0 stream 7" */
    uint32_t line;
};

/* A call of a thread that has a correlation. */
struct gpu_launch {
    uint64_t correlation;
    int64_t begin_ns;
    uint32_t thread;
    uint32_t mark;
};

/* While work is added. */
struct gpu_adding {
    struct chrome_gpu *g;
    const struct spans *spans;
    const labels_id *labels; /* by thread */
    struct label event, stream;
    labels_id of, labelled; /* the last set, and that with event and stream */
    frame_id lost;          /* stands in place of the launch */
    frame_id idle;
};

void chrome_gpu_init(struct chrome_gpu *g, struct text *text)
{
    *g = (struct chrome_gpu){.text = text};
}

void chrome_gpu_free(struct chrome_gpu *g)
{
    buf_free(&g->device);
    buf_free(&g->stream);
    mem_free(g->kernels, g->room, sizeof *g->kernels);
    mem_free(g->launches, g->launches_room, sizeof *g->launches);
}

void chrome_gpu_begin(struct chrome_gpu *g)
{
    g->correlation = 0;
    buf_clear(&g->device);
    buf_clear(&g->stream);
}

void chrome_gpu_take(struct chrome_gpu *g, const struct json_item *item)
{
    struct buf *to = NULL;

    if (item->kind != JSON_NUMBER && item->kind != JSON_STRING)
        return;
    if (json_says(item, "device"))
        to = &g->device;
    else if (json_says(item, "stream"))
        to = &g->stream;
    else if (json_says(item, "correlation") && !parse_u64(item->text, &g->correlation))
        g->correlation = 0;
    if (!to)
        return;
    buf_clear(to);
    buf_add(to, item->text);
}

bool chrome_gpu_says_place(const struct chrome_gpu *g)
{
    return g->correlation || g->device.n || g->stream.n;
}

/* Streams of several devices have the same numbers. */
static name_id stream_of(const struct chrome_gpu *g, struct str pid, struct str tid)
{
    struct buf text = {0};

    buf_add(&text, STR("GPU "));
    buf_add(&text, g->device.n ? buf_str(&g->device) : pid);
    buf_add(&text, STR(" stream "));
    buf_add(&text, g->stream.n ? buf_str(&g->stream) : tid);
    name_id id = names_add(&g->text->p->names, buf_str(&text));
    buf_free(&text);
    return id;
}

void chrome_gpu_add(struct chrome_gpu *g, uint32_t thread, const struct span *span, struct str pid,
                    struct str tid)
{
    g->kernels = mem_grow(g->kernels, &g->room, g->n + 1, sizeof *g->kernels);
    g->kernels[g->n++] = (struct gpu_kernel){
        .begin_ns = span->begin_ns,
        .ns = (uint64_t)(span->end_ns - span->begin_ns),
        .correlation = g->correlation,
        .frame = span->frame,
        .thread = thread,
        .stream = stream_of(g, pid, tid),
        .line = span->line,
    };
}

void chrome_gpu_mark(struct chrome_gpu *g, uint32_t thread, struct span *span)
{
    if (!g->correlation || g->n_launches == UINT32_MAX - 1)
        return;
    g->launches = mem_grow(g->launches, &g->launches_room, g->n_launches + 1, sizeof *g->launches);
    span->mark = (uint32_t)g->n_launches + 1;
    g->launches[g->n_launches++] =
        (struct gpu_launch){g->correlation, span->begin_ns, thread, span->mark};
}

bool chrome_gpu_works(const struct chrome_gpu *g)
{
    return g->n > 0;
}

void chrome_gpu_label_others(const struct chrome_gpu *g, labels_id *labels, size_t n)
{
    struct profile *p = g->text->p;
    const struct label event = {names_add(&p->names, STR("event")),
                                names_add(&p->names, STR("cpu"))};

    for (size_t i = 0; i < n; i++)
        labels[i] = labels_with(&p->labels, labels[i], &event, 1);
}

static int by_correlation(const void *a, const void *b)
{
    const struct gpu_launch *x = a;
    const struct gpu_launch *y = b;

    if (x->correlation != y->correlation)
        return x->correlation < y->correlation ? -1 : 1;
    if (x->begin_ns != y->begin_ns)
        return x->begin_ns < y->begin_ns ? -1 : 1;
    return (x->mark > y->mark) - (x->mark < y->mark);
}

/* Those that are equal here are equal in all that is drawn. */
static int by_time(const void *a, const void *b)
{
    const struct gpu_kernel *x = a;
    const struct gpu_kernel *y = b;

    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->begin_ns != y->begin_ns)
        return x->begin_ns < y->begin_ns ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->correlation != y->correlation)
        return x->correlation < y->correlation ? -1 : 1;
    if (x->ns != y->ns)
        return x->ns < y->ns ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

/* The last launch with the kernel's correlation that began no later; NULL: there is none. Clocks of
 * devices are set by those of processors, and may be off: if all began later it is the first. */
static const struct gpu_launch *launch_of(const struct chrome_gpu *g, const struct gpu_kernel *k)
{
    size_t from = 0;

    for (size_t to = g->n_launches; from < to;) {
        size_t middle = from + (to - from) / 2;
        const struct gpu_launch *l = &g->launches[middle];
        bool before = l->correlation < k->correlation ||
                      (l->correlation == k->correlation && l->begin_ns <= k->begin_ns);
        from = before ? middle + 1 : from;
        to = before ? to : middle;
    }
    if (from > 0 && g->launches[from - 1].correlation == k->correlation)
        return &g->launches[from - 1];
    bool later = from < g->n_launches && g->launches[from].correlation == k->correlation;
    return later ? &g->launches[from] : NULL;
}

static labels_id labels_of(struct gpu_adding *a, labels_id of, name_id stream)
{
    if (of == a->of && stream == a->stream.value)
        return a->labelled;
    a->of = of;
    a->stream.value = stream;
    const struct label more[] = {a->event, a->stream};
    a->labelled = labels_with(&a->g->text->p->labels, of, more, 2);
    return a->labelled;
}

static bool add_one(struct gpu_adding *a, const struct gpu_kernel *k)
{
    struct chrome_gpu *g = a->g;
    struct builder *b = &g->text->builder;
    struct stacks *stacks = &g->text->p->stacks;
    if (k->ns == 0)
        return true;
    g->n_drawn++;
    const struct gpu_launch *launch = k->correlation ? launch_of(g, k) : NULL;
    stack_id callers = launch ? spans_marked(a->spans, launch->mark) : 0;
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};

    if (!callers) {
        g->n_lost++;
        callers = stacks_add(stacks, 0, a->lost);
    }
    uint32_t thread = launch ? launch->thread : k->thread;
    labels_id labels = labels_of(a, a->labels[thread], k->stream);
    values[a->spans->column] = k->ns;
    if (g->wall_column)
        values[g->wall_column] = k->ns;
    b->moment = (struct moment){(uint64_t)k->begin_ns - (uint64_t)a->spans->first_ns,
                                STATE_RUNNING | STATE_LASTS};
    return builder_add_stack(b, stacks_add(stacks, callers, k->frame), labels, values, k->line);
}

/* Adds what a stream had no work for, between two times. */
static bool add_idle(struct gpu_adding *a, const struct gpu_kernel *of, int64_t from_ns,
                     int64_t to_ns)
{
    struct builder *b = &a->g->text->builder;
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};

    if (from_ns >= to_ns)
        return true;
    values[a->g->wall_column] = (uint64_t)(to_ns - from_ns);
    b->moment = (struct moment){(uint64_t)from_ns - (uint64_t)a->spans->first_ns, STATE_IDLE};
    return builder_add_stack(b, stacks_add(&a->g->text->p->stacks, 0, a->idle),
                             labels_of(a, a->labels[of->thread], of->stream), values, of->line);
}

static int64_t end_of(const struct gpu_kernel *k)
{
    return k->begin_ns + (int64_t)k->ns;
}

/* Kernels are sorted by stream and time. From the first work of all streams to the last one each
 * has work or is idle. */
static bool add_all_idle(struct gpu_adding *a)
{
    const struct chrome_gpu *g = a->g;
    int64_t first_ns = g->kernels[0].begin_ns;
    int64_t last_ns = end_of(&g->kernels[0]);
    int64_t done_ns = 0;
    bool ok = true;

    for (size_t i = 1; i < g->n; i++) {
        const struct gpu_kernel *k = &g->kernels[i];
        first_ns = k->begin_ns < first_ns ? k->begin_ns : first_ns;
        last_ns = end_of(k) > last_ns ? end_of(k) : last_ns;
    }
    for (size_t i = 0; ok && i < g->n; i++) {
        const struct gpu_kernel *k = &g->kernels[i];
        if (i == 0 || k[-1].thread != k->thread)
            done_ns = first_ns;
        ok = add_idle(a, k, done_ns, k->begin_ns);
        done_ns = end_of(k) > done_ns ? end_of(k) : done_ns;
        if (ok && (i + 1 == g->n || k[1].thread != k->thread))
            ok = add_idle(a, k, done_ns, last_ns);
    }
    return ok;
}

static void tell(const struct chrome_gpu *g)
{
    struct text_list *remarks = &g->text->r->info->remarks;

    if (g->n_left_out)
        reading_remark(remarks,
                       "annotations and waits of GPUs, and overhead of the tracer: %" PRIu64
                       ", left out: they are no work",
                       g->n_left_out);
    if (g->n_lost)
        reading_remark(remarks,
                       "kernels and copies of GPUs: %" PRIu64 ", of which %" PRIu64
                       " have no launch in the trace, and are below [no launch]",
                       g->n_drawn, g->n_lost);
}

bool chrome_gpu_finish(struct chrome_gpu *g, const struct spans *spans, const labels_id *labels)
{
    struct names *names = &g->text->p->names;
    struct gpu_adding a = {.g = g, .spans = spans, .labels = labels};
    bool ok = true;

    if (g->n == 0) {
        tell(g);
        return true;
    }
    if (!builder_frame(&g->text->builder, STR("[no launch]"), KIND_UNKNOWN, &a.lost))
        return false;
    a.event = (struct label){names_add(names, STR("event")), names_add(names, STR("gpu"))};
    a.stream.key = names_add(names, STR("stream"));
    qsort(g->kernels, g->n, sizeof *g->kernels, by_time);
    if (g->n_launches)
        qsort(g->launches, g->n_launches, sizeof *g->launches, by_correlation);
    for (size_t i = 0; ok && i < g->n; i++)
        ok = add_one(&a, &g->kernels[i]);
    if (ok && g->wall_column)
        ok = builder_frame(&g->text->builder, STR("[idle]"), KIND_UNKNOWN, &a.idle) &&
             add_all_idle(&a);
    g->text->builder.moment = MOMENT_UNKNOWN;
    tell(g);
    return ok;
}

bool chrome_gpu_is_gpu(struct str event)
{
    return str_equal(event, STR("gpu"));
}

struct str chrome_gpu_unit(struct str event)
{
    return chrome_gpu_is_gpu(event) || str_equal(event, STR("cpu")) ? STR("ns") : STR("");
}
