/* ./server --name 'a b' has three words. */
#include "app/common/shell_words.h"

#include <string.h>

#include "base/ascii.h"
#include "base/mem.h"
#include "base/parse.h"

/* What is read, and where words go: each ends with a NUL. */
struct splitting {
    const char *at;
    struct buf *text;
    const char *wrong; /* what only a shell understands, or a quote without an end; NULL: none */
};

/* 'all up to the next quote' */
static void take_quoted(struct splitting *s)
{
    const char *end = strchr(s->at + 1, '\'');

    if (!end) {
        s->wrong = s->at;
        return;
    }
    buf_add(s->text, (struct str){s->at + 1, (size_t)(end - s->at) - 1});
    s->at = end + 1;
}

/* "the same, but \" and \\ and \$ stand for the sign" */
static void take_double_quoted(struct splitting *s)
{
    const char *begin = s->at++;

    while (*s->at && *s->at != '"') {
        if (*s->at == '$' || *s->at == '`') {
            s->wrong = s->at;
            return;
        }
        s->at += *s->at == '\\' && s->at[1] && strchr("\"\\$`", s->at[1]);
        buf_add_byte(s->text, *s->at++);
    }
    if (*s->at)
        s->at++;
    else
        s->wrong = begin;
}

static bool is_for_a_shell(const struct splitting *s, bool is_first)
{
    return strchr("$`|&;<>(){}*?[\n", *s->at) || (is_first && strchr("~#", *s->at));
}

static void add_word(struct splitting *s)
{
    bool is_first = true;

    while (*s->at && !is_blank(*s->at) && !s->wrong) {
        if (*s->at == '\'') {
            take_quoted(s);
        } else if (*s->at == '"') {
            take_double_quoted(s);
        } else if (is_for_a_shell(s, is_first)) {
            s->wrong = s->at;
        } else {
            s->at += *s->at == '\\' && s->at[1];
            buf_add_byte(s->text, *s->at++);
        }
        is_first = false;
    }
    buf_add_byte(s->text, '\0');
}

/* NAME=VALUE in place of the program */
static bool is_assignment(const char *word)
{
    const char *at = word;

    while (is_letter(*at) || *at == '_' || (at > word && is_digit(*at)))
        at++;
    return at > word && *at == '=';
}

bool shell_words_split(struct shell_words *to, const char *option, const char *command,
                       struct fault *f)
{
    struct splitting s = {.at = command, .text = &to->text};
    struct excerpt found;
    size_t n = 0;

    while (!s.wrong) {
        while (is_blank(*s.at))
            s.at++;
        if (!*s.at)
            break;
        add_word(&s);
        n++;
    }
    if (s.wrong && (*s.wrong == '\'' || *s.wrong == '"'))
        return fault_set(f, FAULT_USAGE, "%s: \"%s\" found, wanted an end of the quote", option,
                         excerpt_of(&found, str_of(s.wrong)));
    if (s.wrong)
        return fault_set(f, FAULT_USAGE,
                         "%s: \"%s\" found, which only a shell understands, wanted a program and "
                         "its arguments, or sh -c '...'",
                         option, excerpt_of(&found, str_of(s.wrong)));
    if (n && is_assignment(to->text.p))
        return fault_set(f, FAULT_USAGE,
                         "%s: \"%s\" found, which only a shell understands, wanted a program and "
                         "its arguments, or env %s ...",
                         option, excerpt_of(&found, str_of(to->text.p)), found.text);
    if (n == 0)
        return fault_set(f, FAULT_USAGE, "%s: \"\" found, wanted a program and its arguments",
                         option);
    to->n = n;
    to->words = mem_alloc(n + 1, sizeof *to->words); /* up to a NULL */
    char *word = to->text.p;
    for (size_t i = 0; i < n; i++, word += strlen(word) + 1)
        to->words[i] = word;
    return true;
}

void shell_words_free(struct shell_words *w)
{
    if (w->words)
        mem_free(w->words, w->n + 1, sizeof *w->words);
    buf_free(&w->text);
}
