/* 7f222dfed00b b py::_ModuleLockManager.__init__:<frozen importlib._bootstrap>
 * Parses perf maps. */
#include "symbol/perf_map.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

static void strip_blanks(struct str *rest)
{
    size_t from = 0;

    while (from < rest->n && is_blank(rest->p[from]))
        from++;
    *rest = str_from_to(*rest, from, rest->n);
}

/* Takes a number and the blanks around it. */
static bool parse_number(struct str *rest, uint64_t *value)
{
    strip_blanks(rest);
    if (!parse_hex_head(rest, value) || rest->n == 0 || !is_blank(rest->p[0]))
        return false;
    strip_blanks(rest);
    return true;
}

uint64_t perf_map_read(struct symbol_table *t, struct str lines)
{
    struct str line;
    uint64_t bad = 0;

    while (lines.n && take_field(&lines, '\n', &line)) {
        uint64_t address;
        uint64_t size;
        if (line.n && line.p[line.n - 1] == '\r')
            line.n--;
        if (line.n == 0)
            continue;
        if (parse_number(&line, &address) && parse_number(&line, &size) && line.n)
            table_add(t, address, size, line, 0);
        else
            bad++;
    }
    return bad;
}

/* An entry while overlaps are resolved. */
struct entry {
    uint64_t from, to;
    uint32_t index; /* in the file */
};

/* The entries that cover the current address: a heap, the latest of the file on top. */
struct heap {
    struct entry *entries;
    size_t n;
};

static void heap_add(struct heap *h, struct entry e)
{
    size_t at = h->n++;

    while (at && h->entries[(at - 1) / 2].index < e.index) {
        h->entries[at] = h->entries[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    h->entries[at] = e;
}

static void heap_drop(struct heap *h)
{
    struct entry e = h->entries[--h->n];
    size_t at = 0;

    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < h->n && h->entries[child + 1].index > h->entries[child].index)
            child++;
        if (child >= h->n || h->entries[child].index < e.index)
            break;
        h->entries[at] = h->entries[child];
        at = child;
    }
    h->entries[at] = e;
}

/* The resulting chunks without overlaps; several may share a name. */
struct chunks {
    struct symbol *symbols;
    size_t room;
    size_t n;
    const struct symbol *entries; /* in the order of the file */
};

static void chunks_add(struct chunks *p, uint32_t index, uint64_t from, uint64_t to)
{
    const struct symbol *entry = &p->entries[index];
    struct symbol *last = p->n ? &p->symbols[p->n - 1] : NULL;

    if (last && last->name == entry->name && last->address + last->size == from) {
        last->size = to - last->address;
        return;
    }
    if (p->n == UINT32_MAX - 1)
        return;
    p->symbols = mem_grow(p->symbols, &p->room, p->n + 1, sizeof *p->symbols);
    p->symbols[p->n++] = (struct symbol){
        .address = from, .size = to - from, .name = entry->name, .name_size = entry->name_size};
}

/* Each round adds or removes one entry, and makes at most one chunk. */
static void lay(struct chunks *p, const struct entry *sorted, size_t n, struct heap *h)
{
    uint64_t at = 0;
    size_t i = 0;

    while (i < n || h->n) {
        if (h->n == 0)
            at = sorted[i].from;
        while (i < n && sorted[i].from == at)
            heap_add(h, sorted[i++]);
        while (h->n && h->entries[0].to <= at)
            heap_drop(h);
        if (h->n == 0)
            continue;
        uint64_t to = h->entries[0].to;
        if (i < n && sorted[i].from < to)
            to = sorted[i].from;
        chunks_add(p, h->entries[0].index, at, to);
        at = to;
    }
}

static int by_address(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;

    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

void perf_map_finish(struct symbol_table *t)
{
    size_t n = t->n;
    struct entry *sorted = mem_alloc(n, sizeof *sorted);
    struct heap heap = {.entries = mem_alloc(n, sizeof *sorted)};
    struct chunks pieces = {.entries = t->symbols};

    for (uint32_t i = 0; i < n; i++) {
        const struct symbol *s = &t->symbols[i];
        uint64_t size = s->size ? s->size : 1;
        bool fits = size <= UINT64_MAX - s->address;
        sorted[i] = (struct entry){s->address, fits ? s->address + size : UINT64_MAX, i};
    }
    qsort(sorted, n, sizeof *sorted, by_address);
    lay(&pieces, sorted, n, &heap);
    mem_free(sorted, n, sizeof *sorted);
    mem_free(heap.entries, n, sizeof *sorted);
    mem_free(t->symbols, t->room, sizeof *t->symbols);
    t->symbols = pieces.symbols;
    t->room = pieces.room;
    t->n = (uint32_t)pieces.n;
    table_sort(t);
}

bool perf_map_image(struct str name, struct str *guid)
{
    size_t from = str_find(name, 0, STR(".ni.{"));
    size_t to = str_find(name, from, STR("}"));

    if (to == name.n)
        return false;
    *guid = str_from_to(name, from + strlen(".ni."), to + 1);
    struct str rest = str_from_to(name, to + 1, name.n);
    return rest.n == 0 || str_equal(rest, STR(".map"));
}

bool perf_info_next(struct str *rest, struct perf_info *line)
{
    struct str text;

    while (rest->n && take_field(rest, '\n', &text)) {
        struct str kind;
        struct str base;
        text = str_trim(text);
        *line = (struct perf_info){.guid = STR("")};
        take_field(&text, ';', &kind);
        line->native = str_equal(kind, STR("NILoad"));
        if (!line->native && !str_equal(kind, STR("ImageLoad")))
            continue;
        if (!take_field(&text, ';', &line->path) || line->path.n == 0)
            continue;
        if (take_field(&text, ';', &line->guid) && take_field(&text, ';', &base) &&
            !parse_hex_head(&base, &line->base))
            line->base = 0;
        return true;
    }
    return false;
}
