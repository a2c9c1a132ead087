/* A second recording is written beside the first, without a name, and takes its place once it is
 * whole. */
#include "record/unwound_file.h"

#include <errno.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/nameless.h"
#include "record/code/native_names.h"

/* What an event's samples hold without copies: tables tell of more callers than the kernel takes.
 */
static void strip(struct perf_event_attr *a, uint16_t chain_most)
{
    a->sample_type &= ~(uint64_t)(PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER);
    a->sample_regs_user = 0;
    a->sample_stack_user = 0;
    a->exclude_callchain_user = 0;
    a->sample_max_stack = chain_most;
}

static bool fail(const struct recording_file *r, struct fault *f)
{
    return fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", r->path, strerror(errno));
}

static bool put_in_place(struct recording_file *to, struct fault *f)
{
    const char *name = path_base_name(str_of(to->path)).p;

    return to->nameless || nameless_keep(&to->fd, to->folder, name, true) || fail(to, f);
}

/* Where records found no room, the first recording stays. */
static bool is_cut(const struct recording_file *to, struct fault *f)
{
    errno = to->full;
    return to->full && !fail(to, f);
}

static bool write_all(struct recording_file *to, const struct recording_file *from,
                      const struct stack_reader *by, bool by_pointers,
                      const struct native_names *names, struct fault *f)
{
    to->fd = nameless_create(from->folder);
    to->room = (struct recording_room){.kept = 0};
    to->full = 0;
    if (to->fd < 0)
        return fail(to, f);
    if (!recording_file_begin(to, f) ||
        !by->unwind(by->context, from, &names->of_process, by_pointers, to, f) || is_cut(to, f) ||
        !recording_file_finish(to, f))
        return false;
    native_names_take(names, to, by);
    if (to->unfinished)
        return fault_set(f, FAULT_SYSTEM, "%s: cannot be finished", to->path);
    return put_in_place(to, f);
}

/* One set of events, with the counters of all. Owns its arrays. */
struct joined_events {
    struct recorded_event *rows;
    struct perf_event_attr *attrs;
    uint64_t *ids;
    size_t n, n_ids;
};

static void join_events(struct joined_events *j, const struct recording_file *r,
                        uint16_t chain_most)
{
    j->n = r->n_events / r->n_sets;
    j->rows = mem_alloc(j->n, sizeof *j->rows);
    j->attrs = mem_alloc(j->n, sizeof *j->attrs);
    for (size_t i = 0; i < r->n_events; i++)
        j->n_ids += r->events[i].n_ids;
    j->ids = mem_alloc(j->n_ids, sizeof *j->ids);
    uint64_t *to = j->ids;
    for (size_t i = 0; i < j->n; i++) {
        j->attrs[i] = *r->events[i].attr;
        strip(&j->attrs[i], chain_most);
        j->rows[i] = (struct recorded_event){&j->attrs[i], r->events[i].name, to, 0};
        for (size_t k = i; k < r->n_events; k += j->n) {
            const struct recorded_event *e = &r->events[k];
            memcpy(to, e->ids, e->n_ids * sizeof *to);
            to += e->n_ids;
            j->rows[i].n_ids += e->n_ids;
        }
    }
}

bool recording_file_unwind(struct recording_file *r, const struct stack_reader *by,
                           bool by_pointers, const struct native_names *names, struct fault *f)
{
    struct joined_events events = {0};
    struct recording_file to = *r;
    struct perf_event_attr attrs[EVENTS_BESIDE];
    struct recorded_event beside[EVENTS_BESIDE];

    join_events(&events, r, by->chain_most);
    to.events = events.rows;
    to.n_events = events.n;
    for (size_t i = 0; i < EVENTS_BESIDE; i++) {
        if (!r->beside[i])
            continue;
        attrs[i] = *r->beside[i]->attr;
        beside[i] = *r->beside[i];
        strip(&attrs[i], by->chain_most);
        beside[i].attr = &attrs[i];
        to.beside[i] = &beside[i];
    }
    bool ok = write_all(&to, r, by, by_pointers, names, f);
    const int unused = ok ? r->fd : to.fd;
    if (unused >= 0)
        close(unused);
    if (ok) {
        r->fd = to.fd;
        r->end = to.end;
    }
    mem_free(events.rows, events.n, sizeof *events.rows);
    mem_free(events.attrs, events.n, sizeof *events.attrs);
    mem_free(events.ids, events.n_ids, sizeof *events.ids);
    return ok;
}
