/* ffffffffc0a3b000 t nft_do_chain	[nf_tables]
 * Reads the kernel's list of symbols. */
#include "symbol/kallsyms.h"

#include <limits.h>

/* Includes data, which ends the function before it; perf does so, too. */
static bool is_taken(char type)
{
    switch (type | 0x20) {
    case 't':
    case 'w':
    case 'd':
    case 'b':
        return true;
    default:
        return false;
    }
}

/* The value of each hexadecimal digit plus 1; 0: not a digit. */
static const unsigned char digits[UCHAR_MAX + 1] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

/* Parses the hexadecimal address at the start of a line and returns its number of digits; 0: no
 * address. For some 200,000 lines: base/parse would branch unpredictably on every digit. */
static size_t address_of(struct str line, uint64_t *address)
{
    enum { DIGITS_MOST = 16 };
    uint64_t value = 0;
    size_t n = 0;

    for (; n < line.n && n <= DIGITS_MOST; n++) {
        unsigned digit = digits[(unsigned char)line.p[n]];
        if (digit == 0)
            break;
        value = value << 4 | (digit - 1);
    }
    *address = value;
    return n <= DIGITS_MOST ? n : 0;
}

/* `at` is the line's position in the text. */
static void read_line(struct kallsyms *k, struct str line, size_t at)
{
    struct symbol s = {.rank = k->symbols.n};
    size_t n = address_of(line, &s.address);

    if (n == 0 || line.n - n < 4 || line.p[n] != ' ' || line.p[n + 2] != ' ')
        return;
    char type = line.p[n + 1];
    struct str name = str_from_to(line, n + 3, line.n);
    if (name.p[name.n - 1] == '\r')
        name.n--;
    if (name.n == 0)
        return;
    k->lines++;
    k->any_address = k->any_address || s.address;
    if (!is_taken(type))
        return;
    if (name.p[0] == '_' && str_equal(name, STR("_text")))
        k->text = s.address;
    else if (name.p[0] == '_' && str_equal(name, STR("_stext")))
        k->stext = s.address;
    /* Of several at one address the last is kept, as in perf. */
    s.name = (uint32_t)(at + n + 3);
    s.name_size = (uint32_t)name.n;
    table_put(&k->symbols, &s);
}

void kallsyms_expect(struct kallsyms *k, uint64_t n)
{
    enum { MOST = 64 << 20, LINE = 44, LINES_LEAST = 1 << 12 };
    struct symbol_table *t = &k->symbols;
    size_t bytes = n < MOST ? (size_t)n : MOST;

    (void)buf_reserve(&t->text, bytes);
    t->symbols = mem_grow(t->symbols, &t->room, bytes / LINE + LINES_LEAST, sizeof *t->symbols);
}

void kallsyms_take(struct kallsyms *k, bool ended)
{
    const struct str text = buf_str(&k->symbols.text);
    size_t at = k->taken;

    if (text.n > UINT32_MAX)
        return;
    while (at < text.n) {
        const char *newline = memchr(text.p + at, '\n', text.n - at);
        if (!newline && !ended)
            break;
        size_t end = newline ? (size_t)(newline - text.p) : text.n;
        read_line(k, str_from_to(text, at, end), at);
        at = newline ? end + 1 : end;
    }
    k->taken = at;
}

void kallsyms_read(struct kallsyms *k, struct str lines)
{
    buf_add(&k->symbols.text, lines);
    kallsyms_take(k, true);
}

struct str kallsyms_function(struct str name)
{
    const char *tab = memchr(name.p, '\t', name.n);

    return str_from_to(name, 0, tab ? (size_t)(tab - name.p) : name.n);
}

struct str kallsyms_module(struct str name)
{
    size_t from = kallsyms_function(name).n;

    return str_from_to(name, from < name.n ? from + 1 : from, name.n);
}

/* The module of a symbol; one byte tells the usual case of none. */
static struct str module_of(const struct symbol_table *t, const struct symbol *s)
{
    struct str name = table_name(t, s);

    return name.n && name.p[name.n - 1] == ']' ? kallsyms_module(name) : STR("");
}

static void move(struct symbol_table *t, uint64_t by)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < t->n; i++) {
        struct symbol s = t->symbols[i];
        if (module_of(t, &s).n)
            continue;
        s.address += by;
        t->symbols[n++] = s;
    }
    t->n = n;
}

/* Ends the kernel's last function before the first module. */
static void end_modules(struct symbol_table *t)
{
    enum { PAGE = 4096 };
    struct str module = STR("");

    for (uint32_t i = 0; i < t->n; i++) {
        struct str next = module_of(t, &t->symbols[i]);
        if (i && !str_equal(module, next)) {
            struct symbol *s = &t->symbols[i - 1];
            uint64_t to_page = PAGE - s->address % PAGE;
            uint64_t room = t->symbols[i].address - s->address;
            s->size = room < to_page + PAGE ? room : to_page + PAGE;
        }
        module = next;
    }
    if (t->n)
        t->symbols[t->n - 1].size = PAGE - t->symbols[t->n - 1].address % PAGE + PAGE;
}

void kallsyms_finish(struct kallsyms *k, struct str mark, uint64_t recorded)
{
    uint64_t here = str_equal(mark, STR("_stext")) ? k->stext : k->text;

    if (here && recorded && here != recorded)
        move(&k->symbols, recorded - here);
    table_sort(&k->symbols);
    end_modules(&k->symbols);
}

void kallsyms_free(struct kallsyms *k)
{
    table_free(&k->symbols);
    *k = (struct kallsyms){0};
}
