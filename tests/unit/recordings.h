/* Recordings made by hand, as files and as they go through a pipe, of machines of either byte
 * order; and what is read of them. */
#ifndef TESTS_UNIT_RECORDINGS_H
#define TESTS_UNIT_RECORDINGS_H

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sink.h"
#include "input/input.h"
#include "input/perf_data/event.h"
#include "input/perf_data/recording.h"

enum { MADE_EVENTS = 8, MADE_FEATURES = 8 };

enum { MADE_USUAL = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_CALLCHAIN | SAMPLE_PERIOD };

/* Flags of events, as little-endian machines lay them out. */
enum { MADE_FREQ = 1 << 10, MADE_TRAILERS = 1 << 18 };

#define MARK_KERNEL ((uint64_t)-128)
#define MARK_USER ((uint64_t)-512)
#define MARK_DEFERRED ((uint64_t)-640)
#define MARK_GUEST_KERNEL ((uint64_t)-2176)
#define MARK_GUEST_USER ((uint64_t)-2560)

struct made_event {
    const char *name; /* NULL: not said */
    uint64_t config, period, sample_type, read_format, flags, branch_type, regs_user;
    const uint64_t *ids;
    uint32_t type, n_ids, stack_most;
    uint32_t size; /* of the attribute; 0: says 0 and is as of the first version */
};

struct made_feature {
    unsigned bit;
    struct buf body;
};

struct made {
    bool big;
    unsigned word;      /* in which the set of features is written; 0: 64 */
    struct buf records; /* as they are */
    size_t begun;       /* the record that is being written */
    struct made_event events[MADE_EVENTS];
    size_t n_events;
    struct made_feature features[MADE_FEATURES];
    size_t n_features;
};

static inline void made_free(struct made *m)
{
    buf_free(&m->records);
    for (size_t i = 0; i < m->n_features; i++)
        buf_free(&m->features[i].body);
    *m = (struct made){.big = m->big};
}

/* ---- bytes ----------------------------------------------------------------------- */

static inline void made_number(const struct made *m, struct buf *to, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        buf_add_byte(to, (char)(value >> 8 * (m->big ? n - 1 - i : i)));
}

static inline void made_16(struct made *m, uint64_t value)
{
    made_number(m, &m->records, value, 2);
}

static inline void made_32(struct made *m, uint64_t value)
{
    made_number(m, &m->records, value, 4);
}

static inline void made_64(struct made *m, uint64_t value)
{
    made_number(m, &m->records, value, 8);
}

/* Writes a text and so many NULs that it ends at a multiple of 8. */
static inline void made_text(struct made *m, const char *text)
{
    buf_add(&m->records, str_of(text));
    do
        buf_add_byte(&m->records, '\0');
    while ((m->records.n - m->begun) % 8);
}

static inline void made_begin(struct made *m, uint32_t type, uint16_t misc)
{
    m->begun = m->records.n;
    made_32(m, type);
    made_16(m, misc);
    made_16(m, 0);
}

static inline void made_end(struct made *m)
{
    struct buf size = {0};
    size_t n = m->records.n - m->begun;

    assert_true(n <= UINT16_MAX);
    made_number(m, &size, n, 2);
    memcpy(m->records.p + m->begun + 6, size.p, 2);
    buf_free(&size);
}

/* ---- records --------------------------------------------------------------------- */

static inline struct made_event *made_event(struct made *m, const char *name, uint64_t sample_type)
{
    assert_true(m->n_events < MADE_EVENTS);
    m->events[m->n_events] = (struct made_event){.name = name,
                                                 .type = 0,
                                                 .period = 1,
                                                 .sample_type = sample_type,
                                                 .flags = MADE_TRAILERS,
                                                 .size = 128};
    return &m->events[m->n_events++];
}

/* Ends a record that is no sample as one of the first event. */
static inline void made_trailer(struct made *m, uint32_t pid, uint64_t time)
{
    const struct made_event *e = &m->events[0];
    uint64_t id = e->n_ids ? e->ids[0] : 0;

    if (e->flags & MADE_TRAILERS) {
        if (e->sample_type & SAMPLE_TID)
            made_64(m, (uint64_t)pid << 32 | pid);
        if (e->sample_type & SAMPLE_TIME)
            made_64(m, time);
        if (e->sample_type & SAMPLE_ID)
            made_64(m, id);
        if (e->sample_type & SAMPLE_CPU)
            made_64(m, 0);
        if (e->sample_type & SAMPLE_IDENTIFIER)
            made_64(m, id);
    }
    made_end(m);
}

static inline void made_comm(struct made *m, uint32_t pid, const char *name, uint64_t time)
{
    made_begin(m, RECORD_COMM, 0);
    made_32(m, pid);
    made_32(m, pid);
    made_text(m, name);
    made_trailer(m, pid, time);
}

