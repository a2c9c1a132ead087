/* {size, 0, version, "zR", units, return address, what augments it, program} is common to
 * functions, {size, distance to that, address, length, program} is one (DWARF 5, 6.4.1; LSB 5.0,
 * 10.6 for .eh_frame and .eh_frame_hdr). */
#include "symbol/dwarf/frame_section.h"

#include <stdlib.h>

#include "base/mem.h"

enum { AUGMENTATION_MOST = 16 };

/* DW_EH_PE_...: how an address is written, and to what it is relative. */
enum {
    FORM = 0x0f,
    WHOLE = 0x00,
    ULEB = 0x01,
    UNSIGNED_2 = 0x02,
    UNSIGNED_4 = 0x03,
    UNSIGNED_8 = 0x04,
    SLEB = 0x09,
    SIGNED_2 = 0x0a,
    SIGNED_4 = 0x0b,
    SIGNED_8 = 0x0c,
    RELATIVE = 0xf0,
    TO_ITSELF = 0x10,
    TO_TABLE = 0x30,
};

static struct debug_cursor cursor_at(const struct frame_section *s, uint64_t at)
{
    struct debug_cursor c = {.image = s->image, .rest = s->bytes};

    debug_cursor_skip(&c, at);
    return c;
}

/* A number may be as long as the section, and is read for each function: a longer one than any
 * that means something is cut off. */
static struct debug_cursor *leb(struct debug_cursor *c)
{
    enum { LEB_MOST = 16 };
    size_t n = 0;

    while (n < c->rest.n && n < LEB_MOST && ((unsigned char)c->rest.p[n] & 0x80))
        n++;
    if (n == LEB_MOST)
        debug_cursor_skip(c, UINT64_MAX);
    return c;
}

static uint64_t in_words(const struct frame_section *s, uint64_t value)
{
    return s->word == 4 ? (uint32_t)value : value;
}

/* Reads an address as it is written. */
static bool read_form(const struct frame_section *s, struct debug_cursor *c, unsigned encoding,
                      uint64_t *value)
{
    switch (encoding & FORM) {
    case WHOLE:
        *value = debug_cursor_number(c, s->word);
        break;
    case ULEB:
        *value = debug_cursor_uleb(leb(c));
        break;
    case UNSIGNED_2:
        *value = debug_cursor_number(c, 2);
        break;
    case UNSIGNED_4:
        *value = debug_cursor_number(c, 4);
        break;
    case UNSIGNED_8:
    case SIGNED_8:
        *value = debug_cursor_number(c, 8);
        break;
    case SLEB:
        *value = (uint64_t)debug_cursor_sleb(leb(c));
        break;
    case SIGNED_2:
        *value = (uint64_t)(int64_t)(int16_t)debug_cursor_number(c, 2);
        break;
    case SIGNED_4:
        *value = (uint64_t)(int64_t)(int32_t)debug_cursor_number(c, 4);
        break;
    default:
        return false;
    }
    return !c->is_cut;
}

bool frame_section_address(const struct frame_section *s, struct debug_cursor *c, unsigned encoding,
                           uint64_t *address)
{
    const uint64_t own = s->address + (uint64_t)(c->rest.p - s->bytes.p);

    if ((encoding & RELATIVE) > TO_ITSELF || !read_form(s, c, encoding, address))
        return false;
    *address = in_words(s, *address + (encoding & RELATIVE ? own : 0));
    return true;
}

/* Reads what the letters behind 'z' stand for. What follows a letter that is not known is left. */
static bool read_augmentation(const struct frame_section *s, struct str letters,
                              struct debug_cursor c, struct frame_common *to)
{
    uint64_t ignored;

    for (size_t i = 0; i < letters.n; i++) {
        switch (letters.p[i]) {
        case 'R':
            to->encoding = (unsigned)debug_cursor_number(&c, 1);
            break;
        case 'L':
            debug_cursor_skip(&c, 1);
            break;
        case 'P':
            if (!read_form(s, &c, (unsigned)debug_cursor_number(&c, 1), &ignored))
                return false;
            break;
        case 'S':
            to->is_signal = true;
            break;
        case 'B': /* return addresses are signed with the other key */
        case 'G': /* stacks have tags */
            break;
        default:
            return true;
        }
    }
    return !c.is_cut;
}

/* Reads what stands behind the letters. */
static bool read_rest(const struct frame_section *s, unsigned version, struct str letters,
                      struct debug_cursor *c, struct frame_common *to)
{
    to->code_unit = debug_cursor_uleb(leb(c));
    to->data_unit = debug_cursor_sleb(leb(c));
    to->return_address = version == 1 ? debug_cursor_number(c, 1) : debug_cursor_uleb(leb(c));
    to->is_sized = letters.n && letters.p[0] == 'z';
    if (!to->is_sized) {
        to->is_signal = str_equal(letters, STR("S"));
        to->program = c->rest;
        return !c->is_cut && (letters.n == 0 || to->is_signal);
    }
    uint64_t n = debug_cursor_uleb(leb(c));
    struct debug_cursor data = *c;
    debug_cursor_skip(c, n);
    to->program = c->rest;
    if (c->is_cut)
        return false;
    data.rest.n = (size_t)n;
    return read_augmentation(s, str_from_to(letters, 1, letters.n), data, to);
}

/* Limits a cursor to the entry at an offset, and reads to which other it belongs: 0 to none, else
 * the offset and 1. False: there is no entry. */
