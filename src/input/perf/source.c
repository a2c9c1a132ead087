/*   file.c:12 (inlined): a line of source below the frame that it is of. */
#include "input/perf/source.h"

#include <inttypes.h>
#include <stdio.h>

#include "input/perf/frame.h"

bool perf_source_is_inlined(struct str line)
{
    return str_ends(line, STR(" (inlined)"));
}

/* Replaces a frame by one that has the line. */
static bool add(struct text *text, struct buf *scratch, struct str line, frame_id *frame)
{
    const struct naming *naming = &text->r->ask->naming;
    struct builder *b = &text->builder;
    struct frame row = b->p->frames.rows[*frame];
    struct str file;
    uint32_t number;
    char end[16];

    if (naming->inlined && row.line)
        return true;
    row.kind = perf_source_is_inlined(line) ? KIND_INLINED : row.kind;
    if ((!naming->sources && !naming->places) || !perf_source_read(line, &file, &number))
        return builder_row(b, &row, frame);
    row.line = number;
    if (naming->places)
        row.line_file = builder_place(b, file);
    else if (naming->shown)
        row.seen.file = builder_place(b, file);
    if (!naming->sources)
        return builder_row(b, &row, frame);

    buf_clear(scratch);
    buf_add(scratch, names_get(&b->p->names, row.name));
    size_t n = scratch->n;
    buf_add_byte(scratch, ':');
    buf_add(scratch, file); /* the builder replaces what separates frames */
    snprintf(end, sizeof end, ":%" PRIu32, number);
    buf_add(scratch, str_of(end));
    return builder_show_with(b, str_from_to(buf_str(scratch), n, scratch->n), &row) &&
           builder_name(b, buf_str(scratch), &row.name) && builder_name(b, file, &row.file) &&
           builder_row(b, &row, frame);
}

bool perf_source_take(struct text *text, struct buf *scratch, struct str line,
                      struct perf_line_frames *above)
{
    struct builder *b = &text->builder;
    size_t end = b->n;

    if (above->from == end)
        return true;
    if (!add(text, scratch, line, &b->frames[above->from]))
        return false;
    b->n = above->from;
    b->hash = above->hash;
    while (b->n < end)
        if (!builder_push(b, b->frames[b->n]))
            return false;
    above->from = end; /* one line of source a frame */
    return true;
}
