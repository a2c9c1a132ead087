/* Parses a theme line by line:
 *   colour hot = 205+50*v3 230*v1 55*v2
 *   ends _[j] and contains / -> green */
#include <inttypes.h>

#include "base/mem.h"
#include "base/parse.h"
#include "render/common/text_file.h"
#include "render/theme/theme.h"
#include "render/theme/theme_rules.h"

enum { WORDS_MAX = 64, COLOURS_MAX = 256, RULES_MAX = 1024 };

struct word {
    struct str text;
    bool quoted;
};

struct theme_reader {
    struct theme *t;
    const char *file;
    uint64_t line;
    struct fault *f;
    struct word words[WORDS_MAX];
    size_t n;  /* words in the line */
    size_t at; /* the next one */
};

/* Sets a fault: what was found, and what was expected. */
static bool wanted(const struct theme_reader *r, const char *what)
{
    struct excerpt excerpt;

    if (r->at == r->n)
        return fault_set(r->f, FAULT_INPUT, "%s:%" PRIu64 ": the line ends, wanted %s", r->file,
                         r->line, what);
    return fault_set(r->f, FAULT_INPUT, "%s:%" PRIu64 ": found \"%s\", wanted %s", r->file, r->line,
                     excerpt_of(&excerpt, r->words[r->at].text), what);
}

static bool parse_words(struct theme_reader *r, struct str line)
{
    r->n = 0;
    r->at = 0;
    for (;;) {
        line = str_trim(line);
        if (line.n == 0)
            return true;
        if (r->n == WORDS_MAX)
            return fault_set(r->f, FAULT_INPUT, "%s:%" PRIu64 ": more than %d words in a line",
                             r->file, r->line, WORDS_MAX);
        struct word *word = &r->words[r->n++];
        word->quoted = line.p[0] == '"';
        if (!word->quoted) {
            take_word(&line, &word->text);
            continue;
        }
        const char *end = memchr(line.p + 1, '"', line.n - 1);
        if (!end)
            return fault_set(r->f, FAULT_INPUT, "%s:%" PRIu64 ": a quote is not closed", r->file,
                             r->line);
        word->text = str_from_to(line, 1, (size_t)(end - line.p));
        line = str_from_to(line, word->text.n + 2, line.n);
    }
}

/* Whether the next word is this one, unquoted. */
static bool next_is(const struct theme_reader *r, const char *word)
{
    const struct word *next = &r->words[r->at];

    return r->at < r->n && !next->quoted && next->text.p[0] == word[0] &&
           str_equal(next->text, str_of(word));
}

static bool take(struct theme_reader *r, const char *word)
{
    bool there = next_is(r, word);

    r->at += there;
    return there;
}

static bool ends(const struct theme_reader *r)
{
    return r->at == r->n || wanted(r, "the end of the line");
}

static bool parse_byte(struct str s, int *value)
{
    uint64_t number;

    if (!parse_u64(s, &number) || number > 255)
        return false;
    *value = (int)number;
    return true;
}

/* 50*v3 */
static bool parse_product(struct str s, struct theme_channel *c)
{
    if (s.n < 4 || s.p[s.n - 3] != '*' || s.p[s.n - 2] != 'v' || s.p[s.n - 1] < '1' ||
        s.p[s.n - 1] > '3')
        return false;
    c->source = (unsigned)(s.p[s.n - 1] - '1');
    return parse_byte(str_from_to(s, 0, s.n - 3), &c->span);
}

/* 205, 230*v1, 205+50*v3 or 205-50*v3 */
static bool parse_channel(struct str s, struct theme_channel *c)
{
    size_t sign = 0;

    *c = (struct theme_channel){0};
    while (sign < s.n && s.p[sign] != '+' && s.p[sign] != '-')
        sign++;
    if (sign == s.n)
        return parse_byte(s, &c->base) || parse_product(s, c);
    if (!parse_byte(str_from_to(s, 0, sign), &c->base) ||
        !parse_product(str_from_to(s, sign + 1, s.n), c))
        return false;
    if (s.p[sign] == '-')
        c->span = -c->span;
    return c->base + c->span >= 0 && c->base + c->span <= 255;
}

static bool read_channel(struct theme_reader *r, struct theme_channel *c)
{
    if (r->at == r->n || !parse_channel(r->words[r->at].text, c))
        return wanted(r, "a channel such as 90, 230*v1 or 205+50*v3 that stays in 0 to 255");
    r->at++;
    return true;
}

static bool read_hex(struct theme_reader *r, struct colour *c)
{
    if (r->at == r->n || !colour_parse(r->words[r->at].text, c))
        return wanted(r, "a colour as #rrggbb");
    r->at++;
    return true;
}

static struct theme_channel between(unsigned char from, unsigned char to)
{
    return (struct theme_channel){.base = from, .span = to - from};
}

