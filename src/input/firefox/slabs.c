/* dc df 4a 53 4c 42 01 00, version, number of slabs, which one is the root; type, place and length
 * of each. A slab is JSON, in which {"$s": 3} stands for another one, or an array of numbers.
 * https://github.com/mstange/json-slabs/blob/main/FORMAT.md */
#include "input/firefox/slabs.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/parse.h"

enum { HEAD = 20, ENTRY = 12, VERSION_AT = 8, COUNT_AT = 12, ROOT_AT = 16, VERSION = 1 };

enum type { I8, U8, I16, U16, I32, U32, F32, F64, I64, U64, JSON, TYPES };

static const unsigned char sizes[TYPES] = {
    [I8] = 1,  [U8] = 1,  [I16] = 2, [U16] = 2, [I32] = 4,  [U32] = 4,
    [F32] = 4, [F64] = 8, [I64] = 8, [U64] = 8, [JSON] = 1,
};

static const struct str magic = {"\xDC\xDF\x4A\x53\x4C\x42\x01\x00", 8};

struct slab {
    struct str bytes;
    enum type type;
    bool is_used; /* each stands in one place, so that a small file does not become a large text */
};

/* A JSON slab that is being written, up to `at`. */
struct open_slab {
    struct str text;
    size_t at;
    bool in_string;
};

struct slabs {
    const struct reading *r;
    struct fault *f;
    struct str bytes;
    struct slab *list;
    size_t n;
    struct open_slab *open; /* the outermost first */
    size_t n_open, open_room;
};

bool firefox_is_slabs(struct str prefix)
{
    return str_starts(prefix, magic);
}

static bool damaged(const struct slabs *s, uint64_t at, const char *what)
{
    return fault_set(s->f, FAULT_INPUT, "%s:@0x%" PRIx64 ": %s, wanted a whole JSLB file",
                     s->r->name, at, what);
}

static uint64_t number_at(struct str bytes, size_t at, size_t n)
{
    uint64_t value = 0;

    for (size_t i = 0; i < n; i++)
        value |= (uint64_t)(unsigned char)bytes.p[at + i] << 8 * i;
    return value;
}

static bool read_table(struct slabs *s)
{
    const size_t word = 4;

    if (s->bytes.n < HEAD)
        return damaged(s, s->bytes.n, "the end is missing");
    uint64_t version = number_at(s->bytes, VERSION_AT, word);
    uint64_t n = number_at(s->bytes, COUNT_AT, word);
    if (version != VERSION)
        return fault_set(s->f, FAULT_INPUT, "%s: JSLB of version %" PRIu64 ", wanted version 1",
                         s->r->name, version);
    if (n > (s->bytes.n - HEAD) / ENTRY)
        return damaged(s, COUNT_AT, "more slabs than the file has room for");
    uint64_t left = s->bytes.n; /* slabs do not overlap, or a small file would be a large text */
    s->n = (size_t)n;
    s->list = mem_alloc(s->n, sizeof *s->list);
    for (size_t i = 0; i < s->n; i++) {
        size_t at = HEAD + i * ENTRY;
        uint64_t type = number_at(s->bytes, at, word);
        uint64_t from = number_at(s->bytes, at + word, word);
        uint64_t length = number_at(s->bytes, at + 2 * word, word);
        if (type >= TYPES)
            return damaged(s, at, "a slab of a type that is not known");
        if (from > s->bytes.n || length > s->bytes.n - from || length % sizes[type])
            return damaged(s, at, "a slab that is not in the file");
        if (length > left)
            return damaged(s, at, "slabs that are longer than the file");
        left -= length;
        s->list[i] = (struct slab){
            .bytes = str_from_to(s->bytes, (size_t)from, (size_t)(from + length)),
            .type = (enum type)type,
        };
    }
    return true;
}

/* Writes a number with twelve digits after the point: times are in ms. What is no number, or too
 * large for a time or a weight, is null. */
static void write_double(double value, char *text, size_t room)
{
    const uint64_t parts = UINT64_C(1000000000000);
    const double most = 9223372036854775808.0; /* 2^63 */
    bool negative = value < 0;

    value = negative ? -value : value;
    if (!(value < most)) {
        snprintf(text, room, "null");
        return;
    }
    uint64_t whole = (uint64_t)value;
    uint64_t part = (uint64_t)((value - (double)whole) * (double)parts + 0.5);
    whole += part / parts;
    snprintf(text, room, "%s%" PRIu64 ".%012" PRIu64, negative ? "-" : "", whole, part % parts);
}

