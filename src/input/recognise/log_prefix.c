/* "2026-05-01T12:00:00.123456789Z main;parse 3", "shop-1  | main;parse 3",
 * "May 01 12:00:00 web1 shop[12]: main;parse 3". */
#include "input/recognise/log_prefix.h"

#include "base/parse.h"

/* A letter of a pattern stands for
 *   T  a time as 2026-05-01T12:00:00.123+02:00     S  one as May 01 12:00:00.123
 *   D  three letters, a day of the week            s  digits, a point, digits
 *   w  a word                                      u  a word that ends in ':'
 *   p  [pod/NAME/CONTAINER]                        c  a name that ends in a number, as shop-1
 *   o  stdout or stderr                            f  F or P
 *   _  blanks, or nothing
 * and all other characters for themselves. The text of the line follows; an empty one may lack the
 * blank before it. */
static const struct prefix_kind {
    const char *pattern;
    const char *name;
    bool journal; /* lines of its own are between dashes: "-- Boot 0123 --" */
} kinds[] = {
    {"p T ", "kubectl logs --prefix --timestamps", false},
    {"p ", "kubectl logs --prefix", false},
    {"c_| T ", "docker compose logs -t", false},
    {"c_| ", "docker compose logs", false},
    {"T o f ", "the runtime of containers", false},
    {"T w u ", "journalctl -o short-iso", true},
    {"D T w w u ", "journalctl -o short-full", true},
    {"S w u ", "journalctl or syslog", true},
    {"[_s] w u ", "journalctl -o short-monotonic", true},
    {"s w u ", "journalctl -o short-unix", true},
    {"T ", "docker logs -t or kubectl logs --timestamps", false},
    {"S ", "ts", false},
};

enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

int log_prefix_kinds(void)
{
    return N_KINDS;
}

const char *log_prefix_name(int kind)
{
    return kinds[kind].name;
}

/* Takes what has the shape off *s: 0 stands for a digit, a for a letter. */
static bool take_shape(struct str *s, const char *shape)
{
    size_t n = strlen(shape);
    bool fits = s->n >= n;

    for (size_t i = 0; fits && i < n; i++) {
        char c = s->p[i];
        fits = shape[i] == '0' ? is_digit(c) : shape[i] == 'a' ? is_letter(c) : c == shape[i];
    }
    if (fits)
        *s = str_from_to(*s, n, s->n);
    return fits;
}

static size_t take_digits(struct str *s)
{
    size_t n = 0;

    while (n < s->n && is_digit(s->p[n]))
        n++;
    *s = str_from_to(*s, n, s->n);
    return n;
}

static bool take_clock(struct str *s)
{
    return take_shape(s, "00:00:00") &&
           (!(take_shape(s, ".") || take_shape(s, ",")) || take_digits(s));
}

static bool take_iso_time(struct str *s)
{
    if (!take_shape(s, "0000-00-00") || !(take_shape(s, "T") || take_shape(s, " ")) ||
        !take_clock(s))
        return false;
    if (!take_shape(s, "Z") && !take_shape(s, "+00:00") && !take_shape(s, "-00:00") &&
        !take_shape(s, "+0000"))
        (void)take_shape(s, "-0000");
    return true;
}

static bool take_syslog_time(struct str *s)
{
    return (take_shape(s, "aaa 00 ") || take_shape(s, "aaa  0 ")) && take_clock(s);
}

static bool take_seconds(struct str *s)
{
    return take_digits(s) && take_shape(s, ".") && take_digits(s);
}

static bool take_prefix_word(struct str *s, char kind)
{
    size_t n = 0;

    while (n < s->n && !is_space(s->p[n]) && (kind != 'c' || s->p[n] != '|'))
        n++;
    struct str word = str_from_to(*s, 0, n);
    *s = str_from_to(*s, n, s->n);
    if (n < 2)
        return kind == 'w' && n;
    if (kind == 'u')
        return word.p[n - 1] == ':';
    if (kind == 'p')
        return str_starts(word, STR("[pod/")) && word.p[n - 1] == ']';
    while (n && is_digit(word.p[n - 1]))
        n--;
    return kind == 'w' || (n && n < word.n && (word.p[n - 1] == '-' || word.p[n - 1] == '_'));
}

static bool take_blanks(struct str *s)
{
    while (s->n && is_blank(s->p[0]))
        *s = str_from_to(*s, 1, s->n);
    return true;
}

static bool take_letter(struct str *s, char letter)
{
    switch (letter) {
    case 'T':
        return take_iso_time(s);
    case 'S':
        return take_syslog_time(s);
    case 'D':
        return take_shape(s, "aaa");
    case 's':
        return take_seconds(s);
    case 'o':
        return take_shape(s, "stdout") || take_shape(s, "stderr");
    case 'f':
        return take_shape(s, "F") || take_shape(s, "P");
    case '_':
        return take_blanks(s);
    case 'w':
    case 'u':
    case 'p':
    case 'c':
        return take_prefix_word(s, letter);
    default:
        break;
    }
    bool is = s->n && s->p[0] == letter;
    *s = str_from_to(*s, is, s->n);
    return is;
}

int log_prefix_length(int kind, struct str head)
{
    const struct prefix_kind *k = &kinds[kind];
    struct str line = str_trim(head);
    struct str rest = head;

    if (k->journal && str_starts(line, STR("-- ")) &&
        (str_ends(line, STR("--")) || str_ends(line, STR("."))))
        return (int)head.n;
    for (const char *p = k->pattern; *p; p++) {
        bool ends = !p[1] && (rest.n == 0 || rest.p[0] == '\r');
        if (!ends && !take_letter(&rest, *p))
            return DECODER_NO_PREFIX;
    }
    return (int)(head.n - rest.n);
}

bool log_prefix_fits(int kind, struct str text)
{
    bool is_cut = text.n >= SOURCE_PREFIX;
    bool any = false;
    struct str line;

    while (take_field(&text, '\n', &line)) {
        if ((is_cut && !text.p) || str_trim(line).n == 0)
            continue;
        if (line.n > DECODER_HEAD)
            line.n = DECODER_HEAD;
        if (log_prefix_length(kind, line) == DECODER_NO_PREFIX)
            return false;
        any = true;
    }
    return any;
}
