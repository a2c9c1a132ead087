/* java 12688/12764 [002] 6544038.708352:     101010 cpu-clock:u: 7f00 main+0x1 (/bin/a)
 *
 * Every part may be missing but the number of the thread. A comm may hold blanks, digits, slashes,
 * brackets and colons, so the line is read from its time (or else its event) to both sides.
 * Parses the first line of a sample. */
#include "input/perf/header.h"

#include "base/parse.h"
#include "input/perf/frame.h"
#include "model/profile.h"

enum { BEFORE = 3 }; /* flags, processor, thread */

/* The words before a position, the last first. */
struct words {
    struct str line;
    size_t from[BEFORE], to[BEFORE];
    size_t n;
};

static struct str word(const struct words *w, size_t i)
{
    return i < w->n ? str_from_to(w->line, w->from[i], w->to[i]) : STR("");
}

/* Returns where the word that ends at a position begins. */
static size_t word_start(struct str line, size_t end)
{
    while (end && !is_blank(line.p[end - 1]))
        end--;
    return end;
}

static struct words words_before(struct str line, size_t at, size_t most)
{
    struct words w = {.line = line};

    while (w.n < most) {
        while (at && is_blank(line.p[at - 1]))
            at--;
        if (at == 0)
            break;
        w.to[w.n] = at;
        at = word_start(line, at);
        w.from[w.n++] = at;
    }
    return w;
}

static bool all_digits(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_digit(s.p[i]))
            return false;
    return s.n > 0;
}

/* 1234.567890: */
static bool is_time(struct str s)
{
    size_t dot = str_find(s, 0, STR("."));

    return dot + 2 < s.n && s.p[s.n - 1] == ':' && all_digits(str_from_to(s, 0, dot)) &&
           all_digits(str_from_to(s, dot + 1, s.n - 1));
}

/* [002] */
static bool is_cpu(struct str s)
{
    return s.n > 2 && s.p[0] == '[' && s.p[s.n - 1] == ']' &&
           all_digits(str_from_to(s, 1, s.n - 1));
}

/* U, K, HG, d..2. and the like (-F misc, --latency) */
static bool is_flags(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_letter(s.p[i]) && s.p[i] != '.' && !(i && is_digit(s.p[i])))
            return false;
    return s.n > 0 && s.n <= 7;
}

static bool is_number(struct str s)
{
    return all_digits(s.n && s.p[0] == '-' ? str_from_to(s, 1, s.n) : s);
}

/* 12688, 12688/12764, -1 */
static bool is_thread(struct str s, struct perf_header *h)
{
    size_t slash = str_find(s, 0, STR("/"));

    if (!is_number(str_from_to(s, 0, slash)))
        return false;
    h->pid = STR("");
    h->tid = s;
    if (slash == s.n)
        return true;
    h->pid = str_from_to(s, 0, slash);
    h->tid = str_from_to(s, slash + 1, s.n);
    return is_number(h->tid);
}

/* Parses comm, thread and cpu from word i and the words before it. */
static bool read_left(const struct words *w, size_t i, struct perf_header *h)
{
    h->cpu = STR("");
    if (is_cpu(word(w, i))) {
        struct str cpu = word(w, i++);
        h->cpu = str_from_to(cpu, 1, cpu.n - 1);
    }
    if (i >= w->n || !is_thread(word(w, i), h))
        return false;
    h->comm = str_trim(str_from_to(w->line, 0, w->from[i]));
    return true;
}

/* Parses what precedes the time; few lines have flags. */
static bool read_flagged(struct str line, size_t time, struct perf_header *h)
{
    struct words w = words_before(line, time, BEFORE - 1);

    if (read_left(&w, 0, h))
        return true;
    if (!is_flags(word(&w, 0)))
        return false;
    w = words_before(line, time, BEFORE);
    return read_left(&w, 1, h);
}

