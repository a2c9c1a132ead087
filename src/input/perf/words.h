/* Words of a header of perf script, and what each may be. What every header needs is inline. */
#ifndef INPUT_PERF_WORDS_H
#define INPUT_PERF_WORDS_H

#include "base/ascii.h"
#include "base/str.h"

enum { PERF_WORDS_BEFORE = 3 }; /* flags, processor, thread; what is left is the comm */

/* The words before a position, the last first. Borrows the line. */
struct perf_words {
    struct str line;
    size_t from[PERF_WORDS_BEFORE], to[PERF_WORDS_BEFORE];
    size_t n;
};

/* Returns where the word that ends at a position begins. */
static inline size_t perf_word_start(struct str line, size_t end)
{
    while (end && !is_blank(line.p[end - 1]))
        end--;
    return end;
}

/* Returns where the blanks before a position begin. */
static inline size_t perf_blanks_start(struct str line, size_t at)
{
    while (at && is_blank(line.p[at - 1]))
        at--;
    return at;
}

static inline struct perf_words perf_words_before(struct str line, size_t at, size_t most)
{
    struct perf_words w = {.line = line};

    while (w.n < most) {
        at = perf_blanks_start(line, at);
        if (at == 0)
            break;
        w.to[w.n] = at;
        at = perf_word_start(line, at);
        w.from[w.n++] = at;
    }
    return w;
}

/* Returns word i; "" when there are fewer. */
static inline struct str perf_word(const struct perf_words *w, size_t i)
{
    return i < w->n ? str_from_to(w->line, w->from[i], w->to[i]) : STR("");
}

static inline bool perf_is_digits(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_digit(s.p[i]))
            return false;
    return s.n > 0;
}

/* -1, 12688 */
static inline bool perf_is_number(struct str s)
{
    return perf_is_digits(s.n && s.p[0] == '-' ? str_from_to(s, 1, s.n) : s);
}

/* "1234.567890:" Returns how many digits are behind the point; 0 when it is no time. */
static inline size_t perf_time_digits(struct str s)
{
    size_t dot = 0;

    while (dot < s.n && is_digit(s.p[dot]))
        dot++;
    if (dot + 2 >= s.n || s.p[dot] != '.' || s.p[s.n - 1] != ':' ||
        !perf_is_digits(str_from_to(s, dot + 1, s.n - 1)))
        return 0;
    return s.n - dot - 2;
}

/* "[002]" */
static inline bool perf_is_cpu(struct str s)
{
    return s.n > 2 && s.p[0] == '[' && s.p[s.n - 1] == ']' &&
           perf_is_number(str_from_to(s, 1, s.n - 1));
}

/* "12688/12764" to its two numbers; "12764" is the second one. */
static inline bool perf_is_thread(struct str s, struct str *pid, struct str *tid)
{
    size_t slash = s.n && s.p[0] == '-';

    while (slash < s.n && is_digit(s.p[slash]))
        slash++;
    if (!perf_is_number(str_from_to(s, 0, slash)) || (slash < s.n && s.p[slash] != '/'))
        return false;
    *pid = STR("");
    *tid = s;
    if (slash == s.n)
        return true;
    *pid = str_from_to(s, 0, slash);
    *tid = str_from_to(s, slash + 1, s.n);
    return perf_is_number(*tid);
}

/* Returns how many columns a word [from, to) takes with the blanks before it. The blank that ends
 * the field before is not among them. */
size_t perf_word_columns(struct str line, size_t from, size_t to);

/* U, K, HG, d..2. and the like (-F misc, --latency) */
bool perf_is_flags(struct str s);

/* U, K, HG, KS: what -F misc prints. */
bool perf_is_misc(struct str s);

/* Returns where "2026-11-25 20:06:18.805718" before a position begins; the position when it is not
 * there (-F tod). */
size_t perf_before_tod(struct str line, size_t at);

/* Returns where the first hexadecimal number at or after a position begins that is aligned to the
 * right of 16 columns: an address, a weight and the like, which perf prints behind the period and
 * event. The length of the line when there is none. */
size_t perf_wide_number(struct str line, size_t after);

/* Returns where a comm of one word ends that is aligned to the right of 16 columns, as it is where
 * there are no call chains; else 0. */
size_t perf_behind_comm(struct str line);

#endif
