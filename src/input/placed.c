/* main, main:work.c:12, [libc.so.6 <3ac5d>] */
#include "input/placed.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/cut.h"

/* Names with their lines that are very long would be made again and again. */
enum { LINED_MOST = 4096 };

/* Makes "main" "main:file.c:12". */
static bool add_line(struct builder *b, struct str file, struct frame *row)
{
    struct buf text = {0};
    char line[16];

    buf_add(&text, names_get(&b->p->names, row->name));
    buf_add_byte(&text, ':');
    buf_add(&text, cut_base_name(file));
    snprintf(line, sizeof line, ":%" PRIu32, row->line);
    buf_add(&text, str_of(line));
    bool ok = builder_name(b, buf_str(&text), &row->name);
    buf_free(&text);
    return ok;
}

bool placed_frame(struct tidier *t, const struct placed *at, frame_id *frame)
{
    const struct code_place *place = &at->place;
    struct frame row = {.kind = place->inlined ? KIND_INLINED : at->kind};
    bool has_line = t->naming.sources && place->line && place->name.n && place->file.n &&
                    place->file.n + place->name.n <= LINED_MOST;
    char hex[20];

    snprintf(hex, sizeof hex, "%" PRIx64, at->address);
    if (!tidier_row(t, place->name, at->path, str_of(hex), &row))
        return false;
    if (has_line || t->naming.modules) {
        if (!builder_name(t->b, place->file, &row.file))
            return false;
        row.line = place->line;
    }
    if (has_line && !add_line(t->b, place->file, &row))
        return false;
    if (t->naming.modules)
        row.offset = at->address;
    return builder_row(t->b, &row, frame);
}
