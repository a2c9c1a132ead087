/* "java 12688/12764 [002] ", a time, a period, and " cpu-clock:u: \n": finds headers by what is
 * before the time and behind the period. What a header is read as depends on nothing else. */
#include "input/perf/header_cache.h"

#include "base/ascii.h"
#include "base/mem.h"

enum { SLOTS_LEAST = 64, SLOTS_MOST = 4096, TEXT_MOST = 116, LINE_MOST = 192 };

/* One header by its hash, so that no input can make the cache slow. */
struct perf_header_slot {
    uint32_t n_before; /* 0: free */
    uint32_t n_after;  /* including the newline */
    labels_id label;
    char text[TEXT_MOST]; /* what is before the time, and what is behind the period */
};

/* A line that may be a header. */
struct parts {
    struct str before, time;
    const char *after;
    uint64_t period;
};

void perf_header_cache_init(struct perf_header_cache *c, const struct perf_layout *layout)
{
    *c = (struct perf_header_cache){.layout = layout, .n_slots = SLOTS_LEAST};
    c->slots = mem_alloc(c->n_slots, sizeof *c->slots);
}

void perf_header_cache_free(struct perf_header_cache *c)
{
    mem_free(c->slots, c->n_slots, sizeof *c->slots);
    *c = (struct perf_header_cache){0};
}

/* Returns where the time begins that ends at a colon, behind a blank; `colon` when it is none. */
static const char *time_at(const char *at, const char *colon, const struct perf_layout *l)
{
    const ptrdiff_t least = l->micro ? PERF_MICRO : 1;
    const char *p = colon;

    while (p > at && is_digit(p[-1]))
        p--;
    if (colon - p < least || p == at || *--p != '.')
        return colon;
    while (p > at && is_digit(p[-1]))
        p--;
    return p > at && is_blank(p[-1]) ? p : colon;
}

static bool take_time(const char *at, const char *end, const struct perf_layout *l,
                      struct parts *parts)
{
    const char *colon = at;

    while ((colon = memchr(colon, ':', (size_t)(end - colon))) && colon + 1 < end) {
        const char *time = is_blank(colon[1]) ? time_at(at, colon, l) : colon;
        if (time < colon) {
            parts->before = (struct str){at, (size_t)(time - at)};
            parts->time = (struct str){time, (size_t)(colon - time)};
            parts->after = colon + 1;
            return true;
        }
        colon++;
    }
    return false;
}

/* Takes the period if it is that of the last header, as most are where a clock or every so many
 * events take samples. */
static bool take_last_period(const struct perf_header_cache *c, const char *end,
                             struct parts *parts)
{
    const size_t n = c->n_period;

    if (!n || (size_t)(end - parts->after) <= n || !is_blank(parts->after[n]) ||
        memcmp(parts->after, c->period_text, n) != 0)
        return false;
    parts->after += n;
    parts->period = c->period;
    return true;
}

static void keep_period(struct perf_header_cache *c, struct str text, uint64_t period)
{
    if (text.n > sizeof c->period_text)
        return;
    memcpy(c->period_text, text.p, text.n);
    c->n_period = text.n;
    c->period = period;
}

/* Periods with more digits are left to the reader. */
static bool take_period(struct perf_header_cache *c, const char *end, struct parts *parts)
{
    enum { DIGITS_MOST = 18 };
    const char *p = parts->after;
    uint64_t period = 0;

    if (take_last_period(c, end, parts))
        return true;
    while (p < end && is_blank(*p))
        p++;
    const char *from = p;
    for (; p < end && is_digit(*p); p++)
        period = period * 10 + (uint64_t)(*p - '0');
    if (p == from || p - from > DIGITS_MOST || p == end || !is_blank(*p))
        return false;
    keep_period(c, (struct str){parts->after, (size_t)(p - parts->after)}, period);
    parts->after = p;
    parts->period = period;
    return true;
}

