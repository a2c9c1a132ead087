/* a;b 3 in one file and a;b 4 in another become a;b 7. Merges sorted files: reads all at once, and
 * always takes the smallest next stack. */
#include "app/draw/merge_folded.h"

#include <sys/stat.h>

#include "app/selection/filter.h"
#include "app/selection/redact.h"
#include "app/selection/shorten.h"
#include "base/mem.h"
#include "base/parse.h"
#include "base/sink.h"
#include "base/source.h"
#include "base/utf8.h"
#include "input/recognise/recognise.h"
#include "model/profile.h"

enum { CHUNK = 32 << 10, DESCRIPTORS_LEFT = 32 };

/* ---- lines of one file --------------------------------------------------------------------- */

/* A file and its next line. */
struct cursor {
    struct source source;
    const char *path;
    char *bytes; /* owned */
    size_t room, begin, end;
    bool ended;
    struct str stack; /* lent until the next line */
    struct decimal count;
};

enum line { LINE_SOUND, LINE_ODD, LINE_NONE, LINE_FAULT };

static bool open_cursor(struct cursor *c, const char *path, const struct limits *limits,
                        struct fault *f)
{
    *c = (struct cursor){.path = path};
    return source_open(&c->source, path, limits, f);
}

static void close_cursor(struct cursor *c)
{
    source_close(&c->source);
    mem_free(c->bytes, c->room, 1);
    c->bytes = NULL;
}

/* Reads more bytes after those in the buffer. */
static bool fill(struct cursor *c, struct fault *f)
{
    size_t got;

    if (c->begin) {
        memmove(c->bytes, c->bytes + c->begin, c->end - c->begin);
        c->end -= c->begin;
        c->begin = 0;
    }
    c->bytes = mem_grow(c->bytes, &c->room, c->end + CHUNK, 1);
    if (!source_read(&c->source, c->bytes + c->end, CHUNK, &got, f))
        return false;
    c->end += got;
    c->ended = got == 0;
    return true;
}

static enum line find_line(struct cursor *c, const struct limits *limits, struct str *line,
                           struct fault *f)
{
    size_t seen = 0;

    for (;;) {
        const char *from = c->bytes + c->begin;
        size_t n = c->end - c->begin;
        const char *newline = n > seen ? memchr(from + seen, '\n', n - seen) : NULL;
        if (newline || (c->ended && n)) {
            *line = (struct str){from, newline ? (size_t)(newline - from) : n};
            c->begin += line->n + (newline != NULL);
            return LINE_SOUND;
        }
        if (c->ended)
            return LINE_NONE;
        if (limits->line && n > limits->line)
            return LINE_ODD;
        seen = n;
        if (!fill(c, f))
            return LINE_FAULT;
    }
}

/* Whether all bytes are printable ASCII. */
static bool is_ascii(struct str s)
{
    const uint64_t ones = UINT64_MAX / 255;
    uint64_t odd = 0;
    size_t i = 0;
    uint64_t x;

    /* Sets the highest bit of each odd byte: above 0x7f, 0x7f, or below 0x20. */
    for (; i + sizeof x <= s.n; i += sizeof x) {
        memcpy(&x, s.p + i, sizeof x);
        odd |= (x | (x + ones) | ~((x & ones * 0x7f) + ones * 0x60)) & ones * 0x80;
    }
    for (; i < s.n; i++)
        odd |= s.p[i] < 0x20 || s.p[i] == 0x7f;
    return !odd;
}

/* Whether no name between the ';' is empty or longer than the limit, and the depth is within its
 * limit. */
static bool has_sound_names(struct str stack, const struct limits *limits)
{
    const char *end = stack.p + stack.n;
    size_t depth = 0;

    for (const char *at = stack.p, *stop; at <= end; at = stop + 1) {
        stop = at < end ? memchr(at, ';', (size_t)(end - at)) : NULL;
        stop = stop ? stop : end;
        if (stop == at || (limits->name && (size_t)(stop - at) > limits->name))
            return false;
        depth++;
    }
    return !limits->depth || depth <= limits->depth;
}

