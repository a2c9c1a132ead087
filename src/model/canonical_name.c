/* JS:~add /app.js:3:7, App.Cart::Add[Tier0], shop/Cart.add_[0], parse.constprop.0,
 * Main$$Lambda$14/0x7f0104.run: what a name tells besides its function. */
#include "model/canonical_name.h"

#include "base/parse.h"
#include "model/frames.h"

/* ---- tiers */

struct word {
    struct str text;
    enum tier tier;
};

const char *tier_word(enum tier tier)
{
    static const char *const words[TIER_COUNT] = {"unknown",    "interpreted", "baseline",
                                                  "optimised",  "precompiled", "compiled",
                                                  "as written", "as a clone"};

    return words[tier];
}

/* Removes the word at the end of *name; TIER_UNKNOWN if there is none, or nothing else. */
static enum tier take_end(struct str *name, const struct word *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (name->n > words[i].text.n && str_ends(*name, words[i].text)) {
            name->n -= words[i].text.n;
            return words[i].tier;
        }
    return TIER_UNKNOWN;
}

/* .NET's, and async-profiler's marks. */
static const struct word tails[] = {
    {{"[Tier0]", 7}, TIER_BASELINE},
    {{"[Tier0Instrumented]", 19}, TIER_BASELINE},
    {{"[InstrumentedTier0]", 19}, TIER_BASELINE},
    {{"[InstrumentedTier0Optimized]", 28}, TIER_OPTIMISED},
    {{"[QuickJitted]", 13}, TIER_BASELINE},
    {{"[MinOptJitted]", 14}, TIER_BASELINE},
    {{"[OptimizedTier1]", 16}, TIER_OPTIMISED},
    {{"[OptimizedTier1OSR]", 19}, TIER_OPTIMISED},
    {{"[Optimized]", 11}, TIER_OPTIMISED},
    {{"[PreJIT]", 8}, TIER_PRECOMPILED},
    {{"[ReadyToRun]", 12}, TIER_PRECOMPILED},
    {{"_[0]", 4}, TIER_INTERPRETED},
    {{"_[1]", 4}, TIER_BASELINE},
    {{"_[j]", 4}, TIER_COMPILED},
};

/* OpenJ9's, of its methods only: see is_openj9. */
static const struct word hotness[] = {
    {{"_no-opt", 7}, TIER_BASELINE},         {{"_cold", 5}, TIER_BASELINE},
    {{"_reduced-warm", 13}, TIER_OPTIMISED}, {{"_warm", 5}, TIER_OPTIMISED},
    {{"_very-hot", 9}, TIER_OPTIMISED},      {{"_hot", 4}, TIER_OPTIMISED},
    {{"_scorching", 10}, TIER_OPTIMISED},
};

static enum tier tier_of_mark(char mark)
{
    switch (mark) {
    case '~':
        return TIER_INTERPRETED;
    case '^':
        return TIER_BASELINE;
    case '+':
    case '*':
        return TIER_OPTIMISED;
    default:
        return TIER_UNKNOWN;
    }
}

/* "LazyCompile:*f a.js:1", "JS:~f a.js:1", "*f a.js:1": V8 calls one function by several of these.
 */
static enum tier take_v8(struct str *name, bool *tagged)
{
    static const char *const tags[] = {"JS:", "LazyCompile:", "Function:", "Script:", "Eval:"};
    struct str rest = *name;

    *tagged = false;
    for (size_t i = 0; !*tagged && i < sizeof tags / sizeof tags[0]; i++)
        if (str_starts(*name, str_of(tags[i]))) {
            *tagged = true;
            rest = str_from_to(*name, strlen(tags[i]), name->n);
        }
    while (*tagged && rest.n && rest.p[0] == ' ')
        rest = str_from_to(rest, 1, rest.n);
    enum tier tier = rest.n > 1 ? tier_of_mark(rest.p[0]) : TIER_UNKNOWN;
    if (tier == TIER_UNKNOWN)
        return tier;
    rest = str_from_to(rest, 1, rest.n);
    if (*tagged && rest.n > 1 && rest.p[0] == '\'') /* specialised for a context */
        rest = str_from_to(rest, 1, rest.n);
    if (!*tagged && !is_letter(rest.p[0]) && rest.p[0] != '_' && rest.p[0] != '$')
        return TIER_UNKNOWN;
    *name = rest;
    return tier;
}

static size_t last_of(struct str s, char c)
{
    for (size_t i = s.n; i-- > 0;)
        if (s.p[i] == c)
            return i;
    return s.n;
}

/* Whether arguments and a type end the name as the JVM writes them: "B.f(I[J)Ljava/lang/Long;".
 * Names that were folded have another sign in place of ';'. */
