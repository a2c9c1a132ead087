/* java 12688/12764 [002] U 6544038.708352: 101010 cpu-clock:
 * Splits a header of perf script into words, from the right: a comm may hold anything. */
#include "input/perf/words.h"

size_t perf_word_columns(struct str line, size_t from, size_t to)
{
    size_t before = perf_blanks_start(line, from);

    return to - before - (before > 0 && before < from);
}

bool perf_is_flags(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_letter(s.p[i]) && s.p[i] != '.' && !(i && is_digit(s.p[i])))
            return false;
    return s.n > 0 && s.n <= 7;
}

bool perf_is_misc(struct str s)
{
    enum { MOST = 4 };

    for (size_t i = 0; i < s.n; i++)
        if (!memchr("KUHGgMESp", s.p[i], sizeof "KUHGgMESp" - 1))
            return false;
    return s.n > 0 && s.n <= MOST;
}

/* Whether a text is like a pattern, in which 0 is any digit. */
static bool is_like(struct str s, struct str pattern)
{
    if (s.n < pattern.n)
        return false;
    for (size_t i = 0; i < pattern.n; i++)
        if (pattern.p[i] == '0' ? !is_digit(s.p[i]) : s.p[i] != pattern.p[i])
            return false;
    return true;
}

size_t perf_before_tod(struct str line, size_t at)
{
    struct perf_words w = perf_words_before(line, at, 2);

    if (w.n == 2 && is_like(perf_word(&w, 0), STR("00:00:00.000000")) &&
        is_like(perf_word(&w, 1), STR("0000-00-00")))
        return w.from[1];
    return at;
}

size_t perf_wide_number(struct str line, size_t after)
{
    enum { COLUMNS = 16 };

    for (size_t to, from = after; from < line.n; from = to) {
        while (from < line.n && is_blank(line.p[from]))
            from++;
        for (to = from; to < line.n && is_hex_digit(line.p[to]);)
            to++;
        bool whole = to > from && (to == line.n || is_blank(line.p[to]));
        if (whole && perf_word_columns(line, from, to) >= COLUMNS)
            return from;
        while (to < line.n && !is_blank(line.p[to]))
            to++;
    }
    return line.n;
}

size_t perf_behind_comm(struct str line)
{
    enum { COLUMNS = 16 };
    size_t to = 0;

    if (line.n <= COLUMNS || line.p[0] != ' ' || is_blank(line.p[COLUMNS - 1]))
        return 0;
    while (line.p[to] == ' ')
        to++;
    while (to < line.n && !is_blank(line.p[to]))
        to++;
    return to == COLUMNS ? to : 0;
}