/* Whether the reader would keep the stack unchanged: no empty frame, nothing to trim, and no last
 * word that could be another count. */
static bool is_sound(struct str stack, const struct limits *limits)
{
    size_t from = stack.n;

    if (stack.n == 0 || stack.p[0] == '#' || is_blank(stack.p[0]) ||
        is_blank(stack.p[stack.n - 1]) || !(is_ascii(stack) || utf8_plain(stack)))
        return false;
    while (from && (is_digit(stack.p[from - 1]) || stack.p[from - 1] == '.'))
        from--;
    return (from == stack.n || from == 0 || !is_blank(stack.p[from - 1])) &&
           has_sound_names(stack, limits);
}

/* Moves to the next line. */
static enum line next_line(struct cursor *c, const struct limits *limits, struct fault *f)
{
    struct str line;
    enum line found = find_line(c, limits, &line, f);
    size_t at = line.n;

    if (found != LINE_SOUND)
        return found;
    while (at && line.p[at - 1] != ' ')
        at--;
    if (at < 2 || !parse_decimal(str_from_to(line, at, line.n), PROFILE_SCALE_MAX, &c->count))
        return LINE_ODD;
    c->stack = str_from_to(line, 0, at - 1);
    while (c->count.scale && c->count.value % 10 == 0) {
        c->count.value /= 10;
        c->count.scale--;
    }
    return LINE_SOUND;
}

/* Compares frame by frame: the end of a name sorts before any byte. */
static int compare_stacks(struct str a, struct str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    size_t i = 0;

    while (i + 8 <= n && memcmp(a.p + i, b.p + i, 8) == 0)
        i += 8;
    while (i < n && a.p[i] == b.p[i])
        i++;
    if (i == n)
        return (a.n > b.n) - (a.n < b.n);
    if (a.p[i] == ';' || b.p[i] == ';')
        return a.p[i] == ';' ? -1 : 1;
    return (unsigned char)a.p[i] < (unsigned char)b.p[i] ? -1 : 1;
}

/* ---- checking that files are sorted -------------------------------------------------------- */

/* What is known of all files checked so far. */
struct sum {
    uint64_t total; /* in units of 1/10^scale */
    unsigned scale;
};

static bool add(struct sum *sum, struct decimal count)
{
    struct decimal total = {sum->total, sum->scale};

    if (count.scale > sum->scale && !decimal_scale(&total, count.scale))
        return false;
    *sum = (struct sum){total.value, total.scale};
    if (!decimal_scale(&count, sum->scale) || count.value > UINT64_MAX - sum->total)
        return false;
    sum->total += count.value;
    return true;
}

static bool is_folded(struct cursor *c, const struct read_request *r, struct fault *f)
{
    struct input_report report = {0};

    while (!c->ended && c->end < SOURCE_PREFIX)
        if (!fill(c, f))
            return false;
    struct str prefix = {c->bytes, c->end < SOURCE_PREFIX ? c->end : SOURCE_PREFIX};
    return input_recognise(c->path, prefix, &r->ask, &report, f) && !report.runner_up &&
           !decoding_any(&report.decoding) && strcmp(report.format->name, "folded") == 0;
}

static enum line look(struct cursor *c, const struct read_request *r, struct sum *sum,
                      struct fault *f)
{
    struct buf before = {0};
    enum line line = is_folded(c, r, f) ? LINE_SOUND : LINE_ODD;
    bool any = false;

    while (line == LINE_SOUND && (line = next_line(c, &r->ask.limits, f)) == LINE_SOUND) {
        if (!is_sound(c->stack, &r->ask.limits) || !add(sum, c->count) ||
            (any && compare_stacks(buf_str(&before), c->stack) >= 0)) {
            line = LINE_ODD;
            break;
        }
        buf_clear(&before);
        buf_add(&before, c->stack);
        any = true;
    }
    buf_free(&before);
    return line == LINE_NONE && !any ? LINE_ODD : line;
}

