/* The protocol of data_head and data_tail in struct perf_event_mmap_page:
 * include/uapi/linux/perf_event.h. */
#include "record/ring.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "record/sample_fields.h"

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
            *r = (struct ring){pages, size, fd};
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

static void count_sample(const struct ring *r, uint64_t at, struct ring_counts *c)
{
    uint64_t time_ns = word_at(r, at + SAMPLE_TIME_AT * sizeof time_ns);

    c->samples++;
    if (c->first_ns == 0 || time_ns < c->first_ns)
        c->first_ns = time_ns;
    if (time_ns > c->last_ns)
        c->last_ns = time_ns;
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

/* Counts the whole records in a range, and shows them; returns where they end. */
static uint64_t count(const struct ring *r, uint64_t from, uint64_t to, struct ring_counts *c,
                      struct code_names *names)
{
    struct perf_event_header header;

    while (to - from >= sizeof header) {
        const uint64_t word = word_at(r, from);
        memcpy(&header, &word, sizeof header);
        if (header.size < sizeof header || header.size > to - from)
            break;
        if (header.type == PERF_RECORD_SAMPLE)
            count_sample(r, from, c);
        else if (header.type == PERF_RECORD_LOST)
            c->lost += word_at(r, from + 2 * sizeof word);
        else if (header.type == PERF_RECORD_THROTTLE)
            c->throttled++;
        show(r, from, &header, names);
        from += header.size;
    }
    return from;
}

bool ring_drain(struct ring *r, struct recording_file *file, struct ring_counts *counts,
                struct code_names *names, struct fault *f)
{
    struct perf_event_mmap_page *page = (void *)r->pages;
    const char *records = (const char *)r->pages + page_size();
    uint64_t from = page->data_tail;
    uint64_t head = *(volatile __u64 *)&page->data_head;

    atomic_thread_fence(
        memory_order_acquire); /* the records come before the head that tells them */
    uint64_t to = count(r, from, head, counts, names);
    size_t at = (size_t)(from & (r->size - 1));
    size_t n = (size_t)(to - from);
    size_t first = n < r->size - at ? n : r->size - at;
    bool ok = recording_file_add(file, (struct str){records + at, first}, f) &&
              recording_file_add(file, (struct str){records, n - first}, f);
    atomic_thread_fence(memory_order_seq_cst); /* they are read before the kernel may overwrite */
    *(volatile __u64 *)&page->data_tail = to;
    return ok;
}
