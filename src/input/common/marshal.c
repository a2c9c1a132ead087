/* "{" "(" 3 0 0 0 "s" ...: a letter gives the type of an object, its highest bit that it may be
 * referred to again. https://github.com/python/cpython/blob/main/Python/marshal.c */
#include "input/common/marshal.h"

#include "base/mem.h"
#include "base/parse.h"

enum { LETTER = 0x7f, COMES_AGAIN = 0x80, DEPTH_MOST = 1000, DIGIT_BITS = 15 };

/* The objects that code consists of: its bytes, constants, names, and so on; after the first of
 * them comes the number of a line, then one or two tables. */
enum { CODE_OBJECTS = 8, CODE_KINDS = 4, CODE_NAME_3_11 = 6, CODE_NAME = 7 };

/* A tuple, dictionary or code being read. */
struct marshal_open {
    enum { OPEN_TUPLE, OPEN_DICT, OPEN_CODE } type;
    size_t n;     /* of a tuple or code: all its values */
    size_t begin; /* of its values among the pending ones */
    size_t ref;   /* 1 + its place in refs; 0: it does not come again */
};

void marshal_init(struct marshal *m, struct reading *r, struct blocks *blocks, struct fault *f)
{
    *m = (struct marshal){.r = r, .blocks = blocks, .f = f, .block = STR("")};
    names_init(&m->texts);
}

void marshal_free(struct marshal *m)
{
    names_free(&m->texts);
    mem_free(m->values, m->values_room, sizeof *m->values);
    mem_free(m->pending, m->pending_room, sizeof *m->pending);
    mem_free(m->open, m->open_room, sizeof *m->open);
    mem_free(m->refs, m->refs_room, sizeof *m->refs);
    mem_free(m->interned, m->interned_room, sizeof *m->interned);
    buf_free(&m->bytes);
}

/* Records damage; there is no object then. */
static bool damaged(struct marshal *m, struct marshal_value *value, const char *what)
{
    m->damage = what;
    value->kind = MARSHAL_DAMAGE;
    return true;
}

static bool fill(struct marshal *m)
{
    struct reading *r = m->r;

    if (!blocks_next_bytes(m->blocks, &m->block, m->f))
        return false;
    if (m->block.n && r->progress)
        r->progress(r->progress_context, (m->at + m->block.n) * r->parts);
    return true;
}

/* Takes bytes that span several blocks. */
static bool take_parts(struct marshal *m, size_t n, struct str *bytes)
{
    struct buf *b = &m->bytes;

    buf_clear(b);
    do {
        size_t part = n - b->n < m->block.n ? n - b->n : m->block.n;
        buf_add(b, str_from_to(m->block, 0, part));
        m->block = str_from_to(m->block, part, m->block.n);
        if (b->n < n && !fill(m))
            return false;
    } while (b->n < n && m->block.n);
    *bytes = buf_str(b);
    m->at += b->n;
    return true;
}

/* Lends the next n bytes until more are taken; fewer at the end of the input. */
static bool take(struct marshal *m, size_t n, struct str *bytes)
{
    if (m->block.n == 0 && n && !fill(m))
        return false;
    if (m->block.n < n)
        return take_parts(m, n, bytes);
    *bytes = str_from_to(m->block, 0, n);
    m->block = str_from_to(m->block, n, m->block.n);
    m->at += n;
    return true;
}

static uint64_t little_endian(struct str bytes)
{
    uint64_t value = 0;

    for (size_t i = bytes.n; i > 0; i--)
        value = value << 8 | (unsigned char)bytes.p[i - 1];
    return value;
}

static bool cut_off(struct marshal *m, struct marshal_value *value)
{
    return damaged(m, value, "data that ends inside of an object");
}

