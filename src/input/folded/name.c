/* "demo`parse(char const*)", "[heap overhead]", "main" are names; "MemFree:", "order 3 accepted",
 * "rate = ", "2026-11-03" are not. */
#include "input/folded/name.h"

#include "base/ascii.h"

/* A word is what stands between blanks that are in no brackets. */
enum word_kind {
    WORD_NONE,     /* no part of a name */
    WORD_PLAIN,    /* "unsigned", "main" */
    WORD_BRACKETS, /* "(a.py)", "[k]", "<module>" and nothing else */
    WORD_SIGNED    /* "parse(char const*)", "std::sort", "libc.so.6`read", "(a.py:12)" */
};

static bool is_open(char c)
{
    return c == '(' || c == '<' || c == '[' || c == '{';
}

static bool is_close(char c)
{
    return c == ')' || c == '>' || c == ']' || c == '}';
}

/* Whether digits and colons, or digits and dashes, have the shape of a clock or a date here. */
static bool is_time_at(struct str s, size_t at)
{
    static const char *const shapes[] = {"00:00:00", "0000-00-00", "00/aaa/0000"};

    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const char *shape = shapes[i];
        size_t n = 0;
        while (shape[n] && at + n < s.n &&
               (shape[n] == '0'   ? is_digit(s.p[at + n])
                : shape[n] == 'a' ? is_letter(s.p[at + n])
                                  : s.p[at + n] == shape[n]))
            n++;
        if (!shape[n])
            return true;
    }
    return false;
}

static bool has_time(struct str s)
{
    for (size_t i = 0; i + 8 <= s.n; i++)
        if (is_digit(s.p[i]) && is_time_at(s, i))
            return true;
    return false;
}

static bool is_one_of(struct str word, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        if (str_equal(word, str_of(words[i])))
            return true;
    return false;
}

/* "[INFO]", "WARN", "<6>": what logs call a line. */
static bool is_level(struct str word)
{
    static const char *const levels[] = {"INFO",  "WARN",   "WARNING", "ERROR", "DEBUG",
                                         "TRACE", "NOTICE", "FATAL",   "info",  "warn",
                                         "error", "debug",  "notice",  NULL};

    if (word.n > 2 && is_open(word.p[0]) && is_close(word.p[word.n - 1]))
        word = str_from_to(word, 1, word.n - 1);
    return is_one_of(word, levels);
}

/* What stands in brackets alone has a letter, and is no number, as "[ 12.5]" or "[4711:0x5a3b]". */
static enum word_kind brackets_of(struct str word)
{
    bool letter = false;
    bool place = false;

    if (word.n < 3)
        return WORD_NONE;
    struct str inner = str_trim(str_from_to(word, 1, word.n - 1));
    if (!inner.n || is_digit(inner.p[0]))
        return WORD_NONE;
    for (size_t i = 0; i < inner.n; i++) {
        letter = letter || is_letter(inner.p[i]) || (unsigned char)inner.p[i] >= 0x80;
        place = place || (i && inner.p[i - 1] == ':' && is_digit(inner.p[i]));
    }
    if (!letter)
        return WORD_NONE;
    return place || inner.p[0] == '.' || str_starts(inner, STR("clone ")) ? WORD_SIGNED
                                                                          : WORD_BRACKETS;
}

/* Whether what is before a place ends in "operator" and other signs. */
static bool is_operator(struct str word, size_t at)
{
    while (at && !is_letter(word.p[at - 1]) && word.p[at - 1] != ':')
        at--;
    return str_ends(str_from_to(word, 0, at), STR("operator"));
}

/* Whether a character that is in no brackets is in no name: it divides fields, or sets a value. */
static bool is_field_mark(struct str word, size_t at)
{
    static const char marks[] = {'=', ',', '|', '"', '%'};

    return memchr(marks, word.p[at], sizeof marks) && !is_operator(word, at);
}

/* Whether a word may begin and end a part of a name. */
static bool has_ends(struct str word)
{
    static const char ends[] = {':', '.', ',', ';', '=', '|', '?'};
    const char first = word.p[0];

    if (is_digit(first) ||
        (memchr(ends, word.p[word.n - 1], sizeof ends) && !is_operator(word, word.n)))
        return false;
    return (first != '-' && first != '+') || (word.n > 1 && word.p[1] == '[');
}

static enum word_kind kind_of_word(struct str word)
{
    size_t depth = 0;
    bool mark = false;
    bool letter = false;
    bool outside = false;

    if (!has_ends(word))
        return WORD_NONE;
    for (size_t i = 0; i < word.n; i++) {
        const char c = word.p[i];
        depth += is_open(c);
        if (depth == 0) {
            if (is_field_mark(word, i))
                return WORD_NONE;
            letter = letter || is_letter(c) || c == '_' || (unsigned char)c >= 0x80;
            outside = true;
        }
        mark = mark || (i && is_open(c)) || c == '`' || (i && c == ':' && word.p[i - 1] == ':');
        depth -= depth && is_close(c);
    }
    if (!outside)
        return brackets_of(word);
    if (mark)
        return WORD_SIGNED;
    return letter && !str_starts(word, STR("0x")) ? WORD_PLAIN : WORD_NONE;
}

/* Takes a word off *rest; blanks within brackets are part of it. */
static struct str take_bracketed(struct str *rest)
{
    size_t depth = 0;
    size_t n = 0;

    for (; n < rest->n && (depth || !is_blank(rest->p[n])); n++) {
        depth += is_open(rest->p[n]);
        depth -= depth && is_close(rest->p[n]);
    }
    struct str word = str_from_to(*rest, 0, n);
    *rest = str_trim(str_from_to(*rest, n, rest->n));
    return word;
}

/* "T const& f(int) const [clone .cold]": a few words, a signature, and what may stand behind it. */
static bool is_signature(struct str rest)
{
    static const char *const pointers[] = {"*", "&", "&&", "**", NULL};
    static const char *const behind[] = {"const", "volatile", "&", "&&", "noexcept", "->", NULL};
    enum { WORDS_BEFORE = 5 };
    unsigned before = 0;
    bool is = false;

    while (rest.n) {
        struct str word = take_bracketed(&rest);
        enum word_kind kind = kind_of_word(word);
        if ((is && is_one_of(word, behind)) || (before && is_one_of(word, pointers)))
            continue;
        if (kind == WORD_NONE)
            return false;
        before += kind == WORD_PLAIN;
        is = kind == WORD_SIGNED || (kind == WORD_BRACKETS && (is || before <= 1));
    }
    return is && before <= WORDS_BEFORE;
}

enum folded_name folded_name_of(struct str text)
{
    struct str rest = text;
    struct str first = text.n ? take_bracketed(&rest) : text;

    if (!first.n || has_time(text) || is_level(first))
        return NAME_NONE;
    if (rest.n)
        return is_signature(text) ? NAME_SIGNED : NAME_NONE;
    switch (kind_of_word(first)) {
    case WORD_NONE:
        return NAME_NONE;
    case WORD_PLAIN:
        return NAME_WORD;
    case WORD_BRACKETS:
    case WORD_SIGNED:
        break;
    }
    return NAME_SIGNED;
}
