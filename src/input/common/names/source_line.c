/* "insert" of "/src/demo.c", 24: insert:demo.c:24.
 * Adds file and line to names. */
#include "input/common/names/source_line.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/parse.h"

/* Names longer than this get no line: each line would make a long name of its own. */
enum { LINED_MOST = 4096 };

static bool fits(struct str name, struct str base)
{
    return name.n + base.n <= LINED_MOST;
}

bool source_line_fits(const struct builder *b, const struct frame *row, struct str file)
{
    struct str base = path_base_name(file);
    bool is = fits(names_get(&b->p->names, row->name), base);

    b->r->tally.unshown += b->r->ask->naming.shown && is != fits(builder_shown(b, row), base);
    return is;
}

bool source_line_name(struct builder *b, struct buf *room, struct str file, struct frame *row)
{
    struct str base = path_base_name(file);
    size_t n = names_get(&b->p->names, row->name).n;
    char line[16];

    if (!source_line_fits(b, row, file))
        return true;
    buf_clear(room);
    buf_add(room, names_get(&b->p->names, row->name));
    buf_add(room, base.n ? STR(":") : STR(""));
    buf_add(room, base);
    snprintf(line, sizeof line, ":%" PRIu32, row->line);
    buf_add(room, str_of(line));
    return builder_show_with(b, str_from_to(buf_str(room), n, room->n), row) &&
           builder_name(b, buf_str(room), &row->name);
}

bool source_line(struct text *t, struct buf *room, struct str file, uint64_t line,
                 struct frame *row)
{
    const struct naming *naming = &t->tidier.naming;

    if (!file.n || !line || line > UINT32_MAX || (!naming->modules && !naming->sources)) {
        row->seen.file = builder_place(&t->builder, file);
        return true;
    }
    row->line = (uint32_t)line;
    if (naming->shown)
        row->seen.file = builder_place(&t->builder, file);
    return builder_name(&t->builder, file, &row->file) &&
           (!naming->sources || source_line_name(&t->builder, room, file, row));
}

bool source_line_printed(struct text *t, struct str whole, struct str function,
                         const struct source_place *place, struct frame *row)
{
    struct buf unused = {0};

    if (!t->tidier.naming.sources)
        return tidier_name(&t->tidier, function, &row->name) &&
               source_line(t, &unused, place->file, place->line, row);
    row->line = place->line <= UINT32_MAX ? (uint32_t)place->line : 0;
    if (t->tidier.naming.shown)
        row->seen.file = builder_place(&t->builder, place->file);
    return tidier_name(&t->tidier, whole, &row->name) &&
           builder_name(&t->builder, place->file, &row->file);
}

void source_line_show_pushed(struct text *t, struct str raw, struct frame *row)
{
    const struct naming *naming = &t->tidier.naming;

    if (!naming->shown || naming->sources)
        return;
    t->r->tally.unshown += !tidier_is_one(raw);
    row->seen.file = 0;
}

static bool take_number(struct str *place, uint64_t *number)
{
    size_t colon = str_find_last(*place, STR(":"));

    if (colon == place->n || !parse_u64(str_from_to(*place, colon + 1, place->n), number))
        return false;
    place->n = colon;
    return true;
}

bool source_line_read(struct str place, struct str *file, uint64_t *line)
{
    uint64_t before;

    if (!take_number(&place, line))
        return false;
    if (take_number(&place, &before))
        *line = before;
    *file = place;
    return place.n > 0;
}

bool source_line_of_last(struct text *t, struct buf *room, uint64_t hash, struct str file,
                         uint64_t line)
{
    struct builder *b = &t->builder;
    frame_id frame = b->n ? b->frames[b->n - 1] : 0;

    if (!frame || !t->tidier.naming.sources)
        return true;
    struct frame row = t->p->frames.rows[frame];
    if (!source_line(t, room, file, line, &row) || !builder_row(b, &row, &frame))
        return false;
    b->n--;
    b->hash = hash;
    return builder_push(b, frame);
}
