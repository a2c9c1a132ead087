/* host=web1 process=java pod=0a1b2c3d container=4f66a1b2c3d4 kind=kernel: adds labels to samples.
 */
#include "app/inputs/places.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/container_name.h"
#include "base/mem.h"
#include "base/parse.h"

enum { KINDS = 3, PAIRS_MOST = 8, ID_SHOWN = 12, UID_SHOWN = 8, NOT_MADE = UINT32_MAX };

struct placing {
    struct profile *p;
    const struct places *places;
    name_id host, file, process, cgroup, pod, container, kind, comm, pid, tid;
    name_id values[2]; /* of host and file */
    name_id kinds[KINDS];
    name_id *main_comm; /* by the name of a pid: the name of its main thread; 0: not known */
    size_t n_main;
    labels_id *made; /* by set and kind: the set with more labels */
};

static name_id name(struct placing *a, const char *text)
{
    return names_add(&a->p->names, str_of(text));
}

/* ---- process */

/* Finds the names of main threads among the samples. */
static void find_main_threads(struct placing *a)
{
    const struct labels *labels = &a->p->labels;

    a->n_main = a->p->names.n;
    a->main_comm = mem_alloc(a->n_main, sizeof *a->main_comm);
    for (labels_id i = 0; i < labels->n; i++) {
        name_id pid = labels_value(labels, i, a->pid);
        name_id comm = labels_value(labels, i, a->comm);
        if (pid && comm && labels_value(labels, i, a->tid) == pid)
            a->main_comm[pid] = comm;
    }
}

/* A process whose main thread has no sample is called by its number, as perf calls a thread. */
static name_id process_of(struct placing *a, labels_id id)
{
    name_id pid = labels_value(&a->p->labels, id, a->pid);
    char text[24];

    if (!pid)
        return labels_value(&a->p->labels, id, a->comm);
    if (pid < a->n_main && a->main_comm[pid])
        return a->main_comm[pid];
    struct str number = names_get(&a->p->names, pid);
    snprintf(text, sizeof text, ":%.*s", (int)(number.n < 20 ? number.n : 20), number.p);
    return name(a, text);
}

/* ---- pod and container */

/* Finds the innermost part of a path that is of one. */
static bool find_part(struct str path, bool (*is)(struct str, struct str *), struct str *found)
{
    struct str part;
    bool any = false;

    while (take_field(&path, '/', &part))
        any = is(part, found) || any;
    return any;
}

static name_id pod_of(struct placing *a, struct str group)
{
    struct str uid;

    if (!find_part(group, container_name_pod, &uid))
        return 0;
    return names_add(&a->p->names, str_from_to(uid, 0, UID_SHOWN));
}

static name_id container_of(struct placing *a, struct str group)
{
    struct str id;

    if (!find_part(group, container_name_id, &id))
        return 0;
    return names_add(&a->p->names, id.n == CONTAINER_ID ? str_from_to(id, 0, ID_SHOWN) : id);
}

/* ---- kind */

/* Inlined functions are of the kind of what they are inlined into. */
static size_t kind_of(const struct placing *a, stack_id stack)
{
    const struct profile *p = a->p;
    enum { NONE, USER, KERNEL };

    while (stack && p->frames.rows[p->stacks.rows[stack].frame].kind == KIND_INLINED)
        stack = p->stacks.rows[stack].caller;
    if (!stack)
        return NONE;
    return p->frames.rows[p->stacks.rows[stack].frame].kind == KIND_KERNEL ? KERNEL : USER;
}

/* ---- all */

static labels_id make(struct placing *a, labels_id id, size_t kind)
{
    struct labels *labels = &a->p->labels;
    name_id group = labels_value(labels, id, a->cgroup);
    /* The text of names may move while names are added. */
    struct buf path = {0};
    struct label pairs[PAIRS_MOST];
    size_t n = 0;

    buf_add(&path, names_get(&a->p->names, group));
    const struct label all[] = {
        {a->host, a->values[0]},
        {a->file, a->values[1]},
        {a->process, a->places->asked & PLACE_PROCESS ? process_of(a, id) : 0},
        {a->pod, a->places->asked & PLACE_POD ? pod_of(a, buf_str(&path)) : 0},
        {a->container, a->places->asked & PLACE_CONTAINER ? container_of(a, buf_str(&path)) : 0},
        {a->kind, a->kinds[kind]},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].value && !labels_value(labels, id, all[i].key))
            pairs[n++] = all[i];
    buf_free(&path);
    return labels_with(labels, id, pairs, n);
}

static void begin(struct placing *a)
{
    const unsigned asked = a->places->asked;

    a->host = name(a, "host");
    a->file = name(a, "file");
    a->process = name(a, "process");
    a->cgroup = name(a, "cgroup");
    a->pod = name(a, "pod");
    a->container = name(a, "container");
    a->kind = name(a, "kind");
    a->comm = name(a, "comm");
    a->pid = name(a, "pid");
    a->tid = name(a, "tid");
    a->values[0] = asked & PLACE_HOST ? names_add(&a->p->names, a->places->host) : 0;
    a->values[1] = asked & PLACE_FILE ? names_add(&a->p->names, a->places->file) : 0;
    a->kinds[1] = asked & PLACE_KIND ? name(a, "user") : 0;
    a->kinds[2] = asked & PLACE_KIND ? name(a, "kernel") : 0;
    if (asked & PLACE_PROCESS)
        find_main_threads(a);
}

void places_add(struct profile *p, const struct places *places)
{
    struct placing a = {.p = p, .places = places};
    const size_t n_made = (size_t)p->labels.n * KINDS;

    begin(&a);
    a.made = mem_alloc(n_made, sizeof *a.made);
    memset(a.made, 0xff, n_made * sizeof *a.made);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        struct sample *s = &p->samples[i];
        size_t kind = a.kinds[1] ? kind_of(&a, s->stack) : 0;
        labels_id *made = &a.made[(size_t)s->labels * KINDS + kind];
        if (*made == NOT_MADE)
            *made = make(&a, s->labels, kind);
        s->labels = *made;
    }
    mem_free(a.made, n_made, sizeof *a.made);
    mem_free(a.main_comm, a.n_main, sizeof *a.main_comm);
}
