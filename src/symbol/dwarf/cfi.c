/* Reads .eh_frame, then .debug_frame for addresses without a row. Neither is opened before it is
 * needed. */
#include "symbol/dwarf/cfi.h"

#include "symbol/dwarf/frame_program.h"
#include "symbol/image.h"

/* A program may be as long as the file, and is run from its begin for each address. Real ones have
 * some dozen bytes. */
enum { PROGRAMS_FREE = 4 << 20, PROGRAM_USUAL = 512 };

static const struct image lowest_byte_first = {.is_64 = true};

void cfi_init_debug(struct cfi *c, const struct image *image)
{
    *c = (struct cfi){.image = image, .machine = image ? image->machine : 0};
    c->frames.sought = true;
}

void cfi_init(struct cfi *c, const struct image *image)
{
    cfi_init_debug(c, image);
    c->frames.sought = false;
}

static void set(struct cfi_section *s, const struct image *image, struct str bytes,
                uint64_t address, unsigned word)
{
    s->sought = true;
    s->section =
        (struct frame_section){.image = image, .bytes = bytes, .address = address, .word = word};
    s->left = PROGRAMS_FREE;
}

void cfi_init_frames(struct cfi *c, struct str eh_frame, uint64_t address, unsigned machine)
{
    *c = (struct cfi){.debug.sought = true};
    if (machine != MACHINE_X86_64 && machine != MACHINE_AARCH64)
        return;
    c->machine = machine;
    buf_add(&c->made, eh_frame);
    set(&c->frames, &lowest_byte_first, buf_str(&c->made), address, 8);
    frame_index_build(&c->frames.index, &c->frames.section);
}

void cfi_free(struct cfi *c)
{
    frame_index_free(&c->frames.index);
    frame_index_free(&c->debug.index);
    buf_free(&c->made);
    *c = (struct cfi){0};
}

static void seek_frames(struct cfi *c, unsigned word)
{
    struct cfi_section *s = &c->frames;
    uint64_t address = 0;
    struct str bytes = image_section_at(c->image, ".eh_frame", &address);

    set(s, c->image, bytes, address, word);
    if (bytes.n == 0)
        return;
    struct str header = image_section_at(c->image, ".eh_frame_hdr", &address);
    frame_index_take(&s->index, &s->section, header, address);
    if (s->index.table.n == 0)
        frame_index_build(&s->index, &s->section);
}

static void seek_debug(struct cfi *c, unsigned word)
{
    struct cfi_section *s = &c->debug;

    set(s, c->image, image_section(c->image, ".debug_frame"), 0, word);
    s->section.is_debug = true;
    frame_index_build(&s->index, &s->section);
}

static bool is_too_long(const struct cfi_section *s, const struct frame_function *function)
{
    return function->program.n + function->common.program.n > s->left + PROGRAM_USUAL;
}

static bool row_of(struct cfi *c, struct cfi_section *s, const struct unwind_machine *m,
                   uint64_t address, struct frame_rows *to, uint32_t *row)
{
    struct frame_function function;

    if (!frame_index_find(&s->index, &s->section, address, &function))
        return false;
    if (c->image && c->image->taken && is_too_long(s, &function))
        c->image->taken->refused = true;
    s->left += PROGRAM_USUAL;
    return frame_program_row(&s->section, &function, m, &s->left, to, row);
}

bool cfi_row(struct cfi *c, const struct unwind_machine *m, uint64_t address, struct frame_rows *to,
             uint32_t *row)
{
    if (c->machine != m->elf)
        return false;
    if (!c->frames.sought)
        seek_frames(c, m->word);
    if (row_of(c, &c->frames, m, address, to, row))
        return true;
    if (!c->debug.sought)
        seek_debug(c, m->word);
    return row_of(c, &c->debug, m, address, to, row);
}

bool cfi_row_read(struct cfi *c, const struct unwind_machine *m, uint64_t address,
                  struct frame_rows *to, uint32_t *row)
{
    struct cfi_section *s = &c->frames;
    struct frame_function function;
    uint64_t left = s->left + PROGRAM_USUAL;

    if (c->machine != m->elf || !s->sought ||
        !frame_index_find(&s->index, &s->section, address, &function) ||
        is_too_long(s, &function) || !frame_program_row(&s->section, &function, m, &left, to, row))
        return false;
    s->left = left;
    return true;
}
