/* Finds the parts of a function's name in one pass, with a depth for brackets of all kinds. */
#include "render/common/name_parts.h"

#include "base/parse.h"

/* What a pass over a name has seen. */
struct pass {
    struct str name;
    size_t at;
    size_t depth;
    size_t word;      /* behind the last blank outside of brackets; 0: none */
    size_t arguments; /* where arguments may begin; 0: nowhere */
    size_t behind_operator;
    struct name_parts parts;
};

static char byte_at(struct str s, size_t at)
{
    if (at < s.n)
        return s.p[at];
    return '\0';
}

static bool is_word_at(struct str s, size_t at, const char *word)
{
    return str_starts(str_from_to(s, at, s.n), str_of(word));
}

size_t name_operator_length(struct str name, size_t at)
{
    static const char *const brackets[] = {"<<=", "<=>", ">>=", "->*", "()", "[]", "<<",
                                           ">>",  "<=",  ">=",  "->",  "<",  ">"};
    const size_t word = sizeof "operator" - 1;
    size_t length = word;

    if ((at > 0 && name_is_letter(name.p[at - 1])) || !is_word_at(name, at, "operator"))
        return 0;
    for (size_t i = 0; i < sizeof brackets / sizeof brackets[0]; i++)
        if (is_word_at(name, at + word, brackets[i]))
            return word + strlen(brackets[i]);
    while (at + length < name.n && strchr("+-*/%^&|~!=,", name.p[at + length]))
        length++;
    return length > word ? length : 0;
}

/* Whether a compiler added what begins there: foo.cold, foo.part.0, foo.llvm.123. */
static bool is_suffix(struct str s, size_t at)
{
    static const char *const words[] = {".cold",  ".part.",     ".isra.",      ".constprop.",
                                        ".llvm.", ".lto_priv.", ".localalias", ".clone"};

    for (size_t i = 0; at > 0 && s.p[at] == '.' && i < sizeof words / sizeof words[0]; i++)
        if (is_word_at(s, at, words[i]))
            return true;
    return false;
}

/* Rust's older symbols end in a hash. */
static bool is_hash(struct str s, size_t at)
{
    enum { LENGTH = sizeof "h0123456789abcdef" - 1 };

    if (s.n - at != LENGTH || s.p[at] != 'h')
        return false;
    for (size_t i = at + 1; i < s.n; i++)
        if (!is_digit(s.p[i]) && !(s.p[i] >= 'a' && s.p[i] <= 'f'))
            return false;
    return true;
}

/* The length of what parts a class from its function, or a package from a class, if it is at `at`.
 */
static size_t separator_length(struct str s, size_t at)
{
    char c = s.p[at];
    char next = byte_at(s, at + 1);

    if (c == ':' && (next == ':' || next == '.') && at + 2 < s.n)
        return 2;
    if (at == 0 || at + 1 == s.n || next == ' ' || next == c)
        return 0;
    if (c == '/')
        return !is_digit(next);
    if (c == '#')
        return name_is_letter(next);
    return c == '.' && !is_digit(next);
}

/* Whether what follows says where a function is: behind a blank in brackets, or a path that ends in
 * a line; behind a colon a path. It is what says most of <module> and (anonymous). */
static bool is_place(struct str s, size_t at)
{
    char next = byte_at(s, at + 1);

    if (s.p[at] == ':')
        return at > 0 && next == '/' && byte_at(s, at + 2) != '/';
    if (s.p[at] != ' ' || at == 0 || !name_is_letter(s.p[at - 1]))
        return false;
    return next == '(' || is_word_at(s, at + 1, "[clone") ||
           ((next == '/' || is_word_at(s, at + 1, "file:") || is_word_at(s, at + 1, "node:")) &&
            is_digit(s.p[s.n - 1]));
}

/* A return type, or another word in front, ends where a name begins that has arguments or scopes.
 */
static void leave_words(struct pass *p)
{
    if (p->word)
        p->parts.core = p->parts.scope = p->parts.own = p->word;
    p->word = 0;
}

static char byte_before(const struct pass *p)
{
    if (p->at > 0)
        return p->name.p[p->at - 1];
    return '\0';
}

