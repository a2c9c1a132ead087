/* chunk | chunk | chunk | chunk being filled; those that are too old are dropped but for COMM,
 * FORK, EXIT and MMAP2, which later samples need for their names. */
#include "record/trap/lead.h"

#include "base/mem.h"
#include "base/perf_file.h"

static const uint64_t MS = 1000000;

struct lead_chunk *lead_chunk(struct lead *l, uint64_t now_ns)
{
    struct lead_chunk *last = l->n ? &l->chunks[l->n - 1] : NULL;

    if (!last || (now_ns - last->begun_ns >= LEAD_CHUNK_MS * MS && now_ns != last->end_ns)) {
        const uint64_t begun_ns = last ? last->end_ns : now_ns;
        l->bytes += last ? last->records.n : 0;
        l->chunks = mem_grow(l->chunks, &l->room, l->n + 1, sizeof *l->chunks);
        last = &l->chunks[l->n++];
        *last = (struct lead_chunk){.begun_ns = begun_ns};
    }
    last->end_ns = now_ns;
    return last;
}

/* Whether later samples need what a record tells. */
static bool is_kept(uint32_t type)
{
    return type == PERF_RECORD_COMM || type == PERF_RECORD_FORK || type == PERF_RECORD_EXIT ||
           type == PERF_RECORD_MMAP || type == PERF_RECORD_MMAP2 ||
           type == PERF_RECORD_NAMESPACES || type == PERF_RECORD_KSYMBOL ||
           type == PERF_RECORD_CGROUP;
}

static void keep_tasks(struct lead *l, struct str records)
{
    struct perf_event_header header;

    while (records.n >= sizeof header) {
        memcpy(&header, records.p, sizeof header);
        if (header.size < sizeof header || header.size > records.n)
            return;
        if (is_kept(header.type))
            buf_add(&l->tasks, str_from_to(records, 0, header.size));
        records = str_from_to(records, header.size, records.n);
    }
}

void lead_drop(struct lead *l, uint64_t before_ns)
{
    const size_t most = l->most ? l->most : LEAD_MOST;
    size_t n = 0;

    for (; n + 1 < l->n; n++) {
        struct lead_chunk *c = &l->chunks[n];
        const bool old = c->end_ns < before_ns;
        if (!old && l->bytes <= most)
            break;
        if (!old)
            l->shortened_ns = c->end_ns;
        keep_tasks(l, buf_str(&c->records));
        l->bytes -= c->records.n;
        buf_free(&c->records);
    }
    if (n)
        memmove(l->chunks, l->chunks + n, (l->n - n) * sizeof *l->chunks);
    l->n -= n;
    if (l->shortened_ns < before_ns)
        l->shortened_ns = 0;
}

bool lead_is_full(const struct lead *l)
{
    return l->tasks.n > (l->tasks_most ? l->tasks_most : LEAD_TASKS_MOST);
}

void lead_tell(struct lead *l, struct str records)
{
    buf_free(&l->tasks);
    l->tasks = (struct buf){0};
    buf_add(&l->tasks, records);
    l->tasks_most = records.n > LEAD_TASKS_MOST / 2 ? 2 * records.n : LEAD_TASKS_MOST;
}

uint64_t lead_begun_ns(const struct lead *l, uint64_t now_ns)
{
    return l->n ? l->chunks[0].begun_ns : now_ns;
}

static bool write_records(const struct ring_use *use, struct str records, struct fault *f)
{
    code_names_see_all(use->names, records);
    return recording_file_add(use->file, records, f);
}

static void empty(struct lead *l)
{
    for (size_t i = 0; i < l->n; i++)
        buf_free(&l->chunks[i].records);
    mem_free(l->chunks, l->room, sizeof *l->chunks);
    buf_free(&l->tasks);
    *l = (struct lead){.most = l->most, .shortened_ns = l->shortened_ns};
}

/* Records of processes and maps are older than all others, so a mark stands behind them. */
bool lead_write(struct lead *l, const struct ring_use *use, struct fault *f)
{
    const struct perf_event_header mark = {.type = PERF_RECORD_FINISHED_ROUND_TYPE,
                                           .size = sizeof mark};
    bool ok = write_records(use, buf_str(&l->tasks), f) &&
              recording_file_add(use->file, (struct str){(const char *)&mark, sizeof mark}, f);

    for (size_t i = 0; ok && i < l->n; i++) {
        const uint64_t before = use->file->end;
        ok = write_records(use, buf_str(&l->chunks[i].records), f);
        ring_counts_add(use->counts, &l->chunks[i].counts, use->file->end == before);
    }
    code_names_catch_up(use->names);
    empty(l);
    return ok;
}

void lead_free(struct lead *l)
{
    empty(l);
    l->shortened_ns = 0;
}
