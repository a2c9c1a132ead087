/* pool-1-thr 30259    2506265
 *             117b work (/opt/w3)
 * Finds out which fields headers have: those that most lines above a frame have. */
#include "input/perf/layout.h"

#include "base/parse.h"
#include "input/perf/frame.h"
#include "input/perf/tail.h"
#include "input/perf/words.h"

enum { HEADERS_MOST = 64, LINES_MOST = 4000, LINE_MOST = 400 };

/* A header, and where its parts begin. */
struct candidate {
    struct str line;
    size_t time, after_time; /* the word; line.n: none */
    size_t event;
    size_t end; /* of comm, thread, processor and the like */
};

struct survey {
    struct candidate rows[HEADERS_MOST];
    size_t n;
    bool guests;
    size_t n_alone, n_blank;             /* frames behind headers without fields, blank lines */
    size_t n_padded, n_frames, n_behind; /* frames: in columns, all, and behind headers */
};

static bool next_line(struct str *rest, struct str *line)
{
    if (!take_field(rest, '\n', line))
        return false;
    while (line->n && line->p[line->n - 1] == '\r')
        line->n--;
    if (line->n > LINE_MOST)
        line->n = LINE_MOST;
    return true;
}

/* Where an event's name begins, a word that ends at a colon: at the end of the line, else the
 * first; the length of the line when there is none. */
static size_t event_at(struct str line, size_t from)
{
    size_t end = perf_blanks_start(line, line.n);
    size_t last = perf_word_start(line, end);

    if (end > from && line.p[end - 1] == ':' && last >= from && last + 1 < end)
        return last;
    for (size_t i = str_find(line, from, STR(":")); i < line.n;
         i = str_find(line, i + 1, STR(":"))) {
        size_t begin = perf_word_start(line, i);
        bool letter = begin >= from && begin < i &&
                      (is_letter(line.p[begin]) || line.p[begin] == '_' || line.p[begin] == '[');
        if (letter && (i + 1 == line.n || is_blank(line.p[i + 1])))
            return begin;
    }
    return line.n;
}

/* Finds a time, first one with six digits. */
static void find_time(struct candidate *c)
{
    c->time = c->after_time = c->line.n;
    for (size_t i = str_find(c->line, 0, STR(":")); i < c->line.n;
         i = str_find(c->line, i + 1, STR(":"))) {
        size_t begin = perf_word_start(c->line, i);
        struct str word = str_from_to(c->line, begin, i + 1);
        bool ends = i + 1 == c->line.n || is_blank(c->line.p[i + 1]);
        size_t digits = ends ? perf_time_digits(word) : 0;
        if (!digits)
            continue;
        bool micro = digits >= PERF_MICRO;
        if (micro || c->time == c->line.n) {
            c->time = begin;
            c->after_time = i + 1;
        }
        if (micro)
            return;
    }
}

/* Whether a line holds a frame behind other fields, as it does without a call chain. */
static bool holds_frame(struct str line)
{
    struct perf_frame frame;

    if (line.n == 0 || line.p[0] == '#' || str_ends(line, STR(": ")))
        return false;
    struct str text = perf_tail_cut(line);
    size_t at = perf_wide_number(text, perf_behind_comm(text));

    return at < text.n && perf_blanks_start(text, at) > 0 &&
           perf_frame_read(str_from_to(text, at, text.n), &frame) && frame.sure;
}

static bool is_record(struct str line)
{
    return str_find(line, 0, STR("PERF_RECORD_")) < line.n ||
           str_find(line, 0, STR("\tmetric: ")) < line.n;
}

static void add_candidate(struct survey *s, struct str line)
{
    if (s->n == HEADERS_MOST || is_record(line))
        return;
    struct candidate *c = &s->rows[s->n++];
    *c = (struct candidate){.line = line};
    s->guests = s->guests || str_starts(line, STR("VM:"));
    find_time(c);
    c->event = event_at(line, c->after_time < line.n ? c->after_time : 0);
}

/* Whether a frame is behind a header without fields: a blank and 16 columns. */
static bool is_alone(struct str line)
{
    enum { COLUMNS = 17 };

    return line.n > COLUMNS && line.p[0] == ' ' && line.p[COLUMNS] == ' ' &&
           perf_blanks_start(line, COLUMNS) == COLUMNS;
}

