/* time_ns  process  pid   thread  tid   state    value   samples  stack
 * 1000     server   4711  worker  4713  running  250000  1        main;serve;read
 *
 * Behind these, where the input tells who ended waits:
 * waker   waker_tid  waker_stack
 * writer  4714       main;commit;unlock
 *
 * Tab-separated values: a line for each sample, sorted by time, thread and stack; samples without a
 * time come last. What is not known is empty. In texts \t, \n, \r and \\ stand for a tab, the ends
 * of lines and a backslash. The stack is that of folded stacks. Numbers are not multiplied by
 * --factor, because other programs go on with them. */
#include <stdlib.h>

#include "base/mem.h"
#include "model/canonical_order.h"
#include "model/compare/change.h"
#include "render/exchange/folded_names.h"
#include "render/flame/picture.h"
#include "render/output.h"

static const char header[] = "time_ns\tprocess\tpid\tthread\ttid\tstate\tvalue\tsamples\tstack";
static const char waker_header[] = "\twaker\twaker_tid\twaker_stack";

/* The stack of a sample without frames, as in other outputs. */
#define NO_STACK_NAME "[unknown]"

/* By what lines are sorted. */
struct row {
    uint64_t time_ns; /* NO_TIME: not known */
    uint32_t thread;  /* its rank */
    uint32_t sample;
};

struct rows {
    const struct profile *p;      /* in canonical order */
    const struct column *samples; /* NULL: there is no such measure */
    bool has_states;              /* a reader told them */
    bool has_wakers;              /* the same */
    struct folded_names names;
    struct row *rows; /* by position */
    stack_id *path;   /* of a stack, leaf first */
    size_t path_room;
    struct sink *s;
};

/* ---- order ------------------------------------------------------------------------------ */

/* Frames of equal name and kind become one, because lines show no more of them. Ids depend on the
 * number of workers that read the input, so that nothing may be in their order. */
static void order_profile(struct profile *to, const struct profile *from)
{
    struct profile merged;

    if (!change_rows_differ(from)) {
        profile_canonical(to, from);
        return;
    }
    change_merge_rows(&merged, from);
    profile_canonical(to, &merged);
    profile_free(&merged);
}

struct thread_key {
    struct str texts[4];
    thread_id id;
};

static int compare_threads(const void *a, const void *b)
{
    const struct thread_key *x = a;
    const struct thread_key *y = b;
    int order = 0;

    for (size_t i = 0; !order && i < sizeof x->texts / sizeof x->texts[0]; i++)
        order = str_compare(x->texts[i], y->texts[i]);
    return order ? order : (x->id > y->id) - (x->id < y->id);
}

/* Ranks by thread_id; the caller frees them. */
static uint32_t *rank_threads(const struct profile *p)
{
    const struct threads *threads = &p->labels.threads;
    struct thread_key *keys = mem_alloc(threads->n, sizeof *keys);
    uint32_t *rank = mem_alloc(threads->n, sizeof *rank);

    for (thread_id id = 0; id < threads->n; id++) {
        const struct thread *t = &threads->rows[id];
        keys[id] = (struct thread_key){
            {names_get(&p->names, t->process), names_get(&p->names, t->pid),
             names_get(&p->names, t->name), names_get(&p->names, t->tid)},
            id,
        };
    }
    qsort(keys, threads->n, sizeof *keys, compare_threads);
    for (uint32_t i = 0; i < threads->n; i++)
        rank[keys[i].id] = i;
    mem_free(keys, threads->n, sizeof *keys);
    return rank;
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a;
    const struct row *y = b;

    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->sample > y->sample) - (x->sample < y->sample);
}

/* Samples are in the order of their stacks already. */
static void order_rows(struct rows *out)
{
    const struct profile *p = out->p;
    uint32_t *rank = rank_threads(p);

    for (uint32_t i = 0; i < p->n_samples; i++)
        out->rows[i] = (struct row){
            .time_ns = moments_at(&p->moments, i),
            .thread = rank[p->labels.thread[p->samples[i].labels]],
            .sample = i,
        };
    qsort(out->rows, p->n_samples, sizeof *out->rows, compare_rows);
    mem_free(rank, p->labels.threads.n, sizeof *rank);
}

/* ---- lines ------------------------------------------------------------------------------ */

/* The letter behind the backslash that stands for a byte; 0: it stands for itself. */
static char escape_of(char c)
{
    switch (c) {
    case '\t':
        return 't';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\\':
        return '\\';
    default:
        return 0;
    }
}