/* Takes a signed number of n bytes. */
static bool take_number(struct marshal *m, size_t n, struct marshal_value *value)
{
    struct str bytes;

    if (!take(m, n, &bytes))
        return false;
    if (bytes.n < n)
        return cut_off(m, value);
    uint64_t bits = little_endian(bytes);
    value->kind = MARSHAL_INT;
    value->integer = n == 4 ? (int32_t)bits : (int64_t)bits;
    return true;
}

/* Takes a size. */
static bool take_size(struct marshal *m, size_t n, struct marshal_value *value, size_t *size)
{
    *size = 0;
    if (!take_number(m, n, value))
        return false;
    if (value->kind == MARSHAL_DAMAGE)
        return true;
    if (value->integer < 0)
        return damaged(m, value, "a negative size");
    *size = (size_t)value->integer;
    return true;
}

static bool take_bytes(struct marshal *m, size_t n, struct marshal_value *value, struct str *bytes)
{
    *bytes = STR("");
    if (n > m->r->ask->limits.name)
        return limits_reached(m->f, m->r->name, "name", m->r->ask->limits.name);
    if (!take(m, n, bytes))
        return false;
    if (bytes->n < n)
        return cut_off(m, value);
    return true;
}

/* Takes a text whose size has n bytes. */
static bool take_text(struct marshal *m, size_t n, struct marshal_value *value)
{
    struct str bytes;
    size_t size;

    if (!take_size(m, n, value, &size))
        return false;
    if (value->kind == MARSHAL_DAMAGE)
        return true;
    if (!take_bytes(m, size, value, &bytes))
        return false;
    if (value->kind == MARSHAL_DAMAGE)
        return true;
    value->kind = MARSHAL_TEXT;
    value->text = names_add(&m->texts, bytes);
    return true;
}

static bool take_interned(struct marshal *m, struct marshal_value *value)
{
    if (!take_text(m, 4, value))
        return false;
    if (value->kind != MARSHAL_TEXT)
        return true;
    m->interned = mem_grow(m->interned, &m->interned_room, m->n_interned + 1, sizeof *m->interned);
    m->interned[m->n_interned++] = value->text;
    return true;
}

/* Takes an index into n earlier things. */
static bool take_place(struct marshal *m, size_t n, struct marshal_value *value, size_t *at)
{
    if (!take_size(m, 4, value, at))
        return false;
    if (value->kind != MARSHAL_DAMAGE && *at >= n)
        return damaged(m, value, "a reference to an object that is missing");
    return true;
}

static bool take_interned_again(struct marshal *m, struct marshal_value *value)
{
    size_t at;

    if (!take_place(m, m->n_interned, value, &at))
        return false;
    if (value->kind == MARSHAL_DAMAGE)
        return true;
    *value = (struct marshal_value){.kind = MARSHAL_TEXT, .text = m->interned[at]};
    return true;
}

static bool take_again(struct marshal *m, struct marshal_value *value)
{
    size_t at;

    if (!take_place(m, m->n_refs, value, &at))
        return false;
    if (value->kind != MARSHAL_DAMAGE)
        *value = m->refs[at];
    return true;
}

/* Takes a long integer: digits of 15 bits; the sign is that of their count. */
static bool take_long(struct marshal *m, struct marshal_value *value)
{
    struct str bytes;
    uint64_t sum = 0;

    if (!take_number(m, 4, value) || value->kind == MARSHAL_DAMAGE)
        return value->kind == MARSHAL_DAMAGE;
    bool negative = value->integer < 0;
    size_t n = (size_t)(negative ? -value->integer : value->integer);
    if (!take_bytes(m, n * 2, value, &bytes))
        return false;
    if (value->kind == MARSHAL_DAMAGE)
        return true;
    value->kind = MARSHAL_OTHER;
    for (size_t i = n; i > 0; i--) {
        if (sum >> (63 - DIGIT_BITS))
            return true;
        sum = sum << DIGIT_BITS | little_endian(str_from_to(bytes, i * 2 - 2, i * 2));
    }
    if (sum > INT64_MAX)
        return true;
    value->kind = MARSHAL_INT;
    value->integer = negative ? -(int64_t)sum : (int64_t)sum;
    return true;
}

