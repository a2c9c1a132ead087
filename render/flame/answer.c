/* "Heaviest by itself: getSlot 6.9 %, has 3.7 %. Hot path: main → run → getSlot, 41.2 %." */
#include "render/flame/answer.h"

#include "base/mem.h"
#include "base/parse.h"
#include "render/common/short_names.h"
#include "render/common/terminal_text.h"
#include "render/flame/difference_verdict.h"
#include "render/flame/waits.h"

#define SIGN STR("\xE2\x80\xA6")

enum {
    HEAVIEST = 3,
    NAME_CELLS = 40,
    SHORT_CELLS = 34, /* of a name that would lose its front anyway */
    PATH_PART = 20,   /* a hot path ends where less than one of so many parts is left */
    PATH_SHOWN = 4,
    SELF_PART = 1000, /* after the heaviest, less than one of so many parts is not named */
    ODD_PART = 20,    /* less than one of so many parts is not odd */
};

struct answer {
    const struct picture *picture;
    struct tree *forward; /* from the root on; NULL: not known */
    const bool *among;
    struct sink *s;
    const char *between;
    bool begun;        /* a sentence was written */
    bool *not_sampled; /* by frame: it stands for time that is in no sample; owned */
    bool *scheduler;   /* by frame: threads wait below it; NULL: no off-CPU profile; owned */
    struct short_names names;
    struct buf clean, fitted;
};

static const struct frame *frame_of(const struct picture *picture, frame_id frame)
{
    return &picture->profile->frames.rows[frame];
}

static frame_id frame_at(const struct tree *t, stack_id stack)
{
    return t->profile->stacks.rows[stack].frame;
}

/* In a sentence whole packages and namespaces go without a sign: Object.hash of
 * java/lang/Object.hash.
 */
static struct str without_sign(struct str fitted, struct str clean)
{
    if (!str_starts(fitted, SIGN))
        return fitted;
    struct str rest = str_from_to(fitted, SIGN.n, fitted.n);
    struct str front = str_from_to(rest, 0, str_find(rest, 0, STR("<")));
    size_t at = str_find_last(clean, front);
    return front.n && at && at < clean.n && strchr("/.:\\", clean.p[at - 1]) ? rest : fitted;
}

/* Returns the name as it is said, until the next is asked for. */
static struct str fit_name(struct answer *a, struct str name)
{
    buf_clear(&a->clean);
    buf_clear(&a->fitted);
    text_clean_name(name_without_mark(name), &a->clean);
    struct str clean = buf_str(&a->clean);
    text_fit(clean, NAME_CELLS, a->picture->style->cut, &a->fitted);
    bool cut = str_starts(buf_str(&a->fitted), SIGN);
    buf_clear(&a->fitted);
    short_names_fit(&a->names, clean, cut ? SHORT_CELLS : NAME_CELLS, a->picture->style->cut,
                    &a->fitted);
    return without_sign(buf_str(&a->fitted), clean);
}

/* "41.2 %", and below one percent two digits. */
static void write_share(struct answer *a, uint64_t part)
{
    double share = 100 * ((double)part / (double)a->picture->tree->total[0]);

    sink_short(a->s, share, share < 1 ? 2 : 1);
    sink_text(a->s, " %");
}

static void begin(struct answer *a, const char *words)
{
    sink_text(a->s, a->begun ? a->between : "");
    sink_text(a->s, words);
    a->begun = true;
}

/* Marks the frames of a name; false: there are none. */
static bool find_named(const struct profile *p, struct str wanted, bool *found)
{
    bool any = false;

    for (frame_id i = 1; i < p->frames.n; i++) {
        struct str name = names_get(&p->names, p->frames.rows[i].name);
        found[i] = str_equal(name_without_mark(name), wanted);
        any = any || found[i];
    }
    return any;
}

/* ---- heaviest by itself ---------------------------------------------------------------------- */

/* [unknown], 0x7f12, [libc.so.6]: readers that know modules put these for what has no name. */
static bool is_unnamed(const struct picture *picture, frame_id frame)
{
    const struct frame *row = frame_of(picture, frame);
    struct str name = name_without_mark(names_get(&picture->profile->names, row->name));

    if (str_equal(name, STR("[unknown]")) ||
        (str_starts(name, STR("0x")) && is_hex_number(str_from_to(name, 2, name.n))))
        return true;
    return row->kind != KIND_UNKNOWN && str_starts(name, STR("[")) && str_ends(name, STR("]"));
}

