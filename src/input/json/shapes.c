/* , {"name": "..", "ph": "..", "ts": .., "pid": ..} as a path through a tree:
 * , {   "name": "   ", "ph": "   ", "ts":    , "pid":    }
 *                            |->  , "args": {   "name": "   "}   }  */
#include "input/json/shapes.h"

#include "base/mem.h"
#include "base/parse.h"

/* Limits of what is kept. Alternative steps are tried one after another. */
enum { STEPS_MOST = 4096, TEXT_MOST = 128 << 10, OTHERS_MOST = 16 };

void shapes_free(struct shapes *s)
{
    mem_free(s->steps, s->room, sizeof *s->steps);
    mem_free(s->items, s->items_room, sizeof *s->items);
    buf_free(&s->text);
    *s = (struct shapes){0};
}

static uint64_t word_at(const char *p)
{
    uint64_t word;

    memcpy(&word, p, sizeof word);
    return word;
}

static inline bool is_same(const struct shapes *s, const struct shape_step *step, struct str text)
{
    if (text.n < step->text_n)
        return false;
    if (text.n < sizeof step->head)
        return memcmp(s->text.p + step->text, text.p, step->text_n) == 0;
    return ((word_at(text.p) ^ step->head) & step->mask) == 0 &&
           (step->text_n <= sizeof step->head ||
            memcmp(s->text.p + step->text + sizeof step->head, text.p + sizeof step->head,
                   step->text_n - sizeof step->head) == 0);
}

static bool is_plain(char c)
{
    return (unsigned char)c >= ' ' && c != '"' && c != '\\';
}

/* Whether none of eight bytes is below ' ', a quote or a backslash. */
static inline bool are_plain(const char *p)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t bytes = word_at(p);
    uint64_t quotes = bytes ^ ones * '"';
    uint64_t slashes = bytes ^ ones * '\\';
    uint64_t found = ((bytes - ones * ' ') & ~bytes) | ((quotes - ones) & ~quotes) |
                     ((slashes - ones) & ~slashes);

    return (found & ones << 7) == 0;
}

static inline size_t behind_plain(struct str text, size_t at)
{
    while (at + sizeof(uint64_t) <= text.n && are_plain(text.p + at))
        at += sizeof(uint64_t);
    while (at < text.n && is_plain(text.p[at]))
        at++;
    return at;
}

/* Returns the end of the string whose text begins at `at`; 0 when it has escapes or is invalid. */
static inline size_t end_of_string(struct str text, size_t at)
{
    at = behind_plain(text, at);
    return at < text.n && text.p[at] == '"' ? at : 0;
}

static inline size_t behind_digits(struct str text, size_t at)
{
    while (at < text.n && is_digit(text.p[at]))
        at++;
    return at;
}

/* Returns the end of the number that begins at `at`; 0 when it is invalid or the text ends. */
static inline size_t end_of_number(struct str text, size_t at)
{
    size_t from = at + (at < text.n && text.p[at] == '-');
    size_t to = behind_digits(text, from);

    if (to == from || (text.p[from] == '0' && to > from + 1))
        return 0;
    if (to < text.n && text.p[to] == '.') {
        from = to + 1;
        to = behind_digits(text, from);
        if (to == from)
            return 0;
    }
    if (to < text.n && (text.p[to] | 0x20) == 'e') {
        from = to + 1;
        from += from < text.n && (text.p[from] == '-' || text.p[from] == '+');
        to = behind_digits(text, from);
        if (to == from)
            return 0;
    }
    return to < text.n ? to : 0;
}

/* Whether the step matches at item->from; sets that to the end of its value. */
static inline bool fits(const struct shapes *s, const struct shape_step *step, struct str text,
                        struct shape_item *item)
{
    if (!is_same(s, step, str_from_to(text, item->to, text.n)))
        return false;
    size_t from = item->to + step->text_n;
    size_t to = from;
    if (step->kind == JSON_STRING)
        to = end_of_string(text, from);
    else if (step->kind == JSON_NUMBER)
        to = end_of_number(text, from);
    if (to == 0)
        return false;
    item->from = from;
    item->to = to;
    return true;
}

/* After a string, its closing quote is still to come. */
static bool is_end(const struct shape_step *step)
{
    return step->depth == 0 && (step->kind == JSON_NUMBER || step->kind == JSON_OBJECT_END ||
                                step->kind == JSON_ARRAY_END);
}