static bool read_range(struct theme_reader *r, struct theme_colour *c)
{
    struct colour from;
    struct colour to;

    if (!read_hex(r, &from))
        return false;
    to = from;
    if (take(r, "..") && !read_hex(r, &to))
        return false;
    c->r = between(from.r, to.r);
    c->g = between(from.g, to.g);
    c->b = between(from.b, to.b);
    return true;
}

static bool find_colour(const struct theme *t, struct str name, size_t *index)
{
    for (size_t i = 0; i < t->n_colours; i++) {
        if (str_equal(t->colours[i].name, name)) {
            *index = i;
            return true;
        }
    }
    return false;
}

static bool read_colour(struct theme_reader *r)
{
    struct theme *t = r->t;
    struct theme_colour c = {0};
    size_t known;

    if (r->at == r->n || find_colour(t, r->words[r->at].text, &known))
        return wanted(r, "a new name for a colour");
    if (t->n_colours == COLOURS_MAX)
        return fault_set(r->f, FAULT_INPUT, "%s:%" PRIu64 ": more than %d colours", r->file,
                         r->line, COLOURS_MAX);
    c.name = r->words[r->at++].text;
    if (!take(r, "="))
        return wanted(r, "=");
    if (r->at < r->n && str_starts(r->words[r->at].text, STR("#"))) {
        if (!read_range(r, &c))
            return false;
    } else if (!read_channel(r, &c.r) || !read_channel(r, &c.g) || !read_channel(r, &c.b)) {
        return false;
    }
    t->colours = mem_grow(t->colours, &t->colour_room, t->n_colours + 1, sizeof c);
    t->colours[t->n_colours++] = c;
    return ends(r);
}

static bool read_background(struct theme_reader *r)
{
    struct colour top;
    struct colour bottom;

    if (r->at == r->n || !background_parse(r->words[r->at].text, &r->t->background))
        return wanted(r, BACKGROUND_WANTED);
    if (!colour_parse(r->words[r->at++].text, &top))
        return ends(r);
    bottom = top;
    if (r->at < r->n && !read_hex(r, &bottom))
        return false;
    r->t->background = background_of(top, bottom);
    return ends(r);
}

static bool read_dark_background(struct theme_reader *r)
{
    struct background *b = &r->t->background;

    if (!read_hex(r, &b->dark_top))
        return false;
    b->dark_bottom = b->dark_top;
    if (r->at < r->n && !read_hex(r, &b->dark_bottom))
        return false;
    return ends(r);
}

static bool read_change(struct theme_reader *r)
{
    struct theme *t = r->t;

    if (!read_hex(r, &t->unchanged) || !read_hex(r, &t->less) || !read_hex(r, &t->more))
        return false;
    t->unchanged = colour_under_black(t->unchanged);
    t->less = colour_under_black(t->less);
    t->more = colour_under_black(t->more);
    return ends(r);
}

static bool read_wakers(struct theme_reader *r)
{
    r->t->wakers = true;
    return ends(r);
}

/* divide 60 teal yellow */
static bool read_divide(struct theme_reader *r)
{
    struct theme *t = r->t;
    int percent;

    if (r->at == r->n || !parse_byte(r->words[r->at].text, &percent) || percent > 100)
        return wanted(r, "a percentage from 0 to 100");
    r->at++;
    t->divide_percent = (unsigned)percent;
    t->n_divided_into = 0;
    do {
        size_t *next = &t->divided_into[t->n_divided_into];
        if (t->n_divided_into == THEME_DIVIDED_MOST)
            return wanted(r, "at most 6 colours");
        if (r->at == r->n || !find_colour(t, r->words[r->at].text, next))
            return wanted(r, "the name of a colour from a line above");
        r->at++;
        t->n_divided_into++;
    } while (r->at < r->n);
    return true;
}

/* undivided "off CPU" */
static bool read_undivided(struct theme_reader *r)
{
    struct theme *t = r->t;
    size_t colour;

    do {
        if (r->at == r->n || !find_colour(t, r->words[r->at].text, &colour))
            return wanted(r, "the name of a colour from a line above");
        t->colours[colour].is_undivided = true;
        r->at++;
    } while (r->at < r->n);
    return true;
}

static bool read_inlined_as_caller(struct theme_reader *r)
{
    r->t->inlined_as_caller = true;
    return ends(r);
}

static bool read_after_first(struct theme_reader *r)
{
    if (r->at == r->n || r->words[r->at].text.n != 1 || r->words[r->at].text.p[0] == '\0')
        return wanted(r, "one character");
    r->t->after_first = r->words[r->at++].text.p[0];
    return ends(r);
}

static bool ends_test(const struct theme_reader *r)
{
    return r->at == r->n || next_is(r, "and") || next_is(r, "->");
}

static bool read_kinds(struct theme_reader *r, struct theme_test *test)
{
    do {
        enum frame_kind kind = KIND_UNKNOWN;
        while (kind < KIND_COUNT && !next_is(r, kind_word(kind)))
            kind++;
        if (kind == KIND_COUNT)
            return wanted(r, "a kind: unknown, user, kernel, inlined, jit, waker or guest");
        test->kinds |= 1u << kind;
        r->at++;
    } while (!ends_test(r));
    return true;
}

