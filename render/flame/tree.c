/* The heavy paths, for a terminal:
 *
 *   total %  samples  frame
 *    100.00   75,160  all → main
 *     62.31   46,832  ├ parse → (3 more) → read
 *     30.00   22,548  │ └ 14 more
 *     37.69   28,328  └ write
 *
 * A line is a frame, or a chain of frames in which each is the only callee and has its caller's
 * whole total. If these lines do not fit on about one screen, a chain also continues while it keeps
 * 95 percent of its first frame and passes no other callee that would get a line. The heaviest
 * chains are shown, the heaviest callee first. The remaining callees of a frame are summed up in a
 * line if together they weigh as much as the lightest chain shown. Inlined frames have a mark,
 * which a line at the end explains. Indentation is bounded, so that a deep tree does not make long
 * lines.
 */
#include "base/mem.h"
#include "render/common/terminal_text.h"
#include "render/flame/answer.h"
#include "render/flame/difference_text.h"
#include "render/flame/heaviest.h"
#include "render/flame/number_column.h"
#include "render/flame/tree_sides.h"
#include "render/output.h"

enum {
    CHAINS_SHOWN = 50,
    CHAINS_LEAST = 3,
    LINES_OTHER = 3, /* in a window: how to get a picture, and the next command */
    CHAIN_LOSS = 20,
    LEVELS = 20,
    LEVELS_LEAST = 4,
    LINES_FOR_ANSWER = 24, /* in a lower window the tree needs them all */
    NAME_CELLS_LEAST = 24,
    NAME_CELLS_CUT = 12,
    PERCENT_CELLS = 7,
    UNIT_CELLS = 20,
    LEVEL_CELLS = 12, /* "(level 100) " */
};

static const char arrow[] = " → ";

enum { ARROW_CELLS = 3 };

/* Before a name, as the corner of a box in pictures. */
static const char inlined_mark[] = "◤";

/* A chain to be written, or the rest of the callees of one. */
struct line {
    stack_id stack; /* the first of its frames */
    uint32_t level; /* 0: the root's chain */
    uint32_t more;  /* 0: a chain; else how many callees are summed up */
    bool last;      /* no line of the same caller follows */
    uint64_t total;
    struct change_sums sums; /* in a comparison */
};

struct report {
    struct sink answer; /* what the whole says, in lines */
    const struct picture *picture;
    const struct tree *tree;
    struct sink *s;
    struct number_column count;
    struct tree_sides sides; /* in a comparison */
    size_t bar;              /* cells; 0: no bars */
    bool lossy;              /* a chain may lose a part of its weight, total / CHAIN_LOSS */
    uint64_t least;          /* chains with more than this are shown, */
    uint32_t n_equal;        /* and so many that have just as much */
    uint64_t n_shown;        /* frames */
    uint64_t most_hidden;    /* the largest total that is not shown */
    bool lost;               /* a chain that is shown has lost some */
    bool inlined;            /* a frame that is shown is inlined */
    bool too_deep;
    uint32_t levels;       /* that are indented */
    bool open[LEVELS + 1]; /* by level: another line of the same caller follows */
    struct line *pending;
    size_t n_pending, pending_room;
    stack_id *chain;
    size_t n_chain, chain_room;
    struct buf unit, name, fitted;
};

/* The least total of a frame that may continue a chain whose first frame has the given one. */
static uint64_t chain_least(const struct report *out, uint64_t total)
{
    return total - (out->lossy ? total / CHAIN_LOSS : 0);
}

/* Finds the heaviest chains; returns whether there are no others. */
static bool find_heaviest(const struct report *out, struct heaviest *h)
{
    const struct tree *t = out->tree;
    const struct stack *rows = t->profile->stacks.rows;
    uint64_t *first = mem_alloc(t->n, sizeof *first); /* by stack: total of its chain's first */
    size_t n = 0;

    h->n = 0;
    first[0] = t->total[0];
    for (stack_id i = 1; i < t->n; i++) {
        uint64_t total = t->total[i];
        first[i] = first[rows[i].caller];
        if (total == 0 || total >= chain_least(out, first[i]))
            continue;
        first[i] = total;
        heaviest_add(h, total);
        n++;
    }
    mem_free(first, t->n, sizeof *first);
    return n <= h->most;
}

