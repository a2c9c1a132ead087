/* 80 80 01: numbers of 7 bits a byte, the lowest first. */
#include "symbol/dwarf/debug_cursor.h"

#include <stdio.h>

enum { NAME_ROOM = 32 };

static bool has(struct debug_cursor *c, uint64_t n)
{
    if (n > c->rest.n) {
        c->is_cut = true;
        c->rest.n = 0;
    }
    return !c->is_cut;
}

void debug_cursor_skip(struct debug_cursor *c, uint64_t n)
{
    if (has(c, n))
        c->rest = str_from_to(c->rest, (size_t)n, c->rest.n);
}

uint64_t debug_cursor_number(struct debug_cursor *c, size_t n)
{
    if (!has(c, n))
        return 0;
    uint64_t number = n == 1 ? (unsigned char)c->rest.p[0] : image_number(c->image, c->rest.p, n);
    c->rest = str_from_to(c->rest, n, c->rest.n);
    return number;
}

/* Sets how many bits were read, and whether the highest is set. */
static uint64_t read_leb(struct debug_cursor *c, unsigned *bits, bool *is_high)
{
    uint64_t number = 0;
    unsigned shift = 0;
    unsigned byte = 0x80;

    for (; (byte & 0x80) && has(c, 1); shift += 7) {
        byte = (unsigned char)c->rest.p[0];
        if (shift < 64)
            number |= (uint64_t)(byte & 0x7f) << shift;
        c->rest = str_from_to(c->rest, 1, c->rest.n);
    }
    *bits = shift;
    *is_high = byte & 0x40;
    return c->is_cut ? 0 : number;
}

uint64_t debug_cursor_long_uleb(struct debug_cursor *c)
{
    unsigned bits;
    bool is_high;

    return read_leb(c, &bits, &is_high);
}

int64_t debug_cursor_sleb(struct debug_cursor *c)
{
    unsigned bits;
    bool is_high;
    uint64_t number = read_leb(c, &bits, &is_high);

    if (is_high && bits < 64 && !c->is_cut)
        number |= UINT64_MAX << bits;
    return (int64_t)number;
}

struct str debug_cursor_text(struct debug_cursor *c)
{
    struct str text = image_text(c->rest, 0);

    debug_cursor_skip(c, (uint64_t)text.n + 1);
    return c->is_cut ? STR("") : text;
}

struct str debug_cursor_unit(struct debug_cursor *c)
{
    uint64_t n = debug_cursor_number(c, 4);

    c->offset_size = 4;
    if (n == UINT32_MAX) {
        c->offset_size = 8;
        n = debug_cursor_number(c, 8);
    }
    if (!has(c, n))
        return STR("");
    struct str after = str_from_to(c->rest, (size_t)n, c->rest.n);
    c->rest.n = (size_t)n;
    return after;
}

struct str debug_cursor_section(const struct image *image, const char *name)
{
    static const char *const before[] = {".debug_", ".zdebug_"};
    struct str found = STR("");

    for (size_t i = 0; i < 2 && found.n == 0; i++) {
        char whole[NAME_ROOM];
        snprintf(whole, sizeof whole, "%s%s", before[i], name);
        found = image_section(image, whole);
    }
    return found;
}