static inline void made_exec(struct made *m, uint32_t pid, const char *name, uint64_t time)
{
    made_begin(m, RECORD_COMM, 1 << 13);
    made_32(m, pid);
    made_32(m, pid);
    made_text(m, name);
    made_trailer(m, pid, time);
}

static inline void made_fork(struct made *m, uint32_t pid, uint32_t parent, uint64_t time)
{
    made_begin(m, RECORD_FORK, 0);
    made_32(m, pid);
    made_32(m, parent);
    made_32(m, pid);
    made_32(m, parent);
    made_64(m, time);
    made_trailer(m, pid, time);
}

struct made_map {
    uint64_t start, size, offset;
    const char *path;
};

static inline void made_mmap(struct made *m, uint32_t pid, struct made_map map, uint64_t time)
{
    made_begin(m, RECORD_MMAP2, MODE_USER);
    made_32(m, pid);
    made_32(m, pid);
    made_64(m, map.start);
    made_64(m, map.size);
    made_64(m, map.offset);
    for (int i = 0; i < 4; i++)
        made_64(m, 0);
    made_text(m, map.path);
    made_trailer(m, pid, time);
}

struct made_sample {
    uint64_t ip, time, id, period, cookie;
    uint32_t pid, tid, cpu;
    uint16_t misc;
    const uint64_t *chain; /* NULL: the address alone, as one of the process */
    size_t n_chain;
    const uint64_t *branches; /* from and to by turns */
    size_t n_branches;
    const uint64_t *read; /* as it is to be written */
    size_t n_read;
};

static inline void made_words(struct made *m, const uint64_t *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        made_64(m, words[i]);
}

static inline void made_chain(struct made *m, const struct made_sample *s)
{
    if (s->chain) {
        made_64(m, s->n_chain);
        made_words(m, s->chain, s->n_chain);
        return;
    }
    made_64(m, 2);
    made_64(m, MARK_USER);
    made_64(m, s->ip);
}

static inline void made_branches(struct made *m, const struct made_event *e,
                                 const struct made_sample *s)
{
    made_64(m, s->n_branches / 2);
    if (e->branch_type & BRANCH_HW_INDEX)
        made_64(m, 0);
    for (size_t i = 0; i < s->n_branches; i++) {
        made_64(m, s->branches[i]);
        if (i % 2)
            made_64(m, 0);
    }
}

static inline void made_sample(struct made *m, size_t event, struct made_sample s)
{
    const struct made_event *e = &m->events[event];
    const uint64_t type = e->sample_type;
    uint64_t id = s.id ? s.id : e->n_ids ? e->ids[0] : 0;

    made_begin(m, RECORD_SAMPLE, s.misc ? s.misc : MODE_USER);
    if (type & SAMPLE_IDENTIFIER)
        made_64(m, id);
    if (type & SAMPLE_IP)
        made_64(m, s.ip);
    if (type & SAMPLE_TID) {
        made_32(m, s.pid);
        made_32(m, s.tid ? s.tid : s.pid);
    }
    if (type & SAMPLE_TIME)
        made_64(m, s.time);
    if (type & SAMPLE_ADDR)
        made_64(m, 7);
    if (type & SAMPLE_ID)
        made_64(m, id);
    if (type & SAMPLE_STREAM_ID)
        made_64(m, id);
    if (type & SAMPLE_CPU) {
        made_32(m, s.cpu);
        made_32(m, 0);
    }
    if (type & SAMPLE_PERIOD)
        made_64(m, s.period ? s.period : 1);
    if (type & SAMPLE_READ)
        made_words(m, s.read, s.n_read);
    if (type & SAMPLE_CALLCHAIN)
        made_chain(m, &s);
    if (type & SAMPLE_BRANCH_STACK)
        made_branches(m, e, &s);
    made_end(m);
}

/* ---- whole recordings ------------------------------------------------------------ */

static inline uint64_t made_flags(const struct made *m, uint64_t flags)
{
    uint64_t turned = 0;

    for (unsigned i = 0; m->big && i < 64; i++)
        if (flags >> i & 1)
            turned |= UINT64_C(1) << ((7 - i / 8) * 8 + 7 - i % 8);
    return m->big ? turned : flags;
}

static inline void made_attr(const struct made *m, struct buf *to, const struct made_event *e)
{
    size_t from = to->n;
    size_t size = e->size ? e->size : 64;

    made_number(m, to, e->type, 4);
    made_number(m, to, e->size, 4);
    made_number(m, to, e->config, 8);
    made_number(m, to, e->period, 8);
    made_number(m, to, e->sample_type, 8);
    made_number(m, to, e->read_format, 8);
    made_number(m, to, made_flags(m, e->flags), 8);
    for (int i = 0; i < 3; i++)
        made_number(m, to, 0, 8);
    made_number(m, to, e->branch_type, 8);
    made_number(m, to, e->regs_user, 8);
    made_number(m, to, 0, 8);
    made_number(m, to, 0, 8);
    made_number(m, to, 0, 4);
    made_number(m, to, e->stack_most, 2);
    while (to->n - from < size)
        buf_add_byte(to, '\0');
    to->n = from + size;
}