static bool is_heavier(const struct picture *picture, const uint64_t *self, name_id a, name_id b)
{
    const struct names *names = &picture->profile->names;

    return self[a] != self[b] ? self[a] > self[b]
                              : str_compare(names_get(names, a), names_get(names, b)) < 0;
}

/* Self values that are of no known function. */
struct unknown {
    uint64_t unnamed, not_sampled;
};

/* Sums by name: kinds do not part a function here. All code without names is that of name 0. */
static void add_up(struct answer *a, uint64_t *self, bool *left_out, struct unknown *unknown)
{
    const struct profile *p = a->picture->profile;
    uint64_t *by_frame = mem_alloc(p->frames.n, sizeof *by_frame);

    picture_self_by_frame(a->picture, by_frame);
    a->scheduler = a->forward ? waits_find(a->forward, by_frame) : NULL;
    for (frame_id i = 1; i < p->frames.n; i++) {
        name_id name = p->frames.rows[i].name;
        bool not_sampled = a->not_sampled[i];
        bool no_name = !not_sampled && is_unnamed(a->picture, i);
        self[name] += by_frame[i];
        unknown->unnamed += no_name ? by_frame[i] : 0;
        unknown->not_sampled += not_sampled ? by_frame[i] : 0;
        left_out[name] = left_out[name] || no_name || not_sampled || (a->among && !a->among[i]);
    }
    self[0] = unknown->unnamed;
    left_out[0] = false;
    mem_free(by_frame, p->frames.n, sizeof *by_frame);
}

/* What is said here of code without names is not odd as well. */
static struct unknown write_heaviest(struct answer *a)
{
    uint32_t n_names = a->picture->profile->names.n;
    uint64_t *self = mem_alloc(n_names, sizeof *self);
    bool *left_out = mem_alloc(n_names, sizeof *left_out);
    name_id found[HEAVIEST] = {0};
    size_t n = 0;
    struct unknown unknown = {0};

    add_up(a, self, left_out, &unknown);
    for (name_id name = 0; name < n_names; name++) {
        if (!self[name] || left_out[name] ||
            (n == HEAVIEST && !is_heavier(a->picture, self, name, found[n - 1])))
            continue;
        size_t at = n < HEAVIEST ? n++ : n - 1;
        for (; at && is_heavier(a->picture, self, name, found[at - 1]); at--)
            found[at] = found[at - 1];
        found[at] = name;
    }
    while (n > 1 && self[found[n - 1]] < a->picture->tree->total[0] / SELF_PART)
        n--;
    for (size_t i = 0; i < n; i++) {
        if (i)
            sink_text(a->s, ", ");
        else
            begin(a, "Heaviest by itself: ");
        struct str name = names_get(&a->picture->profile->names, found[i]);
        sink_str(a->s, found[i] ? fit_name(a, name) : STR("code without names"));
        sink_byte(a->s, ' ');
        write_share(a, self[found[i]]);
        unknown.unnamed = found[i] ? unknown.unnamed : 0;
    }
    sink_text(a->s, n ? "." : "");
    mem_free(left_out, n_names, sizeof *left_out);
    mem_free(self, n_names, sizeof *self);
    return unknown;
}

/* ---- the hot path ---------------------------------------------------------------------------- */

static uint64_t least_of_path(const struct tree *t)
{
    uint64_t part = t->total[0] / PATH_PART;

    return part ? part : 1;
}

static bool goes_before(const struct tree *t, stack_id a, stack_id b)
{
    return t->total[a] != t->total[b] ? t->total[a] > t->total[b]
                                      : str_compare(tree_name(t, a), tree_name(t, b)) < 0;
}

/* The next frame of the path: the heaviest callee, of equal ones that of the first name. 0: it
 * ends, most of what is left being the frame's own, or too little. What is in no sample is no way
 * to go. */
static stack_id follow(const struct answer *a, const struct tree *t, stack_id stack)
{
    uint32_t n;
    const stack_id *callees = tree_callees(t, stack, &n);
    uint64_t own = t->total[stack];
    stack_id best = 0;

    for (uint32_t i = 0; i < n; i++) {
        own -= t->total[callees[i]];
        if (!a->not_sampled[frame_at(t, callees[i])] && (!best || goes_before(t, callees[i], best)))
            best = callees[i];
    }
    if (!best || t->total[best] < own || t->total[best] < least_of_path(t) ||
        (a->among && !a->among[frame_at(t, best)]) ||
        (a->scheduler && a->scheduler[frame_at(t, best)]))
        return 0;
    return best;
}