static void choose(struct report *out, size_t most)
{
    struct heaviest h;

    heaviest_init(&h, most && most < out->tree->n ? most : out->tree->n);
    out->lossy = false;
    if (!find_heaviest(out, &h)) {
        out->lossy = true;
        find_heaviest(out, &h);
    }
    out->least = h.n ? heaviest_least(&h) : 1;
    for (size_t i = 0; i < h.n; i++)
        out->n_equal += h.totals[i] == out->least;
    heaviest_free(&h);
}

static bool is_shown(struct report *out, uint64_t total)
{
    if (total != out->least)
        return total > out->least;
    if (out->n_equal == 0)
        return false;
    out->n_equal--;
    return true;
}

static void push(struct report *out, struct line line)
{
    size_t need = out->n_pending + 1;

    if (need > out->pending_room)
        out->pending = mem_grow(out->pending, &out->pending_room, need, sizeof *out->pending);
    out->pending[out->n_pending++] = line;
}

static void hide(struct report *out, uint64_t total)
{
    if (total > out->most_hidden)
        out->most_hidden = total;
}

static bool is_inlined(const struct report *out, stack_id stack)
{
    return stack && tree_kind(out->tree, stack) == KIND_INLINED;
}

/* Returns the callee that continues a chain, or 0. Only one can be large enough, unless totals are
 * 0. */
static stack_id next_of_chain(struct report *out, stack_id stack, uint64_t least)
{
    const struct tree *t = out->tree;
    stack_id next = 0;
    uint64_t others = 0;
    uint32_t n;
    const stack_id *callees = tree_callees(t, stack, &n);

    for (uint32_t i = 0; i < n; i++) {
        uint64_t total = t->total[callees[i]];
        if (total && total >= least)
            next = callees[i];
        else
            others += total;
    }
    if (next == 0 || others >= out->least)
        return 0;
    for (uint32_t i = 0; i < n; i++)
        if (callees[i] != next)
            hide(out, t->total[callees[i]]);
    return next;
}

/* Collects the frames that share one line. */
static void follow(struct report *out, stack_id stack)
{
    uint64_t least = chain_least(out, out->tree->total[stack]);

    out->n_chain = 0;
    do {
        if (out->n_chain == out->chain_room)
            out->chain =
                mem_grow(out->chain, &out->chain_room, out->n_chain + 1, sizeof *out->chain);
        out->chain[out->n_chain++] = stack;
        out->inlined = out->inlined || is_inlined(out, stack);
        stack = next_of_chain(out, stack, least);
    } while (stack);
    if (out->tree->total[out->chain[out->n_chain - 1]] < out->tree->total[out->chain[0]])
        out->lost = true;
    out->n_shown += out->n_chain;
}

static struct change_sums sums_of(const struct report *out, stack_id stack)
{
    const struct difference *d = out->picture->difference;

    return d ? difference_total(d, stack) : (struct change_sums){0, 0};
}

static void add_sums(struct change_sums *to, struct change_sums more)
{
    to->before += more.before;
    to->after += more.after;
}

/* Pushes the lines below a frame so that the heaviest is popped first; ties by name. */
static void push_callees(struct report *out, stack_id stack, uint32_t level)
{
    const struct tree *t = out->tree;
    uint32_t n;
    const stack_id *callees = tree_callees(t, stack, &n);
    struct line rest = {.level = level, .last = true};
    size_t from = out->n_pending;

    for (uint32_t i = 0; i < n; i++) {
        uint64_t total = t->total[callees[i]];
        if (!is_shown(out, total)) {
            rest.more += total != 0;
            rest.total += total;
            add_sums(&rest.sums, sums_of(out, callees[i]));
            hide(out, total);
            continue;
        }
        struct line line = {
            .stack = callees[i], .level = level, .total = total, .sums = sums_of(out, callees[i])};
        push(out, line);
        size_t at = out->n_pending - 1;
        for (; at > from && out->pending[at - 1].total >= total; at--)
            out->pending[at] = out->pending[at - 1];
        out->pending[at] = line;
    }
    if (out->n_pending > from && rest.more && rest.total >= out->least) {
        push(out, rest);
        for (size_t at = out->n_pending - 1; at > from; at--)
            out->pending[at] = out->pending[at - 1];
        out->pending[from] = rest;
    } else if (out->n_pending > from) {
        out->pending[from].last = true;
    }
}

