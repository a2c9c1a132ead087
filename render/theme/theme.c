/* Themes: loading one by its name, and the colour that its rules give a frame. */
#include "render/theme/theme.h"

#include "base/mem.h"
#include "base/parse.h"
#include "render/theme/theme_file.h"
#include "render/theme/theme_rules.h"

/* Generated from the files of themes/ by the build, sorted by name. */
extern const struct built_in_file embedded_themes[];

static const struct theme_files themes = {embedded_themes, "theme", 1 << 20};

bool theme_listed(size_t i, struct str *name, struct str *about)
{
    return theme_files_listed(&themes, i, name, about);
}

bool theme_load(struct theme *t, const char *name_or_path, struct fault *f)
{
    struct buf text = {0};

    *t = (struct theme){0};
    bool ok = theme_files_read(&themes, &text, name_or_path, f) &&
              theme_parse(t, name_or_path, buf_str(&text), f);
    buf_free(&text);
    return ok;
}

void theme_free(struct theme *t)
{
    buf_free(&t->text);
    mem_free(t->colours, t->colour_room, sizeof *t->colours);
    mem_free(t->rules, t->rule_room, sizeof *t->rules);
    mem_free(t->tests, t->test_room, sizeof *t->tests);
    mem_free(t->parts, t->part_room, sizeof *t->parts);
    *t = (struct theme){0};
}

/* Searches for the texts of a chain one after another; a part that is not chained begins the next
 * chain. */
static bool contains(const struct theme_part *part, const struct theme_part *end, struct str name)
{
    bool found = false;
    size_t at = 0;

    for (; part < end; part++) {
        if (!part->chained) {
            if (found)
                return true;
            found = true;
            at = 0;
        }
        if (!found)
            continue;
        at = str_find(name, at, part->text);
        found = at < name.n;
        at += part->text.n;
    }
    return found;
}

/* Whether a part of a path matches; a '#' at the end of the text stands for any number of digits
 * and points. */
static bool is_path_part(struct str found, struct str text)
{
    if (!str_ends(text, STR("#")))
        return str_equal(found, text);
    text.n--;
    if (!str_starts(found, text))
        return false;
    for (size_t i = text.n; i < found.n; i++)
        if (!is_digit(found.p[i]) && found.p[i] != '.')
            return false;
    return true;
}

static bool has_path_part(struct str name, struct str text)
{
    size_t from = 0;

    for (size_t i = 0; i <= name.n; i++) {
        if (i < name.n && name.p[i] != '/' && name.p[i] != '\\')
            continue;
        if (is_path_part(str_from_to(name, from, i), text))
            return true;
        from = i + 1;
    }
    return false;
}

/* Most frames are compared with every text, and most differ from it in one byte. */
static bool fits(enum theme_verb verb, struct str name, struct str text)
{
    if (verb == VERB_PART)
        return has_path_part(name, text);
    if (name.n < text.n || !text.n)
        return !text.n;
    if (verb == VERB_STARTS)
        return name.p[0] == text.p[0] && str_starts(name, text);
    return name.p[name.n - 1] == text.p[text.n - 1] && str_ends(name, text);
}

/* Most frames are compared with every such text: few have its length. */
static bool is_one_of(const struct theme_part *parts, const struct theme_part *end, struct str name)
{
    for (; parts < end; parts++)
        if (parts->text.n == name.n && str_equal(parts->text, name))
            return true;
    return false;
}

static bool test_holds(const struct theme *t, const struct theme_test *test, struct str name,
                       enum frame_kind kind)
{
    if (test->verb == VERB_KIND)
        return test->kinds >> kind & 1;
    if (test->verb == VERB_CONTAINS)
        return contains(t->parts + test->parts, t->parts + test->parts_end, name);
    if (test->verb == VERB_IS)
        return is_one_of(t->parts + test->parts, t->parts + test->parts_end, name);
    for (size_t i = test->parts; i < test->parts_end; i++)
        if (fits(test->verb, name, t->parts[i].text))
            return true;
    return false;
}

static struct str subject_of(const struct theme *t, struct str name)
{
    const char *at = t->after_first && name.n ? memchr(name.p, t->after_first, name.n) : NULL;

    return at ? str_from_to(name, (size_t)(at - name.p) + 1, name.n) : name;
}

size_t theme_match(const struct theme *t, struct str raw_name, enum frame_kind kind)
{
    const struct theme_rule *rule = t->rules;

    if (kind == KIND_UNKNOWN)
        kind = kind_of_mark(raw_name);
    struct str subject = subject_of(t, raw_name);
    for (;; rule++) {
        size_t test = rule->tests;
        while (test < rule->tests_end && test_holds(t, &t->tests[test], subject, kind))
            test++;
        if (test == rule->tests_end)
            return rule->colour;
    }
}

/* Product and sum are separate and truncated as in flamegraph.pl: base + int(span * v). Doubles,
 * because it uses doubles. */
static unsigned char channel_at(const struct theme_channel *c, const double v[3])
{
    int part = (int)(c->span * v[c->source]);

    return (unsigned char)(c->base + part);
}

struct colour theme_colour_at(const struct theme *t, size_t index, const double v[3])
{
    const struct theme_colour *c = &t->colours[index];

    return colour_under_black((struct colour){
        channel_at(&c->r, v),
        channel_at(&c->g, v),
        channel_at(&c->b, v),
    });
}
