/* max total parse_json 12%        # a rule is one line, with blanks between words
 * max self 'memcpy*' 5%
 * max growth * 2% proven
 * max growth parse 10% of itself proven
 * max growth parse 1% of itself by instructions
 * forbid 'debug_*'
 * Parses such a budget, and tests values against its rules. */
#include "app/report/budget.h"

#include <assert.h>
#include <fnmatch.h>
#include <inttypes.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/parse.h"
#include "render/common/text_file.h"

enum { FILE_MAX = 16 << 20, WORDS_MOST = 9 };

struct word {
    struct str text;
    bool quoted;
};

/* The line being parsed. */
struct line {
    const char *file;
    uint64_t number;
    struct word words[WORDS_MOST + 1];
    size_t n;
};

static bool refuse(const struct line *line, struct str found, const char *wanted, struct fault *f)
{
    struct excerpt e;

    return fault_set(f, FAULT_USAGE, "%s:%" PRIu64 ": found \"%s\", wanted %s", line->file,
                     line->number, excerpt_of(&e, found), wanted);
}

static bool refuse_end(const struct line *line, const char *wanted, struct fault *f)
{
    return fault_set(f, FAULT_USAGE, "%s:%" PRIu64 ": found the end of the line, wanted %s",
                     line->file, line->number, wanted);
}

/* Removes the first word from *rest. A word with blanks is in single or double quotes. */
static bool next_word(const struct line *line, struct str *rest, struct word *word, struct fault *f)
{
    char quote = rest->p[0];
    size_t n = 0;

    word->quoted = quote == '\'' || quote == '"';
    if (!word->quoted) {
        take_word(rest, &word->text);
        word->text = str_trim(word->text); /* removes a carriage return */
        return true;
    }
    while (n + 1 < rest->n && rest->p[n + 1] != quote)
        n++;
    if (n + 1 >= rest->n)
        return refuse(line, *rest, "the quote that ends it", f);
    word->text = str_from_to(*rest, 1, n + 1);
    *rest = str_from_to(*rest, n + 2, rest->n);
    if (rest->n && !is_blank(rest->p[0]) && rest->p[0] != '#')
        return refuse(line, *rest, "a blank after the quote", f);
    return true;
}

static bool parse_line(struct line *line, struct str text, struct fault *f)
{
    line->n = 0;
    for (text = str_trim(text); text.n && text.p[0] != '#'; text = str_trim(text)) {
        if (line->n == WORDS_MOST)
            return refuse(line, text, "the end of the line", f);
        struct word *word = &line->words[line->n];
        if (!next_word(line, &text, word, f))
            return false;
        line->n += word->quoted || word->text.n;
    }
    for (size_t i = 0; i < line->n; i++)
        if (line->words[i].text.n && memchr(line->words[i].text.p, '\0', line->words[i].text.n))
            return refuse(line, line->words[i].text, "a word without NUL", f);
    return true;
}

/* Finds the index of word `at` in a list that ends with NULL. */
static bool choose(const struct line *line, size_t at, const char *const *known, const char *wanted,
                   size_t *chosen, struct fault *f)
{
    struct nearest nearest = {0};
    struct excerpt e;

    if (at >= line->n)
        return refuse_end(line, wanted, f);
    for (*chosen = 0; known[*chosen]; ++*chosen)
        if (nearest_look(&nearest, line->words[at].text, known[*chosen]))
            return true;
    const char *word = nearest_word(&nearest);
    if (!word)
        return refuse(line, line->words[at].text, wanted, f);
    return fault_set(f, FAULT_USAGE, "%s:%" PRIu64 ": found \"%s\", wanted %s; did you mean %s?",
                     line->file, line->number, excerpt_of(&e, line->words[at].text), wanted, word);
}

static bool read_share(const struct line *line, size_t at, uint64_t *most, struct fault *f)
{
    static const char wanted[] = "a share of the total, such as 12% or 0.5%";

    if (at >= line->n)
        return refuse_end(line, wanted, f);
    struct str text = line->words[at].text;
    if (!str_ends(text, STR("%")) || !parse_scaled(str_from_to(text, 0, text.n - 1), 6, most) ||
        *most > UINT64_C(1000000) * BUDGET_PERCENT)
        return refuse(line, text, wanted, f);
    return true;
}

static void add_word(struct budget *b, const struct word *word)
{
    struct str quote = memchr(word->text.p, '\'', word->text.n) ? STR("\"") : STR("'");

    if (word->quoted)
        buf_add(&b->text, quote);
    buf_add(&b->text, word->text);
    if (word->quoted)
        buf_add(&b->text, quote);
}

