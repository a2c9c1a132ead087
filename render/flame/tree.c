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
 * line if together they weigh as much as the lightest chain shown. Indentation is bounded, so that
 * a deep tree does not make long lines.
 */
#include "base/mem.h"
#include "render/flame/difference_text.h"
#include "render/flame/number_column.h"
#include "render/output.h"

enum {
    CHAINS_SHOWN = 50,
    CHAIN_LOSS = 20,
    LEVELS = 20,
    LEVELS_LEAST = 4,
    NAME_CELLS_LEAST = 24,
    NAME_CELLS_CUT = 12,
    PERCENT_CELLS = 7,
    UNIT_CELLS = 20,
    LEVEL_CELLS = 12, /* "(level 100) " */
};

static const char arrow[] = " → ";

enum { ARROW_CELLS = 3 };

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
    const struct picture *picture;
    const struct tree *tree;
    struct sink *s;
    struct number_column count;
    size_t side_cells[3]; /* in a comparison: before, after, change */
    bool lossy;           /* a chain may lose a part of its weight, total / CHAIN_LOSS */
    uint64_t least;       /* chains with more than this are shown, */
    uint32_t n_equal;     /* and so many that have just as much */
    uint64_t n_shown;     /* frames */
    uint64_t most_hidden; /* the largest total that is not shown */
    bool lost;            /* a chain that is shown has lost some */
    bool too_deep;
    uint32_t levels;       /* that are indented */
    bool open[LEVELS + 1]; /* by level: another line of the same caller follows */
    struct line *pending;
    size_t n_pending, pending_room;
    stack_id *chain;
    size_t n_chain, chain_room;
    struct buf name, fitted;
};

/* The largest totals of chains, in falling order. */
struct heaviest {
    uint64_t totals[CHAINS_SHOWN];
    size_t n;
};

static void offer(struct heaviest *h, uint64_t total)
{
    size_t at = h->n;

    if (h->n == CHAINS_SHOWN) {
        if (total <= h->totals[CHAINS_SHOWN - 1])
            return;
        at--;
    } else {
        h->n++;
    }
    for (; at && h->totals[at - 1] < total; at--)
        h->totals[at] = h->totals[at - 1];
    h->totals[at] = total;
}

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
        offer(h, total);
        n++;
    }
    mem_free(first, t->n, sizeof *first);
    return n <= CHAINS_SHOWN;
}

