/* "markers": {"length": 1, "category": [0], "data": [{"type": "flame", "id": 7, "cause": "full"}],
 *   "endTime": [2.25], "name": [3], "phase": [1], "startTime": [1.5]}
 * "counters": [{"name": "used", "category": "Memory", ..., "samples": {"time": [0.5], "count":
 * [3]}}]
 *
 * The profiler adds up what counters of memory tell, and draws no others that are not of Firefox:
 * all are of that category. The unit is for this program. */
#include "render/exchange/firefox_tracks.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "render/common/text.h"

enum { MS_DIGITS = 6 };

/* ---- threads --------------------------------------------------------------------------------- */

struct track_thread {
    name_id pid, tid;
    uint32_t at;
};

static int compare(const void *a, const void *b)
{
    const struct track_thread *x = a;
    const struct track_thread *y = b;

    if (x->pid != y->pid)
        return x->pid < y->pid ? -1 : 1;
    return (x->tid > y->tid) - (x->tid < y->tid);
}

static uint32_t find_thread(const struct track_thread *all, uint32_t n, const struct thread *thread,
                            const uint32_t *main_of)
{
    const struct track_thread key = {thread->pid, thread->tid, 0};
    const struct track_thread *found = NULL;

    if (thread->tid)
        found = bsearch(&key, all, n, sizeof *all, compare);
    if (found)
        return found->at;
    return thread->pid && main_of[thread->pid] ? main_of[thread->pid] - 1 : 0;
}

static void find_threads(struct firefox_tracks *t, const struct thread_samples *threads,
                         const uint32_t *main_of)
{
    const struct threads *known = &t->p->labels.threads;
    struct track_thread *all = mem_alloc(threads->n, sizeof *all);

    for (uint32_t i = 0; i < threads->n; i++)
        all[i] = (struct track_thread){threads->list[i].pid, threads->list[i].tid, i};
    if (threads->n)
        qsort(all, threads->n, sizeof *all, compare);
    for (thread_id i = 1; i < known->n; i++)
        t->thread_of[i] = find_thread(all, threads->n, &known->rows[i], main_of);
    mem_free(all, threads->n, sizeof *all);
}

void firefox_tracks_init(struct firefox_tracks *t, const struct profile *p,
                         const struct thread_samples *threads, const uint32_t *main_of)
{
    const struct mark_list *marks = &p->tracks.marks;

    *t = (struct firefox_tracks){.p = p, .n_threads = threads->n};
    t->thread_of = mem_alloc(p->labels.threads.n, sizeof *t->thread_of);
    t->marks = mem_alloc(marks->n, sizeof *t->marks);
    t->first = mem_alloc((size_t)threads->n + 2, sizeof *t->first);
    if (!threads->n)
        return;
    find_threads(t, threads, main_of);
    /* So many up to each thread; then where the next of each goes, which is its end at last. */
    for (size_t i = 0; i < marks->n; i++)
        t->first[t->thread_of[marks->rows[i].of] + 2]++;
    for (uint32_t i = 2; i < threads->n + 2; i++)
        t->first[i] += t->first[i - 1];
    for (size_t i = 0; i < marks->n; i++)
        t->marks[t->first[t->thread_of[marks->rows[i].of] + 1]++] = i;
}

void firefox_tracks_free(struct firefox_tracks *t)
{
    mem_free(t->thread_of, t->p->labels.threads.n, sizeof *t->thread_of);
    mem_free(t->marks, t->p->tracks.marks.n, sizeof *t->marks);
    mem_free(t->first, (size_t)t->n_threads + 2, sizeof *t->first);
}

static const struct mark *mark_at(const struct firefox_tracks *t, size_t i)
{
    return &t->p->tracks.marks.rows[t->marks[i]];
}

