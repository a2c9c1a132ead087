/* Shortens names so that the function's own name stays longest: what goes first are generic
 * arguments, then arguments and return types, packages and namespaces, the class's front, and at
 * last the front of the function's own name. */
#include "base/ascii.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "render/common/name_parts.h"
#include "render/common/text.h"

#define ELLIPSIS STR("\xE2\x80\xA6")
#define ELLIPSIS_POINT 0x2026
#define ARGUMENTS STR("(\xE2\x80\xA6)")

/* In what has room for WORDS cells a cut moves at most WORD_CELLS on to where a word begins. Of a
 * class more than CLASS_CELLS are shown, with the sign behind it, or none. */
enum { WORDS = 12, WORD_CELLS = 3, CLASS_CELLS = 5 };

/* A cut name with fewer letters is a stub, which says nothing. */
enum { LETTERS_LEAST = 5 };

static bool is_letter_of_name(uint32_t point)
{
    if (point < 0x80)
        return is_letter((char)point) || is_digit((char)point);
    return point != ELLIPSIS_POINT && utf8_cells(point) > 0;
}

/* Letters and digits, up to enough. */
static size_t letters_of(struct str s)
{
    size_t n = 0;

    for (size_t at = 0; at < s.n && n < LETTERS_LEAST;)
        n += is_letter_of_name(utf8_next(s, &at));
    return n;
}

/* Whether something was cut, and what is left has neither enough letters nor all of the name. */
static bool is_stub(struct str cut, struct str name)
{
    size_t n = letters_of(cut);

    return n < LETTERS_LEAST && n < letters_of(name) && str_find(cut, 0, ELLIPSIS) < cut.n;
}

/* How many bytes at the start fit into that many cells, including the combining marks of the last
 * letter. */
static size_t length_within(struct str s, size_t cells)
{
    size_t at = 0;

    while (at < s.n) {
        size_t next = at;
        unsigned more = utf8_cells(utf8_next(s, &next));
        if (more > cells)
            break;
        cells -= more;
        at = next;
    }
    return at;
}

/* Where the longest end begins that fits into that many cells; no letter loses its marks. */
static size_t end_within(struct str s, size_t cells)
{
    size_t has = text_cells(s);
    size_t at = 0;

    while (at < s.n) {
        size_t next = at;
        unsigned more = utf8_cells(utf8_next(s, &next));
        if (has <= cells && (more || !at))
            break;
        has -= more;
        at = next;
    }
    return at;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Whether a word begins there: Handler in ChannelHandler, head in slist_head. */
static bool begins_word(struct str s, size_t at)
{
    char before = s.p[at - 1];

    if (!name_is_letter(before) || before == '_' || before == '$')
        return name_is_letter(s.p[at]) && s.p[at] != '_' && s.p[at] != '$';
    return is_upper(s.p[at]) && !is_upper(before);
}

/* Moves the place of a cut to where a word begins, if one does soon. */
static size_t to_word(struct str s, size_t at, size_t most)
{
    for (size_t i = at; i < most && i <= at + WORD_CELLS; i++)
        if (i && begins_word(s, i))
            return i;
    return at;
}

static void add_start(struct str s, size_t cells, struct buf *to)
{
    s.n = length_within(s, cells - 1);
    buf_add(to, s);
    if (!str_ends(s, ELLIPSIS))
        buf_add(to, ELLIPSIS);
}

/* The name without return type, arguments and place, its generic arguments shrunk. */
static void add_bare(struct str clean, const struct name_parts *parts, size_t over, struct buf *to)
{
    name_shrink_arguments(str_from_to(clean, parts->core, parts->end), over, to);
}

/* Replaces what was added from `from` on by an ellipsis and the end of s. */
static void keep_end(struct buf *to, size_t from, struct str s, size_t begin)
{
    to->n = from;
    buf_add(to, ELLIPSIS);
    buf_add(to, str_from_to(s, begin, s.n));
}

/* Where the longest end begins that is a function with scopes before it and fits; s.n: none. */
static size_t scopes_within(struct str s, const struct name_parts *parts, size_t cells)
{
    size_t left = text_cells(s);

    for (size_t at = parts->core; at < parts->own;) {
        size_t next = name_parts_next(s, parts, at);
        left -= text_cells(str_from_to(s, at, next));
        if (left <= cells)
            return next;
        at = next;
    }
    return s.n;
}

/* The name up to generic arguments of its function: swap of swap<...>. */
static struct str without_arguments(struct str s, size_t own)
{
    if (!str_ends(s, STR(">")))
        return s;
    for (size_t i = own + 1; i < s.n; i++) {
        size_t skipped = i == own + 1 ? name_operator_length(s, own) : 0;
        i += skipped ? skipped - 1 : 0;
        if (i < s.n && s.p[i] == '<' && (skipped || name_is_letter(s.p[i - 1])))
            return str_from_to(s, 0, i);
    }
    return s;
}

/* The class that a vague function keeps: of Executors$RunnableAdapter the inner one. */
static struct str class_of(struct str s, const struct name_parts *parts)
{
    struct str scope = str_from_to(s, parts->scope, parts->own);

    for (size_t i = scope.n; i-- > 1;)
        if (scope.p[i - 1] == '$' && is_upper(scope.p[i]) &&
            !str_starts(str_from_to(scope, i, scope.n), STR("Lambda")))
            return str_from_to(scope, i, scope.n);
    return scope;
}

/* Where the end that is kept begins: in the class, of which enough must be seen, or in the own
 * name.
 */
static size_t end_of(struct str s, const struct name_parts *parts, size_t cells)
{
    size_t at = end_within(s, cells - 1);
    size_t most = at < parts->own ? parts->own : s.n - 1;

    if (at < parts->own && text_cells(str_from_to(s, at, parts->own)) <= CLASS_CELLS)
        return parts->own;
    if (cells >= WORDS)
        at = to_word(s, at, most);
    for (size_t i = at; i < parts->own; i++)
        if (strchr("<>()[]{}", s.p[i]))
            return parts->own;
    return at;
}

/* Whether one pair of brackets is around all of it: [libc.so.6], <module>. */
static bool is_in_brackets(struct str s)
{
    size_t depth = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (strchr("[<(", s.p[i]))
            depth++;
        else if (strchr("]>)", s.p[i]))
            depth -= depth > 0;
        if (!depth)
            return i > 0 && i + 1 == s.n;
    }
    return false;
}

