/* host=web1 process=java pod=0a1b2c3d container=4f66a1b2c3d4 kind=kernel: adds labels to samples.
 */
#include "app/inputs/places.h"

#include <stdio.h>

#include "app/options/label_pattern.h"
#include "base/buf.h"
#include "base/container_name.h"
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/thread_labels.h"

enum { KINDS = 3, ID_SHOWN = 12, UID_SHOWN = 8 };

#define NOT_MADE UINT32_MAX

struct placing {
    struct profile *p;
    const struct places *places;
    name_id host, file, process, cgroup, pod, container, kind, comm, pid, tid;
    name_id values[2]; /* of host and file */
    name_id kinds[KINDS];
    name_id *main_comm; /* by the name of a pid: the name of its main thread; 0: not known */
    size_t n_main;
    struct label_pattern *patterns; /* of --label-from */
    size_t n_patterns;              /* that are compiled */
    struct label *pairs;            /* of the set that is being made */
    size_t room, n;
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

/* The start of an id, which is named once all inputs are read. */
static name_id start_of(struct placing *a, struct str id, size_t shown)
{
    return names_add(&a->p->names, str_from_to(id, 0, shown < id.n ? shown : id.n));
}

static name_id pod_of(struct placing *a, struct str group)
{
    struct str uid;

    return find_part(group, container_name_pod, &uid) ? start_of(a, uid, UID_SHOWN) : 0;
}

static name_id container_of(struct placing *a, struct str group)
{
    struct str id;

    if (!find_part(group, container_name_id, &id))
        return 0;
    return start_of(a, id, id.n == CONTAINER_ID ? ID_SHOWN : id.n);
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

static bool has(const struct placing *a, name_id key)
{
    for (size_t i = 0; i < a->n; i++)
        if (a->pairs[i].key == key)
            return true;
    return false;
}

/* Adds a pair unless it says nothing, or the set has the key. */
static void add(struct placing *a, name_id key, name_id value)
{
    if (!value || has(a, key))
        return;
    a->pairs = mem_grow(a->pairs, &a->room, a->n + 1, sizeof *a->pairs);
    a->pairs[a->n++] = (struct label){key, value};
}

/* Adds the labels that a pattern finds in the path, or in another label of the set. */
static void add_matched(struct placing *a, labels_id id, size_t pattern)
{
    const struct label_pattern *found = &a->patterns[pattern];
    struct str key = str_of(a->places->labels->from.items[pattern]);
    struct str values[LABEL_PATTERN_GROUPS];
    struct buf text = {0};

    key.n = str_find(key, 0, STR("="));
    if (str_equal(key, STR("path"))) {
        buf_add(&text, str_of(a->places->file));
    } else {
        name_id value = labels_value(&a->p->labels, id, names_add(&a->p->names, key));
        buf_add(&text, names_get(&a->p->names, value));
    }
    buf_add_byte(&text, '\0');
    if (label_pattern_match(found, text.p, values))
        for (size_t i = 0; i < found->n; i++)
            add(a, names_add(&a->p->names, found->names[i]), names_add(&a->p->names, values[i]));
    buf_free(&text);
}

/* Adds the labels that options give. */
static void add_given(struct placing *a, labels_id id)
{
    const struct request_list *given = &a->places->labels->labels;

    for (size_t i = given->n; i-- > 0;) {
        struct str text = str_of(given->items[i]);
        size_t equals = str_find(text, 0, STR("="));
        add(a, names_add(&a->p->names, str_from_to(text, 0, equals)),
            names_add(&a->p->names, str_from_to(text, equals + 1, text.n)));
    }
    for (size_t i = 0; i < a->n_patterns; i++)
        add_matched(a, id, i);
}

/* Adds what the input tells itself; a key may have several values there. */
static void add_own(struct placing *a, labels_id id)
{
    const size_t n_given = a->n;
    size_t n;
    const struct label *own = labels_get(&a->p->labels, id, &n);

    a->pairs = mem_grow(a->pairs, &a->room, a->n + n, sizeof *a->pairs);
    for (size_t i = 0; i < n; i++) {
        bool is_given = false;
        for (size_t k = 0; k < n_given; k++)
            is_given = is_given || a->pairs[k].key == own[i].key;
        if (!is_given)
            a->pairs[a->n++] = own[i];
    }
}

static labels_id make(struct placing *a, labels_id id, size_t kind)
{
    const unsigned asked = a->places->asked;
    /* The text of names may move while names are added. */
    struct buf path = {0};

    a->n = 0;
    add_given(a, id);
    add_own(a, id);
    buf_add(&path, names_get(&a->p->names, labels_value(&a->p->labels, id, a->cgroup)));
    add(a, a->host, a->values[0]);
    add(a, a->file, a->values[1]);
    add(a, a->process, asked & OPTIONAL_PROCESS ? process_of(a, id) : 0);
    add(a, a->pod, asked & OPTIONAL_POD ? pod_of(a, buf_str(&path)) : 0);
    add(a, a->container, asked & OPTIONAL_CONTAINER ? container_of(a, buf_str(&path)) : 0);
    add(a, a->kind, a->kinds[kind]);
    buf_free(&path);
    return thread_labels_add_in(&a->p->labels, &a->p->names, labels_snapshot(&a->p->labels, id),
                                a->pairs, a->n);
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
    a->values[0] = asked & OPTIONAL_HOST ? names_add(&a->p->names, a->places->host) : 0;
    a->values[1] = asked & OPTIONAL_FILE ? name(a, a->places->file) : 0;
    a->kinds[1] = asked & OPTIONAL_KIND ? name(a, "user") : 0;
    a->kinds[2] = asked & OPTIONAL_KIND ? name(a, "kernel") : 0;
    if (asked & OPTIONAL_PROCESS)
        find_main_threads(a);
}

static bool compile(struct placing *a, struct fault *f)
{
    const struct request_list *patterns = &a->places->labels->patterns;
    bool ok = true;

    a->patterns = mem_alloc(patterns->n, sizeof *a->patterns);
    for (size_t i = 0; ok && i < patterns->n; i++) {
        ok = label_pattern_compile(&a->patterns[i], patterns->items[i], f);
        a->n_patterns += ok;
    }
    return ok;
}

static void end(struct placing *a)
{
    for (size_t i = 0; i < a->n_patterns; i++)
        label_pattern_free(&a->patterns[i]);
    mem_free(a->patterns, a->places->labels->patterns.n, sizeof *a->patterns);
    mem_free(a->pairs, a->room, sizeof *a->pairs);
    mem_free(a->main_comm, a->n_main, sizeof *a->main_comm);
}

static void place_all(struct placing *a)
{
    struct profile *p = a->p;
    const size_t n_made = (size_t)p->labels.n * KINDS;

    a->made = mem_alloc(n_made, sizeof *a->made);
    memset(a->made, 0xff, n_made * sizeof *a->made);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        struct sample *s = &p->samples[i];
        size_t kind = a->kinds[1] ? kind_of(a, s->stack) : 0;
        labels_id *made = &a->made[(size_t)s->labels * KINDS + kind];
        if (*made == NOT_MADE)
            *made = make(a, s->labels, kind);
        s->labels = *made;
    }
    mem_free(a->made, n_made, sizeof *a->made);
}

bool places_add(struct profile *p, const struct places *places, struct fault *f)
{
    struct placing a = {.p = p, .places = places};
    bool ok = compile(&a, f);

    if (ok) {
        begin(&a);
        place_all(&a);
    }
    end(&a);
    return ok;
}

/* ---- names */

struct group_naming {
    struct names *names;
    const struct group_names *groups;
    name_id pod, container;
};

/* Of shop/cart-1/web only the end: the pod is a label of its own. */
static struct str name_of(const struct group_naming *n, const struct label *label, struct str id)
{
    if (label->key == n->pod && id.n == UID_SHOWN)
        return group_names_find_start(n->groups, id, UID_SHOWN);
    if (label->key != n->container)
        return STR("");
    struct str found = id.n == ID_SHOWN ? group_names_find_start(n->groups, id, CONTAINER_ID)
                                        : group_names_find(n->groups, id);
    return path_base_name(found);
}

static name_id named(const struct group_naming *n, const struct label *label)
{
    const struct str id = names_get(n->names, label->value);
    const struct str name = name_of(n, label, id);
    struct buf text = {0};

    if (!name.n)
        return label->value;
    buf_add(&text, name);
    buf_add(&text, STR(" ("));
    buf_add(&text, id);
    buf_add(&text, STR(")"));
    const name_id found = names_add(n->names, buf_str(&text));
    buf_free(&text);
    return found;
}

/* Sets stay apart, and so keep their numbers: the id is part of what takes its place. */
void places_name_groups(struct profile *p)
{
    struct group_naming n = {.names = &p->names, .groups = &p->info.groups};
    struct label *pairs = NULL;
    struct labels changed;
    size_t room = 0;

    n.pod = names_add(&p->names, STR("pod"));
    n.container = names_add(&p->names, STR("container"));
    labels_init(&changed);
    threads_free(&changed.threads);
    threads_copy(&changed.threads, &p->labels.threads);
    snapshots_copy(&changed.snapshots, &p->labels.snapshots);
    for (labels_id id = 0; n.groups->n && id < p->labels.n; id++) {
        size_t n_pairs;
        const struct label *own = labels_get(&p->labels, id, &n_pairs);
        pairs = mem_grow(pairs, &room, n_pairs, sizeof *pairs);
        for (size_t i = 0; i < n_pairs; i++)
            pairs[i] = (struct label){own[i].key, named(&n, &own[i])};
        labels_add_of(&changed, labels_subject(&p->labels, id), pairs, n_pairs);
    }
    if (changed.n == p->labels.n) {
        labels_free(&p->labels);
        p->labels = changed;
    } else {
        labels_free(&changed);
    }
    mem_free(pairs, room, sizeof *pairs);
}