/* Whether a word in front of the name, such as a return type, may end here. */
static bool is_word_end(const struct pass *p)
{
    const size_t length = sizeof "operator" - 1;
    char next = byte_at(p->name, p->at + 1);

    if (p->name.p[p->at] != ' ' || p->arguments || next == '<')
        return false;
    return p->at < length || !is_word_at(p->name, p->at - length, "operator");
}

static void open_bracket(struct pass *p, char c)
{
    char before = byte_before(p);

    if (p->depth++ || c != '(' || p->at == p->parts.own)
        return;
    if (name_is_letter(before) || before == '>' || before == ')' || before == '}' ||
        before == ']' || p->at == p->behind_operator)
        p->arguments = p->at;
}

/* Arguments before another name belong to its scope: f()::{lambda()#1}, go's (*T).f. */
static void close_bracket(struct pass *p)
{
    if (!p->depth || --p->depth)
        return;
    char next = byte_at(p->name, p->at + 1);
    if (next == '.' || (next == ':' && byte_at(p->name, p->at + 2) == ':'))
        p->arguments = 0;
}

static bool is_bracket(const struct pass *p, char c, bool closing)
{
    char before = byte_before(p);
    char next = byte_at(p->name, p->at + 1);

    if (closing)
        return c == ')' || c == ']' || c == '}' || (c == '>' && before != '-' && before != '=');
    return c == '(' || c == '[' || c == '{' || (c == '<' && next != ' ' && next != '=');
}

/* Takes what is at p->at, outside of brackets; false: the name ends here. */
static bool take_outside(struct pass *p)
{
    size_t length = separator_length(p->name, p->at);

    if (is_place(p->name, p->at) || is_suffix(p->name, p->at))
        return false;
    if (is_word_end(p))
        p->word = p->at + 1;
    if (length && !p->arguments) {
        if (is_hash(p->name, p->at + length))
            return false;
        leave_words(p);
        p->parts.scope = p->parts.own;
        p->parts.own = p->at + length;
    }
    p->at += length ? length : 1;
    return true;
}

/* Takes what is at p->at; false: the name ends here. */
static bool take(struct pass *p)
{
    char c = p->name.p[p->at];
    size_t skipped = c == 'o' ? name_operator_length(p->name, p->at) : 0;

    if (skipped) {
        p->at += skipped;
        p->behind_operator = p->at;
        return true;
    }
    if (!name_is_letter(c)) {
        bool opens = is_bracket(p, c, false);
        bool closes = !opens && is_bracket(p, c, true);
        if (!opens && !closes && !p->depth)
            return take_outside(p);
        if (opens)
            open_bracket(p, c);
        if (closes)
            close_bracket(p);
    }
    p->at++;
    return true;
}

/* Goes on until the name ends, or a scope or own name begins behind `own`. */
static void walk(struct pass *p, size_t own)
{
    while (p->at < p->name.n && p->parts.own <= own && take(p))
        ;
}

struct name_parts name_parts_of(struct str name)
{
    struct pass p = {.name = name};

    walk(&p, name.n);
    p.parts.end = p.at;
    if (p.arguments) {
        leave_words(&p);
        p.parts.end = p.arguments;
    }
    if (p.parts.end <= p.parts.own)
        p.parts = (struct name_parts){.end = name.n};
    return p.parts;
}

size_t name_parts_next(struct str name, const struct name_parts *parts, size_t at)
{
    struct pass p = {.name = str_from_to(name, 0, parts->end), .at = at, .parts.own = at};

    walk(&p, at);
    return p.parts.own > at ? p.parts.own : parts->own;
}

bool name_parts_is_vague(struct str name, const struct name_parts *parts)
{
    static const char *const whole[] = {"run",       "apply",      "call",       "invoke",
                                        "accept",    "get",        "test",       "execute",
                                        "call_once", "call_mut",   "<init>",     "<clinit>",
                                        "__call__",  "operator()", "{{closure}}"};
    static const char *const starts[] = {"{lambda", "<lambda", "lambda", "$anonfun", "func"};
    struct str own = str_from_to(name, parts->own, parts->end);

    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (str_equal(own, str_of(whole[i])))
            return true;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        struct str start = str_of(starts[i]);
        if (str_starts(own, start) && (own.n == start.n || !is_letter(own.p[start.n])))
            return true;
    }
    return false;
}
