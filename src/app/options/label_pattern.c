/* /(?<pod>[^/]+)/[^/]*$: POSIX knows no names of groups, so they are taken out of the pattern. */
#include "app/options/label_pattern.h"

#include "base/ascii.h"

/* Where the name of a group begins behind its bracket: "?<name>", "?P<name>"; 0: it has none. */
static size_t name_at(struct str s, size_t bracket)
{
    struct str rest = str_from_to(s, bracket + 1, s.n);

    if (str_starts(rest, STR("?<")))
        return bracket + 3;
    return str_starts(rest, STR("?P<")) ? bracket + 4 : 0;
}

static bool is_name(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_letter(s.p[i]) && !is_digit(s.p[i]) && s.p[i] != '_' && s.p[i] != '-')
            return false;
    return s.n > 0;
}

/* Returns the end of a bracket expression: [^]a-z[:digit:]]. */
static size_t behind_set(struct str s, size_t at)
{
    size_t i = at + 1;

    i += i < s.n && s.p[i] == '^';
    i += i < s.n && s.p[i] == ']';
    while (i < s.n && s.p[i] != ']') {
        bool class = i + 1 < s.n && s.p[i] == '[' && s.p[i + 1] == ':';
        size_t end = class ? str_find(s, i + 2, STR(":]")) : s.n;
        i = end < s.n ? end + 2 : i + 1;
    }
    return i < s.n ? i + 1 : s.n;
}

/* Copies a pattern without the names of its groups. */
static bool take_names(struct label_pattern *p, struct str s, struct buf *plain)
{
    size_t group = 0;

    for (size_t i = 0, end; i < s.n; i = end) {
        end = i + 1;
        if (s.p[i] == '\\' && end < s.n)
            end++;
        else if (s.p[i] == '[')
            end = behind_set(s, i);
        buf_add(plain, str_from_to(s, i, end));
        if (s.p[i] != '(')
            continue;
        group++;
        size_t at = name_at(s, i);
        size_t close = at ? str_find(s, at, STR(">")) : 0;
        if (!at)
            continue;
        if (close >= s.n || !is_name(str_from_to(s, at, close)) || p->n == LABEL_PATTERN_GROUPS)
            return false;
        p->names[p->n] = str_from_to(s, at, close);
        p->groups[p->n++] = group;
        end = close + 1;
    }
    buf_add_byte(plain, '\0');
    return p->n > 0;
}

bool label_pattern_compile(struct label_pattern *p, const char *text, struct fault *f)
{
    struct buf plain = {0};
    struct excerpt e;
    char why[100];

    *p = (struct label_pattern){.n = 0};
    bool named = take_names(p, str_of(text), &plain);
    int error = named ? regcomp(&p->compiled, plain.p, REG_EXTENDED) : 0;
    p->is_compiled = named && error == 0;
    buf_free(&plain);
    if (p->is_compiled)
        return true;
    if (!named)
        return fault_set(f, FAULT_USAGE,
                         "--label-from: \"%s\" found, wanted groups with names, at most 16: "
                         "path '/(?<pod>[^/]+)/'",
                         excerpt_of(&e, str_of(text)));
    regerror(error, &p->compiled, why, sizeof why);
    return fault_set(f, FAULT_USAGE, "--label-from: \"%s\" found, wanted a regular expression: %s",
                     excerpt_of(&e, str_of(text)), why);
}

void label_pattern_free(struct label_pattern *p)
{
    if (p->is_compiled)
        regfree(&p->compiled);
    *p = (struct label_pattern){.n = 0};
}

bool label_pattern_match(const struct label_pattern *p, const char *text,
                         struct str values[LABEL_PATTERN_GROUPS])
{
    enum { MATCHES = 32 };
    regmatch_t m[MATCHES];

    if (regexec(&p->compiled, text, MATCHES, m, 0) != 0)
        return false;
    for (size_t i = 0; i < p->n; i++) {
        const size_t group = p->groups[i];
        const bool any = group < MATCHES && m[group].rm_so >= 0;
        values[i] = any ? str_from_to(str_of(text), (size_t)m[group].rm_so, (size_t)m[group].rm_eo)
                        : STR("");
    }
    return true;
}