static bool begin_entry(const struct frame_section *s, uint64_t at, struct debug_cursor *c,
                        uint64_t *common, size_t *end)
{
    *c = cursor_at(s, at);
    struct str after = debug_cursor_unit(c);
    *end = s->bytes.n - after.n;
    const uint64_t own = (uint64_t)(c->rest.p - s->bytes.p);
    uint64_t id = debug_cursor_number(c, c->offset_size);
    if (c->is_cut)
        return false;
    if (s->is_debug)
        *common = id == (c->offset_size == 4 ? UINT32_MAX : UINT64_MAX) ? 0 : id + 1;
    else
        *common = id == 0 ? 0 : own - id + 1;
    return true;
}

static bool read_common(const struct frame_section *s, uint64_t at, struct frame_common *to)
{
    struct debug_cursor c;
    uint64_t common = 0;
    size_t end;

    *to = (struct frame_common){.encoding = WHOLE};
    if (at >= s->bytes.n || !begin_entry(s, at, &c, &common, &end) || common)
        return false;
    unsigned version = (unsigned)debug_cursor_number(&c, 1);
    size_t most = c.rest.n < AUGMENTATION_MOST + 1 ? c.rest.n : AUGMENTATION_MOST + 1;
    const char *nul = memchr(c.rest.p, '\0', most);
    if (!nul || (version != 1 && version != 3 && version != 4))
        return false;
    struct str letters = {c.rest.p, (size_t)(nul - c.rest.p)};
    debug_cursor_skip(&c, letters.n + 1);
    if (version == 4 && (debug_cursor_number(&c, 1) != s->word || debug_cursor_number(&c, 1) != 0))
        return false;
    if (str_starts(letters, STR("eh"))) { /* GCC 2 */
        debug_cursor_skip(&c, s->word);
        letters = str_from_to(letters, 2, letters.n);
    }
    return read_rest(s, version, letters, &c, to);
}

/* Reads the range of a function and leaves the cursor behind it. */
static bool read_range(const struct frame_section *s, struct debug_cursor *c,
                       struct frame_function *to)
{
    uint64_t size;

    if (!frame_section_address(s, c, to->common.encoding, &to->begin) ||
        !read_form(s, c, to->common.encoding, &size))
        return false;
    to->end = in_words(s, to->begin + size);
    return to->begin < to->end;
}

bool frame_section_read(const struct frame_section *s, uint64_t at, struct frame_function *to)
{
    struct debug_cursor c;
    uint64_t common = 0;
    size_t end;

    if (at >= s->bytes.n || !begin_entry(s, at, &c, &common, &end) || common == 0 ||
        !read_common(s, common - 1, &to->common) || !read_range(s, &c, to))
        return false;
    if (to->common.is_sized)
        debug_cursor_skip(&c, debug_cursor_uleb(leb(&c)));
    to->program = c.rest;
    return !c.is_cut;
}

/* {1, form of an address, form of a count, form of the rows, address, count, rows of an address
 * and that of its entry}; the rows count from the begin of the header. */
void frame_index_take(struct frame_index *i, const struct frame_section *s, struct str header,
                      uint64_t address)
{
    static const char usual[] = {1, TO_ITSELF | SIGNED_4, UNSIGNED_4, TO_TABLE | SIGNED_4};
    enum { BEGIN = 12, ROW = 8 };

    if (header.n < BEGIN || memcmp(header.p, usual, sizeof usual) != 0)
        return;
    uint64_t to = address + 4 + (uint64_t)(int64_t)(int32_t)image_number(s->image, header.p + 4, 4);
    uint64_t n = image_number(s->image, header.p + 8, 4);
    if (in_words(s, to) != s->address || n == 0 || n > (header.n - BEGIN) / ROW)
        return;
    i->table = str_from_to(header, BEGIN, BEGIN + (size_t)n * ROW);
    i->table_address = address;
}

static int compare(const void *a, const void *b)
{
    const struct frame_place *x = a;
    const struct frame_place *y = b;

    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

void frame_index_build(struct frame_index *i, const struct frame_section *s)
{
    struct debug_cursor c;
    uint64_t common = 0;
    size_t end = 0;

    for (size_t at = 0; at < s->bytes.n && begin_entry(s, at, &c, &common, &end); at = end) {
        struct frame_function function = {.begin = 0};
        if (common == 0 || !frame_section_read(s, at, &function))
            continue;
        i->places = mem_grow(i->places, &i->room, i->n + 1, sizeof *i->places);
        i->places[i->n++] = (struct frame_place){function.begin, function.end, at};
    }
    if (i->n)
        qsort(i->places, i->n, sizeof *i->places, compare);
}

/* The address in a row of the table, or in its second column that of the entry. */
static uint64_t table_number(const struct frame_index *i, const struct frame_section *s, size_t row,
                             size_t column)
{
    uint64_t n = image_number(s->image, i->table.p + row * 8 + column * 4, 4);

    return in_words(s, i->table_address + (uint64_t)(int64_t)(int32_t)n);
}

/* Counts the rows that begin at the address or before. */
static size_t rows_up_to(const struct frame_index *i, const struct frame_section *s, size_t n,
                         uint64_t address)
{
    size_t low = 0;

    for (size_t high = n; low < high;) {
        size_t middle = low + (high - low) / 2;
        uint64_t begin = i->table.n ? table_number(i, s, middle, 0) : i->places[middle].begin;
        if (address < begin)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool frame_index_find(const struct frame_index *i, const struct frame_section *s, uint64_t address,
                      struct frame_function *to)
{
    size_t n = rows_up_to(i, s, i->table.n ? i->table.n / 8 : i->n, address);

    to->address = address;
    if (n == 0)
        return false;
    uint64_t at = i->table.n ? table_number(i, s, n - 1, 1) - s->address : i->places[n - 1].at;
    return frame_section_read(s, in_words(s, at), to) && to->begin <= address && address < to->end;
}

void frame_index_free(struct frame_index *i)
{
    mem_free(i->places, i->room, sizeof *i->places);
    *i = (struct frame_index){.n = 0};
}
