/* java 12688/12764 [002] 6544038.708352:     101010 cpu-clock:u: 7f00 main+0x1 (/bin/a)
 *
 * Every part may be missing. A comm may hold blanks, digits, slashes, brackets and colons, so the
 * line is read from its time (or else its event, or its end) to both sides, and the layout of the
 * text says which parts there are.
 * Parses the first line of a sample. */
#include "input/perf/header.h"

#include "base/parse.h"
#include "input/perf/frame.h"
#include "input/perf/tail.h"
#include "input/perf/words.h"
#include "model/profile.h"

static struct str text_before(struct str line, size_t end)
{
    return str_trim(str_from_to(line, 0, end));
}

/* "VM:13376 VCPU:001 qemu": the guest that a sample was taken in. */
static void take_guest(struct perf_header *h)
{
    struct str rest = h->comm;
    struct str word;

    if (rest.n < 4 || rest.p[0] != 'V' || !str_starts(rest, STR("VM:")))
        return;
    rest = str_from_to(rest, 3, rest.n);
    if (!take_word(&rest, &word) || !perf_is_digits(word))
        return;
    h->vm = word;
    h->comm = rest = str_trim(rest);
    if (!take_word(&rest, &word) || !str_starts(word, STR("VCPU:")) ||
        !perf_is_number(str_from_to(word, 5, word.n)))
        return;
    h->vcpu = str_from_to(word, 5, word.n);
    h->comm = str_trim(rest);
}

/* Parses comm, thread and cpu from word i and the words before it. */
static bool read_left(const struct perf_words *w, size_t i, const struct perf_layout *l,
                      struct perf_header *h)
{
    bool threads = l->thread || !l->known;

    h->cpu = STR("");
    if ((threads || l->cpu) && perf_is_cpu(perf_word(w, i))) {
        struct str cpu = perf_word(w, i++);
        h->cpu = str_from_to(cpu, 1, cpu.n - 1);
    }
    if (threads && (i >= w->n || !perf_is_thread(perf_word(w, i), &h->pid, &h->tid)))
        return false;
    if (threads)
        h->comm = text_before(w->line, w->from[i]);
    else if (i < w->n)
        h->comm = text_before(w->line, w->to[i]);
    take_guest(h);
    return true;
}

/* Parses what precedes a position; few lines have flags or the time of day. */
static bool read_before(struct str line, size_t at, const struct perf_layout *l,
                        struct perf_header *h)
{
    struct perf_words w = perf_words_before(line, at, PERF_WORDS_BEFORE - 1);
    bool threads = l->thread || !l->known;

    if (threads && read_left(&w, 0, l, h))
        return true;
    at = perf_before_tod(line, at);
    w = perf_words_before(line, at, PERF_WORDS_BEFORE);
    struct str last = perf_word(&w, 0);
    if ((threads ? perf_is_flags(last) : l->misc && perf_is_misc(last)) && read_left(&w, 1, l, h))
        return true;
    return read_left(&w, 0, l, h);
}

/* Keeps the frame in what follows the event, the last one that there is: before it there may be an
 * address that was accessed, or the text of a tracepoint. */
static void read_frame(struct str rest, struct perf_header *h)
{
    struct perf_frame frame;

    h->text = str_trim(rest);
    h->frame = STR("");
    if (h->text.n == 0)
        return;
    rest = perf_tail_cut(rest);
    struct str text = str_trim(rest);
    if (perf_frame_read(text, &frame) && frame.sure)
        h->frame = text;
    for (size_t at = perf_wide_number(rest, 0); at < rest.n; at = perf_wide_number(rest, at + 1)) {
        text = str_from_to(rest, at, rest.n);
        if (perf_frame_read(text, &frame) && frame.sure)
            h->frame = text;
    }
}

/* Whether a number after the time that ends at a column is as wide as an address or a weight, and
 * no period. */
static bool is_wide(size_t end, const struct perf_layout *l)
{
    enum { COLUMNS = 16 };

    return l->known && !l->period && end > COLUMNS;
}

/* Takes the number that a text begins with, behind blanks, and what ends it; false when it begins
 * with something else, or the number is too large. */