/* Takes an IEEE 754 double. */
static bool take_float(struct marshal *m, struct marshal_value *value)
{
    struct str bytes;

    if (!take(m, 8, &bytes))
        return false;
    if (bytes.n < 8)
        return cut_off(m, value);
    uint64_t bits = little_endian(bytes);
    _Static_assert(sizeof bits == sizeof value->real, "a double has 64 bits");
    value->kind = MARSHAL_FLOAT;
    memcpy(&value->real, &bits, sizeof bits);
    return true;
}

/* Takes a number in the text form of versions 0 and 1; a negative or invalid one becomes
 * MARSHAL_OTHER. */
static bool take_decimal(struct marshal *m, struct marshal_value *value)
{
    enum { DIGITS = 15 };
    struct decimal number;
    bool rounded;

    if (!take_text(m, 1, value))
        return false;
    if (value->kind == MARSHAL_DAMAGE)
        return true;
    struct str text = names_get(&m->texts, value->text);
    value->kind = MARSHAL_OTHER;
    if (!parse_float(text, DIGITS, &number, &rounded))
        return true;
    value->kind = MARSHAL_FLOAT;
    value->real = (double)number.value;
    for (; number.scale > 0; number.scale--)
        value->real /= 10;
    return true;
}

/* Skips n bytes. */
static bool take_other(struct marshal *m, size_t n, struct marshal_value *value)
{
    struct str bytes;

    value->kind = MARSHAL_OTHER;
    return take_bytes(m, n, value, &bytes);
}

static bool take_complex(struct marshal *m, struct marshal_value *value)
{
    if (!take_text(m, 1, value))
        return false;
    if (value->kind != MARSHAL_DAMAGE && !take_text(m, 1, value))
        return false;
    if (value->kind != MARSHAL_DAMAGE)
        value->kind = MARSHAL_OTHER;
    return true;
}

static bool begin(struct marshal *m, struct marshal_value *value, struct marshal_open open)
{
    if (value->kind == MARSHAL_DAMAGE)
        return true;
    if (m->n_open == DEPTH_MOST)
        return damaged(m, value, "objects nested deeper than 1,000");
    value->kind = open.type == OPEN_DICT ? MARSHAL_DICT : MARSHAL_TUPLE;
    open.begin = m->n_pending;
    m->open = mem_grow(m->open, &m->open_room, m->n_open + 1, sizeof *m->open);
    m->open[m->n_open++] = open;
    return true;
}

/* Begins a tuple whose size takes that many bytes; lists and sets are treated as tuples. */
static bool begin_tuple(struct marshal *m, size_t bytes, struct marshal_value *value, size_t ref)
{
    size_t n;

    return take_size(m, bytes, value, &n) &&
           begin(m, value, (struct marshal_open){.n = n, .ref = ref});
}

/* Reserves an entry for an object that may be referred to; returns 1 + its index. */
static size_t add_ref(struct marshal *m)
{
    m->refs = mem_grow(m->refs, &m->refs_room, m->n_refs + 1, sizeof *m->refs);
    m->refs[m->n_refs] = (struct marshal_value){.kind = MARSHAL_OTHER};
    return ++m->n_refs;
}

/* Adds an object to the innermost open container. */
static void put(struct marshal *m, const struct marshal_value *value)
{
    m->pending = mem_grow(m->pending, &m->pending_room, m->n_pending + 1, sizeof *m->pending);
    m->pending[m->n_pending++] = *value;
}

/* Begins code. Of its four to six numbers, how many depends on the version, none looks like what
 * follows them: the letter of bytes, and how many they are. */