static void ink(const struct report *out, enum ink ink)
{
    if (out->picture->style->coloured)
        sink_ink(out->s, ink);
}

static void write_arrow(const struct report *out)
{
    ink(out, INK_FAINT);
    sink_text(out->s, arrow);
    ink(out, INK_PLAIN);
}

/* Writes the tree lines before a frame; returns their cells. */
static size_t write_guides(struct report *out, const struct line *line)
{
    uint32_t level = line->level < out->levels ? line->level : out->levels;
    size_t cells = 2 * (size_t)level;

    if (level == 0)
        return 0;
    ink(out, INK_FAINT);
    for (uint32_t i = 1; i < level; i++)
        sink_text(out->s, out->open[i] ? "│ " : "  ");
    sink_text(out->s, line->last ? "└ " : "├ ");
    ink(out, INK_PLAIN);
    out->open[level] = !line->last;
    if (line->level <= out->levels)
        return cells;
    uint64_t before = out->s->written;
    sink_text(out->s, "(level ");
    sink_u64(out->s, line->level);
    sink_text(out->s, ") ");
    out->too_deep = true;
    return cells + (size_t)(out->s->written - before);
}

static struct str clean_name(struct report *out, stack_id stack)
{
    out->name.n = 0;
    if (is_inlined(out, stack))
        buf_add(&out->name, str_of(inlined_mark));
    text_clean_name(name_without_mark(tree_name(out->tree, stack)), &out->name);
    return buf_str(&out->name);
}

/* Writes a name in at most that many cells; returns how many it took. */
static size_t write_name(struct report *out, stack_id stack, size_t cells)
{
    struct str name = clean_name(out, stack);
    bool marked = is_inlined(out, stack);

    out->fitted.n = 0;
    if (marked && cells) {
        buf_add(&out->fitted, str_of(inlined_mark));
        name = str_from_to(name, out->fitted.n, name.n);
        cells--;
    }
    text_fit(name, cells, out->picture->style->cut, &out->fitted);
    sink_str(out->s, buf_str(&out->fitted));
    return text_cells(buf_str(&out->fitted));
}

/* Returns the cells of the chain, or more than `enough` if it is wider than that. */
static size_t chain_cells(struct report *out, size_t enough)
{
    size_t cells = 0;

    for (size_t i = 0; i < out->n_chain && cells <= enough; i++)
        cells += text_cells(clean_name(out, out->chain[i])) + (i ? ARROW_CELLS : 0);
    return cells;
}

static void write_whole_chain(struct report *out)
{
    for (size_t i = 0; i < out->n_chain; i++) {
        if (i)
            write_arrow(out);
        sink_str(out->s, clean_name(out, out->chain[i]));
    }
}

static size_t digits_cells(size_t n)
{
    size_t cells = 1;

    for (; n >= 10; n /= 10)
        cells++;
    return cells + (cells - 1) / 3;
}

/* Writes as many frames from the start as fit, how many are left out, and the last frame. */
static void write_cut_chain(struct report *out, size_t cells)
{
    size_t n = out->n_chain - 1;
    size_t last = text_cells(clean_name(out, out->chain[n]));
    size_t between = ARROW_CELLS;
    size_t i = 0;

    if (last > (n ? cells / 2 : cells))
        last = n ? cells / 2 : cells;
    if (n > 1)
        between += strlen("( more)") + digits_cells(n) + ARROW_CELLS;
    size_t left = cells > last + between ? cells - last - between : 0;
    for (; i < n; i++) {
        size_t need = text_cells(clean_name(out, out->chain[i])) + (i ? ARROW_CELLS : 0);
        if (need > left)
            break;
        if (i)
            write_arrow(out);
        sink_str(out->s, buf_str(&out->name));
        left -= need;
    }
    if (i == 0 && n && left >= NAME_CELLS_CUT)
        i += write_name(out, out->chain[0], left) > 0;
    if (i)
        write_arrow(out);
    if (i < n) {
        ink(out, INK_FAINT);
        sink_byte(out->s, '(');
        sink_grouped(out->s, n - i, 0);
        sink_text(out->s, " more)");
        ink(out, INK_PLAIN);
        write_arrow(out);
    }
    write_name(out, out->chain[n], last);
}