static bool take_period(struct str *rest, uint64_t *period)
{
    const uint64_t most = UINT64_MAX / 10 - 1;
    uint64_t value = 0;
    size_t at = 0;

    while (at < rest->n && is_blank(rest->p[at]))
        at++;
    size_t from = at;
    for (; at < rest->n && is_digit(rest->p[at]) && value <= most; at++)
        value = value * 10 + (uint64_t)(rest->p[at] - '0');
    if (at == from || (at < rest->n && !is_blank(rest->p[at]))) {
        struct str word;
        struct str after = *rest;
        if (at == from || !is_digit(rest->p[at]) || !take_word(&after, &word) ||
            !parse_u64(word, period))
            return false;
        *rest = after;
        return true;
    }
    *period = value;
    *rest = str_from_to(*rest, at, rest->n);
    return true;
}

/* Parses a line that is no sample; false when it is one. */
static bool read_record(struct str rest, struct str first, struct perf_header *h)
{
    h->chained = str_equal(first, STR("DEFERRED")) &&
                 str_starts(str_trim(rest), STR("DEFERRED CALLCHAIN ["));
    h->record = h->chained || str_starts(first, STR("PERF_RECORD_")) ||
                str_equal(first, STR("metric:")); /* of the samples before (-F metric) */
    if (h->record)
        h->text = str_trim(rest);
    return h->record;
}

/* Parses "    101010 cpu-clock:u: ..." after the time. */
static bool read_right(struct str rest, const struct perf_layout *l, struct perf_header *h)
{
    struct str after = rest;
    struct str first;

    if (take_period(&after, &h->period)) {
        h->has_period = !is_wide((size_t)(after.p - rest.p), l);
        rest = h->has_period ? after : rest;
    }
    after = rest;
    if (!take_word(&after, &first) || (!h->has_period && read_record(rest, first, h)))
        return true;
    if (first.p[first.n - 1] == ':' && (l->event || !l->known)) {
        h->event = str_from_to(first, 0, first.n - 1);
        read_frame(after, h);
        return h->event.n > 0;
    }
    read_frame(rest, h);
    return h->frame.n > 0 || (l->known && !l->event);
}

/* "java 19983 cycles:", "java 19983 [001] 10101 cycles:", and as the layout says with fewer parts,
 * an event [from, to) without a time. A number before the event is a period if it is padded to ten
 * columns, as perf prints it. An event must begin with a letter, unlike
 * "2: 98304 [174: 8552448] @" of a heap profile. */
static bool read_event(struct str line, size_t from, size_t to, const struct perf_layout *l,
                       struct perf_header *h)
{
    enum { COLUMNS = 10 };
    struct str event = str_from_to(line, from, to - 1);
    struct perf_words w = perf_words_before(line, from, PERF_WORDS_BEFORE);
    struct str last = perf_word(&w, 0);
    bool threads = l->thread || !l->known;

    if (event.n == 0 ||
        !(is_letter(event.p[0]) || event.p[0] == '_' || str_equal(event, STR("[unknown]"))))
        return false;
    bool digits = perf_is_digits(last);
    bool period = digits && (threads ? w.n > 1 : l->period) &&
                  perf_word_columns(line, w.from[0], w.to[0]) >= COLUMNS;
    if (digits && w.n > 1 && perf_is_cpu(perf_word(&w, 1)) && (l->period || !l->known))
        period = true;
    if (period && !parse_u64(last, &h->period))
        return false;
    bool read = l->known ? read_before(line, period ? w.from[0] : from, l, h)
                         : read_left(&w, period ? 1 : 0, l, h);
    if (!read)
        return false;
    h->has_period = period;
    h->event = event;
    read_frame(str_from_to(line, to, line.n), h);
    return true;
}

enum wanted { TIMES, WIDE_EVENTS, EVENTS };

/* `micro`: only as the text's times are. */
static bool read_time(struct str line, size_t from, size_t to, bool micro,
                      const struct perf_layout *l, struct perf_header *h)
{
    struct str text = str_from_to(line, from, to);
    size_t digits = perf_time_digits(text);

    if (!digits || (micro && l->micro && digits < PERF_MICRO))
        return false;
    if (!read_before(line, from, l, h))
        return false;
    h->time = str_from_to(text, 0, text.n - 1);
    return true;
}

