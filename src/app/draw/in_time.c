/* The lanes of a flame chart and their names: "server 4711", of several processes "java 12 (3)". */
#include "app/draw/in_time.h"

#include "base/mem.h"
#include "model/compare/change.h"
#include "render/common/text.h"
#include "render/output.h"

static name_id label_of(const struct profile *p, labels_id set, struct str key)
{
    size_t n;
    const struct label *pairs = labels_get(&p->labels, set, &n);

    for (size_t i = 0; i < n; i++)
        if (str_equal(names_get(&p->names, pairs[i].key), key))
            return pairs[i].value;
    return 0;
}

/* What is known of the thread of a label set: readers that have no row for it have labels. */
static struct thread thread_of(const struct profile *p, labels_id set)
{
    struct thread t = *labels_thread(&p->labels, set);
    const name_id comm = label_of(p, set, STR("comm"));
    const name_id thread = label_of(p, set, STR("thread"));

    t.tid = t.tid ? t.tid : label_of(p, set, STR("tid"));
    t.pid = t.pid ? t.pid : label_of(p, set, STR("pid"));
    t.name = t.name ? t.name : thread ? thread : comm ? comm : t.process;
    return t;
}

static bool are_of_several(const struct profile *p, const struct chart_lanes *lanes)
{
    for (size_t i = 1; i < lanes->n; i++)
        if (thread_of(p, lanes->rows[i].labels).pid != thread_of(p, lanes->rows[0].labels).pid)
            return true;
    return false;
}

static void write_name(struct sink *s, const struct profile *p, struct thread t, bool with_pid)
{
    const struct str name = names_get(&p->names, t.name);
    const struct str tid = names_get(&p->names, t.tid);

    sink_str(s, t.name ? name : STR("thread"));
    if (t.tid && !str_equal(name, tid)) {
        sink_byte(s, ' ');
        sink_str(s, tid);
    }
    if (!with_pid || !t.pid || t.pid == t.tid)
        return;
    sink_text(s, " (");
    sink_str(s, names_get(&p->names, t.pid));
    sink_byte(s, ')');
}

/* Names that must not be told are numbers. */
static void name_lanes(struct in_time *t, struct profile *p, bool hides)
{
    const bool with_pid = are_of_several(p, &t->lanes);
    struct sink s;

    for (size_t i = 0; i < t->lanes.n; i++) {
        struct chart_lane *lane = &t->lanes.rows[i];
        const struct thread thread = thread_of(p, lane->labels);
        sink_open_buf(&s);
        if (hides) {
            sink_text(&s, "thread ");
            sink_u64(&s, i + 1);
        } else {
            write_name(&s, p, thread, with_pid);
        }
        lane->instead = thread.name;
        lane->name = names_add(&p->names, buf_str(&s.buf));
        sink_discard(&s);
    }
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

static void place(struct in_time *t, const struct flame_request *r, struct inputs *in,
                  struct style *style)
{
    struct profile *p = &in->profile;

    if (!r->output->format->by_time || style->old_words || in->summary.n != 1 || p->n_columns != 1)
        return;
    style->time_axis = chart_place(p, say_lengths(r, in), &t->lanes) != CHART_IN_ORDER;
    style->lanes = t->lanes.n > 0;
    style->inverted = style->inverted || style->lanes; /* the name of a lane stands above it */
    name_lanes(t, p, redact_needed(&r->input.selection->redact));
}

/* Finds what stands for lanes, and what waits. */
static void find_roles(struct in_time *t, const struct profile *p)
{
    const struct stack *rows = p->stacks.rows;

    t->n_roles = p->frames.n;
    t->roles = mem_alloc(t->n_roles, sizeof *t->roles);
    for (uint32_t i = 0; i < p->n_samples; i++)
        t->roles[rows[p->samples[i].stack].frame] |=
            state_without_guess(moments_state(&p->moments, i)) == STATE_RUNNING ? ROLE_RUNS
                                                                                : ROLE_WAITS;
    for (stack_id i = 1; i < p->stacks.n; i++)
        if (rows[i].caller == 0)
            t->roles[rows[i].frame] = ROLE_LANE;
}

bool in_time_apply(struct in_time *t, const struct flame_request *r, struct inputs *in,
                   struct style *style, uint64_t most)
{
    struct profile changed;

    place(t, r, in, style);
    if (!moments_are_chart(&in->profile.moments))
        moments_keep_order(&in->profile.moments);
    bool fits = change_to_chart(&changed, &in->profile, &t->lanes, most);
    inputs_replace(in, &changed);
    if (style->lanes)
        find_roles(t, &in->profile);
    return fits;
}

void in_time_free(struct in_time *t)
{
    mem_free(t->roles, t->n_roles, sizeof *t->roles);
    chart_lanes_free(&t->lanes);
}
