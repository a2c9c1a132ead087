/* Counts recent samples in a small table by thread number, which is quick for each sample. */
#include "record/busy.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#include "record/small_file.h"

enum { SECOND = 1000000000, PROBES = 8, NAMED_MOST = 16 };

/* Words of samples (record/sample_fields.h) and of records of names, in which {pid, tid} stands. */
enum { SAMPLE_TASK = 3, COMM_TASK = 1 };

/* Finds the slot of a thread, or a free one, or one that has no samples; NULL: there is none. */
static struct busy_slot *slot_of(struct busy *b, uint32_t pid, uint32_t tid)
{
    struct busy_slot *free_slot = NULL;

    for (uint32_t i = 0; i < PROBES; i++) {
        struct busy_slot *s = &b->slots[(tid * UINT32_C(2654435761) + i) % BUSY_SLOTS];
        if (s->tid == tid && s->pid == pid && (s->n || s->name[0]))
            return s;
        if (!s->n && (!free_slot || free_slot->name[0]))
            free_slot = s;
    }
    if (free_slot)
        *free_slot = (struct busy_slot){.pid = pid, .tid = tid};
    return free_slot;
}

void busy_add(struct busy *b, const uint64_t words[BUSY_WORDS])
{
    struct perf_event_header header;

    memcpy(&header, words, sizeof header);
    const bool is_sample = header.type == PERF_RECORD_SAMPLE;
    if (!is_sample && header.type != PERF_RECORD_COMM)
        return;
    const uint64_t task = words[is_sample ? SAMPLE_TASK : COMM_TASK];
    uint32_t ids[2];
    memcpy(ids, &task, sizeof ids);
    b->n += is_sample;
    struct busy_slot *s = slot_of(b, ids[0], ids[1]);
    if (s && is_sample)
        s->n++;
    else if (s)
        snprintf(s->name, sizeof s->name, "%.*s", BUSY_NAME - 1,
                 (const char *)&words[COMM_TASK + 1]);
}

/* Takes the name from /proc where no record told it. */
static void name(struct busy_slot *s)
{
    struct buf text = {0};

    if (s->tid == 0)
        snprintf(s->name, sizeof s->name, "idle");
    else if (small_file_read(&text, "/proc/%u/task/%u/comm", s->pid, s->tid) && text.n > 1)
        snprintf(s->name, sizeof s->name, "%.*s", (int)text.n - 1, text.p);
    else
        snprintf(s->name, sizeof s->name, "%u", s->tid);
    buf_free(&text);
}

static struct busy_slot *heaviest(struct busy *b)
{
    struct busy_slot *most = &b->slots[0];

    for (size_t i = 1; i < BUSY_SLOTS; i++)
        if (b->slots[i].n > most->n)
            most = &b->slots[i];
    return most;
}

/* Adds the samples of a thread to those of its name. */
static size_t add(struct busy_name *names, size_t n, const struct busy_slot *s, uint32_t permille)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i].name, s->name) == 0) {
            names[i].permille += permille;
            return n;
        }
    memcpy(names[n].name, s->name, sizeof s->name);
    names[n].permille = permille;
    return n + 1;
}

/* Moves the heaviest to the front, as far as they are shown. */
static void sort(struct busy_name *names, size_t n)
{
    for (size_t to = 0; to < n && to < BUSY_TOP; to++)
        for (size_t i = to + 1; i < n; i++)
            if (names[i].permille > names[to].permille) {
                const struct busy_name moved = names[i];
                names[i] = names[to];
                names[to] = moved;
            }
}

void busy_update(struct busy *b, uint64_t now_ns)
{
    struct busy_name names[NAMED_MOST];
    size_t n = 0;

    if (b->since_ns && now_ns - b->since_ns < SECOND)
        return;
    for (int i = 0; i < NAMED_MOST; i++) {
        struct busy_slot *s = heaviest(b);
        if (s->n == 0)
            break;
        if (!s->name[0])
            name(s);
        n = add(names, n, s, (uint32_t)(s->n * UINT64_C(1000) / b->n));
        s->n = 0;
    }
    for (size_t i = 0; i < BUSY_SLOTS; i++)
        b->slots[i].n = 0;
    sort(names, n);
    b->n_top = n < BUSY_TOP ? n : BUSY_TOP;
    memcpy(b->top, names, b->n_top * sizeof *names);
    b->n = 0;
    b->since_ns = now_ns;
}