/* Headers are the lines above a frame, and those that hold one. */
static void survey_lines(struct str rest, struct survey *s)
{
    struct str line, before = STR("");
    bool was_frame = false, before_was_frame = false;

    for (size_t i = 0; i < LINES_MOST && s->n < HEADERS_MOST && next_line(&rest, &line); i++) {
        struct perf_frame frame;
        bool padded = perf_frame_is_padded(line);
        bool behind = !padded && rest.p && holds_frame(line);
        bool is_frame = padded || (!behind && line.n && is_blank(line.p[0]) &&
                                   perf_frame_read(line, &frame) && frame.sure);
        s->n_padded += padded;
        s->n_frames += is_frame;
        s->n_alone += is_frame && is_alone(line);
        s->n_blank += line.n == 0 && rest.p;
        if (is_frame && !was_frame && !before_was_frame && before.n && str_trim(before).n)
            add_candidate(s, before);
        if (behind) {
            s->n_behind++;
            add_candidate(s, line);
        }
        before_was_frame = was_frame;
        was_frame = is_frame;
        before = is_frame || behind || perf_tail_fields(line).n ? STR("") : line;
    }
}

static bool most(size_t n, const struct survey *s)
{
    return 2 * n > s->n;
}

/* Whether a word and the blanks before it are as wide as perf prints a field: at least `columns`,
 * and no more than it needs. */
static bool is_column(struct str line, size_t from, size_t to, size_t columns)
{
    size_t needed = to - from > columns ? to - from : columns;

    return perf_word_columns(line, from, to) == needed;
}

/* perf prints all events as wide as the widest. */
static unsigned event_columns(const struct survey *s)
{
    unsigned found = 0;
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        const struct candidate *c = &s->rows[i];
        size_t to = str_find(c->line, c->event, STR(": "));
        size_t columns = to < c->line.n ? perf_word_columns(c->line, c->event, to + 1) : 0;
        if (n == 0)
            found = (unsigned)columns;
        n += columns == found ? 1 : n ? (size_t)-1 : 0;
    }
    return found;
}

static void find_times(struct survey *s, struct perf_layout *l)
{
    enum { TIME_COLUMNS = 13 };
    size_t n_time = 0, n_event = 0, n_micro = 0, n_padded = 0;

    for (size_t i = 0; i < s->n; i++) {
        const struct candidate *c = &s->rows[i];
        n_event += c->event < c->line.n;
        if (c->time == c->line.n)
            continue;
        n_time++;
        n_micro += perf_time_digits(str_from_to(c->line, c->time, c->after_time)) >= PERF_MICRO;
        n_padded += c->time == 0 || is_column(c->line, c->time, c->after_time, TIME_COLUMNS);
    }
    l->time = most(n_time, s);
    l->event = most(n_event, s);
    if (l->event && !l->time)
        l->event_columns = event_columns(s);
    l->micro = l->time && most(n_micro, s);
    l->exact = s->n_padded * 2 > s->n_frames && (!l->time || n_padded == n_time);
    if (s->n_behind && !s->n_frames)
        l->exact = !l->time || n_padded == n_time;
}

/* Whether the number at the end of a text may be a period: it is as wide as one. */
static bool is_period(struct str text, size_t from, size_t to)
{
    enum { COLUMNS = 10 };

    return perf_is_digits(str_from_to(text, from, to)) &&
           perf_word_columns(text, from, to) >= COLUMNS;
}

/* Finds whether periods are printed, and where what precedes them ends. */
static void find_periods(struct survey *s, struct perf_layout *l)
{
    size_t n_period = 0;
    size_t from[HEADERS_MOST] = {0};

    for (size_t i = 0; i < s->n; i++) {
        struct candidate *c = &s->rows[i];
        struct str line = c->line;
        struct str text = perf_tail_cut(line);
        size_t wide = perf_wide_number(text, l->time ? c->after_time : perf_behind_comm(line));
        size_t end = l->event ? c->event : wide < text.n ? wide : line.n;
        size_t to = perf_blanks_start(line, end);
        from[i] = perf_word_start(line, to);
        c->end = end;
        if (l->time) {
            struct str behind = str_from_to(line, from[i], to);
            n_period += c->after_time < line.n && from[i] > c->after_time && perf_is_digits(behind);
            c->end = c->time;
            continue;
        }
        struct perf_words w = perf_words_before(line, from[i], 1);
        bool period =
            is_period(line, from[i], to) ||
            (perf_is_digits(str_from_to(line, from[i], to)) && perf_is_cpu(perf_word(&w, 0)));
        n_period += period;
        if (!period)
            from[i] = end;
    }
    l->period = most(n_period, s);
    for (size_t i = 0; i < s->n && l->period && !l->time; i++)
        s->rows[i].end = from[i];
}

/* Whether a word names a thread. In exact columns it must take five at least (seven since
 * perf 6.6), which the end of "pool 1" does not. */
static bool is_thread(const struct candidate *c, size_t from, size_t to, bool exact,
                      struct str *pid)
{
    enum { COLUMNS = 5 };
    struct str tid;