static inline struct buf *made_feature(struct made *m, unsigned bit)
{
    struct made_feature *feature = &m->features[m->n_features++];

    assert_true(m->n_features <= MADE_FEATURES);
    *feature = (struct made_feature){.bit = bit};
    return &feature->body;
}

/* A feature that is a text: the machine's name and its like. */
static inline void made_feature_text(struct made *m, unsigned bit, const char *text)
{
    struct buf *body = made_feature(m, bit);

    made_number(m, body, strlen(text) + 1, 4);
    buf_add(body, (struct str){text, strlen(text) + 1});
}

/* The feature that names the events. */
static inline void made_names(struct made *m, struct buf *to)
{
    made_number(m, to, m->n_events, 4);
    made_number(m, to, 128, 4);
    for (size_t i = 0; i < m->n_events; i++) {
        const struct made_event *e = &m->events[i];
        struct made_event whole = *e;
        const char *name = e->name ? e->name : "";
        whole.size = 128;
        made_attr(m, to, &whole);
        made_number(m, to, e->n_ids, 4);
        made_number(m, to, strlen(name) + 1, 4);
        buf_add(to, (struct str){name, strlen(name) + 1});
        for (size_t k = 0; k < e->n_ids; k++)
            made_number(m, to, e->ids[k], 8);
    }
}

static inline void made_set(const struct made *m, struct buf *to)
{
    uint64_t words[4] = {0};

    for (size_t i = 0; i < m->n_features; i++)
        words[m->features[i].bit / 64] |= UINT64_C(1) << m->features[i].bit % 64;
    for (size_t i = 0; i < 4; i++) {
        if (m->word == 32) {
            made_number(m, to, words[i] & UINT32_MAX, 4);
            made_number(m, to, words[i] >> 32, 4);
        } else {
            made_number(m, to, words[i], 8);
        }
    }
}

/* Features are to be made in the order of their bits. */
static inline void made_file(struct made *m, struct buf *to)
{
    enum { HEADER = 104, SECTION = 16 };
    uint64_t entry = m->n_events ? (m->events[0].size ? m->events[0].size : 64) + SECTION : 144;
    uint64_t ids = HEADER;
    uint64_t at;

    buf_clear(to);
    for (size_t i = 0; i < m->n_events; i++)
        ids += 8 * m->events[i].n_ids;
    buf_add(to, m->big ? STR("2ELIFREP") : STR("PERFILE2"));
    uint64_t data = ids + entry * m->n_events;
    const uint64_t fields[] = {HEADER, entry, ids, entry * m->n_events, data, m->records.n, 0, 0};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        made_number(m, to, fields[i], 8);
    made_set(m, to);
    for (size_t i = 0; i < m->n_events; i++)
        for (size_t k = 0; k < m->events[i].n_ids; k++)
            made_number(m, to, m->events[i].ids[k], 8);
    at = HEADER;
    for (size_t i = 0; i < m->n_events; i++) {
        made_attr(m, to, &m->events[i]);
        made_number(m, to, at, 8);
        made_number(m, to, 8 * m->events[i].n_ids, 8);
        at += 8 * m->events[i].n_ids;
    }
    buf_add(to, buf_str(&m->records));
    at = to->n + SECTION * m->n_features;
    for (size_t i = 0; i < m->n_features; at += m->features[i++].body.n) {
        made_number(m, to, at, 8);
        made_number(m, to, m->features[i].body.n, 8);
    }
    for (size_t i = 0; i < m->n_features; i++)
        buf_add(to, buf_str(&m->features[i].body));
}

static inline void made_attr_record(struct made *m, const struct made_event *e)
{
    made_begin(m, RECORD_HEADER_ATTR, 0);
    made_attr(m, &m->records, e);
    made_words(m, e->ids, e->n_ids);
    made_end(m);
}

static inline void made_pipe(struct made *m, struct buf *to)
{
    struct made before = {.big = m->big};

    for (size_t i = 0; i < m->n_events; i++)
        made_attr_record(&before, &m->events[i]);
    for (size_t i = 0; i < m->n_features; i++) {
        made_begin(&before, RECORD_FEATURE, 0);
        made_64(&before, m->features[i].bit);
        buf_add(&before.records, buf_str(&m->features[i].body));
        made_end(&before);
    }
    buf_clear(to);
    buf_add(to, m->big ? STR("2ELIFREP") : STR("PERFILE2"));
    made_number(m, to, 16, 8);
    buf_add(to, buf_str(&before.records));
    buf_add(to, buf_str(&m->records));
    made_free(&before);
}

#endif