static bool begin_code(struct marshal *m, struct marshal_value *value, size_t ref)
{
    enum { LEAST = 4, MOST = 6, NUMBER = 4, BYTES_MOST = 1 << 24 };
    struct marshal_value bytes = {.kind = MARSHAL_OTHER};
    struct str part;
    char letter = 0;
    size_t size = 0;

    if (!take(m, LEAST * NUMBER + 1, &part))
        return false;
    for (int i = LEAST; i <= MOST; i++) {
        if (part.n == 0)
            return cut_off(m, value);
        letter = part.p[part.n - 1];
        if (!take(m, NUMBER, &part))
            return false;
        size = (size_t)little_endian(part);
        if (part.n < NUMBER)
            return cut_off(m, value);
        if ((letter & LETTER) == 's' && size < BYTES_MOST)
            break;
        letter = 0;
    }
    if (!letter)
        return damaged(m, value, "code of an unknown version of Python");
    const size_t again = (unsigned char)letter & COMES_AGAIN ? add_ref(m) : 0;
    if (!take_bytes(m, size, value, &part) || value->kind == MARSHAL_DAMAGE ||
        !begin(m, value, (struct marshal_open){.type = OPEN_CODE, .n = CODE_OBJECTS, .ref = ref}))
        return value->kind == MARSHAL_DAMAGE;
    if (again)
        m->refs[again - 1] = bytes;
    put(m, &bytes);
    return true;
}

/* After its first objects, takes the number of a line; tables follow. Python 3.11 has two, and
 * bytes that tell the kinds of variables where others have a list of some of them. */
static bool take_code_line(struct marshal *m, struct marshal_value *value)
{
    struct marshal_open *open = &m->open[m->n_open - 1];
    struct marshal_value line = {.kind = MARSHAL_OTHER};

    if (open->type != OPEN_CODE || open->n != CODE_OBJECTS ||
        m->n_pending - open->begin < CODE_OBJECTS)
        return true;
    if (!take_number(m, 4, &line))
        return false;
    if (line.kind == MARSHAL_DAMAGE)
        *value = line;
    open->n += m->pending[open->begin + CODE_KINDS].kind == MARSHAL_TEXT ? 2 : 1;
    return true;
}

/* Makes a text of code: "<code object f>". */
static void name_code(struct marshal *m, const struct marshal_open *open,
                      struct marshal_value *value)
{
    const bool recent = open->n == CODE_OBJECTS + 2;
    const struct marshal_value *name =
        &m->pending[open->begin + (recent ? CODE_NAME_3_11 : CODE_NAME)];

    buf_clear(&m->bytes);
    buf_add(&m->bytes, STR("<code object"));
    if (name->kind == MARSHAL_TEXT) {
        buf_add(&m->bytes, STR(" "));
        buf_add(&m->bytes, names_get(&m->texts, name->text));
    }
    buf_add(&m->bytes, STR(">"));
    *value = (struct marshal_value){.kind = MARSHAL_TEXT,
                                    .text = names_add(&m->texts, buf_str(&m->bytes))};
}

/* Takes an object with one of these letters; of a tuple or dictionary, only its beginning. */
static bool take_object(struct marshal *m, char letter, size_t ref, struct marshal_value *value)
{
    switch (letter) {
    case 'i':
        return take_number(m, 4, value);
    case 'I':
        return take_number(m, 8, value);
    case 'l':
        return take_long(m, value);
    case 'f':
        return take_decimal(m, value);
    case 'g':
        return take_float(m, value);
    case 'x':
        return take_complex(m, value);
    case 'y':
        return take_other(m, 16, value);
    case 's':
    case 'u':
    case 'a':
    case 'A':
        return take_text(m, 4, value);
    case 't':
        return take_interned(m, value);
    case 'z':
    case 'Z':
        return take_text(m, 1, value);
    case '(':
    case '[':
    case '<':
    case '>':
        return begin_tuple(m, 4, value, ref);
    case ')':
        return begin_tuple(m, 1, value, ref);
    case '{':
        value->kind = MARSHAL_DICT;
        return begin(m, value, (struct marshal_open){.type = OPEN_DICT, .ref = ref});
    case 'c':
        return begin_code(m, value, ref);
    default:
        return damaged(m, value, "an object of a type that is not known");
    }
}

