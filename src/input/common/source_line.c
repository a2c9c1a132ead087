/* "insert" of "/src/demo.c", 24: insert:demo.c:24.
 * Adds file and line to names. */
#include "input/common/source_line.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/parse.h"

/* Names longer than this get no line: each line would make a long name of its own. */
enum { LINED_MOST = 4096 };

bool source_line_fits(struct str name, struct str file)
{
    return name.n + path_base_name(file).n <= LINED_MOST;
}

bool source_line_name(struct builder *b, struct buf *room, struct str file, struct frame *row)
{
    struct str name = names_get(&b->p->names, row->name);
    struct str base = path_base_name(file);
    char line[16];

    if (!source_line_fits(name, file))
        return true;
    buf_clear(room);
    buf_add(room, name);
    buf_add(room, base.n ? STR(":") : STR(""));
    buf_add(room, base);
    snprintf(line, sizeof line, ":%" PRIu32, row->line);
    buf_add(room, str_of(line));
    return builder_name(b, buf_str(room), &row->name);
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
    return builder_name(&t->builder, file, &row->file) &&
           (!naming->sources || source_line_name(&t->builder, room, file, row));
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
