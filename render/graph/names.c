/* Strips and wraps function names. */
#include "render/graph/names.h"

#include "base/mem.h"
#include "base/parse.h"
#include "base/utf8.h"

enum { WIDTH = 32 };

/* Whether the group s[from, to) belongs to a name: "(anonymous namespace)::" and Rust's "<T as
 * Trait>::" at the start of a part, Go's "(*T).", "operator()". */
static bool is_name(struct str s, size_t from, size_t to)
{
    struct str before = str_from_to(s, 0, from);
    struct str behind = str_from_to(s, to, s.n);
    bool starts = from == 0 || str_ends(before, STR("::")) || str_ends(before, STR("."));
    bool goes_on = str_starts(behind, STR("::")) || str_starts(behind, STR("."));

    return (starts && goes_on) ||
           (s.p[from] == '(' && to == from + 2 && str_ends(before, STR("operator")) &&
            str_starts(behind, STR("(")));
}

/* Appends the text without groups in these brackets, except those that belong to names. */
static void without_groups(struct str s, char open, char close, struct buf *to)
{
    size_t *opened = NULL; /* pairs: where in s and where in to the groups begin that are open */
    size_t room = 0;
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == open) {
            opened = mem_grow(opened, &room, n + 2, sizeof *opened);
            opened[n++] = i;
            opened[n++] = to->n;
        }
        buf_add_byte(to, s.p[i]);
        if (s.p[i] != close || n == 0)
            continue;
        n -= 2;
        if (!is_name(s, opened[n], i + 1))
            to->n = opened[n + 1];
    }
    mem_free(opened, room, sizeof *opened);
}

void graph_name_strip(struct str name, struct buf *to)
{
    struct buf plain = {0};

    without_groups(name, '(', ')', &plain);
    struct str rest = buf_str(&plain);
    if (str_ends(rest, STR(" const")))
        rest.n -= strlen(" const");
    without_groups(rest, '<', '>', to);
    buf_free(&plain);
}

/* Appends a word, or a part of one that ends in a hyphen, to the current line if it fits. */
static void add_word(struct buf *to, struct str word, bool blank, size_t *column)
{
    if (*column && *column + blank + word.n > WIDTH) {
        buf_add_byte(to, '\n');
        *column = 0;
    } else if (*column && blank) {
        buf_add_byte(to, ' ');
        ++*column;
    }
    buf_add(to, word);
    *column += word.n;
}

/* From `from` on, ", " becomes "," and "> >" becomes ">>", as gprof2dot writes them. */
static void close_up(struct buf *b, size_t from)
{
    size_t n = from;

    for (size_t i = from; i < b->n; i++) {
        bool closes = b->p[i] == ' ' && i > from && i + 1 < b->n &&
                      (b->p[i - 1] == ',' || (b->p[i - 1] == '>' && b->p[i + 1] == '>'));
        if (!closes)
            b->p[n++] = b->p[i];
    }
    b->n = n;
}

void graph_name_wrap(struct str name, struct buf *to)
{
    struct str word;
    size_t column = 0;
    size_t from = to->n;

    if (name.n <= WIDTH) {
        buf_add(to, name);
        return;
    }
    while (take_word(&name, &word)) {
        bool blank = true;
        while (word.n) {
            size_t hyphen = str_find(word, 0, STR("-"));
            size_t end = hyphen + 1 < word.n && hyphen > 0 ? hyphen + 1 : word.n;
            add_word(to, str_from_to(word, 0, end), blank, &column);
            word = str_from_to(word, end, word.n);
            blank = false;
        }
    }
    close_up(to, from);
}

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80);
}

static bool is_letter_byte(char c)
{
    return is_word_byte(c) && !(c >= '0' && c <= '9');
}

/* Where a name may be broken: best between scopes and arguments, else before the mark between a
 * class and its function (Head:.flush), else between words. */
enum name_break { BREAK_NONE, BREAK_WORD, BREAK_MARK, BREAK_SCOPE, BREAKS };

/* Behind the byte before `at`. "<init>" and "__gnu_cxx" have no break inside of a part that is not
 * a word. */
static enum name_break break_at(struct str name, size_t at)
{
    char c = name.p[at - 1];
    char next = name.p[at];
    char before = '\0';

    if (at > 1)
        before = name.p[at - 2];
    switch (c) {
    case ':':
        return next == ':' || next == '.' ? BREAK_NONE : BREAK_SCOPE;
    case '.':
        return next == '.' || next == '_' || next == '<' ? BREAK_NONE : BREAK_SCOPE;
    case ' ':
    case ',':
    case '/':
    case '(':
        return BREAK_SCOPE;
    case '<':
        return is_word_byte(before) ? BREAK_SCOPE : BREAK_NONE;
    case '$':
        if (is_word_byte(before) && is_letter_byte(next))
            return BREAK_SCOPE;
        return is_word_byte(before) && is_word_byte(next) ? BREAK_WORD : BREAK_NONE;
    case '_':
        return is_word_byte(before) && is_word_byte(next) ? BREAK_WORD : BREAK_NONE;
    default:
        if (str_starts(str_from_to(name, at, name.n), STR(":.")))
            return BREAK_MARK;
        return c >= 'a' && c <= 'z' && next >= 'A' && next <= 'Z' ? BREAK_WORD : BREAK_NONE;
    }
}

size_t graph_name_line_end(struct str name, size_t at, size_t most)
{
    size_t ends[BREAKS] = {0};
    size_t cells = 0;

    for (size_t next = at; at < name.n; at = next) {
        size_t wide = utf8_cells(utf8_next(name, &next));
        if (cells + wide > most) {
            for (unsigned kind = BREAK_SCOPE; kind > BREAK_NONE; kind--)
                if (ends[kind])
                    return ends[kind];
            return at;
        }
        cells += wide;
        if (next < name.n)
            ends[break_at(name, next)] = next;
    }
    return name.n;
}

struct str graph_module_base(struct str module)
{
    bool windows = module.n > 2 && module.p[1] == ':' && module.p[2] == '\\';

    if (module.n && module.p[0] != '/' && !windows)
        return module;
    for (size_t i = module.n; i-- > 0;)
        if ((module.p[i] == '/' || (windows && module.p[i] == '\\')) && i + 1 < module.n)
            return str_from_to(module, i + 1, module.n);
    return module;
}
