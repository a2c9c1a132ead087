/* Reads and writes palette.map:
 *   std::vector<int>::operator->_[i]->rgb(231,113,27) */
#include "render/theme/palette_map.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "render/common/text_file.h"

enum { FILE_MAX = 1 << 28 };

struct palette_row {
    struct str name;
    struct colour colour;
    size_t line; /* orders equal names */
};

static int by_name(const void *a, const void *b)
{
    const struct palette_row *x = a;
    const struct palette_row *y = b;
    int order = str_compare(x->name, y->name);

    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static void sort(struct palette_row *rows, size_t n)
{
    if (n)
        qsort(rows, n, sizeof *rows, by_name);
}

/* Keeps the last of equal names; these are in the order of their lines. */
static size_t without_repeats(struct palette_row *rows, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        if (i + 1 < n && str_equal(rows[i].name, rows[i + 1].name))
            continue;
        rows[kept++] = rows[i];
    }
    return kept;
}

/* Returns where the last "->" begins, or line.n. */
static size_t find_arrow(struct str line)
{
    for (size_t i = line.n; i >= 2; i--)
        if (line.p[i - 2] == '-' && line.p[i - 1] == '>')
            return i - 2;
    return line.n;
}

/* Keeps unknown lines, so that a wrong file loses nothing. */
static void keep(struct palette_map *map, struct str line)
{
    buf_add(&map->kept, line);
    buf_add_byte(&map->kept, '\n');
}

static void read_row(struct palette_map *map, const struct text_lines *lines, const char *file,
                     struct notes *notes)
{
    struct str line = lines->line;
    struct palette_row row = {.line = (size_t)lines->number};

    while (line.n && line.p[line.n - 1] == '\r')
        line.n--;
    if (line.n == 0)
        return;
    size_t arrow = find_arrow(line);
    if (arrow == line.n) {
        keep(map, line);
        notes_add(notes, file, lines->number, "palette map: no -> in the line", line);
        return;
    }
    row.name = str_from_to(line, 0, arrow);
    if (!colour_parse(str_trim(str_from_to(line, arrow + 2, line.n)), &row.colour)) {
        keep(map, line);
        notes_add(notes, file, lines->number, "palette map: no rgb(R,G,B) after ->", line);
        return;
    }
    map->rows = mem_grow(map->rows, &map->row_room, map->n_rows + 1, sizeof row);
    map->rows[map->n_rows++] = row;
}

static void read_rows(struct palette_map *map, const char *file, struct notes *notes)
{
    struct text_lines lines = {.rest = buf_str(&map->text)};

    while (text_lines_next(&lines))
        read_row(map, &lines, file, notes);
    sort(map->rows, map->n_rows);
    map->n_rows = without_repeats(map->rows, map->n_rows);
}

void palette_map_parse(struct palette_map *map, const char *file, struct str bytes,
                       struct notes *notes)
{
    *map = (struct palette_map){0};
    buf_add(&map->text, bytes);
    read_rows(map, file, notes);
}

bool palette_map_read(struct palette_map *map, const char *path, struct notes *notes,
                      struct fault *f)
{
    *map = (struct palette_map){0};
    if (!text_file_exists(path))
        return true;
    if (!text_file_read_own(&map->text, path, FILE_MAX, f))
        return false;
    read_rows(map, path, notes);
    return true;
}

void palette_map_free(struct palette_map *map)
{
    buf_free(&map->text);
    buf_free(&map->kept);
    mem_free(map->rows, map->row_room, sizeof *map->rows);
    mem_free(map->colours, map->colour_room, sizeof *map->colours);
    if (map->added.n)
        names_free(&map->added);
    *map = (struct palette_map){0};
}

bool palette_map_find(const struct palette_map *map, struct str raw_name, struct colour *c)
{
    size_t from = 0;
    size_t to = map->n_rows;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = str_compare(raw_name, map->rows[middle].name);
        if (order == 0) {
            *c = map->rows[middle].colour;
            return true;
        }
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return false;
}

void palette_map_add(struct palette_map *map, struct str raw_name, struct colour c)
{
    struct colour known;

    if (colour_of_separator(raw_name, &known) || palette_map_find(map, raw_name, &known) ||
        (raw_name.n && memchr(raw_name.p, '\n', raw_name.n)))
        return;
    if (map->added.n == 0)
        names_init(&map->added);
    uint32_t before = map->added.n;
    name_id id = names_add(&map->added, raw_name);
    if (id < before && (id || map->root_added))
        return;
    map->root_added |= id == 0;
    map->colours = mem_grow(map->colours, &map->colour_room, (size_t)id + 1, sizeof c);
    map->colours[id] = c;
}

static void print_row(struct sink *s, const struct palette_row *row)
{
    sink_str(s, row->name);
    sink_text(s, "->rgb(");
    sink_u64(s, row->colour.r);
    sink_byte(s, ',');
    sink_u64(s, row->colour.g);
    sink_byte(s, ',');
    sink_u64(s, row->colour.b);
    sink_text(s, ")\n");
}

void palette_map_print(const struct palette_map *map, struct sink *s)
{
    size_t room = map->n_rows + map->added.n;
    struct palette_row *all = mem_alloc(room, sizeof *all);
    size_t n = map->n_rows;

    if (n)
        memcpy(all, map->rows, n * sizeof *all);
    for (name_id id = map->root_added ? 0 : 1; id < map->added.n; id++)
        all[n++] = (struct palette_row){names_get(&map->added, id), map->colours[id], 0};
    sort(all, n);
    sink_str(s, buf_str(&map->kept));
    for (size_t i = 0; i < n; i++)
        print_row(s, &all[i]);
    mem_free(all, room, sizeof *all);
}

bool palette_map_write(const struct palette_map *map, const char *path, struct fault *f)
{
    struct sink s;

    if (map->added.n < 2 && !map->root_added)
        return true;
    if (!sink_open_file(&s, path, f))
        return false;
    palette_map_print(map, &s);
    return sink_close(&s, f);
}
