/* foo::bar(int, char const*) const to foo::bar, a/B.run(Ljava/lang/String;I)V to a/B.run
 * Finds the arguments in names of functions. */
#include "model/signature.h"

#include "base/parse.h"

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}

static bool at(struct str s, size_t i, struct str part)
{
    return i <= s.n && str_starts(str_from_to(s, i, s.n), part);
}

static bool is_one_of(char c, const char *signs)
{
    while (*signs && *signs != c)
        signs++;
    return *signs;
}

/* Returns the position after the first of n texts that is at i; i if none is. */
static size_t after_any(struct str s, size_t i, const char *const *texts, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (at(s, i, str_of(texts[k])))
            return i + strlen(texts[k]);
    return i;
}

size_t signature_after_operator(struct str s, size_t i)
{
    static const char *const signs[] = {"->*", "<=>", "<<=", ">>=", "->", "<<", ">>",
                                        "<=",  ">=",  "()",  "[]",  "<",  ">"};

    if (s.p[i] != 'o' || !at(s, i, STR("operator")) || (i && is_word(s.p[i - 1])))
        return i;
    size_t end = after_any(s, i + 8, signs, sizeof signs / sizeof signs[0]);
    return end > i + 8 ? end : i;
}

/* Returns the position after the bracket that closes the one at i, or s.n. */
static size_t after_closing(struct str s, size_t i)
{
    size_t depth = 0;

    for (; i < s.n; i++) {
        if (s.p[i] == '(')
            depth++;
        if (s.p[i] == ')' && --depth == 0)
            return i + 1;
    }
    return s.n;
}

/* Whether the bracket at i belongs to the name: (anonymous namespace), Go's (*T), the arguments of
 * D's templates: map!(int). */
static bool names_something(struct str s, size_t i)
{
    return at(s, i, STR("(anonymous ")) || at(s, i, STR("(inlined)")) ||
           (i && s.p[i - 1] == '.' && at(s, i, STR("(*"))) || (i && s.p[i - 1] == '!');
}

/* ---- descriptors of the JVM */

/* Returns the position after a type at i: I, [J, Ljava/lang/String;  i if there is none. Names that
 * were folded have another sign in place of ';'. */
static size_t after_java_type(struct str s, size_t i)
{
    size_t from = i;

    while (i < s.n && s.p[i] == '[')
        i++;
    if (i == s.n)
        return from;
    if (s.p[i] != 'L')
        return is_one_of(s.p[i], "BCDFIJSZ") ? i + 1 : from;
    for (i++; i < s.n && !is_one_of(s.p[i], "()[ "); i++)
        if (is_one_of(s.p[i], ";:|"))
            return i + 1;
    return from;
}

/* Returns the position after the descriptor "(Ljava/lang/String;I)V" at i; i if there is none. */
static size_t after_descriptor(struct str s, size_t i)
{
    size_t from = i;

    size_t next = from + 1;

    do {
        i = next;
        next = after_java_type(s, i);
    } while (next > i);
    if (i == s.n || s.p[i] != ')')
        return from;
    i++;
    if (i < s.n && s.p[i] == 'V')
        return i + 1;
    size_t end = after_java_type(s, i);
    return end > i ? end : from;
}

/* ---- what follows arguments */

/* Whether the suffix at i is one that compilers append to the name of a cloned function:
 * .constprop.0, .cold, or a number alone. */
static bool is_clone(struct str s, size_t i)
{
    static const char *const numbered[] = {".clone.",    ".constprop.", ".isra.", ".llvm.",
                                           ".lto_priv.", ".part.",      "."};
    static const char *const plain[] = {".cold", ".localalias"};
    size_t end = after_any(s, i, numbered, sizeof numbered / sizeof numbered[0]);

    if (end > i && end < s.n && is_digit(s.p[end]))
        return true;
    end = after_any(s, i, plain, sizeof plain / sizeof plain[0]);
    return end > i && (end == s.n || !is_word(s.p[end]));
}

static size_t after_qualifiers(struct str s, size_t i)
{
    static const char *const words[] = {" const",  " volatile", " noexcept",  " &&",
                                        " shared", " inout",    " immutable", " &"};
    size_t end = i;

    do {
        i = end;
        end = after_any(s, i, words, sizeof words / sizeof words[0]);
    } while (end > i);
    return i;
}

/* Whether a name nested in what ends at i follows: C++'s "::f", ".f" of D and Zig. */
static bool continues(struct str s, size_t i)
{
    if (at(s, i, STR("::")))
        return true;
    return i + 1 < s.n && s.p[i] == '.' && !is_clone(s, i) &&
           (is_word(s.p[i + 1]) || is_one_of(s.p[i + 1], "~<{("));
}

/* Whether the name ends with its arguments, which end at i. Other text after a bracket means that
 * it does not hold arguments. */
static bool ends_name(struct str s, size_t i)
{
    static const char *const tails[] = {" const", " volatile", " noexcept", " &", " [", "@", "."};

    return i == s.n || after_any(s, i, tails, sizeof tails / sizeof tails[0]) > i;
}

/* Whether only a tier of compilation follows the arguments, which end at i: .NET's [Tier0],
 * [OptimizedTier1], [PreStub], each of which is separate code; or that of OpenJ9: _warm, _very-hot.
 */
static bool ends_in_tier(struct str s, size_t i)
{
    bool bracket = at(s, i, STR("["));

    if (i + 2 >= s.n || (bracket ? s.p[s.n - 1] != ']' : s.p[i] != '_'))
        return false;
    for (i++; i + bracket < s.n; i++)
        if (!is_letter(s.p[i]) && !is_digit(s.p[i]) && (bracket || s.p[i] != '-'))
            return false;
    return true;
}