static void write_chain(struct report *out, size_t used)
{
    size_t columns = out->picture->style->columns;
    size_t room = columns > used + NAME_CELLS_LEAST ? columns - used : NAME_CELLS_LEAST;

    if (columns == 0 || chain_cells(out, room) <= room)
        write_whole_chain(out);
    else
        write_cut_chain(out, room);
}

static size_t numbers_cells(const struct report *out)
{
    size_t bar = out->bar ? out->bar + 2 : 0;

    return PERCENT_CELLS + bar + number_column_cells(&out->count) + 4;
}

/* Returns the cells of the numbers at the start of a line. */
static size_t write_numbers(struct report *out, const struct line *line)
{
    struct sink *s = out->s;

    if (out->picture->difference)
        return tree_sides_write(&out->sides, s, line->sums);
    number_column_percent(&out->count, s, line->total, PERCENT_CELLS);
    sink_text(s, "  ");
    if (out->bar) {
        uint64_t whole = out->picture->whole;
        terminal_text_write_bar(
            s, line->total, whole, out->bar,
            out->picture->style->coloured ? terminal_text_ink(line->total, whole) : INK_PLAIN);
        sink_text(s, "  ");
    }
    number_column_write(&out->count, s, line->total);
    sink_text(s, "  ");
    return numbers_cells(out);
}

static void write_line(struct report *out, const struct line *line)
{
    struct sink *s = out->s;

    size_t used = write_numbers(out, line);
    used += write_guides(out, line);
    if (line->more) {
        ink(out, INK_FAINT);
        sink_grouped(s, line->more, 0);
        sink_text(s, " more");
        ink(out, INK_PLAIN);
    } else {
        follow(out, line->stack);
        write_chain(out, used);
        push_callees(out, out->chain[out->n_chain - 1], line->level + 1);
    }
    sink_byte(s, '\n');
}

/* A terminal keeps room for names next to the indentation. */
static uint32_t levels_of(const struct report *out)
{
    size_t columns = out->picture->style->columns;
    size_t taken = numbers_cells(out) + LEVEL_CELLS + NAME_CELLS_LEAST;

    if (columns == 0 || columns >= taken + 2 * (size_t)LEVELS)
        return LEVELS;
    if (columns < taken + 2 * (size_t)LEVELS_LEAST)
        return LEVELS_LEAST;
    return (uint32_t)(columns - taken) / 2;
}

/* Measures the numbers of all frames. */
static void measure(struct report *out)
{
    const struct tree *t = out->tree;

    number_column_init(&out->count, out->picture, text_cells(buf_str(&out->unit)));
    for (stack_id i = 0; i < t->n; i++)
        number_column_measure(&out->count, t->total[i]);
    if (out->picture->difference)
        tree_sides_init(&out->sides, out->picture);
    else
        out->bar = terminal_text_bar(out->picture->style->columns);
    out->levels = levels_of(out);
}

static void write_head(struct report *out)
{
    ink(out, INK_FAINT);
    if (out->picture->difference) {
        tree_sides_write_head(&out->sides, out->s);
    } else {
        sink_text(out->s, "total %  ");
        number_column_pad(out->s, 0, out->bar ? out->bar + 2 : 0);
        number_column_pad(out->s, text_cells(buf_str(&out->unit)),
                          number_column_cells(&out->count));
        sink_str(out->s, buf_str(&out->unit));
        sink_text(out->s, "  ");
    }
    sink_text(out->s, "frame");
    ink(out, INK_PLAIN);
    sink_byte(out->s, '\n');
}

