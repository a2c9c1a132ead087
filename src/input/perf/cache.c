/* A bounded cache of lines: a set of four for each hash, so that no input makes it slow. */
#include "input/perf/cache.h"

#include "base/mem.h"

enum { WAYS = 4, SLOTS_LEAST = 1 << 12, TEXT_MOST = 48 << 20, LINE_MOST = 64 << 10 };

static void begin(struct cache *c)
{
    c->n = CACHE_FIRST;
    c->n_text = 0;
    c->n_frames = 0;
    for (line_id i = 0; i < CACHE_FIRST; i++)
        c->lines[i] = (struct cached_line){0};
}

void cache_init(struct cache *c)
{
    *c = (struct cache){.n_slots = SLOTS_LEAST};
    c->slots = mem_alloc(c->n_slots, sizeof *c->slots);
    c->lines = mem_grow(NULL, &c->lines_room, 256, sizeof *c->lines);
    begin(c);
}

void cache_free(struct cache *c)
{
    mem_free(c->text, c->text_room, 1);
    mem_free(c->lines, c->lines_room, sizeof *c->lines);
    mem_free(c->frames, c->frames_room, sizeof *c->frames);
    mem_free(c->slots, c->n_slots, sizeof *c->slots);
    *c = (struct cache){0};
}

static uint32_t hash_of(struct str s)
{
    static const uint64_t odd = UINT64_C(0xff51afd7ed558ccd);
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ s.n;
    uint64_t w = 0;
    size_t i = 0;

    for (; i + 8 <= s.n; i += 8) {
        memcpy(&w, s.p + i, 8);
        h = (h ^ w) * odd;
        h ^= h >> 32;
    }
    w = 0;
    memcpy(&w, s.p + i, s.n - i);
    h = (h ^ w) * odd;
    return (uint32_t)(h ^ h >> 32);
}

line_id cache_find(const struct cache *c, struct str text)
{
    uint32_t hash = hash_of(text);
    const line_id *set = &c->slots[(hash & (c->n_slots / WAYS - 1)) * WAYS];

    for (size_t i = 0; i < WAYS; i++) {
        const struct cached_line *line = &c->lines[set[i]];
        if (line->hash == hash && line->n == text.n &&
            memcmp(c->text + line->text, text.p, text.n) == 0)
            return set[i];
    }
    return 0;
}

static void enter(struct cache *c, line_id id)
{
    line_id *set = &c->slots[(c->lines[id].hash & (c->n_slots / WAYS - 1)) * WAYS];

    for (size_t i = WAYS - 1; i > 0; i--)
        set[i] = set[i - 1];
    set[0] = id;
}

static void double_slots(struct cache *c)
{
    mem_free(c->slots, c->n_slots, sizeof *c->slots);
    c->n_slots *= 2;
    c->slots = mem_alloc(c->n_slots, sizeof *c->slots);
    for (line_id i = CACHE_FIRST; i < c->n; i++)
        enter(c, i);
}

line_id cache_add(struct cache *c, struct str text, const frame_id *frames, size_t n)
{
    if (text.n > LINE_MOST)
        return 0;
    if (c->n_text + text.n > TEXT_MOST) {
        begin(c);
        memset(c->slots, 0, c->n_slots * sizeof *c->slots);
    }
    if ((size_t)c->n * 2 > c->n_slots)
        double_slots(c);
    c->text = mem_grow(c->text, &c->text_room, c->n_text + text.n, 1);
    memcpy(c->text + c->n_text, text.p, text.n);
    c->frames = mem_grow(c->frames, &c->frames_room, c->n_frames + n + 1, sizeof *c->frames);
    for (size_t i = 0; i < n; i++)
        c->frames[c->n_frames + i] = frames[i];
    c->lines = mem_grow(c->lines, &c->lines_room, (size_t)c->n + 1, sizeof *c->lines);
    c->lines[c->n] = (struct cached_line){.text = (uint32_t)c->n_text,
                                          .n = (uint32_t)text.n,
                                          .frame = (uint32_t)c->n_frames,
                                          .n_frames = (uint32_t)n,
                                          .hash = hash_of(text)};
    c->n_text += text.n;
    c->n_frames += n;
    enter(c, c->n);
    return c->n++;
}