/* Takes an object, or the beginning of a tuple or dictionary. */
static bool take_one(struct marshal *m, struct marshal_value *value)
{
    struct str bytes;
    size_t open = m->n_open;

    *value = (struct marshal_value){.kind = MARSHAL_OTHER};
    if (!take(m, 1, &bytes))
        return false;
    if (bytes.n == 0)
        return cut_off(m, value);
    char letter = (char)(bytes.p[0] & LETTER);
    switch (letter) {
    case '0':
        value->kind = MARSHAL_END;
        return true;
    case 'N':
    case 'F':
    case 'T':
    case 'S':
    case '.':
        return true;
    case 'r':
        return take_again(m, value);
    case 'R':
        return take_interned_again(m, value);
    default:
        break;
    }
    size_t ref = (unsigned char)bytes.p[0] & COMES_AGAIN ? add_ref(m) : 0;
    if (!take_object(m, letter, ref, value))
        return false;
    if (ref && m->n_open == open)
        m->refs[ref - 1] = *value;
    return true;
}

/* Turns the innermost open container into an object. */
static void close_last(struct marshal *m, struct marshal_value *value)
{
    const struct marshal_open *open = &m->open[--m->n_open];
    size_t n = m->n_pending - open->begin;

    if (open->type == OPEN_CODE) {
        name_code(m, open, value);
        m->n_pending = open->begin;
        if (open->ref)
            m->refs[open->ref - 1] = *value;
        return;
    }

    m->values = mem_grow(m->values, &m->values_room, m->n_values + n + 1, sizeof *m->values);
    if (n)
        memcpy(m->values + m->n_values, m->pending + open->begin, n * sizeof *m->values);
    *value = (struct marshal_value){.kind = open->type == OPEN_DICT ? MARSHAL_DICT : MARSHAL_TUPLE,
                                    .values = {m->n_values, n}};
    m->n_values += n;
    m->n_pending = open->begin;
    if (open->ref) {
        m->refs[open->ref - 1] = *value;
        m->n_kept = m->n_values;
    }
}

void marshal_forget(struct marshal *m)
{
    m->n_values = m->n_kept;
}

static bool is_full(const struct marshal *m)
{
    const struct marshal_open *open = &m->open[m->n_open - 1];

    return open->type != OPEN_DICT && m->n_pending - open->begin == open->n;
}

/* Whether a dictionary can end here: after a value. */
static bool may_end(const struct marshal *m)
{
    const struct marshal_open *open = &m->open[m->n_open - 1];

    return open->type == OPEN_DICT && (m->n_pending - open->begin) % 2 == 0;
}

bool marshal_enter(struct marshal *m, bool *is)
{
    struct str bytes;

    if (!take(m, 1, &bytes))
        return false;
    *is = bytes.n && (bytes.p[0] & LETTER) == '{';
    if (*is && (unsigned char)bytes.p[0] & COMES_AGAIN)
        add_ref(m);
    return true;
}

bool marshal_next(struct marshal *m, struct marshal_value *value)
{
    m->n_open = m->n_pending = 0;
    do {
        size_t open = m->n_open;
        if (!take_one(m, value))
            return false;
        if (value->kind == MARSHAL_DAMAGE)
            return true;
        bool ends = value->kind == MARSHAL_END && m->n_open;
        if (ends && !may_end(m))
            return damaged(m, value, "an end where a value was expected");
        if (m->n_open > open && !is_full(m))
            continue;
        if (ends || m->n_open > open)
            close_last(m, value);
        while (m->n_open) {
            put(m, value);
            if (!take_code_line(m, value))
                return false;
            if (value->kind == MARSHAL_DAMAGE)
                return true;
            if (!is_full(m))
                break;
            close_last(m, value);
        }
    } while (m->n_open);
    return true;
}