static bool read_part(struct theme_reader *r, const struct theme_test *test, bool chained)
{
    struct theme *t = r->t;

    if (ends_test(r) || (r->words[r->at].text.n == 0 && test->verb != VERB_IS))
        return wanted(r, "a text to look for");
    t->parts = mem_grow(t->parts, &t->part_room, t->n_parts + 1, sizeof *t->parts);
    t->parts[t->n_parts++] = (struct theme_part){r->words[r->at++].text, chained};
    return true;
}

static bool read_texts(struct theme_reader *r, struct theme_test *test)
{
    test->parts = r->t->n_parts;
    if (!read_part(r, test, false))
        return false;
    while (!ends_test(r))
        if (!read_part(r, test, test->verb == VERB_CONTAINS && take(r, "...")))
            return false;
    test->parts_end = r->t->n_parts;
    return true;
}

static bool read_test(struct theme_reader *r)
{
    static const char *const verbs[] = {
        [VERB_STARTS] = "starts", [VERB_ENDS] = "ends", [VERB_CONTAINS] = "contains",
        [VERB_PART] = "part",     [VERB_IS] = "is",     [VERB_KIND] = "kind",
    };
    const size_t n = sizeof verbs / sizeof verbs[0];
    struct theme *t = r->t;
    struct theme_test test = {.verb = VERB_STARTS};

    while (test.verb < n && !next_is(r, verbs[test.verb]))
        test.verb++;
    if (test.verb == n)
        return wanted(
            r, "about, background, dark-background, wakers, after-first, change, colour, divide, "
               "undivided, inlined-as-caller, starts, ends, contains, part, is, kind or otherwise");
    r->at++;
    if (test.verb == VERB_KIND ? !read_kinds(r, &test) : !read_texts(r, &test))
        return false;
    t->tests = mem_grow(t->tests, &t->test_room, t->n_tests + 1, sizeof test);
    t->tests[t->n_tests++] = test;
    return true;
}

static bool has_otherwise(const struct theme *t)
{
    return t->n_rules && t->rules[t->n_rules - 1].tests == t->rules[t->n_rules - 1].tests_end;
}

static bool read_rule(struct theme_reader *r)
{
    struct theme *t = r->t;
    struct theme_rule rule = {.tests = t->n_tests};

    if (has_otherwise(t) || t->n_rules == RULES_MAX)
        return wanted(r, t->n_rules == RULES_MAX ? "at most 1024 rules"
                                                 : "no rule after otherwise: it would not be used");
    if (!take(r, "otherwise")) {
        do {
            if (!read_test(r))
                return false;
        } while (take(r, "and"));
    }
    rule.tests_end = t->n_tests;
    if (!take(r, "->"))
        return wanted(r, "-> and a colour");
    if (r->at == r->n || !find_colour(t, r->words[r->at].text, &rule.colour))
        return wanted(r, "the name of a colour from a line above");
    r->at++;
    t->rules = mem_grow(t->rules, &t->rule_room, t->n_rules + 1, sizeof rule);
    t->rules[t->n_rules++] = rule;
    return ends(r);
}

static bool read_line(struct theme_reader *r)
{
    static const struct {
        const char *word;
        bool (*read)(struct theme_reader *r);
    } settings[] = {
        {"after-first", read_after_first},
        {"background", read_background},
        {"change", read_change},
        {"colour", read_colour},
        {"dark-background", read_dark_background},
        {"divide", read_divide},
        {"inlined-as-caller", read_inlined_as_caller},
        {"undivided", read_undivided},
        {"wakers", read_wakers},
    };

    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (take(r, settings[i].word))
            return settings[i].read(r);
    return read_rule(r);
}

bool theme_parse(struct theme *t, const char *file, struct str bytes, struct fault *f)
{
    struct theme_reader r = {.t = t, .file = file, .f = f};

    *t = (struct theme){
        .unchanged = {0xe8, 0xe8, 0xe8}, .less = {0x4a, 0x98, 0xe0}, .more = {0xf0, 0x8a, 0x24}};
    buf_add(&t->text, bytes);
    if (!background_parse(STR("yellow"), &t->background))
        return false;
    struct text_lines lines = {.rest = buf_str(&t->text)};
    while (text_lines_next(&lines)) {
        struct str line = str_trim(lines.line);
        r.line = lines.number;
        if (line.n == 0 || line.p[0] == '#')
            continue;
        if (str_starts(line, STR("about "))) {
            t->about = str_trim(str_from_to(line, 6, line.n));
            continue;
        }
        if (!parse_words(&r, line) || !read_line(&r))
            return false;
    }
    if (!has_otherwise(t))
        return fault_set(f, FAULT_INPUT,
                         "%s:%" PRIu64 ": the file ends, wanted otherwise -> COLOUR", file,
                         lines.number ? lines.number : 1);
    return true;
}