/* Keeps what follows the event if it is a frame and not the text of a tracepoint. */
static void read_frame(struct str rest, struct perf_header *h)
{
    struct perf_frame frame;

    h->text = str_trim(rest);
    h->frame = STR("");
    if (perf_frame_read(h->text, &frame) && frame.sure)
        h->frame = h->text;
}

/* Parses "    101010 cpu-clock:u: ..." after the time. */
static bool read_right(struct str rest, struct perf_header *h)
{
    struct str after = rest;
    struct str first;

    if (!take_word(&after, &first))
        return true;
    h->chained = str_equal(first, STR("DEFERRED")) &&
                 str_starts(str_trim(rest), STR("DEFERRED CALLCHAIN ["));
    h->record = h->chained || str_starts(first, STR("PERF_RECORD_"));
    if (h->record)
        return true;
    if (parse_u64(first, &h->period)) {
        h->has_period = true;
        rest = after;
        if (!take_word(&after, &first))
            return true;
    }
    if (first.p[first.n - 1] == ':') {
        h->event = str_from_to(first, 0, first.n - 1);
        read_frame(after, h);
        return h->event.n > 0;
    }
    read_frame(rest, h);
    return h->frame.n > 0;
}

/* "java 19983 cycles:", "java 19983 [001] 10101 cycles: 7f00 main (/bin/a)". A number before the
 * event is a period if it is padded to ten columns, as perf prints it. An event must begin with a
 * letter, unlike "2: 98304 [174: 8552448] @" of a heap profile. */
static bool read_without_time(const struct words *w, size_t from, size_t to, struct perf_header *h)
{
    struct str event = str_from_to(w->line, from, to - 1);
    struct str last = word(w, 0);
    bool period = all_digits(last) && w->n > 1 && w->to[0] - w->to[1] > 10;

    if (event.n == 0 || !(is_letter(event.p[0]) || event.p[0] == '_'))
        return false;
    if (all_digits(last) && w->n > 1 && is_cpu(word(w, 1)))
        period = true;
    if (!read_left(w, period ? 1 : 0, h) || (period && !parse_u64(last, &h->period)))
        return false;
    h->has_period = period;
    h->event = event;
    read_frame(str_from_to(w->line, to, w->line.n), h);
    return true;
}

/* Parses the line around the word [from, to) that ends at a colon. */
static bool read_at(struct str line, size_t from, size_t to, struct perf_header *h)
{
    struct str text = str_from_to(line, from, to);

    if (!is_time(text)) {
        struct words w = words_before(line, from, BEFORE);
        return w.n && read_without_time(&w, from, to, h);
    }
    if (!read_flagged(line, from, h))
        return false;
    h->time = str_from_to(text, 0, text.n - 1);
    return true;
}

bool perf_header_read(struct str line, struct perf_header *h)
{
    static const struct str none = {"", 0};
    struct str rest = line;
    struct str part;

    *h = (struct perf_header){.comm = none,
                              .pid = none,
                              .tid = none,
                              .cpu = none,
                              .event = none,
                              .time = none,
                              .text = none,
                              .frame = none,
                              .sure = true};
    if (str_starts(line, STR("PERF_RECORD_"))) {
        h->record = true; /* PERF_RECORD_FINISHED_ROUND belongs to no thread */
        return true;
    }
    while (take_field(&rest, ':', &part) && rest.p) {
        size_t to = (size_t)(rest.p - line.p);
        if (to < line.n && !is_blank(line.p[to]))
            continue;
        if (!read_at(line, word_start(line, to), to, h))
            continue;
        return h->time.n == 0 || read_right(str_from_to(line, to, line.n), h);
    }
    struct words w = words_before(line, line.n, BEFORE);
    h->sure = false;
    return w.n > 1 && read_left(&w, 0, h);
}

/* Fractions of more than nine digits are truncated. */
uint64_t perf_header_time(const struct perf_header *h)
{
    size_t most = str_find(h->time, 0, STR(".")) + 10;
    uint64_t ns;

    return parse_seconds(str_from_to(h->time, 0, most < h->time.n ? most : h->time.n), &ns)
               ? ns
               : PROFILE_NO_TIME;
}
