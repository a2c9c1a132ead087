/* The protocol of data_head and data_tail in struct perf_event_mmap_page:
 * include/uapi/linux/perf_event.h. */
#include "record/ring.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "record/sample_fields.h"

/* Written at once; what finds no room is left out as a whole. */
enum { BLOCK = 256 << 10 };

static size_t page_size(void)
{
    long n = sysconf(_SC_PAGESIZE);

    return n > 0 ? (size_t)n : 4096;
}

bool ring_map(struct ring *r, int fd, size_t most)
{
    const size_t page = page_size();
    size_t size = page;

    while (size * 2 <= most)
        size *= 2;
    for (; size >= page; size /= 2) {
        void *pages = mmap(NULL, page + size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (pages != MAP_FAILED) {
            *r = (struct ring){.pages = pages, .size = size, .fd = fd};
            return true;
        }
        if (errno != EPERM && errno != ENOMEM)
            return false;
    }
    return false;
}

void ring_unmap(struct ring *r)
{
    if (r->pages)
        munmap(r->pages, page_size() + r->size);
    r->pages = NULL;
}

/* A word of the records; positions count on without end. Words never cross the end of the ring. */
static uint64_t word_at(const struct ring *r, uint64_t at)
{
    uint64_t word;

    memcpy(&word, r->pages + page_size() + (at & (r->size - 1)), sizeof word);
    return word;
}

void ring_counts_sample(struct ring_counts *c, uint64_t time_ns)
{
    c->samples++;
    if (c->first_ns == 0 || time_ns < c->first_ns)
        c->first_ns = time_ns;
    if (time_ns > c->last_ns)
        c->last_ns = time_ns;
}

void ring_counts_add(struct ring_counts *to, const struct ring_counts *c, bool left_out)
{
    to->lost += c->lost;
    to->no_room += c->no_room + (left_out ? c->samples : 0);
    to->throttled += c->throttled;
    if (left_out)
        return;
    to->samples += c->samples;
    to->waits += c->waits;
    if (c->first_ns && (to->first_ns == 0 || c->first_ns < to->first_ns))
        to->first_ns = c->first_ns;
    if (c->last_ns > to->last_ns)
        to->last_ns = c->last_ns;
}

bool ring_use_add_wait(const struct ring_use *use, struct str record, uint64_t time_ns,
                       struct fault *f)
{
    struct ring_counts one = {.waits = 1};
    uint64_t words[CODE_NAMES_SAMPLE];
    const uint64_t before = use->file->end;
    const size_t n = record.n < sizeof words ? record.n : sizeof words;

    memcpy(words, record.p, n);
    if (use->names)
        code_names_see(use->names, words, n / sizeof *words);
    ring_counts_sample(&one, time_ns);
    const bool ok = recording_file_add(use->file, record, f);
    ring_counts_add(use->counts, &one, use->file->end == before);
    return ok;
}

static void show(const struct ring *r, uint64_t at, const struct perf_event_header *header,
                 struct code_names *names)
{
    uint64_t words[CODE_NAMES_RECORD];
    const size_t most = header->type == PERF_RECORD_SAMPLE ? CODE_NAMES_SAMPLE : CODE_NAMES_RECORD;
    const size_t all = header->size / sizeof *words;
    const size_t n = all < most ? all : most;

    for (size_t i = 0; i < n; i++)
        words[i] = word_at(r, at + i * sizeof *words);
    code_names_see(names, words, n);
}

/* Looks at the record at a position; false when there is no whole one before `to`. */
static bool peek(const struct ring *r, uint64_t at, uint64_t to, struct perf_event_header *header)
{
    if (to - at < sizeof *header)
        return false;
    const uint64_t word = word_at(r, at);
    memcpy(header, &word, sizeof *header);
    return header->size >= sizeof *header && header->size <= to - at;
}

static void first_words(const struct ring *r, uint64_t at, size_t size,
                        uint64_t words[TASK_FILTER_WORDS])
{
    for (size_t i = 0; i < TASK_FILTER_WORDS; i++)
        words[i] = i * sizeof *words < size ? word_at(r, at + i * sizeof *words) : 0;
}

static void count(const struct ring *r, uint64_t at, const struct perf_event_header *header,
                  struct ring_counts *c)
{
    if (header->type == PERF_RECORD_SAMPLE)
        ring_counts_sample(c, word_at(r, at + SAMPLE_TIME_AT * sizeof(uint64_t)));
    else if (header->type == PERF_RECORD_LOST)
        c->lost += word_at(r, at + 2 * sizeof(uint64_t));
    else if (header->type == PERF_RECORD_THROTTLE)
        c->throttled++;
}

static void show_busy(const struct ring *r, uint64_t at, const struct perf_event_header *header,
                      struct busy *busy)
{
    uint64_t words[BUSY_WORDS];

    for (size_t i = 0; i < BUSY_WORDS; i++)
        words[i] = i * sizeof *words < header->size ? word_at(r, at + i * sizeof *words) : 0;
    busy_add(busy, words);
}

static void show_switch(const struct ring *r, uint64_t at, const struct perf_event_header *header,
                        struct asleep *asleep)
{
    uint64_t words[ASLEEP_WORDS];
    const size_t n = header->size / sizeof *words;

    for (size_t i = 0; i < n && i < ASLEEP_WORDS; i++)
        words[i] = word_at(r, at + i * sizeof *words);
    if (n <= ASLEEP_WORDS)
        asleep_add(asleep, words, n);
}

static uint64_t head_of(const struct ring *r)
{
    const struct perf_event_mmap_page *page = (const void *)r->pages;
    const uint64_t head = *(const volatile __u64 *)&page->data_head;

    atomic_thread_fence(
        memory_order_acquire); /* the records come before the head that tells them */
    return head;
}

static uint64_t tail_of(const struct ring *r)
{
    const struct perf_event_mmap_page *page = (const void *)r->pages;

    return page->data_tail;
}

void ring_look(struct ring *r)
{
    r->head = head_of(r);
}

static void show_forks(const struct ring *r, struct task_filter *filter)
{
    const uint64_t to = head_of(r);
    struct perf_event_header header;
    uint64_t words[TASK_FILTER_WORDS];

    for (uint64_t at = tail_of(r); peek(r, at, to, &header); at += header.size)
        if (header.type == PERF_RECORD_FORK) {
            first_words(r, at, header.size, words);
            task_filter_see(filter, words);
        }
}

void rings_look(struct ring *rings, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (rings[i].pages)
            ring_look(&rings[i]);
}

/* A child's own child may lie in a ring that is looked at before that of its parent. */
void rings_show(const struct ring *rings, size_t n, struct task_filter *filter)
{
    size_t before;

    do {
        before = filter->n;
        for (size_t i = 0; i < n; i++)
            if (rings[i].pages)
                show_forks(&rings[i], filter);
    } while (filter->n > before);
}

/* The bytes of a range: up to the end of the ring, and from its beginning. */
static void find_range(const struct ring *r, uint64_t from, uint64_t to, struct str parts[2])
{
    const char *records = (const char *)r->pages + page_size();
    const size_t at = (size_t)(from & (r->size - 1));
    const size_t n = (size_t)(to - from);
    const size_t first = n < r->size - at ? n : r->size - at;

    parts[0] = (struct str){records + at, first};
    parts[1] = (struct str){records, n - first};
}

/* Writes records of which so much was counted. */
static bool write_range(const struct ring *r, uint64_t from, uint64_t to, struct ring_counts *some,
                        const struct ring_use *use, struct fault *f)
{
    const uint64_t before = use->file->end;
    struct str pieces[2];

    if (from == to)
        return true;
    find_range(r, from, to, pieces);
    const bool ok = recording_file_add_pieces(use->file, pieces, f);
    ring_counts_add(use->counts, some, use->file->end == before);
    *some = (struct ring_counts){0};
    return ok;
}

/* What lies before is read before the kernel may overwrite it. */
static void set_tail(struct ring *r, uint64_t at)
{
    struct perf_event_mmap_page *page = (void *)r->pages;

    atomic_thread_fence(memory_order_seq_cst);
    *(volatile __u64 *)&page->data_tail = at;
}

bool ring_take(struct ring *r, struct buf *record)
{
    const uint64_t at = tail_of(r);
    struct perf_event_header header;
    struct str parts[2];

    if (!peek(r, at, r->head, &header))
        return false;
    find_range(r, at, at + header.size, parts);
    buf_clear(record);
    buf_add(record, parts[0]);
    buf_add(record, parts[1]);
    set_tail(r, at + header.size);
    return true;
}

/* Records that follow one another are written together. */
static bool drain(struct ring *r, const struct ring_use *use, struct fault *f)
{
    uint64_t words[TASK_FILTER_WORDS];
    struct perf_event_header header;
    uint64_t at = tail_of(r);
    uint64_t kept = at; /* from here on, none of it is written yet */
    struct ring_counts some = {0};
    bool ok = true;

    for (; ok && peek(r, at, r->head, &header); at += header.size) {
        if (at - kept >= BLOCK) {
            ok = write_range(r, kept, at, &some, use, f);
            kept = at;
        }
        if (use->filter) {
            first_words(r, at, header.size, words);
            if (!task_filter_keeps(use->filter, words)) {
                ok = ok && write_range(r, kept, at, &some, use, f);
                kept = at + header.size;
                continue;
            }
        }
        count(r, at, &header, &some);
        if (use->busy)
            show_busy(r, at, &header, use->busy);
        if (use->asleep)
            show_switch(r, at, &header, use->asleep);
        if (use->names)
            show(r, at, &header, use->names);
    }
    ok = ok && write_range(r, kept, at, &some, use, f);
    set_tail(r, at);
    return ok;
}

bool rings_drain(struct ring *rings, size_t n, const struct ring_use *use, struct fault *f)
{
    for (size_t i = 0; i < n; i++)
        if (rings[i].pages && !drain(&rings[i], use, f))
            return false;
    return true;
}