size_t shapes_find(struct shapes *s, struct str text, size_t at)
{
    struct shape_item item = {.to = at};

    s->n_items = 0;
    if (s->n == 0)
        return 0;
    for (uint32_t next = s->steps[0].next; next;) {
        const struct shape_step *step = &s->steps[next];
        if (!fits(s, step, text, &item)) {
            next = step->other;
            continue;
        }
        item.step = next;
        s->items = mem_grow(s->items, &s->items_room, s->n_items + 1, sizeof *s->items);
        s->items[s->n_items++] = item;
        if (is_end(step))
            return item.to;
        next = step->next;
    }
    return 0;
}

void shapes_begin(struct shapes *s)
{
    if (s->n == 0) {
        s->steps = mem_grow(s->steps, &s->room, 1, sizeof *s->steps);
        s->n = 1;
    }
    s->at = 0;
    s->learning = true;
}

static bool is_step(const struct shapes *s, const struct shape_step *step,
                    const struct json_item *item, struct str before)
{
    return step->kind == item->kind && step->text_n == before.n &&
           memcmp(s->text.p + step->text, before.p, before.n) == 0;
}

static uint32_t add_text(struct shapes *s, struct str text)
{
    size_t at = s->text.n;

    if (text.n) /* an item without a key has no address for it */
        buf_add(&s->text, text);
    return (uint32_t)at;
}

/* Adds a step after s->at, or as an alternative to the last one seen there. */
static void add_step(struct shapes *s, const struct json_item *item, struct str before,
                     size_t depth, uint32_t last)
{
    uint32_t id = s->n++;

    s->steps = mem_grow(s->steps, &s->room, s->n, sizeof *s->steps);
    if (last)
        s->steps[last].other = id;
    else
        s->steps[s->at].next = id;
    size_t n = before.n < sizeof(uint64_t) ? before.n : sizeof(uint64_t);
    struct shape_step *step = &s->steps[id];
    *step = (struct shape_step){
        .text = add_text(s, before),
        .text_n = (uint32_t)before.n,
        .key = add_text(s, item->key),
        .key_n = (uint32_t)item->key.n,
        .depth = (uint32_t)depth,
        .kind = item->kind,
    };
    memcpy(&step->head, before.p, n);
    memset(&step->mask, 0xff, n);
    s->at = id;
}

void shapes_learn(struct shapes *s, const struct json_item *item, struct str before, size_t depth)
{
    size_t n_others = 0;
    uint32_t last = 0;

    if (!s->learning)
        return;
    for (uint32_t id = s->steps[s->at].next; id; id = s->steps[id].other) {
        if (is_step(s, &s->steps[id], item, before)) {
            s->at = id;
            return;
        }
        last = id;
        n_others++;
    }
    s->learning = n_others < OTHERS_MOST && s->n < STEPS_MOST &&
                  before.n + item->key.n <= TEXT_MOST - s->text.n;
    if (s->learning)
        add_step(s, item, before, depth, last);
}

size_t shapes_space(struct str text, size_t at)
{
    while (at < text.n && is_space(text.p[at]))
        at++;
    return at;
}

/* Returns the character for a letter after a backslash; 0: not known. */
static char unescape(char c)
{
    static const char escapes[][2] = {{'n', '\n'}, {'"', '"'},  {'\\', '\\'}, {'/', '/'},
                                      {'t', '\t'}, {'r', '\r'}, {'b', '\b'},  {'f', '\f'}};

    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++)
        if (escapes[i][0] == c)
            return escapes[i][1];
    return '\0';
}

size_t shapes_key(struct str text, struct buf *key)
{
    size_t at = shapes_space(text, 0);

    buf_clear(key);
    if (at == text.n || text.p[at] != '"')
        return 0;
    for (at++;; at += 2) {
        size_t from = at;
        at = behind_plain(text, from);
        buf_add(key, str_from_to(text, from, at));
        if (text.n - at < 2 || text.p[at] != '\\')
            break;
        char c = unescape(text.p[at + 1]);
        if (!c)
            return 0;
        buf_add_byte(key, c);
    }
    return at < text.n && text.p[at] == '"' ? at : 0;
}
