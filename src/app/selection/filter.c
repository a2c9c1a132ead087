/* Marks frames that match the names and patterns of filter options, for model code that changes the
 * stacks. */
#include "app/selection/filter.h"

#include <errno.h>
#include <regex.h>

#include "app/selection/name_parts.h"
#include "base/buf.h"
#include "base/mem.h"

/* An option with patterns, and the mark for frames that match one of them. */
struct rule {
    const char *option;
    const struct request_list *list;
    unsigned mark;
    bool exact;  /* whole names, not patterns */
    bool unless; /* marks frames that match none of them */
    bool parts;  /* and parts of names */
};

enum { N_RULES = 8 };

static void rules_of(const struct filter_request *r, struct rule rules[N_RULES])
{
    const struct rule all[N_RULES] = {
        {"--focus", &r->focus, CHANGE_KEEP_STACK, false, false, false},
        {"--ignore", &r->ignore, CHANGE_DROP_STACK, false, false, false},
        {"--hide", &r->hide, CHANGE_DROP_FRAME, false, false, false},
        {"--show", &r->show, CHANGE_DROP_FRAME, false, true, false},
        {"--show-from", &r->show_from, CHANGE_FROM_HERE, false, false, false},
        {"--prune-from", &r->prune_from, CHANGE_CUT_CALLEES, false, false, false},
        {"--base", &r->base, CHANGE_BASE, true, false, false},
        {"--skip-after", &r->skip_after, CHANGE_CUT_CALLERS, true, false, false},
    };

    memcpy(rules, all, sizeof all);
}

bool filter_needed(const struct filter_request *r, bool mark_wakers)
{
    struct rule rules[N_RULES];
    bool needed = r->merge_recursive || r->allocator.n || mark_wakers;

    rules_of(r, rules);
    for (size_t i = 0; i < N_RULES; i++)
        needed = needed || rules[i].list->n > 0;
    return needed;
}

const char *filter_first(const struct filter_request *r)
{
    struct rule rules[N_RULES];

    rules_of(r, rules);
    for (size_t i = 0; i < N_RULES; i++)
        if (rules[i].list->n)
            return rules[i].option;
    return r->allocator.n ? "--allocator" : "--merge-recursive";
}

/* Returns the name as a C string for regexec; a NUL inside becomes a blank. */
static const char *name_text(struct str name, struct buf *to)
{
    buf_clear(to);
    buf_add(to, name);
    for (size_t i = 0; i < to->n; i++)
        if (to->p[i] == '\0')
            to->p[i] = ' ';
    buf_add_byte(to, '\0');
    return to->p;
}

static const char *text_of(const struct rule *rule, struct str name, struct buf *to)
{
    if (!rule->parts)
        return name_text(name, to);
    name_parts(name, to);
    return to->p;
}

/* Whether the name matches one of the patterns. False with a fault if memory runs out. */
static bool any_matches(const struct rule *rule, const regex_t *patterns, const char *name,
                        bool *matches, struct fault *f)
{
    *matches = false;
    for (size_t i = 0; i < rule->list->n && !*matches; i++) {
        /* glibc returns REG_NOMATCH for every failure; only errno shows exhausted memory. */
        errno = 0;
        int result = regexec(&patterns[i], name, 0, NULL, 0);
        if (result != 0 && (result != REG_NOMATCH || errno == ENOMEM))
            return fault_set(f, FAULT_SYSTEM, "%s: out of memory", rule->option);
        *matches = result == 0;
    }
    return true;
}

static bool any_equals(const struct rule *rule, struct str raw)
{
    bool equals = false;

    for (size_t i = 0; i < rule->list->n; i++) {
        struct str item = str_of(rule->list->items[i]);
        equals = equals || str_equal(name_without_mark(raw), item) || str_equal(raw, item);
    }
    return equals;
}