void firefox_tracks_list(const struct firefox_tracks *t, uint32_t thread, struct firefox_lists *l)
{
    for (size_t i = t->first[thread]; i < t->first[thread + 1]; i++)
        firefox_lists_name(l, mark_at(t, i)->text);
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void write_text(struct sink *s, struct str text)
{
    sink_byte(s, '"');
    text_json_whole(s, text);
    sink_byte(s, '"');
}

static void write_name(struct sink *s, const struct profile *p, name_id name)
{
    write_text(s, names_get(&p->names, name));
}

static void write_time(struct sink *s, int64_t ns)
{
    sink_text(s, ns < 0 ? "-" : "");
    sink_decimal(s, ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns, MS_DIGITS);
}

static void cell_category(struct sink *s, const struct firefox_tracks *t, const struct mark *mark,
                          const struct firefox_lists *l)
{
    (void)t;
    (void)mark;
    (void)l;
    sink_byte(s, '0');
}

/* Whether a key can stand as it is beside what the cell itself tells: no other may be written like
 * it, nor like what begins as those that are numbered. */
static bool is_own_key(struct str key)
{
    return !str_equal(key, STR("type")) && !str_equal(key, STR("id")) &&
           !str_equal(key, STR("value")) && !str_starts(key, STR("label:")) && utf8_plain(key);
}

/* "label:2:type" is the second label, called "type". The reader knows it (input/firefox/tracks.c).
 */
static void write_label(struct sink *s, const struct profile *p, const struct label *pairs,
                        size_t i)
{
    const struct str key = names_get(&p->names, pairs[i].key);

    sink_text(s, ",\"");
    if (!is_own_key(key) || (i && pairs[i - 1].key == pairs[i].key)) {
        sink_text(s, "label:");
        sink_u64(s, i + 1);
        sink_byte(s, ':');
    }
    text_json_whole(s, key);
    sink_text(s, "\":");
    write_name(s, p, pairs[i].value);
}

static void cell_data(struct sink *s, const struct firefox_tracks *t, const struct mark *mark,
                      const struct firefox_lists *l)
{
    size_t n;
    const struct label *pairs = marks_labels_of(&t->p->tracks.marks, mark, &n);

    (void)l;
    if (!mark->id && !mark->value && !n) {
        sink_text(s, "null");
        return;
    }
    sink_text(s, "{\"type\":\"flame\"");
    if (mark->id) {
        sink_text(s, ",\"id\":");
        sink_u64(s, mark->id);
    }
    if (mark->value) {
        sink_text(s, ",\"value\":");
        sink_u64(s, mark->value);
    }
    for (size_t i = 0; i < n; i++)
        write_label(s, t->p, pairs, i);
    sink_byte(s, '}');
}

static void cell_end(struct sink *s, const struct firefox_tracks *t, const struct mark *mark,
                     const struct firefox_lists *l)
{
    (void)t;
    (void)l;
    if (mark->from_ns == mark->to_ns)
        sink_text(s, "null");
    else
        write_time(s, mark->to_ns);
}

static void cell_name(struct sink *s, const struct firefox_tracks *t, const struct mark *mark,
                      const struct firefox_lists *l)
{
    (void)t;
    sink_u64(s, l->names.place[mark->text]);
}

static void cell_phase(struct sink *s, const struct firefox_tracks *t, const struct mark *mark,
                       const struct firefox_lists *l)
{
    (void)t;
    (void)l;
    sink_byte(s, mark->from_ns == mark->to_ns ? '0' : '1');
}

static void cell_start(struct sink *s, const struct firefox_tracks *t, const struct mark *mark,
                       const struct firefox_lists *l)
{
    (void)t;
    (void)l;
    write_time(s, mark->from_ns);
}

void firefox_tracks_write_markers(struct sink *s, const struct firefox_tracks *t, uint32_t thread,
                                  const struct firefox_lists *l)
{
    static const struct {
        const char *name;
        void (*cell)(struct sink *s, const struct firefox_tracks *t, const struct mark *mark,
                     const struct firefox_lists *l);
    } columns[] = {{"category", cell_category}, {"data", cell_data},   {"endTime", cell_end},
                   {"name", cell_name},         {"phase", cell_phase}, {"startTime", cell_start}};

    sink_text(s, "{\"length\":");
    sink_u64(s, t->first[thread + 1] - t->first[thread]);
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
        sink_text(s, ",\"");
        sink_text(s, columns[c].name);
        sink_text(s, "\":[");
        for (size_t i = t->first[thread]; i < t->first[thread + 1]; i++) {
            sink_text(s, i > t->first[thread] ? "," : "");
            columns[c].cell(s, t, mark_at(t, i), l);
        }
        sink_byte(s, ']');
    }
    sink_byte(s, '}');
}

/* ---- counters -------------------------------------------------------------------------------- */

/* By how much a counter changed since the value before, or from 0. */
static void write_change(struct sink *s, const struct counter *c, size_t i)
{
    const int64_t before = i ? c->values[i - 1].value : 0;
    const int64_t now = c->values[i].value;

    sink_text(s, now < before ? "-" : "");
    sink_decimal(s,
                 now < before ? (uint64_t)before - (uint64_t)now : (uint64_t)now - (uint64_t)before,
                 c->scale);
}

static void write_counter(struct sink *s, const struct firefox_tracks *t, const struct counter *c,
                          const uint32_t *main_of)
{
    const struct profile *p = t->p;
    const name_id pid = p->labels.threads.rows[c->of].pid;

    sink_text(s, "{\"name\":");
    write_name(s, p, c->name);
    sink_text(s, ",\"category\":\"Memory\",\"description\":\"\",\"unit\":");
    write_name(s, p, c->unit);
    sink_text(s, ",\"pid\":");
    write_name(s, p, pid);
    sink_text(s, ",\"mainThreadIndex\":");
    sink_u64(s, pid && main_of[pid] ? main_of[pid] - 1 : 0);
    sink_text(s, ",\n\"samples\":{\"length\":");
    sink_u64(s, c->n);
    sink_text(s, ",\"time\":[");
    for (size_t i = 0; i < c->n; i++) {
        sink_text(s, i ? "," : "");
        write_time(s, c->values[i].at_ns);
    }
    sink_text(s, "],\"count\":[");
    for (size_t i = 0; i < c->n; i++) {
        sink_text(s, i ? "," : "");
        write_change(s, c, i);
    }
    sink_text(s, "]}}");
}

void firefox_tracks_write_counters(struct sink *s, const struct firefox_tracks *t,
                                   const uint32_t *main_of)
{
    const struct counter_list *counters = &t->p->tracks.counters;

    sink_byte(s, '[');
    for (uint32_t i = 0; i < counters->n; i++) {
        sink_text(s, i ? ",\n" : "\n");
        write_counter(s, t, &counters->rows[i], main_of);
    }
    sink_byte(s, ']');
}
