/* A second recording is written beside the first and takes its name once it is whole. */
#include "record/unwound_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"

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

/* Creates a file that nothing else has, beside the other; only its owner may read it. */
static bool create(struct recording_file *to, struct buf *path, const char *of, struct fault *f)
{
    buf_add(path, str_of(of));
    buf_add(path, (struct str){".unwound-XXXXXX", sizeof ".unwound-XXXXXX"});
    to->path = path->p;
    to->fd = mkstemp(path->p);
    return (to->fd >= 0 && fcntl(to->fd, F_SETFD, FD_CLOEXEC) == 0) ||
           fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", path->p, strerror(errno));
}

static bool write_all(struct recording_file *to, const char *from, const struct stack_reader *by,
                      bool by_pointers, struct fault *f)
{
    return recording_file_begin(to, f) && by->unwind(by->context, from, by_pointers, to, f) &&
           recording_file_finish(to, f) &&
           (rename(to->path, from) == 0 ||
            fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", from, strerror(errno)));
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
                           bool by_pointers, struct fault *f)
{
    struct joined_events events = {0};
    struct recording_file to = *r;
    struct perf_event_attr attr;
    struct recorded_event beside;
    struct buf path = {0};

    join_events(&events, r, by->chain_most);
    to.events = events.rows;
    to.n_events = events.n;
    if (r->beside) {
        attr = *r->beside->attr;
        beside = *r->beside;
        strip(&attr, by->chain_most);
        beside.attr = &attr;
        to.beside = &beside;
    }
    bool ok = create(&to, &path, r->path, f);
    ok = ok && write_all(&to, r->path, by, by_pointers, f);
    if (!ok && to.fd >= 0)
        unlink(path.p);
    recording_file_close(&to);
    if (ok)
        r->end = to.end;
    buf_free(&path);
    mem_free(events.rows, events.n, sizeof *events.rows);
    mem_free(events.attrs, events.n, sizeof *events.attrs);
    mem_free(events.ids, events.n_ids, sizeof *events.ids);
    return ok;
}
