/* main, main:work.c:12, [libc.so.6 <3ac5d>]: makes frames from code places. */
#include "input/common/located_frames.h"

#include <inttypes.h>
#include <stdio.h>

#include "input/common/names/source_line.h"

bool located_frame_make(struct tidier *t, const struct located_frame *at, frame_id *frame)
{
    const struct code_place *place = &at->place;
    struct frame row = {.kind = place->inlined ? KIND_INLINED : at->kind};
    bool has_line = t->naming.sources && place->line && place->name.n && place->file.n;
    struct buf room = {0};
    char hex[20];

    snprintf(hex, sizeof hex, "%" PRIx64, at->address);
    if (!tidier_row(t, place->name, at->path, str_of(hex), &row))
        return false;
    if (has_line || t->naming.modules) {
        if (!builder_name(t->b, place->file, &row.file))
            return false;
        row.line = place->line;
    }
    if (t->naming.shown || (!has_line && !t->naming.modules))
        row.seen.file = builder_place(t->b, place->file);
    bool ok = !has_line || source_line_name(t->b, &room, place->file, &row);
    buf_free(&room);
    if (!ok)
        return false;
    if (t->naming.modules)
        row.offset = at->address;
    return builder_row(t->b, &row, frame);
}
