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

/* OpenJ9's, in names with a package. */
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

static enum tier take_tier(struct str *name, bool *tagged)
{
    enum tier tier = take_end(name, tails, sizeof tails / sizeof tails[0]);

    *tagged = false;
    if (tier == TIER_UNKNOWN && name->n && memchr(name->p, '/', name->n))
        tier = take_end(name, hotness, sizeof hotness / sizeof hotness[0]);
    if (tier == TIER_UNKNOWN) {
        tier = take_v8(name, tagged);
        *tagged = *tagged && tier != TIER_UNKNOWN;
    }
    return tier;
}

/* ---- clones */

/* Digits may follow after a point: "parse.constprop.0", "parse.cold", "parse.llvm.8213",
 * "parse.part.1.isra.0". */
static const struct str clones[] = {
    {".clone", 6}, {".cold", 5},     {".constprop", 10},  {".isra", 5},
    {".llvm", 5},  {".lto_priv", 9}, {".localalias", 11}, {".part", 5},
};

static bool strip_clone(struct str *s)
{
    size_t end = s->n;

    while (end && is_digit(s->p[end - 1]))
        end--;
    if (end < s->n && end && s->p[end - 1] == '.')
        end--;
    else
        end = s->n;
    struct str base = str_from_to(*s, 0, end);
    for (size_t i = 0; i < sizeof clones / sizeof clones[0]; i++)
        if (base.n > clones[i].n && str_ends(base, clones[i])) {
            s->n = base.n - clones[i].n;
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