/* Checks a file. LINE_NONE: it is sorted; LINE_ODD: it is not, or it is another format; LINE_FAULT:
 * it cannot be read. */
static enum line look_at(const char *path, const struct read_request *r, struct sum *sum,
                         struct fault *f)
{
    struct cursor c;
    struct stat status;

    if (strcmp(path, "-") == 0 || (stat(path, &status) == 0 && !S_ISREG(status.st_mode)))
        return LINE_ODD;
    if (!open_cursor(&c, path, &r->ask.limits, f))
        return LINE_FAULT;
    enum line line = look(&c, r, sum, f);
    close_cursor(&c);
    return f->kind != FAULT_NONE ? LINE_FAULT : line;
}

/* ---- merging ------------------------------------------------------------------------------- */

/* A heap of files, by their next stacks, smallest on top. */
struct merge {
    const struct read_request *r;
    struct cursor *cursors;
    size_t *heap; /* places in cursors */
    size_t n, n_opened;
    unsigned scale;
    struct buf stack; /* the stack being summed */
};

static struct str stack_at(const struct merge *m, size_t at)
{
    return m->cursors[m->heap[at]].stack;
}

static void sift_down(struct merge *m, size_t at)
{
    size_t moved = m->heap[at];

    for (size_t child; (child = 2 * at + 1) < m->n; at = child) {
        if (child + 1 < m->n && compare_stacks(stack_at(m, child + 1), stack_at(m, child)) < 0)
            child++;
        if (compare_stacks(m->cursors[moved].stack, stack_at(m, child)) <= 0)
            break;
        m->heap[at] = m->heap[child];
    }
    m->heap[at] = moved;
}

static bool changed(const struct cursor *c, struct fault *f)
{
    return fault_set(f, FAULT_INPUT,
                     "%s: changed while it was read, wanted a file that does not change", c->path);
}

/* Moves the top file to its next line, whose stack must sort after the one being summed. */
static bool advance(struct merge *m, struct fault *f)
{
    struct cursor *c = &m->cursors[m->heap[0]];
    enum line line = next_line(c, &m->r->ask.limits, f);

    if (line == LINE_FAULT)
        return false;
    if (line == LINE_ODD ||
        (line == LINE_SOUND && compare_stacks(buf_str(&m->stack), c->stack) >= 0))
        return changed(c, f);
    if (line == LINE_NONE)
        m->heap[0] = m->heap[--m->n];
    if (m->n)
        sift_down(m, 0);
    return true;
}

static bool add_up(struct merge *m, struct sink *s, struct fault *f)
{
    uint64_t sum = 0;

    buf_clear(&m->stack);
    buf_add(&m->stack, stack_at(m, 0));
    do {
        const struct cursor *c = &m->cursors[m->heap[0]];
        struct decimal count = c->count;
        if (!decimal_scale(&count, m->scale) || count.value > UINT64_MAX - sum)
            return changed(c, f);
        sum += count.value;
        if (!advance(m, f))
            return false;
    } while (m->n && compare_stacks(stack_at(m, 0), buf_str(&m->stack)) == 0);
    sink_str(s, buf_str(&m->stack));
    sink_byte(s, ' ');
    sink_decimal(s, sum, m->scale);
    sink_byte(s, '\n');
    return true;
}

static bool open_all(struct merge *m, const char *const *paths, size_t n, struct fault *f)
{
    for (size_t i = 0; i < n; i++) {
        struct cursor *c = &m->cursors[i];
        if (!open_cursor(c, paths[i], &m->r->ask.limits, f))
            return false;
        m->n_opened++;
        if (next_line(c, &m->r->ask.limits, f) != LINE_SOUND)
            return f->kind == FAULT_NONE ? changed(c, f) : false;
        m->heap[m->n++] = i;
    }
    for (size_t i = m->n / 2; i-- > 0;)
        sift_down(m, i);
    return true;
}

