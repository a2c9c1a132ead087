/* A bounded cache of lines in sets of four by hash, so that no input can make it slow. */
#include "input/common/cache.h"

#include "base/attr.h"
#include "base/mem.h"

enum { WAYS = 4, SLOTS_LEAST = 1 << 12, BYTES_MOST = 48 << 20, LINE_MOST = 64 << 10 };
enum { PROCESSOR_LINE = 64, FETCHED = 3 * PROCESSOR_LINE };

struct cache_slot {
    uint32_t tag;
    line_id line; /* 0: free */
};

static void begin(struct cache *c)
{
    c->end = CACHE_FIRST;
    c->n = 0;
    c->n_frames = 0;
    *cache_line(c, CACHE_START) = (struct cached_line){.n = 0};
    *cache_line(c, CACHE_UNKNOWN) = (struct cached_line){.n = 0};
}

void cache_init(struct cache *c)
{
    *c = (struct cache){.n_slots = SLOTS_LEAST};
    c->slots = mem_alloc(c->n_slots, sizeof *c->slots);
    c->words = mem_grow(NULL, &c->room, 1 << 10, sizeof *c->words);
    begin(c);
}

void cache_free(struct cache *c)
{
    mem_free(c->words, c->room, sizeof *c->words);
    mem_free(c->frames, c->frames_room, sizeof *c->frames);
    mem_free(c->slots, c->n_slots, sizeof *c->slots);
    *c = (struct cache){0};
}

static uint64_t word_at(const char *p)
{
    uint64_t word;

    memcpy(&word, p, sizeof word);
    return word;
}

/* The start has the address, which identifies most lines, and the end the module; only lines made
 * to look alike agree in all these bytes. */
static uint32_t tag_of(struct str s)
{
    static const uint64_t odd[] = {UINT64_C(0xff51afd7ed558ccd), UINT64_C(0x9e3779b97f4a7c15),
                                   UINT64_C(0xc4ceb9fe1a85ec53), UINT64_C(0xbf58476d1ce4e5b9),
                                   UINT64_C(0x94d049bb133111eb)};
    uint64_t h = s.n * odd[0];

    if (s.n < 8) {
        for (size_t i = 0; i < s.n; i++)
            h = (h ^ (unsigned char)s.p[i]) * odd[0];
        return (uint32_t)(h >> 32);
    }
    if (s.n < 32) {
        for (size_t i = 0; i + 8 < s.n; i += 8)
            h = (h ^ h >> 32 ^ word_at(s.p + i)) * odd[1];
        h = (h ^ h >> 32 ^ word_at(s.p + s.n - 8)) * odd[0];
        return (uint32_t)(h ^ h >> 29);
    }
    h ^= (word_at(s.p + 8) + odd[1]) * odd[0];
    h ^= (word_at(s.p + 16) + odd[2]) * odd[1];
    h ^= (word_at(s.p + 24) + odd[3]) * odd[2];
    h ^= (word_at(s.p + s.n - 24) + odd[4]) * odd[3];
    h ^= (word_at(s.p + s.n - 8) + odd[0]) * odd[4];
    h = (h ^ h >> 32) * odd[0];
    return (uint32_t)(h >> 32);
}

/* The tag alone decides where an entry belongs, so the table grows without reading the lines. */
static struct cache_slot *set_of(const struct cache *c, uint32_t tag)
{
    return &c->slots[(tag & (c->n_slots / WAYS - 1)) * WAYS];
}

line_id cache_find_looked(const struct cache *c, struct str text, uint32_t tag)
{
    const struct cache_slot *set = set_of(c, tag);

    for (size_t i = 0; i < WAYS; i++) {
        if (set[i].tag != tag || !set[i].line)
            continue;
        const struct cached_line *line = cache_line(c, set[i].line);
        if (line->n == text.n && memcmp(line->text, text.p, text.n) == 0)
            return set[i].line;
    }
    return 0;
}

line_id cache_find(const struct cache *c, struct str text)
{
    return cache_find_looked(c, text, tag_of(text));
}

static void fetch(const struct cache *c, uint32_t tag)
{
    const struct cache_slot *set = set_of(c, tag);
    size_t way = 0;

    while (way < WAYS && set[way].tag != tag)
        way++;
    if (way == WAYS)
        return;
    const char *line = (const char *)cache_line(c, set[way].line);
    for (size_t i = 0; i < FETCHED; i += PROCESSOR_LINE)
        PREFETCH(line + i);
}

void cache_look_ahead(struct cache *c, const char *at, const char *end)
{
    size_t n = 0;

    while (n < CACHE_AHEAD && at < end && *at != '\n') {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = stop ? (size_t)(stop - at) + 1 : (size_t)(end - at);
        c->ahead[n] = (struct cache_look){length, tag_of((struct str){at, length})};
        PREFETCH(set_of(c, c->ahead[n].tag));
        at += length;
        n++;
    }
    for (size_t i = 0; i < n; i++)
        fetch(c, c->ahead[i].tag);
    c->n_taken = 0;
    c->n_ahead = n;
}

static void enter(struct cache *c, uint32_t tag, line_id line)
{
    struct cache_slot *set = set_of(c, tag);

    for (size_t i = WAYS - 1; i > 0; i--)
        set[i] = set[i - 1];
    set[0] = (struct cache_slot){tag, line};
}

static line_id words_of(size_t n)
{
    return (line_id)(CACHE_HEAD + (n + sizeof(uint32_t) - 1) / sizeof(uint32_t));
}

/* Moves the oldest of each set first, so that the newest stay in front. */
static void double_slots(struct cache *c)
{
    struct cache_slot *old = c->slots;
    size_t n = c->n_slots;

    c->n_slots *= 2;
    c->slots = mem_alloc(c->n_slots, sizeof *c->slots);
    for (size_t way = WAYS; way > 0; way--)
        for (size_t i = way - 1; i < n; i += WAYS)
            if (old[i].line)
                enter(c, old[i].tag, old[i].line);
    mem_free(old, n, sizeof *old);
}

line_id cache_add(struct cache *c, struct str text, const frame_id *frames, size_t n)
{
    if (text.n > LINE_MOST)
        return 0;
    line_id words = words_of(text.n);
    if (((size_t)c->end + words) * sizeof *c->words > BYTES_MOST) {
        begin(c);
        memset(c->slots, 0, c->n_slots * sizeof *c->slots);
    }
    if (c->n++ * 2 > c->n_slots)
        double_slots(c);
    c->words = mem_grow(c->words, &c->room, (size_t)c->end + words, sizeof *c->words);
    struct cached_line *line = cache_line(c, c->end);
    *line = (struct cached_line){
        .n = (uint32_t)text.n, .n_frames = (uint32_t)n, .frame = (uint32_t)c->n_frames};
    memcpy(line->text, text.p, text.n);
    if (n == 1) {
        line->frame = frames[0];
    } else {
        c->frames = mem_grow(c->frames, &c->frames_room, c->n_frames + n + 1, sizeof *c->frames);
        for (size_t i = 0; i < n; i++)
            c->frames[c->n_frames++] = frames[i];
    }
    enter(c, tag_of(text), c->end);
    c->end += words;
    return c->end - words;
}