static bool mark_matches(const struct profile *p, const struct rule *rule, const regex_t *patterns,
                         unsigned char *marks, struct fault *f)
{
    struct buf text = {0};
    bool ok = true;

    for (frame_id i = 1; ok && i < p->frames.n; i++) {
        struct str raw = names_get(&p->names, p->frames.rows[i].name);
        bool matches;
        if (rule->exact)
            matches = any_equals(rule, raw);
        else
            ok = any_matches(rule, patterns, text_of(rule, name_without_mark(raw), &text), &matches,
                             f);
        if (ok && matches != rule->unless)
            marks[i] |= (unsigned char)rule->mark;
    }
    buf_free(&text);
    return ok;
}

static bool compile(const struct rule *rule, size_t i, regex_t *pattern, struct fault *f)
{
    int flags = REG_EXTENDED | REG_NOSUB | (rule->parts ? REG_NEWLINE : 0);
    int error = regcomp(pattern, rule->list->items[i], flags);
    struct excerpt e;
    char why[100];

    if (error == 0)
        return true;
    regerror(error, pattern, why, sizeof why);
    return fault_set(f, error == REG_ESPACE ? FAULT_SYSTEM : FAULT_USAGE,
                     "%s: \"%s\" found, wanted a regular expression: %s", rule->option,
                     excerpt_of(&e, str_of(rule->list->items[i])), why);
}

static bool apply_rule(const struct profile *p, const struct rule *rule, unsigned char *marks,
                       struct fault *f)
{
    regex_t *patterns = mem_alloc(rule->list->n, sizeof *patterns);
    size_t n = 0;

    while (!rule->exact && n < rule->list->n && compile(rule, n, &patterns[n], f))
        n++;
    bool ok = rule->exact || n == rule->list->n;
    ok = ok && mark_matches(p, rule, patterns, marks, f);
    while (n > 0)
        regfree(&patterns[--n]);
    mem_free(patterns, rule->list->n, sizeof *patterns);
    return ok;
}

bool filter_matching(const struct profile *p, const char *option,
                     const struct request_list *patterns, unsigned char *marks, struct fault *f)
{
    return apply_rule(p, &(struct rule){.option = option, .list = patterns, .mark = 1}, marks, f);
}

bool filter_matching_parts(const struct profile *p, const char *option,
                           const struct request_list *patterns, unsigned char *marks,
                           struct fault *f)
{
    return apply_rule(
        p, &(struct rule){.option = option, .list = patterns, .mark = 1, .parts = true}, marks, f);
}

static void mark_separators(const struct profile *p, unsigned char *marks)
{
    for (frame_id i = 1; i < p->frames.n; i++)
        if (str_equal(names_get(&p->names, p->frames.rows[i].name), STR("--")))
            marks[i] |= CHANGE_SEPARATOR;
}

bool filter_apply(const struct filter_request *r, bool mark_wakers, const struct profile *from,
                  struct profile *to, uint64_t *dropped, struct fault *f)
{
    unsigned char *marks = mem_alloc(from->frames.n, 1);
    unsigned char *ends = mem_alloc(from->frames.n, 1);
    struct rule rules[N_RULES];
    bool ok = !r->allocator.n || filter_matching(from, "--allocator", &r->allocator, ends, f);

    rules_of(r, rules);
    for (size_t i = 0; ok && i < N_RULES; i++)
        if (rules[i].list->n)
            ok = apply_rule(from, &rules[i], marks, f);
    if (mark_wakers)
        mark_separators(from, marks);
    if (ok)
        change_apply(to, from,
                     &(struct change){
                         .marks = marks,
                         .ends = r->allocator.n ? ends : NULL,
                         .need_keep = r->focus.n > 0,
                         .need_base = r->base.n > 0,
                         .need_from = r->show_from.n > 0,
                         .merge_recursive = r->merge_recursive,
                         .dropped = dropped,
                     });
    mem_free(marks, from->frames.n, 1);
    mem_free(ends, from->frames.n, 1);
    return ok;
}