/* Frames of a path beside each other that are said in the same words. */
struct step {
    size_t from, to; /* its words in struct path */
    size_t place;    /* of its first frame, from the root on */
};

/* The last steps of a path, the last one first. */
struct path {
    struct buf words;
    struct step steps[PATH_SHOWN];
    size_t n; /* PATH_SHOWN + 1: there are more */
};

static struct str words_of(const struct path *path, size_t step)
{
    return str_from_to(buf_str(&path->words), path->steps[step].from, path->steps[step].to);
}

static void list_steps(struct answer *a, const struct tree *t, stack_id last, size_t n_frames,
                       struct path *path)
{
    const struct stack *rows = t->profile->stacks.rows;
    size_t place = n_frames;

    for (stack_id at = last; at; at = rows[at].caller) {
        struct str words = fit_name(a, tree_name(t, at));
        place--;
        if (path->n && str_equal(words, words_of(path, path->n - 1))) {
            path->steps[path->n - 1].place = place;
            continue;
        }
        if (path->n++ == PATH_SHOWN)
            return;
        size_t from = path->words.n;
        buf_add(&path->words, words);
        path->steps[path->n - 1] = (struct step){from, path->words.n, place};
    }
}

static void write_steps(struct answer *a, struct str first, const struct path *path)
{
    const char *arrow = " \xE2\x86\x92 ";
    size_t n = path->n;

    begin(a, "Hot path: ");
    if (n > PATH_SHOWN) {
        sink_str(a->s, first);
        sink_text(a->s, arrow);
        sink_byte(a->s, '(');
        sink_grouped(a->s, path->steps[1].place - 1, 0);
        sink_text(a->s, " more)");
        sink_text(a->s, arrow);
        n = 2;
    }
    while (n--) {
        sink_str(a->s, words_of(path, n));
        sink_text(a->s, n ? arrow : ", ");
    }
}

/* "main → (12 more) → getSlot → has, 41.2 %" */
static void write_path(struct answer *a, struct tree *t)
{
    struct path path = {.n = 0};
    stack_id last = 0;
    size_t n = 0;

    tree_need_callees(t, least_of_path(t));
    stack_id first = follow(a, t, 0);
    for (stack_id at = first; at; at = follow(a, t, at)) {
        last = at;
        n++;
    }
    if (!n)
        return;
    list_steps(a, t, last, n, &path);
    write_steps(a, fit_name(a, tree_name(t, first)), &path);
    write_share(a, t->total[last]);
    sink_byte(a->s, '.');
    buf_free(&path.words);
}

/* ---- what is odd ----------------------------------------------------------------------------- */

/* What lies below [unknown] at the root, or below a command's name there. */
static uint64_t rootless(const struct answer *a, const struct tree *t)
{
    const struct stack *rows = t->profile->stacks.rows;
    const frame_id n_frames = t->profile->frames.n;
    bool *unknown = mem_alloc(n_frames, sizeof *unknown);
    const stack_id n = find_named(t->profile, STR("[unknown]"), unknown) ? t->n : 0;
    uint64_t sum = 0;

    for (stack_id i = 1; i < n; i++) {
        if (!unknown[rows[i].frame])
            continue;
        stack_id caller = rows[i].caller;
        bool outermost =
            caller == 0 || (rows[caller].caller == 0 &&
                            frame_of(a->picture, rows[caller].frame)->kind == KIND_UNKNOWN &&
                            !unknown[rows[caller].frame]);
        if (outermost)
            sum += t->total[i];
    }
    mem_free(unknown, n_frames, sizeof *unknown);
    return sum;
}

static bool is_odd(const struct answer *a, uint64_t part)
{
    uint64_t all = a->picture->tree->total[0];

    return part && part >= all / ODD_PART;
}

static void write_odd(struct answer *a, const struct unknown *unknown, uint64_t lost)
{
    const struct {
        uint64_t part;
        const char *what;
    } rows[] = {{unknown->not_sampled, " is in no sample"},
                {unknown->unnamed, " is in functions without names"},
                {lost, " is in stacks that never reach a root"}};
    size_t n = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        n += is_odd(a, rows[i].part);
    if (n)
        begin(a, "Odd: ");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!is_odd(a, rows[i].part))
            continue;
        write_share(a, rows[i].part);
        sink_text(a->s, rows[i].what);
        n--;
        sink_text(a->s, n > 1 ? ", " : n == 1 ? ", and " : ".");
    }
}

