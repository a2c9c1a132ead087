/* Remembers which short name stands for which function, both as hashes. */
#include "render/common/short_names.h"

#include "base/mem.h"

struct short_name {
    uint64_t text;
    uint64_t name;
};

void short_names_start(struct short_names *names)
{
    *names = (struct short_names){.key = hash_key_draw()};
}

void short_names_free(struct short_names *names)
{
    mem_free(names->rows, names->room, sizeof *names->rows);
    slots_free(&names->slots);
    buf_free(&names->other);
}

/* Whether the text may stand for the name; from now on it does. */
static bool take(struct short_names *names, struct str text, uint64_t name)
{
    uint64_t hash = hash_bytes(&names->key, text);
    uint32_t tag = (uint32_t)hash;

    for (struct slots_match m = slots_find(&names->slots, tag); m.id; slots_find_next(&m))
        if (names->rows[m.id - 1].text == hash)
            return names->rows[m.id - 1].name == name;
    names->rows = mem_grow(names->rows, &names->room, (size_t)names->n + 1, sizeof *names->rows);
    names->rows[names->n++] = (struct short_name){.text = hash, .name = name};
    slots_add(&names->slots, tag, names->n);
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
