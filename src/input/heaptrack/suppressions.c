/* S f leak:read_table: leaks below a function, file or module of that name are not told. In a
 * pattern * stands for anything, ^ for the start of a name and $ for its end; without these it may
 * stand anywhere in a name. https://github.com/google/sanitizers/wiki/AddressSanitizerLeakSanitizer
 */
#include "input/heaptrack/suppressions.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"

/* Each name is compared with each rule. */
enum { RULES_MOST = 256, PATTERN_MOST = 1024, TOLD_MOST = 4 };

struct heaptrack_rule {
    size_t at, n; /* of its pattern, in text */
    uint64_t bytes;
};

/* What heaptrack itself adds: what libraries keep to the end. */
static const char *const builtin[] = {
    "__nss_module_allocate", "__gconv_read_conf", "__new_exitfn",       "tzset_internal",
    "dl_open_worker",        "g_thread_self",     "g_main_context_new",
};

static struct str pattern_of(const struct heaptrack_suppressions *s, size_t i)
{
    return str_from_to(buf_str(&s->text), s->rules[i].at, s->rules[i].at + s->rules[i].n);
}

static void add_pattern(struct heaptrack_suppressions *s, struct str pattern)
{
    if (s->n == RULES_MOST || pattern.n > PATTERN_MOST) {
        s->n_ignored++;
        return;
    }
    s->rules = mem_grow(s->rules, &s->room, s->n + 1, sizeof *s->rules);
    s->rules[s->n++] = (struct heaptrack_rule){.at = s->text.n, .n = pattern.n};
    buf_add(&s->text, pattern);
}

void heaptrack_suppressions_init(struct heaptrack_suppressions *s)
{
    *s = (struct heaptrack_suppressions){.n = 0};
    for (size_t i = 0; i < sizeof builtin / sizeof builtin[0]; i++)
        add_pattern(s, str_of(builtin[i]));
}

void heaptrack_suppressions_free(struct heaptrack_suppressions *s)
{
    mem_free(s->rules, s->room, sizeof *s->rules);
    buf_free(&s->text);
    *s = (struct heaptrack_suppressions){.n = 0};
}

void heaptrack_suppressions_add(struct heaptrack_suppressions *s, struct str line)
{
    static const struct str kind = {"leak:", 5};

    line = str_trim(line);
    if (str_starts(line, kind) && line.n > kind.n)
        add_pattern(s, str_from_to(line, kind.n, line.n));
}

/* Where a part of a pattern ends: before the next * or $. */
static size_t part_end(struct str pattern, size_t from)
{
    while (from < pattern.n && pattern.p[from] != '*' && pattern.p[from] != '$')
        from++;
    return from;
}

/* Each part is taken where it first stands, as heaptrack does, so "^a*b$" is not in "abab". */
static bool matches(struct str pattern, struct str name)
{
    bool at_start = str_starts(pattern, STR("^"));
    bool any = false;
    size_t at = 0;

    if (str_equal(pattern, name))
        return true;
    if (name.n == 0)
        return false;
    for (size_t i = at_start; i < pattern.n;) {
        if (pattern.p[i] == '*') {
            any = true;
            at_start = false;
            i++;
            continue;
        }
        if (pattern.p[i] == '$')
            return at == name.n || any;
        struct str part = str_from_to(pattern, i, part_end(pattern, i));
        const char *p = at < name.n ? memmem(name.p + at, name.n - at, part.p, part.n) : NULL;
        if (!p || (at_start && p != name.p))
            return false;
        at = (size_t)(p - name.p) + part.n;
        i += part.n;
        any = at_start = false;
    }
    return true;
}

rule_id heaptrack_suppressions_find(const struct heaptrack_suppressions *s, struct str name)
{
    for (size_t i = 0; i < s->n; i++)
        if (matches(pattern_of(s, i), name))
            return (rule_id)i + 1;
    return 0;
}

void heaptrack_suppressions_count(struct heaptrack_suppressions *s, rule_id rule, uint64_t bytes)
{
    s->rules[rule - 1].bytes += bytes;
}

void heaptrack_suppressions_tell(const struct heaptrack_suppressions *s, const struct reading *r)
{
    struct buf text = {0};
    struct excerpt e;
    char number[40];
    uint64_t bytes = 0;
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        if (!s->rules[i].bytes)
            continue;
        bytes += s->rules[i].bytes;
        if (n++ >= TOLD_MOST)
            continue;
        buf_add(&text, n > 1 ? STR(", ") : STR(""));
        buf_add(&text, str_of(excerpt_of(&e, pattern_of(s, i))));
        snprintf(number, sizeof number, " (%" PRIu64 ")", s->rules[i].bytes);
        buf_add(&text, str_of(number));
    }
    if (n > TOLD_MOST)
        buf_add(&text, STR(", and others"));
    if (n)
        reading_remark(&r->info->remarks,
                       "not called leaked, as heaptrack suppresses it: %" PRIu64
                       " bytes, by the rules %.*s",
                       bytes, (int)text.n, text.p);
    if (s->n_ignored)
        reading_remark(&r->info->remarks,
                       "rules on what is not leaked that were not applied: %" PRIu64, s->n_ignored);
    buf_free(&text);
}
