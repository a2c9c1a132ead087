/* "12 threads ran at the same time and have no common axis, wanted one of them: --tid 4711 (server,
 * 54.20%), ..." */
#include "app/draw/in_time.h"

#include "base/mem.h"
#include "model/chart.h"
#include "render/common/amount.h"
#include "render/common/text.h"
#include "render/output.h"

enum { LISTED = 3 };

struct heavy_thread {
    name_id name;
    uint64_t weight;
    labels_id labels; /* of one of its samples */
};

/* Finds the heaviest threads; returns how many, at most LISTED. */
static size_t heaviest(const struct profile *p, name_id key, struct heavy_thread *found)
{
    struct heavy_thread *all = mem_alloc(p->names.n, sizeof *all);
    size_t n = 0;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        labels_id labels = p->samples[i].labels;
        struct heavy_thread *t = &all[labels_value(&p->labels, labels, key)];
        t->weight += p->columns[0].values[i];
        t->labels = labels;
    }
    for (name_id name = 1; name < p->names.n; name++) {
        all[name].name = name;
        if (!all[name].weight || (n == LISTED && all[name].weight <= found[n - 1].weight))
            continue;
        size_t at = n < LISTED ? n++ : n - 1;
        for (; at > 0 && found[at - 1].weight < all[name].weight; at--)
            found[at] = found[at - 1];
        found[at] = all[name];
    }
    mem_free(all, p->names.n, sizeof *all);
    return n;
}

static struct str label_of(const struct profile *p, labels_id set, struct str key)
{
    size_t n;
    const struct label *pairs = labels_get(&p->labels, set, &n);

    for (size_t i = 0; i < n; i++)
        if (str_equal(names_get(&p->names, pairs[i].key), key))
            return names_get(&p->names, pairs[i].value);
    return STR("");
}

/* As one word of a command line. */
static void add_word(struct sink *s, struct str key, struct str value)
{
    const bool is_short =
        str_equal(key, STR("tid")) || str_equal(key, STR("pid")) || str_equal(key, STR("comm"));
    struct buf clean = {0};
    bool quoted = false;

    text_clean(value, &clean);
    for (size_t i = 0; i < value.n; i++)
        quoted = quoted || !(value.p[i] == '-' || value.p[i] == '_' || value.p[i] == '.' ||
                             (value.p[i] >= '0' && value.p[i] <= '9') ||
                             ((value.p[i] | 32) >= 'a' && (value.p[i] | 32) <= 'z'));
    sink_text(s, is_short ? "--" : "--where ");
    sink_text(s, quoted && !is_short ? "'" : "");
    sink_str(s, key);
    sink_byte(s, is_short ? ' ' : '=');
    sink_text(s, quoted && is_short ? "'" : "");
    sink_str(s, buf_str(&clean));
    sink_text(s, quoted ? "'" : "");
    buf_free(&clean);
}

static void add_thread(struct sink *s, const struct profile *p, name_id key,
                       const struct heavy_thread *thread)
{
    struct str key_name = names_get(&p->names, key);
    struct str comm = label_of(p, thread->labels, STR("comm"));

    add_word(s, key_name, names_get(&p->names, thread->name));
    sink_text(s, " (");
    if (comm.n && !str_equal(key_name, STR("comm"))) {
        struct buf clean = {0};
        text_clean(comm, &clean);
        sink_str(s, buf_str(&clean));
        sink_text(s, ", ");
        buf_free(&clean);
    }
    amount_percent(s, thread->weight, p->columns[0].total);
    sink_text(s, "%)");
}

static bool refuse(const struct flame_request *r, const struct profile *p,
                   const struct chart_threads *threads, struct fault *f)
{
    struct heavy_thread found[LISTED];
    struct sink s;

    sink_open_buf(&s);
    size_t n = redact_needed(&r->input.selection->redact) ? 0 : heaviest(p, threads->key, found);
    for (size_t i = 0; i < n; i++) {
        sink_text(&s, i ? ", " : ", as ");
        add_thread(&s, p, threads->key, &found[i]);
    }
    fault_set(f, FAULT_USAGE,
              "--flamechart: %zu threads ran at the same time and have no common time axis, wanted "
              "one of them%.*s",
              threads->n, (int)s.buf.n, s.buf.p ? s.buf.p : "");
    sink_discard(&s);
    return false;
}

/* Waits and spans have their length; of other samples only the period is known. */
static bool say_lengths(const struct flame_request *r, const struct inputs *in)
{
    static const char *const formats[] = {"perf-sched", "chrome", "speedscope"};
    const struct summary *summary = &in->summary;
    const struct read_request *read = r->input.read;
    bool says = read->ask.read != READ_RUNNING;

    for (size_t i = 0; summary->n && i < sizeof formats / sizeof formats[0]; i++)
        says = says || strcmp(summary->inputs[0].report.format->name, formats[i]) == 0;
    return says;
}

bool in_time_place(const struct flame_request *r, struct inputs *in, struct style *style,
                   struct fault *f)
{
    struct profile *p = &in->profile;
    struct chart_threads threads;

    if (!r->output->format->by_time || style->old_words || in->summary.n != 1 || p->n_columns != 1)
        return true;
    enum chart_outcome outcome = chart_place(p, say_lengths(r, in), &threads);
    style->time_axis = outcome == CHART_PLACED;
    return outcome != CHART_PARALLEL || refuse(r, p, &threads, f);
}
