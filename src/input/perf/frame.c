/*     7f10b9594ec5 std::function<void (int)>::operator()+0x15 (/usr/lib/a (deleted))
 * Parses a call chain line of perf script. */
#include "input/perf/frame.h"

#include "base/parse.h"

enum { COLUMNS = 16 }; /* of an address, behind a tab */

static const uint64_t ones = UINT64_C(0x0101010101010101);

/* One table look-up for each digit: digits are most of a line. */
static bool is_hex(char c)
{
    static const bool hex[256] = {
        ['0'] = true, ['1'] = true, ['2'] = true, ['3'] = true, ['4'] = true, ['5'] = true,
        ['6'] = true, ['7'] = true, ['8'] = true, ['9'] = true, ['a'] = true, ['b'] = true,
        ['c'] = true, ['d'] = true, ['e'] = true, ['f'] = true,
    };

    return hex[(unsigned char)c];
}

/* The first byte is the lowest, on every machine. */
static uint64_t word_at(const char *at)
{
    const unsigned char *p = (const unsigned char *)at;

    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
}

/* Eight columns of an address at once, as every frame has them: whether they are blanks and, behind
 * these, digits as is_hex knows them. Each column that is a digit has its lowest bit in *digits. */
static inline bool are_columns(const char *p, uint64_t *digits)
{
    const uint64_t tops = ones << 7;
    const uint64_t word = word_at(p);

    if (word & tops)
        return false;
    const uint64_t decimal = (word + ones * (0x80 - '0')) & ~(word + ones * (0x80 - '9' - 1));
    const uint64_t letter = (word + ones * (0x80 - 'a')) & ~(word + ones * (0x80 - 'f' - 1));
    *digits = ((decimal | letter) & tops) >> 7;
    const uint64_t blank = ~(*digits * 0xff);
    return (word & blank) == (ones * ' ' & blank) && (blank & (blank + 1)) == 0;
}

/* Returns how many digits an address has that ends 16 columns at `p`; 0 when there is none. */
static size_t address_digits(const char *p)
{
    enum { HALF = 8 };
    uint64_t first, last;

    if (!are_columns(p, &first) || !are_columns(p + HALF, &last) || (first && last != ones))
        return 0;
    return (size_t)(((first + last) * ones) >> 56);
}

/* Returns where the hexadecimal digits that begin at `from` end, with or without "0x"; `from` when
 * there are none. */
static size_t behind_hex(struct str s, size_t from)
{
    size_t digits = str_starts(str_from_to(s, from, s.n), STR("0x")) ? from + 2 : from;
    size_t i = digits;

    while (i < s.n && is_hex(s.p[i]))
        i++;
    return i > digits ? i : from;
}

bool is_hex_address(struct str s)
{
    return s.n && behind_hex(s, 0) == s.n;
}

/* Returns how many digits the address of a line in perf's columns has; 0 when it has none. */
static size_t padded_digits(struct str line)
{
    if (line.n <= COLUMNS || line.p[0] != '\t' ||
        (line.n > COLUMNS + 1 && line.p[COLUMNS + 1] != ' '))
        return 0;
    return address_digits(line.p + 1);
}

bool perf_frame_is_padded(struct str line)
{
    return padded_digits(line) > 0;
}

bool perf_frame_begins_unknown(const char *at, const char *end)
{
    static const char behind[] = " [unknown] ([unknown])\n";

    return end - at >= PERF_UNKNOWN_LINE && *at == '\t' &&
           memcmp(at + 1 + COLUMNS, behind, sizeof behind - 1) == 0 && address_digits(at + 1);
}

bool perf_frame_is_unknown(struct str line)
{
    const struct str unknown = STR(" [unknown] ([unknown])");
    size_t from = 0;

    if (!str_ends(line, unknown))
        return false;
    while (is_blank(line.p[from]))
        from++;
    const size_t to = behind_hex(line, from);
    return from && to > from && to == line.n - unknown.n;
}

/* Returns where "+0x15" at the end of a text begins, or the text's length. */
static size_t offset_at(struct str s)
{
    size_t i = s.n;

    while (i && is_hex(s.p[i - 1]))
        i--;
    if (i == s.n || i < 4 || s.p[i - 1] != 'x' || s.p[i - 2] != '0' || s.p[i - 3] != '+')
        return s.n;
    return i - 3;
}

/* Returns where the module's " (" begins, or the length when there is none. After an offset
 * everything is the module; else the module is the last group that begins a balanced bracket. Known
 * hole: a name without offset that ends in arguments, in a text without modules. */