static void write_text(struct sink *s, struct str text)
{
    size_t from = 0;

    for (size_t i = 0; i < text.n; i++) {
        char letter = escape_of(text.p[i]);
        if (!letter)
            continue;
        sink_str(s, str_from_to(text, from, i));
        sink_byte(s, '\\');
        sink_byte(s, letter);
        from = i + 1;
    }
    sink_str(s, str_from_to(text, from, text.n));
}

static void write_thread(const struct rows *out, const struct thread *thread)
{
    const name_id texts[] = {thread->process, thread->pid, thread->name, thread->tid};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        sink_byte(out->s, '\t');
        write_text(out->s, names_get(&out->p->names, texts[i]));
    }
}

static void write_state(const struct rows *out, unsigned char state)
{
    sink_byte(out->s, '\t');
    if (!out->has_states)
        return;
    sink_text(out->s, thread_state_name(state_without_guess(state)));
    if (state & STATE_GUESSED)
        sink_byte(out->s, '?');
}

static void write_stack(struct rows *out, stack_id stack)
{
    const struct stack *rows = out->p->stacks.rows;
    size_t depth = 0;

    for (stack_id at = stack; at; at = rows[at].caller) {
        out->path = mem_grow(out->path, &out->path_room, depth + 1, sizeof *out->path);
        out->path[depth++] = at;
    }
    while (depth) {
        write_text(out->s, out->names.of[rows[out->path[--depth]].frame]);
        if (depth)
            sink_byte(out->s, ';');
    }
}

/* A thread without a name of its own has that of its process. */
static void write_waker(struct rows *out, struct waker waker)
{
    const struct thread *t = &out->p->labels.threads.rows[waker.thread];

    sink_byte(out->s, '\t');
    write_text(out->s, names_get(&out->p->names, t->name ? t->name : t->process));
    sink_byte(out->s, '\t');
    write_text(out->s, names_get(&out->p->names, t->tid));
    sink_byte(out->s, '\t');
    write_stack(out, waker.stack);
}

static void write_row(struct rows *out, const struct row *row)
{
    const struct profile *p = out->p;
    const struct sample *sample = &p->samples[row->sample];
    struct sink *s = out->s;

    if (row->time_ns != NO_TIME)
        sink_u64(s, row->time_ns);
    write_thread(out, labels_thread(&p->labels, sample->labels));
    write_state(out, moments_state(&p->moments, row->sample));
    sink_byte(s, '\t');
    sink_decimal(s, p->columns[0].values[row->sample], p->columns[0].scale);
    sink_byte(s, '\t');
    if (out->samples)
        sink_decimal(s, out->samples->values[row->sample], out->samples->scale);
    sink_byte(s, '\t');
    if (sample->stack == 0)
        sink_text(s, NO_STACK_NAME);
    write_stack(out, sample->stack);
    if (out->has_wakers)
        write_waker(out, moments_waker(&p->moments, row->sample));
    sink_byte(s, '\n');
}

/* ---- the whole ---------------------------------------------------------------------------- */

static const struct column *find_samples(const struct profile *p)
{
    for (size_t i = 0; i < p->n_columns; i++)
        if (str_equal(names_get(&p->names, p->columns[i].name), STR("samples")) &&
            !p->columns[i].subtracted)
            return &p->columns[i];
    return NULL;
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    struct profile p;
    struct rows out = {
        .p = &p,
        .s = sink,
        .has_states = moments_have_states(&picture->profile->moments),
        .has_wakers = picture->profile->moments.waker != NULL,
    };

    (void)f;
    order_profile(&p, picture->profile);
    out.samples = find_samples(&p);
    out.rows = mem_alloc(p.n_samples, sizeof *out.rows);
    folded_names_init(&out.names, &p);
    order_rows(&out);
    sink_text(sink, header);
    sink_text(sink, out.has_wakers ? waker_header : "");
    sink_byte(sink, '\n');
    for (uint32_t i = 0; i < p.n_samples; i++)
        write_row(&out, &out.rows[i]);
    folded_names_free(&out.names);
    mem_free(out.rows, p.n_samples, sizeof *out.rows);
    mem_free(out.path, out.path_room, sizeof *out.path);
    profile_free(&p);
    return true;
}

static const char *const endings[] = {"rows", "tsv", NULL};

const struct output_format output_rows = {
    .name = "rows",
    .about = "tab-separated values, a line per sample: time, thread, state, value, stack",
    .endings = endings,
    .write = write,
    .lists_stacks = true,
    .whole = true,
    .timed = true,
};