/* Cuts the front of the class, or of the function if it does not fit with any of its class. What is
 * in brackets, and a class whose function says nothing alone, keep their start. */
static void add_end(struct str s, const struct name_parts *parts, size_t cells, struct buf *to)
{
    size_t at = end_of(s, parts, cells);

    if (is_in_brackets(str_from_to(s, parts->own, s.n))) {
        add_start(str_from_to(s, parts->own, s.n), cells, to);
    } else if (parts->own > parts->scope && at >= parts->own && name_parts_is_vague(s, parts)) {
        add_start(class_of(s, parts), cells, to);
    } else {
        buf_add(to, ELLIPSIS);
        buf_add(to, str_from_to(s, at, s.n));
    }
}

/* Both ends of a name, with so many cells of its start. */
static void add_both_ends(struct str s, size_t cells, size_t start, struct buf *to)
{
    size_t n = length_within(s, start);

    buf_add(to, str_from_to(s, 0, n));
    buf_add(to, ELLIPSIS);
    s = str_from_to(s, n, s.n);
    buf_add(to, str_from_to(s, end_within(s, cells - 1 - start), s.n));
}

/* Shortens a bare name at the end of `to`, which begins at `from`, so that it fits. */
static void cut_scopes(struct buf *to, size_t from, size_t cells, enum text_cut cut)
{
    struct buf whole = {0};
    struct str bare = str_from_to(buf_str(to), from, to->n);

    buf_add(&whole, bare);
    struct str s = buf_str(&whole);
    struct name_parts parts = name_parts_of(s);
    if (cut == TEXT_CUT_MIDDLE) {
        to->n = from;
        add_both_ends(s, cells, (cells - 1) / 3, to);
        buf_free(&whole);
        return;
    }
    size_t begin = scopes_within(s, &parts, cells - 1);
    if (begin == parts.own && parts.own > parts.scope)
        begin = s.n;
    if (begin < s.n) {
        keep_end(to, from, s, begin);
    } else {
        if (text_cells(str_from_to(s, parts.own, s.n)) > cells - 1)
            s = without_arguments(s, parts.own);
        to->n = from;
        add_end(s, &parts, cells, to);
    }
    buf_free(&whole);
}

/* Each step takes more away; the first that fits is taken. */
static void fit_name(struct str clean, size_t cells, enum text_cut cut, struct buf *to)
{
    size_t from = to->n;
    size_t has = text_cells(clean);
    struct name_parts parts = name_parts_of(clean);
    struct str front = str_from_to(clean, 0, parts.end);

    name_shrink_arguments(clean, has - cells, to);
    if (text_cells(str_from_to(buf_str(to), from, to->n)) <= cells)
        return;
    if (parts.end < clean.n && clean.p[parts.end] == '(' && cells > text_cells(ARGUMENTS)) {
        size_t room = cells - text_cells(ARGUMENTS);
        size_t needs = text_cells(front);
        to->n = from;
        name_shrink_arguments(front, needs > room ? needs - room : 0, to);
        buf_add(to, ARGUMENTS);
        struct str shown = str_from_to(buf_str(to), from, to->n);
        if (text_cells(shown) <= cells && !is_stub(shown, clean))
            return;
    }
    size_t needs = text_cells(str_from_to(clean, parts.core, parts.end));
    to->n = from;
    add_bare(clean, &parts, needs > cells ? needs - cells : 0, to);
    if (text_cells(str_from_to(buf_str(to), from, to->n)) <= cells)
        return;
    to->n = from;
    add_bare(clean, &parts, needs, to);
    cut_scopes(to, from, cells, cut);
}