static void write_verdict(struct sink *s, const struct picture *picture)
{
    struct sink text;

    sink_open_buf(&text);
    difference_verdict(&text, picture);
    sink_str(s, buf_str(&text.buf));
    sink_text(s, text.buf.n ? "." : "");
    sink_discard(&text);
}

void answer_write(struct sink *s, const struct picture *picture, const bool *among,
                  const char *between)
{
    const struct style *style = picture->style;
    struct tree *forward = style->reverse ? picture->forward_tree : picture->tree;
    struct answer a = {
        .picture = picture, .forward = forward, .among = among, .s = s, .between = between};

    if (picture->difference) {
        write_verdict(s, picture);
        return;
    }
    if (!picture->tree->total[0])
        return;
    const frame_id n_frames = picture->profile->frames.n;
    a.not_sampled = mem_alloc(n_frames, sizeof *a.not_sampled);
    (void)find_named(picture->profile, STR("[not sampled]"), a.not_sampled);
    short_names_start(&a.names);
    const struct unknown unknown = write_heaviest(&a);
    if (forward && !style->chart)
        write_path(&a, forward);
    write_odd(&a, &unknown, forward && !style->chart ? rootless(&a, forward) : 0);
    short_names_free(&a.names);
    mem_free(a.not_sampled, n_frames, sizeof *a.not_sampled);
    mem_free(a.scheduler, n_frames, sizeof *a.scheduler);
    buf_free(&a.clean);
    buf_free(&a.fitted);
}

void answer_write_lines(struct sink *s, const struct picture *picture, size_t columns)
{
    struct sink text;

    sink_open_buf(&text);
    answer_write(&text, picture, NULL, "\n");
    struct str rest = buf_str(&text.buf);
    while (rest.n) {
        size_t end = str_find(rest, 0, STR("\n"));
        terminal_text_write_wrapped(s, str_from_to(rest, 0, end), columns);
        rest = str_from_to(rest, end < rest.n ? end + 1 : end, rest.n);
    }
    sink_discard(&text);
}

/* By frame: whether a box of its own shows it. */
static bool *wide_frames(const struct picture *picture)
{
    const struct profile *p = picture->profile;
    const uint64_t least = picture_least(picture);
    bool *wide = mem_alloc(p->frames.n, sizeof *wide);

    for (stack_id i = 1; i < p->stacks.n; i++)
        wide[p->stacks.rows[i].frame] =
            wide[p->stacks.rows[i].frame] || picture->tree->total[i] >= least;
    return wide;
}

/* The end of the line that begins a text: as many words as fit, at least one; rather the end of a
 * sentence, when that is in its second half. */
static size_t line_end(struct str text, size_t cells)
{
    size_t end = str_find(text, 0, STR(" "));
    size_t taken = text_cells(str_from_to(text, 0, end));
    size_t sentence = 0;

    if (text.n <= cells) /* no character has more cells than bytes */
        return text.n;
    for (size_t next = end; next < text.n; end = next) {
        if (next && text.p[next - 1] == '.')
            sentence = next;
        next = str_find(text, next + 1, STR(" "));
        taken += text_cells(str_from_to(text, end, next));
        if (taken > cells)
            return sentence > end / 2 ? sentence : end;
    }
    return end;
}

size_t answer_lines(const struct style *style, struct str answer, struct str lines[ANSWER_LINES])
{
    const double cells = style_inner_px(style) / (style->fontsize * style->fontwidth);
    struct str rest = answer;
    size_t n = 0;

    while (rest.n && n < ANSWER_LINES) {
        size_t end = n + 1 < ANSWER_LINES ? line_end(rest, (size_t)cells) : rest.n;
        lines[n++] = str_from_to(rest, 0, end);
        rest = str_from_to(rest, end < rest.n ? end + 1 : end, rest.n);
    }
    return n;
}

void answer_place(struct sink *s, struct style *style, struct picture *picture)
{
    struct str lines[ANSWER_LINES];
    bool *among = NULL;

    if (picture->difference || style->old_words)
        return;
    if (style->only_visible)
        among = wide_frames(picture);
    tree_need_callees(picture->tree, picture_least(picture));
    sink_open_buf(s);
    answer_write(s, picture, among, " ");
    mem_free(among, picture->profile->frames.n, sizeof *among);
    style->answer = buf_str(&s->buf);
    style->answer_rows = (unsigned)answer_lines(style, style->answer, lines);
}
