/* 9f0c0 140 read
 * Reads and writes the symbols that a recording brings along. */
#include "symbol/embedded_symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

enum { MODULES_MOST = 1 << 16 };

static int by_file(const void *a, const void *b)
{
    const struct embedded_module *x = a;
    const struct embedded_module *y = b;
    int order = str_compare(x->path, y->path);

    if (order == 0)
        order = memcmp(x->build_id.bytes, y->build_id.bytes, BUILD_ID_MOST);
    return order ? order : (x->lines.p > y->lines.p) - (x->lines.p < y->lines.p);
}

static bool digit_of(char c, unsigned *digit)
{
    *digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10);
    return *digit < 16;
}

/* Two digits a byte, or "-" for none. */
static bool parse_build_id(struct str text, struct build_id *id)
{
    char bytes[BUILD_ID_MOST];
    size_t n = 0;

    *id = (struct build_id){.n = 0};
    if (str_equal(text, STR("-")))
        return true;
    if (text.n % 2 || text.n / 2 > BUILD_ID_MOST)
        return false;
    for (; n < text.n / 2; n++) {
        unsigned high, low;
        if (!digit_of(text.p[2 * n], &high) || !digit_of(text.p[2 * n + 1], &low))
            return false;
        bytes[n] = (char)(high << 4 | low);
    }
    *id = build_id_of((struct str){bytes, n});
    return id->n > 0;
}

/* Takes what is before the first space. */
static bool take_part(struct str *line, struct str *part)
{
    const size_t at = str_find(*line, 0, STR(" "));

    if (at == 0 || at == line->n)
        return false;
    *part = str_from_to(*line, 0, at);
    *line = str_from_to(*line, at + 1, line->n);
    return true;
}

static bool parse_file(struct str line, struct embedded_module *module)
{
    struct str id;

    if (!take_part(&line, &id) || !parse_build_id(id, &module->build_id) || line.n == 0 ||
        line.n > EMBEDDED_NAME_MOST)
        return false;
    module->path = line;
    return true;
}

/* Keeps the first of those that are told of twice. */
static void drop_twins(struct embedded_symbols *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++) {
        const struct embedded_module *last = n ? &t->modules[n - 1] : NULL;
        if (!last || !str_equal(last->path, t->modules[i].path) ||
            !build_id_equal(&last->build_id, &t->modules[i].build_id))
            t->modules[n++] = t->modules[i];
    }
    t->n = n;
}

void embedded_symbols_read(struct embedded_symbols *t)
{
    static const struct str head = {"file ", 5};
    struct str rest = buf_str(&t->text);
    struct embedded_module *open = NULL; /* the one whose lines come */
    struct str line;

    while (rest.n && t->n < MODULES_MOST && take_field(&rest, '\n', &line)) {
        struct embedded_module module = {.lines = {line.p + line.n, 0}};
        if (str_starts(line, head)) {
            open = NULL;
            if (!parse_file(str_from_to(line, head.n, line.n), &module)) {
                t->bad_lines++;
                continue;
            }
            t->modules = mem_grow(t->modules, &t->room, t->n + 1, sizeof *t->modules);
            t->modules[t->n] = module;
            open = &t->modules[t->n++];
        } else if (open) {
            open->lines.n = (size_t)(line.p + line.n - open->lines.p);
        }
    }
    if (t->n)
        qsort(t->modules, t->n, sizeof *t->modules, by_file);
    drop_twins(t);
}

void embedded_symbols_free(struct embedded_symbols *t)
{
    buf_free(&t->text);
    mem_free(t->modules, t->room, sizeof *t->modules);
    *t = (struct embedded_symbols){0};
}

const struct embedded_module *embedded_symbols_find(const struct embedded_symbols *t,
                                                    struct str path,
                                                    const struct build_id *build_id)
{
    size_t from = 0;
    size_t to = t->n;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (str_compare(t->modules[middle].path, path) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    for (; from < t->n && str_equal(t->modules[from].path, path); from++)
        if (build_id_equal(&t->modules[from].build_id, build_id))
            return &t->modules[from];
    return NULL;
}

/* Takes a number and the space behind it. */
static bool take_number(struct str *line, uint64_t *number)
{
    struct str part;

    return take_part(line, &part) && parse_hex_u64(part, number);
}

static void read_code(struct str line, struct embedded_code *code)
{
    struct image_segment row = {.is_code = true};

    if (code->n < EMBEDDED_SEGMENTS_MOST && take_number(&line, &row.offset) &&
        take_number(&line, &row.size) && parse_hex_u64(line, &row.address) &&
        row.size <= UINT64_MAX - row.offset && row.size <= UINT64_MAX - row.address)
        code->rows[code->n++] = row;
}

static void read_function(struct str line, struct symbol_table *to)
{
    uint64_t address, size;

    if (take_number(&line, &address) && take_number(&line, &size) && line.n &&
        line.n <= EMBEDDED_NAME_MOST && size && size <= UINT64_MAX - address)
        table_add(to, address, size, line, 0);
}

void embedded_module_read(const struct embedded_module *module, struct symbol_table *to,
                          struct embedded_code *code)
{
    static const struct str head = {"code ", 5};
    struct str rest = module->lines;
    struct str line;

    code->n = 0;
    while (rest.n && take_field(&rest, '\n', &line)) {
        if (str_starts(line, head))
            read_code(str_from_to(line, head.n, line.n), code);
        else
            read_function(line, to);
    }
    table_sort(to);
}

const struct image_segment *embedded_code_at(const struct embedded_code *code, uint64_t offset)
{
    for (size_t i = 0; i < code->n; i++)
        if (offset >= code->rows[i].offset && offset - code->rows[i].offset < code->rows[i].size)
            return &code->rows[i];
    return NULL;
}

/* ---- writing ----------------------------------------------------------------------------- */

static bool is_name_valid(struct str name)
{
    return name.n && name.n <= EMBEDDED_NAME_MOST && !memchr(name.p, '\n', name.n) &&
           !memchr(name.p, '\0', name.n);
}

static void add_number(struct buf *to, uint64_t number, char behind)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIx64 "%c", number, behind);
    buf_add(to, str_of(text));
}

bool embedded_symbols_add_file(struct buf *to, struct str path, const struct build_id *build_id)
{
    if (!is_name_valid(path))
        return false;
    buf_add(to, STR("file "));
    if (build_id->n)
        build_id_add(to, build_id);
    else
        buf_add_byte(to, '-');
    buf_add_byte(to, ' ');
    buf_add(to, path);
    buf_add_byte(to, '\n');
    return true;
}

void embedded_symbols_add_code(struct buf *to, const struct image_segment *segment)
{
    buf_add(to, STR("code "));
    add_number(to, segment->offset, ' ');
    add_number(to, segment->size, ' ');
    add_number(to, segment->address, '\n');
}

bool embedded_symbols_add_function(struct buf *to, uint64_t address, uint64_t size, struct str name)
{
    if (!is_name_valid(name))
        return false;
    add_number(to, address, ' ');
    add_number(to, size, ' ');
    buf_add(to, name);
    buf_add_byte(to, '\n');
    return true;
}