    if (!perf_is_thread(str_from_to(c->line, from, to), pid, &tid))
        return false;
    bool padded = pid->n && to + 1 < c->end && is_blank(c->line.p[to + 1]);
    to = from + (pid->n ? pid->n : to - from);
    return !exact || padded || perf_word_columns(c->line, from, to) >= COLUMNS;
}

/* Counts what is in the parts before the time, the period or the event, from the right. */
static void find_left(const struct survey *s, struct perf_layout *l)
{
    size_t n_tod = 0, n_misc = 0, n_cpu = 0, n_thread = 0, n_pid = 0, n_comm = 0;

    for (size_t i = 0; i < s->n; i++) {
        const struct candidate *c = &s->rows[i];
        struct str pid = STR("");
        size_t end = perf_before_tod(c->line, c->end);
        n_tod += end < c->end;
        struct perf_words w = perf_words_before(c->line, end, PERF_WORDS_BEFORE);
        size_t at = 0;
        if (perf_is_misc(perf_word(&w, at))) {
            n_misc++;
            end = w.from[at++];
        }
        if (perf_is_cpu(perf_word(&w, at))) {
            n_cpu++;
            end = w.from[at++];
        }
        if (at < w.n && is_thread(c, w.from[at], w.to[at], l->exact, &pid)) {
            n_thread++;
            n_pid += pid.n > 0;
            end = w.from[at];
        }
        n_comm += str_trim(str_from_to(c->line, 0, end)).n > 0;
    }
    l->tod = most(n_tod, s);
    l->misc = most(n_misc, s);
    l->cpu = most(n_cpu, s);
    l->thread = 2 * n_thread >= s->n;
    l->pid = most(n_pid, s);
    l->comm = most(n_comm, s);
}

void perf_layout_find(struct str prefix, struct perf_layout *l)
{
    struct survey s = {.n = 0};

    *l = (struct perf_layout){.known = false};
    survey_lines(prefix, &s);
    if (s.n == 0) {
        l->alone = s.n_frames > 1 && s.n_alone == s.n_frames && s.n_blank == 0;
        l->exact = s.n_padded > 0 && s.n_padded * 2 > s.n_frames;
        return;
    }
    l->known = true;
    l->guests = s.guests;
    l->chained = s.n_frames > 0;
    find_times(&s, l);
    find_periods(&s, l);
    find_left(&s, l);
}

static void add_field(struct buf *to, const char *name)
{
    if (to->n)
        buf_add(to, STR(", "));
    buf_add(to, str_of(name));
}

/* Fields that are printed behind a stack, each once. */
static void tell_tails(struct str rest, struct buf *to)
{
    struct str line;
    struct str told[16];
    size_t n = 0;

    for (size_t i = 0; i < LINES_MOST && next_line(&rest, &line); i++) {
        struct str fields = perf_frame_is_padded(line) ? STR("") : perf_tail_fields(line);
        size_t at = 0;
        while (at < n && !str_equal(told[at], fields))
            at++;
        if (fields.n == 0 || at < n || n == sizeof told / sizeof told[0])
            continue;
        told[n++] = fields;
        if (to->n)
            buf_add(to, STR(", "));
        buf_add(to, fields);
    }
}

void perf_layout_tell(struct str prefix, const struct perf_layout *l, struct buf *to)
{
    const struct {
        bool has;
        const char *name;
    } fields[] = {{l->comm, "comm"}, {l->pid, "pid"},       {l->thread, "tid"},
                  {l->cpu, "cpu"},   {l->misc, "misc"},     {l->tod, "tod"},
                  {l->time, "time"}, {l->period, "period"}, {l->event, "event"}};
    struct str rest = prefix;
    struct str line;
    struct perf_frame frame;
    bool ip = false, sym = false, dso = false;

    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (fields[i].has)
            add_field(to, fields[i].name);
    for (size_t i = 0; i < LINES_MOST && next_line(&rest, &line) && !(sym && dso); i++) {
        size_t at = holds_frame(line) ? perf_wide_number(line, perf_behind_comm(line)) : 0;
        if (line.n == 0 || (at == 0 && !is_blank(line.p[0])) ||
            !perf_frame_read(str_from_to(line, at, line.n), &frame) ||
            !(frame.sure || perf_frame_is_padded(line)))
            continue;
        ip = true;
        sym = sym || frame.name.n;
        dso = dso || frame.module.n;
    }
    if (ip)
        add_field(to, "ip");
    if (sym)
        add_field(to, "sym");
    if (dso)
        add_field(to, "dso");
    tell_tails(prefix, to);
}