/* Stores the rule and its texts. glob: the index of the word that is the glob. */
static bool add_rule(struct budget *b, const struct line *line, struct budget_rule rule,
                     size_t glob, struct fault *f)
{
    if (b->n == BUDGET_RULES_MOST)
        return refuse(line, line->words[0].text, "10,000 rules at most", f);
    rule.from = b->text.n;
    for (size_t i = 0; i < line->n; i++) {
        if (i)
            buf_add_byte(&b->text, ' ');
        add_word(b, &line->words[i]);
    }
    rule.to = rule.glob = b->text.n;
    buf_add(&b->text, line->words[glob].text);
    buf_add_byte(&b->text, '\0');
    b->rules = mem_grow(b->rules, &b->room, b->n + 1, sizeof *b->rules);
    b->rules[b->n++] = rule;
    return true;
}

/* Reads what may follow the share of a rule of growth, in any order, each once. */
static bool read_ends(const struct line *line, size_t *at, struct budget_rule *rule,
                      struct fault *f)
{
    static const char *const ends[] = {"of", "proven", "by", NULL};
    static const char *const seconds[][2] = {{"itself", NULL}, {NULL}, {"instructions", NULL}};
    bool *const known[] = {&rule->of_itself, &rule->proven, &rule->by_instructions};
    size_t chosen = 0;
    size_t second = 0;

    while (*at < line->n) {
        if (!choose(line, *at, ends, "of itself, proven, by instructions, or the end of the line",
                    &chosen, f))
            return false;
        assert(chosen < sizeof known / sizeof known[0]);
        if (*known[chosen])
            return refuse(line, line->words[*at].text, "each word once", f);
        *known[chosen] = true;
        ++*at;
        if (seconds[chosen][0] &&
            !choose(line, (*at)++, seconds[chosen], seconds[chosen][0], &second, f))
            return false;
    }
    return true;
}

static bool read_rule(struct budget *b, const struct line *line, struct fault *f)
{
    static const char *const verbs[] = {"max", "forbid", NULL};
    static const char *const measures[] = {"total", "self", "growth", NULL};
    struct budget_rule rule = {.kind = BUDGET_FORBID};
    size_t chosen;
    size_t at = 1;

    if (!choose(line, 0, verbs, "max or forbid", &chosen, f))
        return false;
    if (chosen == 0) {
        if (!choose(line, at++, measures, "total, self or growth", &chosen, f))
            return false;
        rule.kind = (enum budget_kind)chosen;
    }
    if (at >= line->n || !line->words[at].text.n)
        return refuse_end(line, "the name of a function, or a glob", f);
    size_t glob = at++;
    if (rule.kind != BUDGET_FORBID && !read_share(line, at++, &rule.most, f))
        return false;
    if (rule.kind == BUDGET_GROWTH && !read_ends(line, &at, &rule, f))
        return false;
    if (at < line->n)
        return refuse(line, line->words[at].text, "the end of the line", f);
    return add_rule(b, line, rule, glob, f);
}

bool budget_parse(struct budget *b, const char *name, struct str bytes, struct fault *f)
{
    struct text_lines lines = {.rest = bytes};
    struct line line = {.file = name};

    *b = (struct budget){0};
    while (text_lines_next(&lines)) {
        line.number = lines.number;
        if (!parse_line(&line, lines.line, f) || (line.n && !read_rule(b, &line, f)))
            return false;
    }
    return b->n || fault_set(f, FAULT_USAGE,
                             "%s: no rule found, wanted one, such as "
                             "\"max total parse_json 12%%\"",
                             name);
}

bool budget_read(struct budget *b, const char *path, struct buf *bytes, struct fault *f)
{
    *b = (struct budget){0};
    if (!text_file_read(bytes, path, FILE_MAX, f)) {
        if (f->kind == FAULT_INPUT)
            f->kind = FAULT_USAGE; /* the file was named by an option */
        return false;
    }
    return budget_parse(b, path, buf_str(bytes), f);
}

void budget_free(struct budget *b)
{
    mem_free(b->rules, b->room, sizeof *b->rules);
    buf_free(&b->text);
    *b = (struct budget){0};
}

struct str budget_text(const struct budget *b, size_t rule)
{
    return str_from_to(buf_str(&b->text), b->rules[rule].from, b->rules[rule].to);
}

bool budget_is_about(const struct budget *b, size_t rule, const char *name)
{
    return fnmatch(b->text.p + b->rules[rule].glob, name, 0) == 0;
}

bool budget_exceeds(const struct budget_rule *rule, double value, double whole)
{
    /* Doubles suffice for any sums of 64 bits. The margin of 10^-9 keeps rounding
     * from turning an exactly met budget into an excess. */
    return value * 100 * BUDGET_PERCENT > (double)rule->most * whole * (1 + 1e-9);
}