static bool merge_sorted(const struct flame_request *r, const char *const *paths, size_t n,
                         unsigned scale, struct fault *f)
{
    struct merge m = {.r = r->input.read,
                      .cursors = mem_alloc(n, sizeof *m.cursors),
                      .heap = mem_alloc(n, sizeof *m.heap),
                      .scale = scale};
    struct sink s;

    bool ok = open_all(&m, paths, n, f) && sink_open(&s, r->output->path, f);
    if (ok) {
        while (ok && m.n)
            ok = add_up(&m, &s, f);
        if (ok)
            ok = sink_close(&s, f);
        else
            sink_discard(&s);
    }
    for (size_t i = 0; i < m.n_opened; i++)
        close_cursor(&m.cursors[i]);
    mem_free(m.cursors, n, sizeof *m.cursors);
    mem_free(m.heap, n, sizeof *m.heap);
    buf_free(&m.stack);
    return ok;
}

/* ---- the request --------------------------------------------------------------------------- */

/* Whether the request keeps all samples and names unchanged. */
static bool keeps_all(const struct selection_request *s, bool mark_wakers)
{
    return !filter_needed(&s->filter, mark_wakers) && !s->shorten && !redact_needed(&s->redact) &&
           !s->where.n && !s->comm.n && !s->pid.n && !s->tid.n && !s->by_time && !s->event &&
           !s->annotate && !s->root_by;
}

bool merge_folded_suits(const struct flame_request *r, bool mark_wakers)
{
    const struct read_request *read = r->input.read;
    const struct style *style = &r->picture->style;

    return (!read->ask.format || strcmp(read->ask.format->name, "folded") == 0) &&
           keeps_all(r->input.selection, mark_wakers) && read->ask.read == READ_RUNNING &&
           !read->ask.value && !read->ask.symbols.explain && !style->chart && !style->reverse &&
           !r->merge->max_nodes && !r->input.messages->summary && !read->ask.naming.modules &&
           r->input.paths->n &&
           r->input.paths->n + DESCRIPTORS_LEFT < source_most_open(); /* all are open at once */
}

/* Checks all files, and puts the readable ones into paths. False if one is not sorted. */
static bool look_at_all(const struct input_request *r, const char **paths, size_t *n,
                        struct sum *sum, struct fault *faults)
{
    *n = 0;
    for (size_t i = 0; i < r->paths->n; i++) {
        enum line line = look_at(r->paths->items[i], r->read, sum, &faults[i]);
        if (line != LINE_NONE && line != LINE_FAULT)
            return false;
        if (line == LINE_NONE)
            paths[(*n)++] = r->paths->items[i];
        else if (r->read->ask.strict || faults[i].unread)
            return false; /* reading it again reports the fault */
    }
    return *n && sum->total;
}

bool merge_folded(const struct flame_request *r, struct skipped_inputs *left, bool *merged,
                  struct fault *f)
{
    size_t n_inputs = r->input.paths->n;
    const char **paths = mem_alloc(n_inputs, sizeof *paths);
    struct fault *faults = mem_alloc(n_inputs, sizeof *faults);
    struct sum sum = {0};
    struct buf about = {0};
    bool ok = true;
    size_t n;

    *merged = look_at_all(&r->input, paths, &n, &sum, faults);
    if (*merged) {
        for (size_t i = 0; i < n_inputs; i++)
            if (faults[i].kind != FAULT_NONE)
                skipped_inputs_add(left, r->input.paths->items[i], &faults[i]);
        ok = skipped_inputs_tell(left, n_inputs, r->input.messages->quiet, &about, f) &&
             merge_sorted(r, paths, n, sum.scale, f);
    }
    buf_free(&about);
    mem_free(paths, n_inputs, sizeof *paths);
    mem_free(faults, n_inputs, sizeof *faults);
    return ok;
}
