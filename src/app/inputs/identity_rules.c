/* "PATTERN -> REPLACEMENT": reads rules of identity and applies them to names. */
#include "app/inputs/identity_rules.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/parse.h"
#include "model/frames.h"
#include "render/common/text_file.h"

enum { FILE_MAX = 1 << 20, GROUPS = 10 };

/* Whether the pattern has all groups that the replacement uses. */
static bool has_groups(const struct identity_rule *rule)
{
    struct str s = rule->replacement;

    for (size_t i = 0; i + 1 < s.n; i++) {
        if (s.p[i] != '\\')
            continue;
        i++;
        if (is_digit(s.p[i]) && (size_t)(s.p[i] - '0') > rule->pattern.re_nsub)
            return false;
    }
    return true;
}

static bool add_rule(struct identity_rules *rules, struct str pattern, struct str replacement,
                     char why[100])
{
    struct identity_rule rule = {.replacement = replacement};
    struct buf text = {0};

    buf_add(&text, pattern);
    buf_add_byte(&text, '\0');
    int error = regcomp(&rule.pattern, text.p, REG_EXTENDED);
    if (error)
        regerror(error, &rule.pattern, why, 100);
    buf_free(&text);
    if (error)
        return false;
    rules->rows = mem_grow(rules->rows, &rules->room, rules->n + 1, sizeof *rules->rows);
    rules->rows[rules->n++] = rule;
    return true;
}

static bool read_line(struct identity_rules *rules, const char *path,
                      const struct text_lines *lines, struct fault *f)
{
    const struct str arrow = STR(" -> ");
    struct str line = lines->line;
    size_t at = str_find(line, 0, arrow);
    struct excerpt e;
    char why[100];

    if (at == line.n && str_ends(line, STR(" ->"))) /* the match is removed */
        at = line.n - 3;
    if (at == line.n || at == 0 || memchr(line.p, '\0', line.n))
        return fault_set(f, FAULT_USAGE,
                         "%s:%" PRIu64 ": \"%s\" found, wanted PATTERN -> REPLACEMENT", path,
                         lines->number, excerpt_of(&e, line));
    size_t behind = at + arrow.n < line.n ? at + arrow.n : line.n;
    if (!add_rule(rules, str_from_to(line, 0, at), str_from_to(line, behind, line.n), why))
        return fault_set(f, FAULT_USAGE,
                         "%s:%" PRIu64 ": \"%s\" found, wanted a regular expression: %s", path,
                         lines->number, excerpt_of(&e, str_from_to(line, 0, at)), why);
    return has_groups(&rules->rows[rules->n - 1]) ||
           fault_set(f, FAULT_USAGE,
                     "%s:%" PRIu64 ": the replacement names a group that the pattern does not have",
                     path, lines->number);
}

bool identity_rules_read(struct identity_rules *rules, const char *path, struct fault *f)
{
    *rules = (struct identity_rules){0};
    if (!text_file_read(&rules->text, path, FILE_MAX, f))
        return false;
    struct text_lines lines = {.rest = buf_str(&rules->text)};
    while (text_lines_next(&lines))
        if (str_trim(lines.line).n && lines.line.p[0] != '#' && !read_line(rules, path, &lines, f))
            return false;
    return true;
}

void identity_rules_free(struct identity_rules *rules)
{
    for (size_t i = 0; i < rules->n; i++)
        regfree(&rules->rows[i].pattern);
    mem_free(rules->rows, rules->room, sizeof *rules->rows);
    buf_free(&rules->text);
    *rules = (struct identity_rules){0};
}

static void add_replacement(struct str replacement, const char *name, const regmatch_t *groups,
                            struct buf *to)
{
    for (size_t i = 0; i < replacement.n; i++) {
        char c = replacement.p[i];
        if (c != '\\' || i + 1 == replacement.n) {
            buf_add_byte(to, c);
            continue;
        }
        c = replacement.p[++i];
        if (!is_digit(c)) {
            buf_add_byte(to, c);
            continue;
        }
        const regmatch_t *g = &groups[c - '0'];
        if (g->rm_so >= 0)
            buf_add(to, (struct str){name + g->rm_so, (size_t)(g->rm_eo - g->rm_so)});
    }
}

/* Replaces all matches in a text that ends in NUL. After an empty match it copies one character. */
static void replace(const struct identity_rule *rule, const char *name, struct buf *to)
{
    regmatch_t groups[GROUPS];
    int flags = 0;

    while (regexec(&rule->pattern, name, GROUPS, groups, flags) == 0) {
        size_t from = (size_t)groups[0].rm_so;
        size_t end = (size_t)groups[0].rm_eo;
        buf_add(to, (struct str){name, from});
        add_replacement(rule->replacement, name, groups, to);
        if (end == from) {
            if (!name[end])
                return;
            buf_add_byte(to, name[end++]);
        }
        name += end;
        flags = REG_NOTBOL;
        if (!*name)
            return;
    }
    buf_add(to, str_of(name));
}

void identity_rules_apply(const struct identity_rules *rules, struct str name, struct buf *to)
{
    struct str bare = name_without_mark(name);
    struct buf now = {0};
    struct buf next = {0};

    buf_add(&now, bare);
    for (size_t i = 0; i < rules->n && !memchr(bare.p, '\0', bare.n); i++) {
        buf_add_byte(&now, '\0');
        buf_clear(&next);
        replace(&rules->rows[i], now.p, &next);
        struct buf swapped = now;
        now = next;
        next = swapped;
    }
    buf_add(to, now.n ? buf_str(&now) : bare);
    buf_add(to, str_from_to(name, bare.n, name.n));
    buf_free(&now);
    buf_free(&next);
}