static bool ends_in_descriptor(struct str s)
{
    const size_t open = str_find(s, 0, STR("("));
    const size_t close = last_of(s, ')');
    size_t at = close + 1;

    if (!open || close == s.n || open > close)
        return false;
    while (at < s.n && s.p[at] == '[')
        at++;
    if (at + 1 == s.n)
        return strchr("BCDFIJSZV", s.p[at]) != NULL;
    return at + 2 < s.n && s.p[at] == 'L' && strchr(";:|", s.p[s.n - 1]) != NULL;
}

/* Whether the text is words of Java with '/' between them: "java/util/HashMap$Node". */
static bool is_java_path(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_letter(s.p[i]) && !is_digit(s.p[i]) && !strchr("/$_+", s.p[i]) &&
            (unsigned char)s.p[i] < 0x80)
            return false;
    return s.n && s.p[0] != '/';
}

/* "java/util/HashMap.get", "a/B$$Lambda$7/0x00123456.run", "B.f()V". Go writes net/http.get and
 * github.com/x/y.get: its packages are in lower case, and names of hosts have a point. A class that
 * begins in lower case is not known for one without its arguments. */
static bool is_openj9(struct str s)
{
    const size_t point = last_of(s, '.');
    const struct str path = str_from_to(s, 0, point);
    const struct str method = str_from_to(s, point, s.n);
    size_t class = 0;

    if (ends_in_descriptor(s))
        return true;
    if (method.n < 2 || memchr(method.p, '/', method.n) || !is_java_path(path))
        return false;
    for (size_t i = 0; i + 1 < path.n; i++)
        if (path.p[i] == '/' && !is_digit(path.p[i + 1]))
            class = i + 1;
    return class && !(path.p[class] >= 'a' && path.p[class] <= 'z') && path.p[class] != '/';
}

static enum tier take_hotness(struct str *name)
{
    struct str rest = *name;
    const enum tier tier = take_end(&rest, hotness, sizeof hotness / sizeof hotness[0]);

    if (tier == TIER_UNKNOWN || !is_openj9(rest))
        return TIER_UNKNOWN;
    *name = rest;
    return tier;
}

/* perf's folded stacks say twice that code was made at run time: "JS:*f a.js:1_[j]". */
static enum tier take_tier(struct str *name, bool *tagged)
{
    enum tier tier = take_end(name, tails, sizeof tails / sizeof tails[0]);

    *tagged = false;
    if (tier == TIER_UNKNOWN)
        tier = take_hotness(name);
    if (tier == TIER_UNKNOWN || tier == TIER_COMPILED) {
        const enum tier marked = take_v8(name, tagged);
        *tagged = *tagged && marked != TIER_UNKNOWN;
        tier = marked == TIER_UNKNOWN ? tier : marked;
    }
    return tier;
}

/* ---- clones */

/* What compilers append: "parse.constprop.0", "parse.cold", "parse.llvm.8213",
 * "parse.part.1.isra.0". */
struct clone_word {
    struct str text;
    bool alone; /* may be without a number; such a name can also be that of a method */
};

static const struct clone_word clones[] = {
    {{".clone", 6}, false}, {{".cold", 5}, true},     {{".constprop", 10}, false},
    {{".isra", 5}, false},  {{".llvm", 5}, false},    {{".localalias", 11}, true},
    {{".part", 5}, false},  {{".lto_priv", 9}, true},
};

static bool is_clone_word(struct str s)
{
    for (size_t i = 0; i < sizeof clones / sizeof clones[0]; i++)
        if (str_equal(s, clones[i].text))
            return true;
    return false;
}

/* Whether a function of C or C++ can have the name, but for its clones: java/util/Map, int[] and
 * main.(*T) of "main.(*T).cold" are a class, a package or a type. The class of Main.cold, which has
 * no package, is taken for a function. */
static bool is_native(struct str s)
{
    if (str_find(s, 0, STR("::")) < s.n)
        return true;
    if (memchr(s.p, '/', s.n) || str_ends(s, STR("[]")))
        return false;
    s = str_from_to(s, 0, str_find(s, 1, STR("("))); /* "f(char const*, ...)" */
    for (size_t at = 1; at < s.n; at++) {
        size_t end = at + 1;
        if (s.p[at] != '.')
            continue;
        while (end < s.n && s.p[end] != '.')
            end++;
        if (at + 1 == s.n || (!is_digit(s.p[at + 1]) && !is_clone_word(str_from_to(s, at, end))))
            return false;
    }
    return true;
}

