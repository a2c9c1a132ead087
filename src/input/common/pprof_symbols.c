/* 0x000055cc02cb33f6 grow--insert<00000000000013ae>: the functions at an address, each inlined into
 * the one before it. pprof adds where a function begins if it has that from nm alone.
 * Reads the table of symbols. */
#include "input/common/pprof_symbols.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

struct symbol_row {
    uint64_t address;
    size_t at, n; /* of its names */
};

void symbols_free(struct symbols *s)
{
    mem_free(s->rows, s->room, sizeof *s->rows);
    buf_free(&s->names);
    *s = (struct symbols){.n = 0};
}

bool symbols_add(struct symbols *s, struct str line)
{
    uint64_t address;

    if (!str_starts(line, STR("0x")) || !parse_hex_head(&line, &address) ||
        !str_starts(line, STR(" ")))
        return false;
    line = str_trim(line);
    s->rows = mem_grow(s->rows, &s->room, s->n + 1, sizeof *s->rows);
    s->rows[s->n++] = (struct symbol_row){address, s->names.n, line.n};
    buf_add(&s->names, line);
    s->is_sorted = false;
    return true;
}

/* A total order: texts lie one behind the other. */
static int compare(const void *a, const void *b)
{
    const struct symbol_row *x = a;
    const struct symbol_row *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static const struct symbol_row *find(struct symbols *s, uint64_t address)
{
    size_t from = 0;
    size_t to = s->n;

    if (!s->is_sorted)
        qsort(s->rows, s->n, sizeof *s->rows, compare);
    s->is_sorted = true;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (s->rows[middle].address < address)
            from = middle + 1;
        else
            to = middle;
    }
    return from < s->n && s->rows[from].address == address ? &s->rows[from] : NULL;
}

/* Takes <00000000000013ae> off the end. */
static struct str without_start(struct str name)
{
    enum { LONG = 18, SHORT = 10 };

    for (int i = 0; i < 2; i++) {
        size_t n = i ? SHORT : LONG;
        struct str end = str_from_to(name, name.n > n ? name.n - n : 0, name.n);
        if (name.n > n && end.p[0] == '<' && end.p[n - 1] == '>' &&
            is_hex_number(str_from_to(end, 1, n - 1)))
            return str_from_to(name, 0, name.n - n);
    }
    return name;
}

bool symbols_push(struct symbols *s, struct traces *traces, uint64_t address, bool *found)
{
    const struct symbol_row *row = s->n ? find(s, address) : NULL;

    *found = row;
    if (!row)
        return true;
    struct str rest = str_from_to(buf_str(&s->names), row->at, row->at + row->n);
    bool is_last = false;
    while (!is_last) {
        size_t at = str_find_last(rest, STR("--"));
        is_last = at == 0 || at >= rest.n || rest.n - at == 2;
        struct str name = is_last ? rest : str_from_to(rest, at + 2, rest.n);
        const struct code_place place = {
            .name = without_start(name), .file = STR(""), .inlined = !is_last};
        if (!traces_push_place(traces, &place, address))
            return false;
        rest = str_from_to(rest, 0, is_last ? rest.n : at);
    }
    return true;
}