/* The look at a line is bounded, so that a text without newlines or colons costs no more. */
static bool split(struct perf_header_cache *c, const char *at, const char *end, struct parts *parts)
{
    if (end - at > LINE_MOST)
        end = at + LINE_MOST;
    parts->period = 1;
    return take_time(at, end, c->layout, parts) &&
           (!c->layout->period || take_period(c, end, parts)) &&
           parts->before.n >= sizeof(uint64_t) && end - parts->after >= (ptrdiff_t)sizeof(uint64_t);
}

static uint64_t word_at(const char *p)
{
    uint64_t word;

    memcpy(&word, p, sizeof word);
    return word;
}

/* The words around the time, which hold the thread, the processor and the event, and the first
 * one. */
static struct perf_header_slot *slot_of(const struct perf_header_cache *c,
                                        const struct parts *parts)
{
    const struct str s = parts->before;
    const size_t middle = s.n >= 16 ? s.n - 16 : 0;
    uint64_t h = s.n * UINT64_C(0x9e3779b97f4a7c15);

    h = (h ^ word_at(s.p)) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ h >> 32 ^ word_at(s.p + middle)) * UINT64_C(0xc4ceb9fe1a85ec53);
    h = (h ^ h >> 32 ^ word_at(s.p + s.n - 8)) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32 ^ word_at(parts->after)) * UINT64_C(0xff51afd7ed558ccd);
    h = (h ^ h >> 32) * UINT64_C(0xc4ceb9fe1a85ec53); /* the last word reaches all bits */
    return &c->slots[h >> 40 & (c->n_slots - 1)];
}

bool perf_header_cache_find(struct perf_header_cache *c, const char *at, const char *end,
                            struct perf_cached_header *found)
{
    struct parts parts;

    if (!c->n_new || !split(c, at, end, &parts))
        return false;
    const struct perf_header_slot *slot = slot_of(c, &parts);
    if (slot->n_before != parts.before.n || slot->n_after > (size_t)(end - parts.after) ||
        memcmp(slot->text, at, slot->n_before) != 0 ||
        memcmp(slot->text + slot->n_before, parts.after, slot->n_after) != 0)
        return false;
    found->n = (size_t)(parts.after - at) + slot->n_after;
    found->label = slot->label;
    found->period = parts.period;
    found->time = parts.time;
    return true;
}

/* Growing empties the cache: headers that matter come again. */
static void grow(struct perf_header_cache *c)
{
    if (c->n_new++ < c->n_slots || c->n_slots >= SLOTS_MOST)
        return;
    mem_free(c->slots, c->n_slots, sizeof *c->slots);
    c->n_slots *= 4;
    c->n_new = 1;
    c->slots = mem_alloc(c->n_slots, sizeof *c->slots);
}

/* Whether a line that is split alike is read alike. A line that begins with '#' may be a comment,
 * and one that is indented a frame. */
static bool is_fit(const struct parts *parts, const struct perf_layout *l,
                   const struct perf_header *h)
{
    const char first = parts->before.p[0];

    return l->known && l->time && h->sure && !h->record && h->frame.n == 0 &&
           h->time.p == parts->time.p && h->has_period == l->period && !is_blank(first) &&
           first != '#';
}

void perf_header_cache_add(struct perf_header_cache *c, struct str whole,
                           const struct perf_header *h, labels_id label)
{
    struct parts parts;
    const char *end = whole.p + whole.n;

    if (!whole.n || end[-1] != '\n' || !split(c, whole.p, end, &parts) ||
        !is_fit(&parts, c->layout, h))
        return;
    const size_t n_after = (size_t)(end - parts.after);
    if (parts.before.n + n_after > TEXT_MOST)
        return;
    grow(c);
    struct perf_header_slot *slot = slot_of(c, &parts);
    slot->n_before = (uint32_t)parts.before.n;
    slot->n_after = (uint32_t)n_after;
    slot->label = label;
    memcpy(slot->text, parts.before.p, parts.before.n);
    memcpy(slot->text + parts.before.n, parts.after, n_after);
}
