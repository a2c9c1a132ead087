/* {"metadata": {... megabytes ...}, "traceEvents": [{"ph": "X"}, ...]} becomes
 * {"metadata": {...},"traceEvents": [{"ph": "X"}]}: strings and brackets are told apart, and
 * nothing else is checked. */
#include "input/recognise/json_keys.h"

#include "base/ascii.h"
#include "base/source.h"

enum {
    LEVELS = 64,   /* deeper ones are left out */
    ITEMS = 2,     /* of a list */
    MEMBERS = 64,  /* of an object below the outermost */
    STRING = 64,   /* bytes */
    KEYS_TOLD = 5, /* of the outermost object */
};

bool json_keys_may_be(struct str text)
{
    return str_starts(str_trim(text), STR("{"));
}

size_t json_keys_behind_string(struct str text, size_t at)
{
    for (at++; at < text.n;) {
        const char *quote = memchr(text.p + at, '"', text.n - at);
        size_t end = quote ? (size_t)(quote - text.p) : text.n;
        size_t slashes = 0;
        while (end - slashes > at && text.p[end - slashes - 1] == '\\')
            slashes++;
        at = end + (end < text.n);
        if (slashes % 2 == 0)
            return at;
    }
    return at;
}

struct squeezing {
    struct buf *to;
    uint64_t depth; /* of lists and objects */
    uint64_t muted; /* what is left out ends with this level; 0: nothing is */
    struct {
        bool is_list;
        unsigned commas;
    } levels[LEVELS];
};

static void show(const struct squeezing *s, struct str text)
{
    if (!s->muted)
        buf_add(s->to, text);
}

static void show_string(const struct squeezing *s, struct str string)
{
    if (string.n <= STRING) {
        show(s, string);
        return;
    }
    size_t n = STRING;
    while (n > 1 && string.p[n - 1] == '\\')
        n--;
    show(s, str_from_to(string, 0, n));
    show(s, STR("\""));
}

static void open_level(struct squeezing *s, struct str bracket)
{
    show(s, bracket);
    if (++s->depth < LEVELS) {
        s->levels[s->depth].is_list = bracket.p[0] == '[';
        s->levels[s->depth].commas = 0;
    } else if (!s->muted) {
        s->muted = s->depth;
    }
}

static void close_level(struct squeezing *s, struct str bracket)
{
    if (s->muted == s->depth)
        s->muted = 0;
    s->depth -= s->depth > 0;
    show(s, bracket);
}

static void take_comma(struct squeezing *s, struct str comma)
{
    if (s->muted || s->depth >= LEVELS)
        return;
    const unsigned n = ++s->levels[s->depth].commas;
    if (s->depth && (s->levels[s->depth].is_list ? n >= ITEMS : s->depth > 1 && n >= MEMBERS))
        s->muted = s->depth;
    show(s, comma);
}

void json_keys_squeeze(struct str text, struct buf *to)
{
    struct squeezing s = {.to = to};
    size_t next;

    for (size_t at = 0; at < text.n && to->n + STRING < SOURCE_PREFIX; at = next) {
        const char c = text.p[at];
        next = c == '"' ? json_keys_behind_string(text, at) : at + 1;
        const struct str part = str_from_to(text, at, next);
        if (c == '"')
            show_string(&s, part);
        else if (c == '{' || c == '[')
            open_level(&s, part);
        else if (c == '}' || c == ']')
            close_level(&s, part);
        else if (c == ',')
            take_comma(&s, part);
        else if (!is_space(c))
            show(&s, part);
    }
}

void json_keys_list(struct str text, struct buf *to)
{
    unsigned told = 0;
    uint64_t depth = 0;
    size_t next;

    for (size_t at = 0; at < text.n && told < KEYS_TOLD; at = next) {
        const char c = text.p[at];
        next = c == '"' ? json_keys_behind_string(text, at) : at + 1;
        depth += c == '{' || c == '[';
        depth -= depth && (c == '}' || c == ']');
        size_t colon = next;
        while (colon < text.n && is_space(text.p[colon]))
            colon++;
        if (c != '"' || depth != 1 || next - at > STRING || colon == text.n || text.p[colon] != ':')
            continue;
        if (told++)
            buf_add(to, STR(", "));
        buf_add(to, str_from_to(text, at, next));
    }
}