/* "312 of 61,202 frames, 75,160 samples; hidden frames have at most 0.53 % each" */
static void write_foot(struct report *out)
{
    struct sink *s = out->s;
    uint64_t n = out->tree->n; /* the root is a frame too */

    sink_byte(s, '\n');
    if (out->n_shown < n) {
        sink_grouped(s, out->n_shown, 0);
        sink_text(s, " of ");
    }
    sink_grouped(s, n, 0);
    sink_text(s, n == 1 ? " frame, " : " frames, ");
    if (out->picture->difference)
        difference_text_headline(s, out->picture);
    else
        number_column_total(&out->count, s);
    if (out->most_hidden && !out->picture->difference) {
        sink_text(s, "; hidden frames have at most ");
        number_column_percent(&out->count, s, out->most_hidden, 0);
        sink_text(s, " % each");
    } else if (out->n_shown < n && !out->most_hidden) {
        sink_text(s, "; hidden frames have nothing");
    }
    sink_byte(s, '\n');
    if (out->lost)
        sink_text(s, "each frame in a line has at least 95 % of the number of that line\n");
    if (out->inlined) {
        sink_text(s, inlined_mark);
        sink_text(s, " inlined into its caller\n");
    }
    if (out->too_deep) {
        sink_text(s, "lines below level ");
        sink_u64(s, out->levels);
        sink_text(s, " are not indented further\n");
    }
    sink_str(s, buf_str(&out->answer.buf));
    if (out->n_shown < n && out->picture->style->lines)
        terminal_text_write_rest(s, "tree", out->picture->style->coloured);
}

static void write_tree(struct report *out, struct sink *s, size_t most)
{
    out->s = s;
    out->n_equal = 0;
    out->n_shown = out->most_hidden = 0;
    out->lost = out->too_deep = out->inlined = false;
    choose(out, most);
    tree_list_callees(out->picture->tree, chain_least(out, out->least));
    write_head(out);
    push(out, (struct line){.total = out->tree->total[0], .last = true, .sums = sums_of(out, 0)});
    while (out->n_pending) {
        struct line line = out->pending[--out->n_pending];
        write_line(out, &line);
    }
    write_foot(out);
}

/* Returns how many chains the window has lines for. */
static size_t fitting(struct report *out)
{
    size_t lines = out->picture->style->lines;
    size_t room = lines > LINES_OTHER + CHAINS_LEAST ? lines - LINES_OTHER : CHAINS_LEAST;
    size_t most = room;

    while (most > CHAINS_LEAST) {
        struct sink text;
        sink_open_buf(&text);
        write_tree(out, &text, most);
        size_t used = terminal_text_lines(buf_str(&text.buf), out->picture->style->columns);
        sink_discard(&text);
        out->s = NULL;
        if (used <= room)
            break;
        size_t over = (used - room + 1) / 2; /* each also has a line for what is left out */
        most = most > over + CHAINS_LEAST ? most - over : CHAINS_LEAST;
    }
    return most;
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    const struct style *style = picture->style;
    struct report out = {.picture = picture, .tree = picture->tree};
    struct buf clean = {0};

    (void)f;
    number_column_unit(picture, &clean);
    text_fit(buf_str(&clean), UNIT_CELLS, TEXT_CUT_RIGHT, &out.unit);
    measure(&out);
    sink_open_buf(&out.answer);
    if (!style->lines || style->lines >= LINES_FOR_ANSWER)
        answer_write_lines(&out.answer, picture, style->columns);
    write_tree(&out, sink,
               style->rows_given ? style->rows
               : style->lines    ? fitting(&out)
                                 : CHAINS_SHOWN);
    sink_discard(&out.answer);
    number_column_free(&out.count);
    mem_free(out.pending, out.pending_room, sizeof *out.pending);
    mem_free(out.chain, out.chain_room, sizeof *out.chain);
    buf_free(&clean);
    buf_free(&out.unit);
    buf_free(&out.name);
    buf_free(&out.fitted);
    return true;
}

static const char *const endings[] = {"tree", NULL};

const struct output_format output_tree = {
    .name = "tree",
    .about = "the heaviest paths as an indented tree for a terminal",
    .endings = endings,
    .write = write,
    .both = true,
};
