/* Remembers which short name stands for which function, both as hashes. */
#include "render/common/short_names.h"

#include "base/mem.h"

enum { FIRST_ROOM = 64 };

struct short_name {
    uint64_t text; /* 0: free */
    uint64_t name;
};

void short_names_start(struct short_names *names)
{
    *names = (struct short_names){.key = hash_key_draw()};
}

void short_names_free(struct short_names *names)
{
    mem_free(names->table, names->room, sizeof *names->table);
    buf_free(&names->other);
}

/* The place of a text in the table, or the free one for it. */
static struct short_name *find(const struct short_names *names, uint64_t text)
{
    size_t at = text & (names->room - 1);

    while (names->table[at].text && names->table[at].text != text)
        at = (at + 1) & (names->room - 1);
    return &names->table[at];
}

static void grow(struct short_names *names)
{
    struct short_names old = *names;

    names->room = old.room ? 2 * old.room : FIRST_ROOM;
    names->table = mem_alloc(names->room, sizeof *names->table);
    for (size_t i = 0; i < old.room; i++)
        if (old.table[i].text)
            *find(names, old.table[i].text) = old.table[i];
    mem_free(old.table, old.room, sizeof *old.table);
}

/* Whether the text may stand for the name; from now on it does. */
static bool take(struct short_names *names, struct str text, uint64_t name)
{
    if (4 * (names->n + 1) > 3 * names->room)
        grow(names);
    uint64_t hash = hash_bytes(&names->key, text) | 1;
    struct short_name *place = find(names, hash);
    if (place->text)
        return place->name == name;
    *place = (struct short_name){.text = hash, .name = name};
    names->n++;
    return true;
}

void short_names_fit(struct short_names *names, struct str clean, size_t cells, enum text_cut cut,
                     struct buf *to)
{
    size_t from = to->n;

    text_fit(clean, cells, cut, to);
    struct str text = str_from_to(buf_str(to), from, to->n);
    if (cut == TEXT_CUT_RIGHT || !text.n || str_equal(text, clean))
        return;
    uint64_t name = hash_bytes(&names->key, clean);
    if (take(names, text, name))
        return;
    for (unsigned i = 0; i < TEXT_FIT_OTHERS; i++) {
        buf_clear(&names->other);
        if (text_fit_other(clean, cells, i, &names->other) &&
            take(names, buf_str(&names->other), name)) {
            to->n = from;
            buf_add(to, buf_str(&names->other));
            return;
        }
    }
}
