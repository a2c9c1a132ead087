/* main, main:work.c:12, [libc.so.6 <3ac5d>]: makes frames of functions, lines and instructions. */
#include "input/perf_data/code/frames.h"

#include <inttypes.h>
#include <stdio.h>

#include "symbol/build_id.h"

struct hex {
    char text[20];
};

/* The address of code without a name, if frames show it; else "". */
static struct str hex_of(struct hex *hex, const struct naming *naming, struct str name,
                         uint64_t address)
{
    if ((!naming->addresses && !naming->apart) || (name.n && !str_equal(name, STR("[unknown]"))))
        return STR("");
    int n = snprintf(hex->text, sizeof hex->text, "%" PRIx64, address);
    return (struct str){hex->text, (size_t)n};
}

static bool find_build_id(struct builder *b, struct str bytes, name_id *id)
{
    static const char digits[] = "0123456789abcdef";
    const struct build_id known = build_id_of(bytes);
    char text[2 * BUILD_ID_MOST];

    for (size_t i = 0; i < known.n; i++) {
        text[2 * i] = digits[known.bytes[i] >> 4];
        text[2 * i + 1] = digits[known.bytes[i] & 15];
    }
    return builder_name(b, (struct str){text, 2 * known.n}, id);
}

/* Says which instruction of a function a row is. Its source file may be another one than that of
 * the function, which is to be one whatever its lines were written in. */
static bool place(struct builder *b, const struct code_place *at, const struct code_at *code,
                  struct frame *row)
{
    row->offset = code->address;
    row->offset_kind = code->offset_kind;
    row->line = at->line;
    row->line_file = builder_place(b, at->file);
    return find_build_id(b, code->build_id, &row->build_id);
}

static bool push_instruction(struct tidier *t, const struct code_place *at,
                             const struct code_at *code, enum frame_kind kind)
{
    struct frame row = {.kind = kind};
    struct hex hex;

    return place(t->b, at, code, &row) &&
           tidier_push_row(t, at->name, code->module,
                           hex_of(&hex, &t->naming, at->name, code->address), &row);
}

/* Makes "main" "main:file.c:12", and adds the line to the row. */
static bool push_line(struct tidier *t, const struct code_place *at, const struct code_at *code,
                      enum frame_kind kind)
{
    struct builder *b = t->b;
    struct frame row = {.kind = kind, .line = at->line};
    struct buf text = {0};
    frame_id frame = 0;
    char line[16];

    if ((t->naming.places && !place(b, at, code, &row)) ||
        !tidier_row(t, at->name, code->module, STR(""), &row))
        return false;
    if (t->naming.shown)
        row.seen.file = builder_place(b, at->file);
    buf_add(&text, names_get(&b->p->names, row.name));
    size_t n = text.n;
    buf_add_byte(&text, ':');
    buf_add(&text, path_base_name(at->file));
    snprintf(line, sizeof line, ":%" PRIu32, at->line);
    buf_add(&text, str_of(line));
    bool ok = builder_show_with(b, str_from_to(buf_str(&text), n, text.n), &row) &&
              builder_name(b, buf_str(&text), &row.name) && builder_name(b, at->file, &row.file) &&
              builder_row(b, &row, &frame) && builder_push(b, frame);
    buf_free(&text);
    return ok;
}

bool code_frames_push(struct tidier *t, const struct code_place *at, const struct code_at *code,
                      enum frame_kind kind)
{
    struct hex hex;

    if (t->naming.sources && at->line && at->name.n && at->file.n)
        return push_line(t, at, code, kind);
    if (t->naming.places)
        return push_instruction(t, at, code, kind);
    return tidier_push(t, at->name, code->module, hex_of(&hex, &t->naming, at->name, code->address),
                       kind);
}
