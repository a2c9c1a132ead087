/* Bytes read by one reader, without recognition, and what holds for every profile. */
#ifndef TESTS_FUZZ_READING_H
#define TESTS_FUZZ_READING_H

#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"
#include "input/formats.h"
#include "input/input.h"

/* Where names may be sought, in read_blocks; a target may define it before. */
#ifndef FUZZ_SYMBOLS
#define FUZZ_SYMBOLS                                                                               \
    (struct symbol_options)                                                                        \
    {                                                                                              \
        .files = false                                                                             \
    }
#endif

/* Whether frames of these bytes know their modules. */
#ifndef FUZZ_MODULES
#define FUZZ_MODULES(bytes) false
#endif

static inline void check(bool holds)
{
    if (!holds)
        abort();
}

/* Whether to take this of n ways: a fuzzer, which changes inputs, has one for each input, and so
 * tries more inputs in the same time; an input that is replayed has all. */
__attribute__((unused)) static inline bool is_way(struct str bytes, size_t way, size_t n)
{
#ifdef FUZZ_ENGINE
    uint64_t sum = bytes.n;
    uint64_t word = 0;

    for (size_t i = 0; i + sizeof word <= bytes.n; i += sizeof word) {
        memcpy(&word, bytes.p + i, sizeof word);
        sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 32;
    }
    return (uint32_t)sum % n == way;
#else
    (void)bytes;
    return way < n;
#endif
}

/* Reads with those names, in blocks of about so many bytes, 0: the whole. */
struct fuzz_way {
    const char *format;
    struct naming naming;
    size_t block;
};

/* p is the caller's to free whatever comes out. */
__attribute__((noinline, unused)) static bool read_way(const struct fuzz_way *way, struct str bytes,
                                                       bool ordered, struct profile *p,
                                                       struct tally *tally)
{
    const struct ask ask = {.limits = limits_untrusted(),
                            .read = bytes.n % 4 == 1     ? READ_OFF_CPU
                                    : bytes.n % 16 == 15 ? READ_LATENCY
                                    : bytes.n % 8 == 7   ? READ_WALL
                                                         : READ_RUNNING,
                            .labels = (bytes.n % 4 > 1 ? (1u << OPTIONAL_MEMORY) - 1 : 0) |
                                      (bytes.n % 2 ? UINT32_MAX << OPTIONAL_MEMORY : 0),
                            .all_snapshots = bytes.n % 4 == 2,
                            .symbols = FUZZ_SYMBOLS,
                            .threads = bytes.n % 16 == 3 ? 2 : 1, /* to start them takes long */
                            .naming = way->naming};
    struct fault f = {0};
    struct source source;
    struct blocks blocks;
    struct reading r = {.name = "fuzz", .ask = &ask, .info = &p->info, .first_part = true};
    const struct input_format *format = input_find(str_of(way->format), &f);

    profile_init(p, 1, ordered ? TIME_ORDER : TIME_NONE);
    check(source_open_memory(&source, "fuzz", bytes, &ask.limits, &f) || f.kind != FAULT_NONE);
    bool ok = f.kind == FAULT_NONE;
    blocks_init(&blocks, &source);
    blocks.bytes = mem_grow(NULL, &blocks.room, way->block ? way->block : bytes.n + 1, 1);
    ok = ok && format->read(&r, &blocks, p, &f);
    check(ok == (f.kind == FAULT_NONE));
    blocks_free(&blocks);
    source_close(&source);
    *tally = r.tally;
    return ok;
}

__attribute__((noinline, unused)) static bool read_blocks(const char *format_name, struct str bytes,
                                                          size_t block, bool ordered,
                                                          struct profile *p, struct tally *tally)
{
    const struct fuzz_way way = {format_name, {.modules = FUZZ_MODULES(bytes)}, block};

    return read_way(&way, bytes, ordered, p, tally);
}

static inline bool read_bytes(const char *format_name, struct str bytes, bool ordered,
                              struct profile *p, struct tally *tally)
{
    return read_blocks(format_name, bytes, 0, ordered, p, tally);
}

static inline void check_calls(const struct calls *calls, uint32_t n_frames)
{
    for (uint32_t i = 0; i < calls->pairs.n; i++) {
        const struct pair *pair = &calls->pairs.rows[i];
        check(pair->a && pair->a < n_frames && pair->b && pair->b < n_frames);
    }
    for (size_t c = 0; c < calls->costs_room; c++) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < calls->pairs.n; i++)
            sum += calls_cost_of(calls, i, c);
        check(sum == calls->costs[c].sum);
    }
}

/* Samples are as many as were taken (calls are taken too, and several lines of a function make one
 * sample), columns and calls add up, callers come before callees. */
static inline void check_sums(const struct profile *p, const struct tally *t)
{
    check(t->lines >= t->blank + t->comments + t->inside);
    uint64_t added = p->n_samples + (moments_are_chart(&p->moments) ? 0 : p->n_merged);
    check(p->calls.share == CALLS_NOT_SHARED ? added == t->taken : added <= t->taken);
    check_calls(&p->calls, p->frames.n);
    for (size_t c = 0; c < p->n_columns; c++) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < p->n_samples; i++)
            sum += p->columns[c].values[i];
        check(sum == p->columns[c].total);
    }
    for (stack_id i = 1; i < p->stacks.n; i++)
        check(p->stacks.rows[i].caller < i);
}

#endif
