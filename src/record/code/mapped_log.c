/* 4711 becomes /bin/node on processor 1, and maps libnode.so on processor 0, which is read first.
 */
#include "record/code/mapped_log.h"

#include <stdlib.h>

#include "base/mem.h"

void mapped_log_free(struct mapped_log *l)
{
    mem_free(l->events, l->room, sizeof *l->events);
    buf_free(&l->text);
    *l = (struct mapped_log){0};
}

void mapped_log_add(struct mapped_log *l, const struct mapped_event *event, struct str path)
{
    l->events = mem_grow(l->events, &l->room, l->n + 1, sizeof *l->events);
    struct mapped_event *to = &l->events[l->n++];
    *to = *event;
    to->order = l->n_all++;
    to->path = l->text.n;
    to->path_size = path.n;
    buf_add(&l->text, path);
}

static int by_time(const void *a, const void *b)
{
    const struct mapped_event *x = a;
    const struct mapped_event *y = b;

    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void tell(struct mapped_log *l, const struct mapped_event *e, struct mapped_paths *to)
{
    const bool is_late = e->time_ns < l->told_ns;

    l->told_ns = is_late ? l->told_ns : e->time_ns;
    switch (e->kind) {
    case MAPPED_MAP:
        if (is_late)
            break;
        mapped_paths_map(to, e->pid,
                         str_from_to(buf_str(&l->text), e->path, e->path + e->path_size),
                         e->time_ns);
        break;
    case MAPPED_FORK:
        mapped_paths_fork(to, e->pid, e->parent, e->time_ns);
        break;
    case MAPPED_EXEC:
        mapped_paths_exec(to, e->pid, e->time_ns);
        break;
    case MAPPED_EXIT:
        mapped_paths_exit(to, e->pid, e->time_ns);
        break;
    }
}

/* Moves what is left, from an event on, to the beginning. */
static void keep_from(struct mapped_log *l, size_t first)
{
    struct buf text = {0};

    for (size_t i = first; i < l->n; i++) {
        struct mapped_event e = l->events[i];
        const struct str path = str_from_to(buf_str(&l->text), e.path, e.path + e.path_size);
        e.path = text.n;
        buf_add(&text, path);
        l->events[i - first] = e;
    }
    l->n -= first;
    buf_free(&l->text);
    l->text = text;
}

void mapped_log_settle(struct mapped_log *l, uint64_t before_ns, struct mapped_paths *to)
{
    size_t told = 0;

    if (l->n == 0)
        return;
    qsort(l->events, l->n, sizeof *l->events, by_time);
    for (; told < l->n && l->events[told].time_ns < before_ns; told++)
        tell(l, &l->events[told], to);
    if (told)
        keep_from(l, told);
}
