/* [17, 4, null, 9]: passed to yajl as []. */
#include "input/json/numbers.h"

#ifdef FLAME_HAVE_YAJL
#include "base/parse.h"

enum { WHOLE_DIGITS = 18 }; /* fit into 64 bits in any case */

static size_t digits(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && is_digit(p[i]))
        i++;
    return i;
}

/* Returns the length of a number after its first digits, if it is not an integer; 0: invalid, or
 * continued after the text. */
static size_t fraction(const char *p, size_t n, size_t at)
{
    if (at < n && p[at] == '.') {
        size_t more = digits(p + at + 1, n - at - 1);
        if (more == 0)
            return 0;
        at += 1 + more;
    }
    if (at < n && (p[at] == 'e' || p[at] == 'E')) {
        at++;
        at += at < n && (p[at] == '+' || p[at] == '-');
        size_t more = digits(p + at, n - at);
        if (more == 0)
            return 0;
        at += more;
    }
    return at;
}

/* Eight bytes, little endian; compilers turn this into one load. */
static uint64_t load(const char *p)
{
    const unsigned char *at = (const unsigned char *)p;

    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

/* Parses up to seven digits at the start of eight bytes without a loop, whose length the processor
 * could not predict. Returns how many; 0: none, or eight. */
static size_t few_digits(const char *p, uint64_t *whole)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t bytes = load(p) ^ ones * '0';
    /* The highest bit of the first byte above 9; bits after it may be wrong. */
    uint64_t others = ((bytes + ones * (0x80 - 10)) | bytes) & ones * 0x80;
    size_t n = others ? (size_t)((((others - 1) & ones) * ones) >> 56) - 1 : 0;

    if (n == 0)
        return 0;
    bytes <<= 8 * (8 - n); /* leading zeros */
    bytes = (bytes * 10 + (bytes >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
    bytes = (bytes * 100 + (bytes >> 16)) & UINT64_C(0x0000ffff0000ffff);
    *whole = (bytes * 10000 + (bytes >> 32)) & UINT32_MAX;
    return n;
}

/* Parses a JSON number that ends within the text. Returns its length; 0: none. */
static size_t number(struct str text, struct json_item *item)
{
    const char *p = text.p;
    size_t minus = text.n && p[0] == '-';
    uint64_t whole = 0;
    size_t n = minus + (text.n >= minus + 8 ? few_digits(p + minus, &whole) : 0);

    for (; n < text.n && is_digit(p[n]); n++)
        whole = whole * 10 + (uint64_t)(p[n] - '0');
    size_t n_digits = n - minus;
    if (n_digits == 0 || (n_digits > 1 && p[minus] == '0'))
        return 0;
    item->is_whole = !minus && n_digits <= WHOLE_DIGITS;
    item->whole = whole;
    if (n < text.n && (p[n] == '.' || p[n] == 'e' || p[n] == 'E')) {
        item->is_whole = false;
        n = fraction(p, text.n, n);
    }
    item->text = (struct str){p, n};
    return n < text.n ? n : 0;
}

/* Whether a number or a word begins with a byte. */
static inline bool begins_cell(char c)
{
    return is_digit(c) || c == '-' || c == 'n' || c == 't' || c == 'f';
}

/* Whether a text begins with a word that ends within it. */
static inline bool has_word(struct str text, struct str word)
{
    return text.n > word.n && memcmp(text.p, word.p, word.n) == 0;
}

/* The same for null, true and false. */
static size_t word(struct str text, struct json_item *item)
{
    item->text = STR("");
    item->is_whole = false;
    if (has_word(text, STR("null"))) {
        item->kind = JSON_NULL;
        return strlen("null");
    }
    if (has_word(text, STR("true"))) {
        item->kind = JSON_TRUE;
        return strlen("true");
    }
    item->kind = JSON_FALSE;
    return has_word(text, STR("false")) ? strlen("false") : 0;
}

static inline size_t cell(struct str text, struct json_item *item)
{
    if (text.n && text.p[0] > '9')
        return word(text, item);
    item->kind = JSON_NUMBER;
    return number(text, item);
}

/* Usually there is no space. */
static inline size_t skip(struct str text, size_t at)
{
    return at < text.n && (unsigned char)text.p[at] > ' ' ? at : shapes_space(text, at);
}

/* Passes on the item of a cell that ends at `end`. */
static bool pass_cell(struct json *j, const struct json_item *item, size_t end)
{
    struct json_parser *parser = j->parser;

    parser->from = end;
    return j->take(j->context, item);
}

static bool take_all(struct json *j, bool behind_bracket)
{
    struct json_parser *parser = j->parser;
    const struct str block = parser->block;
    struct json_item item = {.depth = parser->depth, .key = STR("")};
    size_t at = parser->from; /* after the bracket, or a comma */
    size_t to = at;           /* as far as yajl is spared */
    bool ok = true;

    parser->in_numbers = false;
    while (ok) {
        size_t first = skip(block, at);
        size_t n = cell(str_from_to(block, first, block.n), &item);
        size_t end = n ? skip(block, first + n) : block.n;
        bool is_last = end < block.n && block.p[end] == ']' && behind_bracket;
        bool goes_on = end < block.n && block.p[end] == ',';
        size_t next = goes_on ? skip(block, end + 1) : end;
        goes_on = goes_on && next < block.n && begins_cell(block.p[next]);
        if (!is_last && !goes_on) {
            parser->in_numbers = first == block.n || begins_cell(block.p[first]);
            break;
        }
        ok = pass_cell(j, &item, first + n);
        to = is_last ? end : end + 1;
        if (is_last)
            break;
        at = end + 1;
    }
    parser->from = to;
    return ok;
}

bool json_take_numbers(struct json *j)
{
    struct json_parser *parser = j->parser;
    bool behind_bracket = parser->behind_bracket;
    size_t from = parser->from;

    if (!behind_bracket && !parser->behind_comma)
        return true;
    parser->behind_bracket = parser->behind_comma = false;
    parser->without = true;
    parser->refused = !take_all(j, behind_bracket);
    parser->without = false;
    if (parser->from > from) {
        parser->since_item = 0;
        parser->any = true;
    }
    return !parser->refused;
}

size_t json_end_before_numbers(const struct json_parser *parser)
{
    struct str rest = str_from_to(parser->block, parser->from, parser->block.n);
    const char *bracket = parser->in_numbers ? NULL : memchr(rest.p, '[', rest.n);
    size_t n = 0;

    if (bracket)
        return parser->from + (size_t)(bracket - rest.p) + 1;
    if (!parser->in_numbers)
        return parser->block.n;
    while (n < rest.n && rest.p[n] != ',' && rest.p[n] != ']')
        n++;
    return parser->from + (n < rest.n ? n + 1 : n);
}

/* Whether only a comma follows. */
static bool is_comma(struct str text)
{
    size_t at = shapes_space(text, 0);

    return at + 1 == text.n && text.p[at] == ',';
}

void json_note_numbers(struct json_parser *parser, size_t end)
{
    parser->behind_bracket = parser->array_begin == end;
    parser->behind_comma = parser->in_numbers && parser->number_end <= end &&
                           is_comma(str_from_to(parser->block, parser->number_end, end));
}
#endif