static bool strip_clone(struct str *s)
{
    size_t end = s->n;

    while (end && is_digit(s->p[end - 1]))
        end--;
    const bool numbered = end < s->n && end && s->p[end - 1] == '.';
    const struct str base = str_from_to(*s, 0, numbered ? end - 1 : s->n);

    for (size_t i = 0; i < sizeof clones / sizeof clones[0]; i++) {
        const struct clone_word *word = &clones[i];
        if (base.n <= word->text.n || !str_ends(base, word->text))
            continue;
        const struct str rest = str_from_to(base, 0, base.n - word->text.n);
        if (!numbered && !(word->alone && is_native(rest)))
            return false;
        *s = rest;
        return true;
    }
    return false;
}

bool name_strip_clones(struct str *name)
{
    const size_t n = name->n;

    while (strip_clone(name))
        ;
    return name->n < n;
}

/* ---- numbers of a run */

static size_t digits_at(struct str s, size_t at)
{
    size_t n = 0;

    while (at + n < s.n && is_digit(s.p[at + n]))
        n++;
    return n;
}

static size_t hex_at(struct str s, size_t at)
{
    size_t n = 0;

    while (at + n < s.n && is_hex_digit(s.p[at + n]))
        n++;
    return n;
}

/* "/0x00000008000c4400", ".0x00007f0104", "/1096979270": the number of a hidden class. */
static size_t hidden_class_at(struct str s, size_t at)
{
    enum { HEX_LEAST = 6, DIGITS_LEAST = 6 };
    size_t n = 0;

    if (at >= s.n || (s.p[at] != '/' && s.p[at] != '.' && s.p[at] != '+'))
        return 0;
    if (str_starts(str_from_to(s, at + 1, s.n), STR("0x")))
        return (n = hex_at(s, at + 3)) >= HEX_LEAST ? 3 + n : 0;
    return s.p[at] == '/' && (n = digits_at(s, at + 1)) >= DIGITS_LEAST ? 1 + n : 0;
}

/* What Java's virtual machine and libraries number as they make it. */
static const struct str numbered[] = {
    {"GeneratedMethodAccessor", 23},
    {"GeneratedConstructorAccessor", 28},
    {"GeneratedSerializationConstructorAccessor", 41},
    {"$Proxy", 6},
    {"jdk.proxy", 9},
};

/* The same where the number is hexadecimal. */
static const struct str hashed[] = {{"CGLIB$$", 7}, {"ByGuice$$", 9}};

/* Returns how many bytes at `at` are such a number, but for the first *keep. */
static size_t number_at(struct str s, size_t at, bool in_class, size_t *keep)
{
    struct str rest = str_from_to(s, at, s.n);
    size_t n = 0;

    for (size_t i = 0; i < sizeof numbered / sizeof numbered[0]; i++)
        if (str_starts(rest, numbered[i]) && (n = digits_at(rest, numbered[i].n)) > 0)
            return (*keep = numbered[i].n) + n;
    for (size_t i = 0; i < sizeof hashed / sizeof hashed[0]; i++)
        if (str_starts(rest, hashed[i]) && (n = hex_at(rest, hashed[i].n)) > 0)
            return (*keep = hashed[i].n) + n;
    if (str_starts(rest, STR("$$Lambda"))) {
        n = *keep = 8;
        if (n + 1 < rest.n && rest.p[n] == '$' && is_digit(rest.p[n + 1]))
            n += 1 + digits_at(rest, n + 1);
        return n + hidden_class_at(rest, n);
    }
    *keep = 0;
    return in_class ? hidden_class_at(s, at) : 0;
}

/* Only names with '$' can have one. */
static void add_unnumbered(struct str s, struct buf *to)
{
    bool in_class = false;

    if (!memchr(s.p, '$', s.n) && str_find(s, 0, STR("Accessor")) == s.n) {
        buf_add(to, s);
        return;
    }
    for (size_t at = 0; at < s.n;) {
        size_t keep = 0;
        size_t n = number_at(s, at, in_class, &keep);
        in_class = in_class || s.p[at] == '$';
        if (!n)
            n = keep = 1;
        buf_add(to, str_from_to(s, at, at + keep));
        at += n;
    }
}

enum tier canonical_name(struct str name, struct buf *to)
{
    bool tagged;
    enum tier tier = take_tier(&name, &tagged);
    struct str bare = name_without_mark(name);
    struct str mark = str_from_to(name, bare.n, name.n);

    if (tier == TIER_UNKNOWN && name_strip_clones(&bare))
        tier = TIER_CLONE;
    buf_add(to, tagged ? STR("JS:") : STR(""));
    if (bare.n)
        add_unnumbered(bare, to);
    buf_add(to, mark);
    return tier;
}