/* Where the bracket at the start is closed, behind it; 0: nowhere. */
static size_t behind_bracket(struct str s)
{
    size_t depth = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '<')
            depth++;
        else if (s.p[i] == '>' && s.p[i - 1] != '-' && --depth == 0)
            return i + 1;
    }
    return 0;
}

/* A type or module in brackets stands for itself: Word::score of <Word as Score>::score,
 * importlib:find of <frozen importlib>:find. Without such a one nothing is added. */
static struct str without_trait(struct str clean, struct buf *to)
{
    const struct str frozen = STR("<frozen ");
    bool is_frozen = str_starts(clean, frozen);
    size_t from = is_frozen ? frozen.n : 1;
    size_t at = from;

    if (!str_starts(clean, STR("<")))
        return clean;
    while (at < clean.n &&
           (name_is_letter(clean.p[at]) || clean.p[at] == ':' || clean.p[at] == '.'))
        at++;
    struct str behind = str_from_to(clean, at, clean.n);
    size_t end = behind_bracket(clean);
    struct str rest = str_from_to(clean, end, clean.n);
    if (at == from || !end || !str_starts(rest, is_frozen ? STR(":") : STR("::")) ||
        (behind.p[0] != '<' && behind.p[0] != '>' && !str_starts(behind, STR(" as "))))
        return clean;
    buf_add(to, str_from_to(clean, from, at));
    buf_add(to, rest);
    return buf_str(to);
}

/* Appends what is left of a name that is cut, be it ever so little. */
static void cut_name(struct str clean, size_t cells, enum text_cut cut, struct buf *to)
{
    struct buf plain = {0};

    if (cut == TEXT_CUT_RIGHT) {
        add_start(clean, cells, to);
        return;
    }
    struct str name = without_trait(clean, &plain);
    if (text_cells(name) <= cells)
        buf_add(to, name);
    else
        fit_name(name, cells, cut, to);
    buf_free(&plain);
}

/* swap<int, …> or swap<… int>: generic arguments are what parts two functions of one name. */
static bool add_part_of_arguments(struct str own, size_t cells, bool end, struct buf *to)
{
    size_t at = 1;

    while (at < own.n && (own.p[at] != '<' || !name_is_letter(own.p[at - 1])))
        at++;
    if (at + 1 >= own.n)
        return false;
    size_t taken = text_cells(str_from_to(own, 0, at + 1)) + 1;
    if (taken + CLASS_CELLS >= cells)
        return false;
    buf_add(to, str_from_to(own, 0, at + 1));
    if (end)
        buf_add(to, ELLIPSIS);
    own = str_from_to(own, at + 1, own.n);
    if (end) {
        buf_add(to, str_from_to(own, end_within(own, cells - taken), own.n));
        return true;
    }
    buf_add(to, str_from_to(own, 0, length_within(own, cells - taken)));
    buf_add(to, ELLIPSIS);
    return true;
}

/* As text_fit_other, be it ever so little. */
static bool add_other(struct str clean, size_t cells, unsigned nth, struct buf *to)
{
    struct name_parts parts = name_parts_of(clean);
    struct str own = str_from_to(clean, parts.own, parts.end);
    struct str bare = without_arguments(str_from_to(clean, 0, parts.end), parts.own);
    size_t from = clean.p[parts.scope] == '(' ? parts.own : parts.scope;
    struct str scoped = str_from_to(bare, from, bare.n);
    size_t has = text_cells(scoped);
    size_t own_cells = text_cells(str_from_to(bare, parts.own, bare.n));
    size_t start = nth - 2;

    if (cells < 3 || nth >= TEXT_FIT_OTHERS)
        return false;
    if (nth < 2)
        return text_cells(own) > cells && add_part_of_arguments(own, cells, nth, to);
    if (nth == 2)
        start = own_cells + 1 < cells ? cells - 1 - own_cells : 0;
    if (has < cells || !start || start > cells - 1)
        return false;
    add_both_ends(scoped, cells, start, to);
    return true;
}

bool text_fit_other(struct str clean, size_t cells, unsigned nth, struct buf *to)
{
    size_t from = to->n;

    if (!add_other(clean, cells, nth, to))
        return false;
    if (!is_stub(str_from_to(buf_str(to), from, to->n), clean))
        return true;
    to->n = from;
    return false;
}

void text_fit(struct str clean, size_t cells, enum text_cut cut, struct buf *to)
{
    size_t from = to->n;

    if (text_cells(clean) <= cells) {
        buf_add(to, clean);
        return;
    }
    if (cells < 3)
        return;
    cut_name(clean, cells, cut, to);
    if (!is_stub(str_from_to(buf_str(to), from, to->n), clean))
        return;
    to->n = from;
    if (cut != TEXT_CUT_SMART || cells <= LETTERS_LEAST)
        return;
    for (unsigned i = 0; i < TEXT_FIT_OTHERS; i++)
        if (text_fit_other(clean, cells, i, to))
            return;
    add_start(clean, cells, to);
    if (is_stub(str_from_to(buf_str(to), from, to->n), clean))
        to->n = from;
}
