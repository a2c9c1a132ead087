/* comm=demo pid=824 tid=826 cpu=1 event=cycles
 * Finds the labels of samples. */
#include "input/perf_data/sample_labels.h"

#include "base/mem.h"

enum { LABEL_MEMO = 1 << 9 };

/* A label set, by what it was made of. */
struct label_memo {
    uint32_t tid, pid, cpu;
    name_id comm, event;
    enum thread_state state; /* STATES: not told */
    labels_id id;
    bool used;
};

static const char *const label_keys[] = {"comm", "pid", "tid", "cpu", "event", "state"};

/* Adds a number to the names of the profile. The kernel's -1 stands for one that is gone. */
static name_id number_of(struct sample_labels *l, const char *before, uint32_t value)
{
    char text[16];
    char *const end = text + sizeof text;
    char *at = end;
    uint32_t rest = value == UINT32_MAX ? 1 : value;

    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value == UINT32_MAX)
        *--at = '-';
    if (*before)
        *--at = *before;
    return names_add(&l->builder.p->names, (struct str){at, (size_t)(end - at)});
}

static name_id text_of(struct sample_labels *l, name_id of_recording)
{
    return names_add(&l->builder.p->names, names_get(&l->processes->names, of_recording));
}

/* perf calls a thread without a recorded name :TID. */
static labels_id make_labels(struct sample_labels *l, const struct label_memo *of, bool has_cpu)
{
    const name_id pid = number_of(l, "", of->pid);
    const name_id values[LABEL_BUILDER_KEYS] = {
        of->comm ? text_of(l, of->comm) : number_of(l, ":", of->tid),
        pid,
        of->tid == of->pid ? pid : number_of(l, "", of->tid),
        has_cpu ? number_of(l, "", of->cpu) : 0,
        text_of(l, of->event),
        names_add(&l->builder.p->names,
                  str_of(of->state == STATES ? "" : thread_state_name(of->state))),
    };

    return label_builder_of_names(&l->builder, values);
}

/* What is asked for beside the usual labels, and the set with it. */
struct asked_memo {
    labels_id usual, id;
    name_id process, cgroup; /* 0: not known, or not asked for */
    bool used;
};

/* A thread that ends loses its number before its process does. */
static uint32_t thread_of(const struct sample_fields *s)
{
    return s->tid == UINT32_MAX ? s->pid : s->tid;
}

void sample_labels_see(struct sample_labels *l, const struct sample_fields *s)
{
    uint32_t row = processes_thread(l->processes, thread_of(s)); /* which may move the rows */

    if (s->cgroup)
        l->processes->threads[row].cgroup = s->cgroup;
}

/* Waits and records that are no samples tell no group: that of the thread's last sample is taken.
 */
static name_id cgroup_of(struct sample_labels *l, const struct sample_fields *s)
{
    const struct recording *rec = l->processes->rec;
    uint32_t row = processes_thread(l->processes, thread_of(s));
    uint64_t own = s->cgroup ? s->cgroup : l->processes->threads[row].cgroup;
    name_id group = cgroups_find(&rec->cgroups, own);

    return group ? group : cgroups_of_process(&rec->cgroups, s->pid);
}

/* Returns the number of the processor's node as a text of the profile; 0: not known. */
static name_id node_of(struct sample_labels *l, const struct sample_fields *s)
{
    uint32_t node;

    if (!s->has_cpu || !processor_nodes_find(&l->processes->rec->processor_nodes, s->cpu, &node))
        return 0;
    return number_of(l, "", node);
}

/* Adds the labels that are asked for to a set, which holds the processor. */
static labels_id add_asked(struct sample_labels *l, labels_id usual, const struct sample_fields *s)
{
    struct asked_memo of = {.usual = usual, .used = true};
    struct label pairs[LABEL_BUILDER_KEYS + 3];
    struct profile *p = l->builder.p;
    size_t n;

    if (l->asked & OPTIONAL_PROCESS)
        of.process = processes_comm(l->processes, s->pid);
    if (l->asked & OPTIONAL_OF_CGROUPS)
        of.cgroup = cgroup_of(l, s);
    struct asked_memo *memo =
        &l->more[(usual * 31 + of.process * 7 + of.cgroup * 131) & (LABEL_MEMO - 1)];
    if (memo->used && memo->usual == usual && memo->process == of.process &&
        memo->cgroup == of.cgroup)
        return memo->id;
    const struct label *own = labels_get(&p->labels, usual, &n);
    memcpy(pairs, own, n * sizeof *pairs);
    if (of.process)
        pairs[n++] = (struct label){l->process, text_of(l, of.process)};
    if (of.cgroup)
        pairs[n++] = (struct label){l->cgroup, text_of(l, of.cgroup)};
    name_id node = l->asked & OPTIONAL_NODE ? node_of(l, s) : 0;
    if (node)
        pairs[n++] = (struct label){l->node, node};
    of.id = thread_labels_add(&p->labels, &p->names, pairs, n);
    *memo = of;
    return of.id;
}

static labels_id usual_labels(struct sample_labels *l, name_id event, enum thread_state state,
                              const struct sample_fields *s)
{
    const uint32_t tid = thread_of(s);
    struct label_memo of = {.tid = tid,
                            .pid = s->pid,
                            .cpu = s->has_cpu ? s->cpu : UINT32_MAX,
                            .comm = processes_comm(l->processes, tid),
                            .event = event,
                            .state = state,
                            .used = true};
    struct label_memo *memo =
        &l->memo[(of.tid * 31 + of.comm * 7 + of.cpu + of.event * 131 + of.state) &
                 (LABEL_MEMO - 1)];

    if (memo->used && memo->tid == of.tid && memo->pid == of.pid && memo->cpu == of.cpu &&
        memo->comm == of.comm && memo->event == of.event && memo->state == of.state)
        return memo->id;
    of.id = make_labels(l, &of, s->has_cpu);
    *memo = of;
    return of.id;
}

static labels_id labels_of(struct sample_labels *l, name_id event, enum thread_state state,
                           const struct sample_fields *s)
{
    labels_id usual = usual_labels(l, event, state, s);

    return l->asked ? add_asked(l, usual, s) : usual;
}

labels_id sample_labels_of(struct sample_labels *l, name_id event, const struct sample_fields *s)
{
    return labels_of(l, event, STATES, s);
}

labels_id sample_labels_in(struct sample_labels *l, enum thread_state state,
                           const struct sample_fields *s)
{
    return labels_of(l, 0, state, s);
}

void sample_labels_init(struct sample_labels *l, struct processes *processes, struct profile *p)
{
    l->processes = processes;
    label_builder_init(&l->builder, p, label_keys, sizeof label_keys / sizeof label_keys[0]);
    l->memo = mem_alloc(LABEL_MEMO, sizeof *l->memo);
    l->asked = processes->rec->r->ask->labels & SAMPLE_LABELS_ASKED;
    if (!l->asked)
        return;
    l->more = mem_alloc(LABEL_MEMO, sizeof *l->more);
    l->process = names_add(&p->names, STR("process"));
    l->cgroup = names_add(&p->names, STR("cgroup"));
    l->node = names_add(&p->names, STR("node"));
}

void sample_labels_free(struct sample_labels *l)
{
    label_builder_free(&l->builder);
    mem_free(l->memo, LABEL_MEMO, sizeof *l->memo);
    mem_free(l->more, LABEL_MEMO, sizeof *l->more);
}