/* "12345 PERF_RECORD_COMM: a", "12345 \tmetric: 1.2 insn per cycle" */
static bool is_record(struct str line)
{
    return str_find(line, 0, STR(" PERF_RECORD_")) < line.n ||
           str_find(line, 0, STR(" \tmetric: ")) < line.n;
}

/* "pool-1-thr 30259    2506265 ": neither a time nor an event, so the columns and the fields of the
 * other headers say what it is. */
static bool read_plain(struct str line, const struct perf_layout *l, struct perf_header *h)
{
    enum { COMM_MOST = 15, LONG_COMM_MOST = 63 };
    struct str text = perf_tail_cut(line);
    size_t end = perf_wide_number(text, perf_behind_comm(line));

    h->record = is_record(line);
    h->sure = h->record;
    if (h->record)
        return true;
    read_frame(str_from_to(line, end, line.n), h);
    if (end >= text.n)
        end = line.n;
    if (l->period) {
        size_t to = perf_blanks_start(line, end);
        size_t from = perf_word_start(line, to);
        if (!parse_u64(str_from_to(line, from, to), &h->period))
            return false;
        h->has_period = true;
        end = from;
    }
    if (!read_before(line, end, l, h) || (l->cpu && h->cpu.n == 0))
        return false;
    h->sure = l->period || l->thread || l->cpu;
    h->fits = h->comm.n <= COMM_MOST ||
              (h->comm.n <= LONG_COMM_MOST && str_find(h->comm, 0, STR(" ")) == h->comm.n);
    return h->fits;
}

/* Finds the first time with what belongs before it, or an event if that is wanted: the first, or
 * the first that is as wide as all are. */
static bool read_from(struct str line, enum wanted wanted, const struct perf_layout *l,
                      struct perf_header *h)
{
    const char *end = line.p + line.n;
    const char *colon;

    for (size_t to = 0; (colon = memchr(line.p + to, ':', (size_t)(end - line.p) - to));) {
        to = (size_t)(colon - line.p) + 1;
        if (to < line.n && !is_blank(line.p[to]))
            continue;
        size_t from = perf_word_start(line, to);
        if (wanted != WIDE_EVENTS && read_time(line, from, to, wanted == TIMES, l, h))
            return read_right(str_from_to(line, to, line.n), l, h);
        if (wanted == TIMES ||
            (wanted == WIDE_EVENTS && perf_word_columns(line, from, to) != l->event_columns))
            continue;
        if (read_event(line, from, to, l, h))
            return true;
    }
    return false;
}

/* Headers without times: the event is the last word where nothing follows it. */
static bool read_last(struct str line, const struct perf_layout *l, struct perf_header *h)
{
    size_t to = perf_blanks_start(line, line.n);

    return to && line.p[to - 1] == ':' && read_event(line, perf_word_start(line, to), to, l, h);
}

bool perf_header_read(struct str line, const struct perf_layout *l, struct perf_header *h)
{
    static const struct str none = {"", 0};

    *h = (struct perf_header){.comm = none,
                              .pid = none,
                              .tid = none,
                              .cpu = none,
                              .event = none,
                              .vm = none,
                              .vcpu = none,
                              .time = none,
                              .text = none,
                              .frame = none,
                              .sure = true};
    if (str_starts(line, STR("PERF_RECORD_"))) {
        h->record = true; /* PERF_RECORD_FINISHED_ROUND belongs to no thread */
        return true;
    }
    if (perf_layout_is_plain(l))
        return read_plain(line, l, h);
    if (l->known && !l->time && (read_last(line, l, h) || (h->record = is_record(line))))
        return true;
    enum wanted first = l->time ? TIMES : l->event_columns ? WIDE_EVENTS : EVENTS;
    if (read_from(line, first, l, h) || (first != EVENTS && read_from(line, EVENTS, l, h)))
        return true;
    struct perf_words w = perf_words_before(line, line.n, PERF_WORDS_BEFORE);
    h->sure = false;
    return (l->thread || !l->known) && w.n > 1 && read_left(&w, 0, l, h);
}

/* Fractions of more than nine digits are truncated. */
uint64_t perf_header_time(struct str time)
{
    size_t most = str_find(time, 0, STR(".")) + 10;
    uint64_t ns;

    return parse_seconds(str_from_to(time, 0, most < time.n ? most : time.n), &ns) ? ns : NO_TIME;
}