/* What is at a bracket: arguments that end at `end`, after which the name ends or goes on. */
enum bracket { NO_ARGUMENTS, LAST_ARGUMENTS, INNER_ARGUMENTS };

static enum bracket bracket_at(struct str s, size_t i, size_t *end)
{
    size_t descriptor = after_descriptor(s, i);

    *end = after_closing(s, i);
    if (descriptor > i &&
        (ends_name(s, descriptor) || ends_in_tier(s, descriptor) || continues(s, descriptor)))
        *end = descriptor;
    size_t behind = after_qualifiers(s, *end);
    if (continues(s, behind) || ends_in_tier(s, *end)) {
        *end = behind;
        return INNER_ARGUMENTS;
    }
    return ends_name(s, *end) ? LAST_ARGUMENTS : NO_ARGUMENTS;
}

void signature_strip(struct str s, struct buf *to)
{
    size_t depth = 0;
    size_t from = 0; /* the text before it is copied or cut */
    struct str stub = STR("");

    for (size_t i = 0; i < s.n; i++) {
        size_t end = signature_after_operator(s, i);
        char c = s.p[i];
        if (end > i) {
            i = end - 1;
            continue;
        }
        if (c == '(' && depth == 0 && i && !names_something(s, i)) {
            enum bracket bracket = bracket_at(s, i, &end);
            if (bracket == LAST_ARGUMENTS) {
                stub = at(s, end, STR("@plt")) ? str_from_to(s, end, s.n) : STR("");
                s.n = i;
                break;
            }
            if (bracket == INNER_ARGUMENTS) {
                buf_add(to, str_from_to(s, from, i));
                from = end;
            }
            i = end - 1;
            continue;
        }
        if (c == '<' || c == '{' || c == '[')
            depth++;
        else if (depth && ((c == '>' && s.p[i - 1] != '-') || c == '}' || c == ']'))
            depth--;
    }
    buf_add(to, str_from_to(s, from, s.n));
    buf_add(to, stub);
}

/* ---- return types */

/* Returns where the last word before the arguments begins, unless it is all; and whether there are
 * arguments. */
static size_t last_word(struct str s, bool *arguments)
{
    size_t depth = 0;
    size_t begin = 0;

    *arguments = false;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (depth == 0 && (i == 0 || !is_word(s.p[i - 1])) && at(s, i, STR("operator")))
            return begin;
        if (c == '(' && depth == 0 && !at(s, i, STR("(anonymous "))) {
            *arguments = true;
            return begin < i ? begin : 0;
        }
        if (c == ' ' && depth == 0)
            begin = i + 1;
        if (is_one_of(c, "<({["))
            depth++;
        else if (depth && is_one_of(c, ">)}]") && !(c == '>' && s.p[i - 1] == '-'))
            depth--;
    }
    return begin;
}

/* Whether it can be a type: "std::vector<int> const&", and behind arguments "java.lang.String";
 * not "LazyCompile:f" or "vtable for". */
static bool is_type(struct str s, bool arguments)
{
    size_t depth = 0;

    if (!is_letter(s.p[0]) && s.p[0] != '_')
        return false;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        bool colons = c == ':' && (at(s, i, STR("::")) || s.p[i - 1] == ':');
        if (is_one_of(c, "<["))
            depth++;
        else if (depth)
            depth -= is_one_of(c, ">]");
        else if (!is_word(c) && !colons && !is_one_of(c, " *&") && !(c == '.' && arguments))
            return false;
    }
    return !str_ends(s, STR(" to")) && !str_ends(s, STR(" for"));
}

size_t signature_after_type(struct str s)
{
    bool arguments;
    size_t begin = last_word(s, &arguments);

    if (begin < 2 || begin == s.n || !(is_word(s.p[begin]) || is_one_of(s.p[begin], "(~<")))
        return 0;
    bool module = s.p[begin - 2] == ']';
    bool template = memchr(s.p + begin, '<', s.n - begin) != NULL;
    return (arguments || module || template) && is_type(str_from_to(s, 0, begin - 1), arguments)
               ? begin
               : 0;
}

/* Whether one word is a type as the JVM writes it; "static" before a name of Swift is none. */
static bool is_java_type(struct str word)
{
    static const char *const types[] = {"void", "boolean", "byte",  "char",  "short",
                                        "int",  "long",    "float", "double"};
    size_t n = 0;

    while (n < word.n && (is_word(word.p[n]) || word.p[n] == '.'))
        n++;
    for (size_t i = n; i < word.n; i++)
        if (!is_one_of(word.p[i], "[]"))
            return false;
    word = str_from_to(word, 0, n);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (str_equal(word, str_of(types[i])))
            return true;
    bool is_class = n && word.p[0] >= 'A' && word.p[0] <= 'Z';
    return is_class || (n && memchr(word.p, '.', n));
}

/* Whether a name before its arguments is that of a method in a class. */
static bool is_java_method(struct str s)
{
    size_t i = 0;

    while (i < s.n && (is_word(s.p[i]) || s.p[i] == '-'))
        i++;
    return i && i < s.n && s.p[i] == '.';
}

size_t signature_after_managed_type(struct str s)
{
    const char *arguments = memchr(s.p, '(', s.n);
    const struct str head = {s.p, arguments ? (size_t)(arguments - s.p) : 0};

    /* Most names are of C++, and told apart soon. */
    if (!memchr(head.p, ' ', head.n) ||
        (!memchr(head.p, '.', head.n) && !memchr(head.p, ']', head.n)))
        return 0;
    const size_t begin = signature_after_type(s);
    if (begin == 0 || s.p[begin - 2] == ']') /* .NET's "[App]" */
        return begin;
    return is_java_type(str_from_to(s, 0, begin - 1)) && is_java_method(str_from_to(s, begin, s.n))
               ? begin
               : 0;
}