static void write_number(enum type type, uint64_t bits, char *text, size_t room)
{
    uint32_t half = (uint32_t)bits;
    double wide;
    float narrow;

    switch (type) {
    case I8:
        snprintf(text, room, "%d", (int8_t)bits);
        break;
    case I16:
        snprintf(text, room, "%d", (int16_t)bits);
        break;
    case I32:
        snprintf(text, room, "%" PRId32, (int32_t)bits);
        break;
    case I64:
        snprintf(text, room, "%" PRId64, (int64_t)bits);
        break;
    case F32:
        memcpy(&narrow, &half, sizeof narrow);
        write_double((double)narrow, text, room);
        break;
    case F64:
        memcpy(&wide, &bits, sizeof wide);
        write_double(wide, text, room);
        break;
    case U8:
    case U16:
    case U32:
    case U64:
    case JSON:
    case TYPES:
        snprintf(text, room, "%" PRIu64, bits);
        break;
    }
}

static void write_numbers(const struct slab *slab, struct buf *to)
{
    size_t size = sizes[slab->type];
    char text[40];

    buf_add_byte(to, '[');
    for (size_t at = 0; at < slab->bytes.n; at += size) {
        if (at)
            buf_add_byte(to, ',');
        write_number(slab->type, number_at(slab->bytes, at, size), text, sizeof text);
        buf_add(to, str_of(text));
    }
    buf_add_byte(to, ']');
}

/* Begins a slab in place of what stands for it. */
static bool begin(struct slabs *s, uint64_t index, struct buf *to)
{
    if (index >= s->n)
        return damaged(s, ROOT_AT, "a slab that is not listed");
    struct slab *slab = &s->list[index];
    if (slab->is_used)
        return damaged(s, HEAD + index * ENTRY, "a slab that stands in two places");
    slab->is_used = true;
    if (slab->type != JSON) {
        write_numbers(slab, to);
        return true;
    }
    s->open = mem_grow(s->open, &s->open_room, s->n_open + 1, sizeof *s->open);
    s->open[s->n_open++] = (struct open_slab){.text = slab->bytes};
    return true;
}

static size_t behind_spaces(struct str text, size_t at)
{
    while (at < text.n && is_space(text.p[at]))
        at++;
    return at;
}

/* Returns the end of what stands for a slab at the bracket, {"$s": 3}; 0: nothing does. */
static size_t end_of_place(struct str text, size_t at, uint64_t *index)
{
    const struct str key = STR("\"$s\"");

    at = behind_spaces(text, at + 1);
    if (!str_starts(str_from_to(text, at, text.n), key))
        return 0;
    at = behind_spaces(text, at + key.n);
    if (at == text.n || text.p[at] != ':')
        return 0;
    size_t from = behind_spaces(text, at + 1);
    size_t to = from;
    while (to < text.n && is_digit(text.p[to]))
        to++;
    bool known = to > from && parse_u64(str_from_to(text, from, to), index);
    at = behind_spaces(text, to);
    return known && at < text.n && text.p[at] == '}' ? at + 1 : 0;
}

/* Writes the innermost open slab up to the next place of another one, or to its end. */
static bool write_on(struct slabs *s, struct buf *to)
{
    struct open_slab *slab = &s->open[s->n_open - 1];
    struct str text = slab->text;
    size_t from = slab->at;
    uint64_t index;

    for (size_t at = from; at < text.n; at++) {
        char c = text.p[at];
        size_t end = c == '{' && !slab->in_string ? end_of_place(text, at, &index) : 0;
        if (end) {
            buf_add(to, str_from_to(text, from, at));
            slab->at = end;
            return begin(s, index, to);
        }
        if (c == '\\' && slab->in_string)
            at++;
        else if (c == '"')
            slab->in_string = !slab->in_string;
    }
    buf_add(to, str_from_to(text, from, text.n));
    s->n_open--;
    return true;
}

bool firefox_slabs_text(const struct reading *r, struct str bytes, struct buf *to, struct fault *f)
{
    struct slabs s = {.r = r, .f = f, .bytes = bytes};
    bool ok = read_table(&s);

    ok = ok && begin(&s, number_at(bytes, ROOT_AT, 4), to);
    while (ok && s.n_open)
        ok = write_on(&s, to);
    mem_free(s.list, s.n, sizeof *s.list);
    mem_free(s.open, s.open_room, sizeof *s.open);
    return ok;
}
