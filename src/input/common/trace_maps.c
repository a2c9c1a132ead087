/* 7f8037044000-7f803719a000 r-xp 00026000 00:00 332835  /usr/lib/x86_64-linux-gnu/libc.so.6, or
 * 00400000-00fcb000: $source/server below a line source=/home/ann
 * Parses the memory map of a process. */
#include "input/common/trace_maps.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

enum { PATH_MOST = 4096 };

void map_text_init(struct map_text *m)
{
    *m = (struct map_text){.path.max = PATH_MOST};
    names_init(&m->paths);
}

void map_text_free(struct map_text *m)
{
    mem_free(m->rows, m->room, sizeof *m->rows);
    names_free(&m->paths);
    buf_free(&m->path);
    *m = (struct map_text){.n = 0};
}

static enum map_text_line take_attribute(struct map_text *m, struct str line)
{
    struct str key;

    if (memchr(line.p, '=', line.n) && m->n_attributes < MAP_TEXT_ATTRIBUTES &&
        take_field(&line, '=', &key) && str_trim(key).n)
        m->attributes[m->n_attributes++] =
            (struct map_text_attribute){.key = names_add(&m->paths, str_trim(key)),
                                        .value = names_add(&m->paths, str_trim(line))};
    return MAP_TEXT_OTHER;
}

/* Returns the attribute whose name follows the '$' at the start; NULL: none. */
static const struct map_text_attribute *find_attribute(const struct map_text *m, struct str text)
{
    for (size_t i = 0; i < m->n_attributes; i++)
        if (str_starts(str_from_to(text, 1, text.n), names_get(&m->paths, m->attributes[i].key)))
            return &m->attributes[i];
    return NULL;
}

/* Writes the path to m->path; false when it is too long. */
static bool expand(struct map_text *m, struct str path)
{
    buf_clear(&m->path);
    while (path.n) {
        size_t n = path.p[0] == '$' ? 1 : str_find(path, 0, STR("$"));
        const struct map_text_attribute *attribute =
            path.p[0] == '$' ? find_attribute(m, path) : NULL;
        if (attribute) {
            buf_add(&m->path, names_get(&m->paths, attribute->value));
            n += names_get(&m->paths, attribute->key).n;
        } else {
            buf_add(&m->path, str_from_to(path, 0, n));
        }
        path = str_from_to(path, n, path.n);
    }
    return !m->path.full;
}

static bool is_mode(struct str word)
{
    struct str letters = STR("-rwxps");

    for (size_t i = 0; i < word.n; i++)
        if (!memchr(letters.p, word.p[i], letters.n))
            return false;
    return word.n == 4;
}

/* r-xp 00026000 00:00 332835  /usr/lib/x86_64-linux-gnu/libc.so.6 */
static enum map_text_line read_rest(struct str rest, struct map_text_row *row, struct str *path)
{
    struct str mode;
    struct str word;

    if (!take_word(&rest, &mode) || !is_mode(mode) || !take_word(&rest, &word) ||
        !parse_hex_u64(word, &row->offset) || !take_word(&rest, &word) || !take_word(&rest, &word))
        return MAP_TEXT_DAMAGED;
    *path = str_trim(rest);
    return mode.p[2] == 'x' ? MAP_TEXT_TAKEN : MAP_TEXT_OTHER;
}

enum map_text_line map_text_take(struct map_text *m, struct str line)
{
    struct map_text_row row = {.order = (uint32_t)m->n};
    struct str rest = str_trim(line);
    struct str path;
    enum map_text_line kind = MAP_TEXT_TAKEN;

    if (!parse_hex_head(&rest, &row.start) || !str_starts(rest, STR("-")))
        return take_attribute(m, line);
    rest = str_from_to(rest, 1, rest.n);
    if (!parse_hex_head(&rest, &row.end) || row.start >= row.end || m->n >= UINT32_MAX)
        return MAP_TEXT_DAMAGED;
    if (str_starts(rest, STR(":")))
        path = str_trim(str_from_to(rest, 1, rest.n));
    else
        kind = read_rest(rest, &row, &path);
    if (kind != MAP_TEXT_TAKEN)
        return kind;
    if (!expand(m, path))
        return MAP_TEXT_DAMAGED;
    row.path = names_add(&m->paths, buf_str(&m->path));
    m->rows = mem_grow(m->rows, &m->room, m->n + 1, sizeof *m->rows);
    m->rows[m->n++] = row;
    m->is_sorted = false;
    return MAP_TEXT_TAKEN;
}

static int by_start(const void *a, const void *b)
{
    const struct map_text_row *x = a;
    const struct map_text_row *y = b;

    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

const struct map_text_row *map_text_find(struct map_text *m, uint64_t address)
{
    size_t from = 0;
    size_t to = m->n;

    if (!m->is_sorted && m->n)
        qsort(m->rows, m->n, sizeof *m->rows, by_start);
    m->is_sorted = true;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (m->rows[middle].start <= address)
            from = middle + 1;
        else
            to = middle;
    }
    return from && m->rows[from - 1].end > address ? &m->rows[from - 1] : NULL;
}
