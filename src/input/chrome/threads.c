/* {"ph": "M", "name": "thread_name", "pid": 1, "tid": 2, "args": {"name": "main"}}
 * The threads and processes of a trace. */
#include "input/chrome/threads.h"

#include "base/mem.h"
#include "input/common/thread_labels.h"

/* A thread, or a process. */
struct chrome_thread {
    labels_id process;
    name_id pid, tid;
    name_id name; /* 0: not known */
};

static struct chrome_thread *thread_at(struct chrome_threads *t, labels_id id)
{
    t->of = mem_grow(t->of, &t->room, (size_t)id + 1, sizeof *t->of);
    return &t->of[id];
}

void chrome_threads_init(struct chrome_threads *t, struct profile *p)
{
    static const char *const keys[] = {"pid", "tid"};

    *t = (struct chrome_threads){.p = p};
    label_builder_init(&t->builder, p, keys, 2);
    thread_at(t, 0);
}

void chrome_threads_free(struct chrome_threads *t)
{
    mem_free(t->of, t->room, sizeof *t->of);
    label_builder_free(&t->builder);
}

labels_id chrome_threads_add(struct chrome_threads *t, struct str pid, struct str tid)
{
    struct names *names = &t->p->names;
    const struct str whole[] = {pid, tid};
    const struct str process[] = {pid, STR("")};
    labels_id id = label_builder_of(&t->builder, whole);
    struct chrome_thread *thread = thread_at(t, id);

    if (thread->pid || thread->tid)
        return id;
    labels_id of = label_builder_of(&t->builder, process);
    thread_at(t, of)->process = of;
    thread = thread_at(t, id);
    thread->process = of;
    thread->pid = names_add(names, pid);
    thread->tid = names_add(names, tid);
    return id;
}

void chrome_threads_name(struct chrome_threads *t, labels_id id, struct str name)
{
    t->of[id].name = names_add(&t->p->names, name);
}

labels_id chrome_threads_labels(struct chrome_threads *t, labels_id id)
{
    enum { MOST = 4 };
    struct names *names = &t->p->names;
    const struct chrome_thread *thread = &t->of[id];
    const struct label all[MOST] = {
        {names_add(names, STR("pid")), thread->pid},
        {names_add(names, STR("tid")), thread->tid},
        {names_add(names, STR("comm")), t->of[thread->process].name},
        {names_add(names, STR("thread")), thread->tid ? thread->name : 0},
    };
    struct label pairs[MOST];
    size_t n = 0;

    for (size_t i = 0; i < MOST; i++)
        if (all[i].value)
            pairs[n++] = all[i];
    return n ? thread_labels_add(&t->p->labels, names, pairs, n) : 0;
}