static size_t module_at(struct str s)
{
    size_t depth = 0;
    size_t last = s.n;

    if (s.n < 3 || s.p[s.n - 1] != ')')
        return s.n;
    struct str open = str_from_to(s, 0, s.n - 1); /* most modules hold no bracket */
    size_t plain = str_find_last(open, STR("("));
    if (plain && plain < open.n && s.p[plain - 1] == ' ' &&
        !memchr(open.p + plain, ')', open.n - plain) &&
        offset_at(str_from_to(s, 0, plain - 1)) < plain - 1)
        return plain - 1;
    for (size_t i = s.n; i > 0; i--) {
        char c = s.p[i - 1];
        bool begins = c == '(' && i > 1 && s.p[i - 2] == ' ';
        if (c == ')')
            depth++;
        else if (c == '(' && depth)
            depth--;
        if (!begins)
            continue;
        if (offset_at(str_from_to(s, 0, i - 2)) < i - 2)
            return i - 2;
        if (last == s.n && (depth == 0))
            last = i - 2;
    }
    return last;
}

/* Takes the first word; says whether it is an address. */
static bool parse_address(struct str *rest, struct str *word, bool *is_address)
{
    const size_t digits = padded_digits(*rest);
    size_t from = 0;

    if (digits) {
        *is_address = true;
        *word = str_from_to(*rest, 1 + COLUMNS - digits, 1 + COLUMNS);
        *rest = str_from_to(*rest, 1 + COLUMNS, rest->n);
        return true;
    }
    while (from < rest->n && is_blank(rest->p[from]))
        from++;
    size_t to = behind_hex(*rest, from);
    *is_address = to > from && (to == rest->n || is_blank(rest->p[to]));
    while (to < rest->n && !is_blank(rest->p[to]))
        to++;
    *word = str_from_to(*rest, from, to);
    *rest = str_from_to(*rest, to, rest->n);
    return word->n > 0;
}

/* "b00000006 (cookie) ([unknown])": the kernel recorded the rest of the stack later, under that
 * cookie. */
static bool is_cookie(const struct perf_frame *frame)
{
    return str_equal(frame->name, STR("(cookie)")) ||
           (frame->name.n == 0 && str_equal(frame->module, STR("cookie")));
}

static void offset_in_module(struct perf_frame *frame)
{
    size_t at = offset_at(frame->module);

    frame->in_module = str_from_to(frame->module, at, frame->module.n);
    frame->module.n = at;
}

bool perf_frame_read(struct str line, struct perf_frame *frame)
{
    struct str rest = line;
    bool is_address;

    *frame = (struct perf_frame){.sure = false};
    if (!parse_address(&rest, &frame->address, &is_address))
        return false;
    size_t module = module_at(rest);
    struct str name = str_trim(str_from_to(rest, 0, module));
    size_t offset = offset_at(name);
    frame->name = str_from_to(name, 0, offset);
    frame->in_function = str_from_to(name, offset, name.n);
    frame->module = STR("");
    if (module < rest.n)
        frame->module = str_from_to(rest, module + 2, rest.n - 1);
    frame->inlined = str_equal(frame->module, STR("inlined"));
    if (frame->inlined)
        frame->module = STR("");
    offset_in_module(frame);
    frame->deferred = is_cookie(frame);
    frame->sure = is_address && (module < rest.n || offset < name.n);
    return true;
}

/* Without offsets the address is one in memory, or, as some versions of perf print it for files, an
 * offset there. */
void perf_frame_locate(const struct perf_frame *frame, struct frame *row)
{
    bool in_function = frame->in_function.n > 0;
    bool in_module = !in_function && frame->in_module.n > 0;
    struct str text = in_function ? frame->in_function
                      : in_module ? frame->in_module
                                  : frame->address;

    text = str_from_to(text, in_function || in_module, text.n);
    if (!parse_hex_head(&text, &row->offset)) {
        row->offset = 0;
        return;
    }
    if (in_function)
        row->offset_kind = OFFSET_IN_FUNCTION;
    else if (!in_module && row->kind == KIND_KERNEL)
        row->offset_kind = OFFSET_IN_MEMORY;
}

bool perf_source_read(struct str line, struct str *file, uint32_t *number)
{
    struct str rest = str_trim(line);
    struct str text;
    uint64_t n;

    if (!take_word(&rest, &text)) /* " (discriminator 3)" may follow */
        return false;
    size_t colon = text.n;
    while (colon && text.p[colon - 1] != ':')
        colon--;
    if (colon < 2 || !parse_u64(str_from_to(text, colon, text.n), &n) || n == 0 || n > UINT32_MAX)
        return false;
    *file = path_base_name(str_from_to(text, 0, colon - 1));
    *number = (uint32_t)n;
    return file->n > 0;
}
