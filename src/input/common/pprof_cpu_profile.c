/* 0 3 0 10000 0, 2 3 0x430baa 0x430c4c 0x415d10, ..., 0 1 0, and the text of /proc/PID/maps: two
 * samples of a stack of three addresses, leaf first, one each 10000 us: machine words of 32 or 64
 * bits, in either byte order. Reads such a profile. */
#include "input/common/pprof_cpu_profile.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/parse.h"

enum { HEAD_WORDS = 5, NS_A_US = 1000 };

/* How words are stored. */
struct word_format {
    size_t size; /* 4 or 8 bytes; 0: it is no such profile */
    bool is_big;
};

/* The first column is drawn by default. */
static const struct measure measures[] = {{"cpu", "ns"}, {"samples", "samples"}};

enum { CPU, SAMPLES, VALUES };

/* Borrows all. */
struct cpu_profile {
    struct text *text;
    struct traces *traces;
    struct symbols *symbols; /* NULL: there are none */
    struct fault *f;
    struct str bytes; /* maps come last */
    size_t at;
    struct word_format words;
    uint64_t period_ns;
};

/* Reads the word with that index. */
static uint64_t word_at(struct str bytes, struct word_format words, size_t number)
{
    const char *p = bytes.p + number * words.size;
    uint64_t word = 0;

    for (size_t i = 0; i < words.size; i++)
        word = word << 8 | (unsigned char)p[words.is_big ? i : words.size - 1 - i];
    return word;
}

/* The header is 0, the number of words after it, the version, the sampling period, 0. Version 1 is
 * Java's. */
static struct word_format words_of(struct str bytes)
{
    static const struct word_format all[] = {{8, false}, {4, false}, {8, true}, {4, true}};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (bytes.n >= HEAD_WORDS * all[i].size && word_at(bytes, all[i], 0) == 0 &&
            word_at(bytes, all[i], 1) == 3 && word_at(bytes, all[i], 2) <= 1 &&
            word_at(bytes, all[i], 3) > 0 && word_at(bytes, all[i], 4) == 0)
            return all[i];
    return (struct word_format){0, false};
}

static bool read_head(struct cpu_profile *in)
{
    const char *name = in->text->r->name;
    struct str bytes = in->bytes;

    in->words = words_of(bytes);
    if (!in->words.size)
        return fault_set(in->f, FAULT_INPUT,
                         "%s:@0x0: no CPU profile of gperftools, wanted one that begins with 0, 3, "
                         "0, its period and 0",
                         name);
    if (word_at(bytes, in->words, 2) == 1)
        return fault_set(in->f, FAULT_INPUT,
                         "%s:@0x%zx: a CPU profile of Java, whose frames are numbers, wanted one "
                         "of gperftools",
                         name, 2 * in->words.size);
    uint64_t period_us = word_at(bytes, in->words, 3);
    if (period_us > UINT64_MAX / NS_A_US)
        return fault_set(in->f, FAULT_INPUT,
                         "%s:@0x%zx: one sample per %" PRIu64 " us, wanted less than 2^64 ns", name,
                         3 * in->words.size, period_us);
    in->period_ns = period_us * NS_A_US;
    in->at = HEAD_WORDS * in->words.size;
    reading_remark(&in->text->r->info->details, "one sample per %" PRIu64 " us", period_us);
    return text_measures(in->text, TEXT_FULL_NAMES, measures, VALUES);
}

/* How many words are left. */
static size_t words_left(const struct cpu_profile *in)
{
    return (in->bytes.n - in->at) / in->words.size;
}

static uint64_t next_word(struct cpu_profile *in)
{
    struct str bytes = in->bytes;
    uint64_t word = word_at(str_from_to(bytes, in->at, bytes.n), in->words, 0);

    in->at += in->words.size;
    return word;
}

static bool bad(struct cpu_profile *in, const char *reason, size_t at)
{
    char where[40];

    snprintf(where, sizeof where, "byte %zu", at);
    return reading_bad(in->text->r, 0, reason, str_of(where), in->f);
}

/* A profile that pprof read before it wrote it has the addresses of calls already. */
static bool push_address(struct cpu_profile *in, uint64_t address, bool is_return)
{
    bool found = false;

    if (in->symbols &&
        (!symbols_push(in->symbols, in->traces, address - is_return, &found) ||
         (!found && is_return && !symbols_push(in->symbols, in->traces, address, &found))))
        return false;
    return found || traces_push(in->traces, address - is_return);
}

/* The leaf is where the program was; the others are return addresses, so the calls lie before them.
 * The leaf may occur twice: where a signal came from, and where unwinding began. */
static bool push_addresses(struct cpu_profile *in, uint64_t depth)
{
    uint64_t leaf = 0;

    traces_begin(in->traces);
    for (uint64_t i = 0; i < depth; i++) {
        uint64_t address = next_word(in);
        if (i == 1 && address == leaf)
            continue;
        leaf = i ? leaf : address;
        if (!push_address(in, address, i > 0 && address > 0))
            return false;
    }
    return true;
}

static bool add_sample(struct cpu_profile *in, uint64_t count, uint64_t depth, size_t at)
{
    uint64_t values[PROFILE_COLUMNS_MOST] = {[SAMPLES] = count};
    stack_id stack;

    if (!push_addresses(in, depth))
        return false;
    if (in->period_ns && count > UINT64_MAX / in->period_ns)
        return bad(in, "a time beyond 2^64-1 ns", at);
    values[CPU] = count * in->period_ns;
    return traces_stack(in->traces, &stack) && traces_add(in->traces, stack, 0, values, 0);
}

/* After an impossible depth, the positions of samples are not known. */
static bool read_samples(struct cpu_profile *in)
{
    while (words_left(in) >= 2) {
        size_t at = in->at;
        uint64_t count = next_word(in);
        uint64_t depth = next_word(in);
        if (depth > words_left(in)) {
            in->at = in->bytes.n;
            return bad(in, "a sample that is cut off, or too deep", at);
        }
        bool is_end = count == 0 && depth == 1 &&
                      word_at(str_from_to(in->bytes, in->at, in->bytes.n), in->words, 0) == 0;
        if (is_end) {
            in->at += in->words.size;
            return true;
        }
        if (!add_sample(in, count, depth, at))
            return false;
    }
    size_t end = in->at;
    in->at = in->bytes.n;
    return bad(in, "the end is missing", end);
}

static bool read_maps(struct cpu_profile *in)
{
    struct str rest = str_from_to(in->bytes, in->at, in->bytes.n);
    struct str line;

    while (take_field(&rest, '\n', &line))
        if (!traces_map(in->traces, line))
            return false;
    return true;
}

bool cpu_profile_read(struct text *text, struct traces *traces, struct symbols *symbols,
                      struct str bytes)
{
    struct cpu_profile in = {
        .text = text, .traces = traces, .symbols = symbols, .f = text->f, .bytes = bytes};

    traces->builder.sums = true; /* products of counts and the period */
    return read_head(&in) && read_samples(&in) && read_maps(&in);
}

unsigned cpu_profile_bits(struct str prefix)
{
    struct word_format words = words_of(prefix);

    return words.size == 8 ? 64 : words.size == 4 ? 60 : 0;
}