static void choose(struct report *out)
{
    struct heaviest h;

    out->lossy = false;
    if (!find_heaviest(out, &h)) {
        out->lossy = true;
        find_heaviest(out, &h);
    }
    out->least = h.n ? h.totals[h.n - 1] : 1;
    for (size_t i = 0; i < h.n; i++)
        out->n_equal += h.totals[i] == out->least;
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

/* Writes the tree lines before a frame; returns their cells. */
static size_t write_guides(struct report *out, const struct line *line)
{
    uint32_t level = line->level < out->levels ? line->level : out->levels;
    size_t cells = 2 * (size_t)level;

    if (level == 0)
        return 0;
    for (uint32_t i = 1; i < level; i++)
        sink_text(out->s, out->open[i] ? "│ " : "  ");
    sink_text(out->s, line->last ? "└ " : "├ ");
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
    text_clean_name(name_without_mark(tree_name(out->tree, stack)), &out->name);
    return buf_str(&out->name);
}

/* Writes a name in at most that many cells; returns how many it took. */
static size_t write_name(struct report *out, stack_id stack, size_t cells)
{
    struct str name = clean_name(out, stack);

    out->fitted.n = 0;
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
            sink_text(out->s, arrow);
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
        sink_text(out->s, i ? arrow : "");
        sink_str(out->s, buf_str(&out->name));
        left -= need;
    }
    if (i == 0 && n && left >= NAME_CELLS_CUT)
        i += write_name(out, out->chain[0], left) > 0;
    sink_text(out->s, i ? arrow : "");
    if (i < n) {
        sink_byte(out->s, '(');
        sink_grouped(out->s, n - i, 0);
        sink_text(out->s, " more)");
        sink_text(out->s, arrow);
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

static void write_side(const struct report *out, struct sink *s, unsigned which,
                       struct change_sums sums)
{
    if (which == SIDES)
        difference_text_change(s, out->picture, sums);
    else
        difference_text_amount(s, out->picture, sums, (enum side)which);
}

static void measure_sides(struct report *out, struct change_sums sums)
{
    for (unsigned which = 0; which <= SIDES; which++) {
        struct sink text;
        sink_open_buf(&text);
        write_side(out, &text, which, sums);
        if (text.buf.n > out->side_cells[which])
            out->side_cells[which] = text.buf.n;
        sink_discard(&text);
    }
}

static size_t write_sides(struct report *out, struct change_sums sums)
{
    size_t used = 0;

    for (unsigned which = 0; which <= SIDES; which++) {
        struct sink text;
        sink_open_buf(&text);
        write_side(out, &text, which, sums);
        number_column_pad(out->s, text.buf.n, out->side_cells[which]);
        sink_str(out->s, buf_str(&text.buf));
        sink_text(out->s, "  ");
        sink_discard(&text);
        used += out->side_cells[which] + 2;
    }
    return used;
}

/* Returns the cells of the numbers at the start of a line. */
static size_t write_numbers(struct report *out, const struct line *line)
{
    struct sink *s = out->s;

    if (out->picture->difference)
        return write_sides(out, line->sums);
    number_column_percent(&out->count, s, line->total, PERCENT_CELLS);
    sink_text(s, "  ");
    number_column_write(&out->count, s, line->total);
    sink_text(s, "  ");
    return PERCENT_CELLS + number_column_cells(&out->count) + 4;
}

static void write_line(struct report *out, const struct line *line)
{
    struct sink *s = out->s;

    size_t used = write_numbers(out, line);
    used += write_guides(out, line);
    if (line->more) {
        sink_grouped(s, line->more, 0);
        sink_text(s, " more");
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
    size_t taken =
        PERCENT_CELLS + number_column_cells(&out->count) + 4 + LEVEL_CELLS + NAME_CELLS_LEAST;

    if (columns == 0 || columns >= taken + 2 * (size_t)LEVELS)
        return LEVELS;
    if (columns < taken + 2 * (size_t)LEVELS_LEAST)
        return LEVELS_LEAST;
    return (uint32_t)(columns - taken) / 2;
}

static void write_sides_head(struct report *out)
{
    static const char *const heads[] = {"before", "after", "change"};

    for (unsigned which = 0; which <= SIDES; which++)
        out->side_cells[which] = strlen(heads[which]);
    for (stack_id i = 0; i < out->tree->n; i++)
        measure_sides(out, sums_of(out, i));
    for (unsigned which = 0; which <= SIDES; which++) {
        number_column_pad(out->s, strlen(heads[which]), out->side_cells[which]);
        sink_text(out->s, heads[which]);
        sink_text(out->s, "  ");
    }
    sink_text(out->s, "frame\n");
}

static void write_head(struct report *out)
{
    const struct tree *t = out->tree;

    out->name.n = 0;
    out->fitted.n = 0;
    text_clean(picture_unit(out->picture), &out->name);
    text_fit(buf_str(&out->name), UNIT_CELLS, TEXT_CUT_RIGHT, &out->fitted);
    struct str unit = buf_str(&out->fitted);
    size_t cells = text_cells(unit);
    number_column_init(&out->count, out->picture, cells);
    for (stack_id i = 0; i < t->n; i++)
        number_column_measure(&out->count, t->total[i]);
    out->levels = levels_of(out);
    if (out->picture->difference) {
        write_sides_head(out);
        return;
    }
    sink_text(out->s, "total %  ");
    number_column_pad(out->s, cells, number_column_cells(&out->count));
    sink_str(out->s, unit);
    sink_text(out->s, "  frame\n");
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
    } else if (out->n_shown < n) {
        sink_text(s, "; hidden frames have nothing");
    }
    sink_byte(s, '\n');
    if (out->lost)
        sink_text(s, "each frame in a line has at least 95 % of the number of that line\n");
    if (out->too_deep) {
        sink_text(s, "lines below level ");
        sink_u64(s, out->levels);
        sink_text(s, " are not indented further\n");
    }
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    struct report out = {.picture = picture, .tree = picture->tree, .s = sink};

    (void)f;
    choose(&out);
    tree_list_callees(picture->tree, chain_least(&out, out.least));
    write_head(&out);
    push(&out,
         (struct line){.total = picture->tree->total[0], .last = true, .sums = sums_of(&out, 0)});
    while (out.n_pending) {
        struct line line = out.pending[--out.n_pending];
        write_line(&out, &line);
    }
    write_foot(&out);
    number_column_free(&out.count);
    mem_free(out.pending, out.pending_room, sizeof *out.pending);
    mem_free(out.chain, out.chain_room, sizeof *out.chain);
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
