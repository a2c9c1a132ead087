/* A string table: one block of text and an open-addressing hash table of ids. */
#include "model/names.h"

#include <assert.h>

#include "base/attr.h"
#include "base/mem.h"

enum { FIRST_TEXT = 1024, RECENT_LEAST = 1 << 8, RECENT_MOST = 1 << 16 };

static uint64_t word_at(const char *p)
{
    uint64_t word;

    memcpy(&word, p, sizeof word);
    return word;
}

static uint64_t half_word_at(const char *p)
{
    uint32_t word;

    memcpy(&word, p, sizeof word);
    return word;
}

/* A cache in front of the table: frames repeat, so most names are found by an unkeyed hash of 16 of
 * their bytes. Names made to collide here are still found in the keyed table, only a little later.
 */
static size_t recent_hash(struct str text)
{
    uint64_t middle;
    uint64_t last;

    if (text.n >= 8) {
        middle = word_at(text.p + (text.n - 8) / 2);
        last = word_at(text.p + text.n - 8);
    } else if (text.n >= 4) {
        middle = half_word_at(text.p);
        last = half_word_at(text.p + text.n - 4);
    } else {
        middle = (unsigned char)text.p[0];
        last = (uint64_t)(unsigned char)text.p[text.n / 2] << 8 | (unsigned char)text.p[text.n - 1];
    }
    uint64_t hash = (last ^ text.n) * 0x9e3779b97f4a7c15u + middle * 0xff51afd7ed558ccdu;
    return (size_t)((hash ^ hash >> 29) >> 20);
}

/* As memcmp tells, without a call: most texts are short. */
static bool are_same(const char *a, const char *b, size_t n)
{
    size_t i = 0;

    for (; i + 8 <= n; i += 8)
        if (word_at(a + i) != word_at(b + i))
            return false;
    if (n >= 8)
        return word_at(a + n - 8) == word_at(b + n - 8);
    if (n >= 4)
        return half_word_at(a) == half_word_at(b) &&
               half_word_at(a + n - 4) == half_word_at(b + n - 4);
    while (i < n && a[i] == b[i])
        i++;
    return i == n;
}

void names_init(struct names *names)
{
    *names = (struct names){.key = hash_key_draw(), .n = 1, .n_recent = RECENT_LEAST};
    names->recent = mem_alloc(names->n_recent, sizeof *names->recent);
    names->end = mem_grow(NULL, &names->end_room, 1, sizeof *names->end);
    names->text = mem_grow(NULL, &names->text_room, FIRST_TEXT, 1);
}

void names_free(struct names *names)
{
    mem_free(names->text, names->text_room, 1);
    mem_free(names->end, names->end_room, sizeof *names->end);
    slots_free(&names->slots);
    mem_free(names->recent, names->n_recent, sizeof *names->recent);
    *names = (struct names){0};
}

void names_copy(struct names *to, const struct names *from)
{
    *to = *from;
    to->text = mem_copy(from->text, from->text_room, from->end[from->n - 1], 1);
    to->end = mem_copy(from->end, from->end_room, from->n, sizeof *from->end);
    slots_copy(&to->slots, &from->slots);
    to->recent = mem_copy(from->recent, from->n_recent, from->n_recent, sizeof *from->recent);
}

static name_id append(struct names *names, struct str text)
{
    size_t from = names->end[names->n - 1];

    uintptr_t inside = (uintptr_t)text.p - (uintptr_t)names->text;

    assert(names->n < UINT32_MAX);
    names->text = mem_grow(names->text, &names->text_room, from + text.n, 1);
    if (inside < from)
        text.p = names->text + inside; /* it moved */
    memcpy(names->text + from, text.p, text.n);
    names->end = mem_grow(names->end, &names->end_room, (size_t)names->n + 1, sizeof *names->end);
    names->end[names->n] = from + text.n;
    return names->n++;
}

static name_id find_or_append(struct names *names, struct str text)
{
    uint32_t tag = (uint32_t)hash_bytes(&names->key, text);
    struct slots_match m = slots_find(&names->slots, tag);

    for (; m.id; slots_find_next(&m))
        if (str_equal(names_get(names, m.id), text))
            return m.id;
    name_id id = append(names, text);
    slots_put(&names->slots, &m, id);
    return id;
}

/* Few names share a place. Keeps nothing: recent names come again soon. */
static void enlarge_recent(struct names *names)
{
    mem_free(names->recent, names->n_recent, sizeof *names->recent);
    names->n_recent *= 4;
    names->recent = mem_alloc(names->n_recent, sizeof *names->recent);
}

static NOT_INLINE name_id add_not_recent(struct names *names, struct str text, size_t hash)
{
    if (names->n > names->n_recent / 4 && names->n_recent < RECENT_MOST)
        enlarge_recent(names);
    name_id *recent = &names->recent[hash & (names->n_recent - 1)];
    *recent = find_or_append(names, text);
    return *recent;
}

name_id names_add(struct names *names, struct str text)
{
    if (text.n == 0)
        return 0;
    const size_t hash = recent_hash(text);
    const name_id id = names->recent[hash & (names->n_recent - 1)];
    const struct str known = names_get(names, id);
    if (known.n == text.n && are_same(known.p, text.p, text.n))
        return id;
    return add_not_recent(names, text, hash);
}
