/* The table of functions in a comparison:
 *
 *   self before  self after  change  total before  total after  change  how sure         function
 *            40          60     +20            70           90     +20  [+6, +36] proven parse
 *
 * In a narrow window how sure it is is a word, and columns that say less go.
 */
#include "render/flame/difference_table.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/compare/evidence.h"
#include "render/common/grid.h"
#include "render/common/terminal_text.h"
#include "render/flame/difference_text.h"
#include "render/flame/difference_verdict.h"

/* In a window, and the cells of its lines where intervals and where sentences have room. */
enum { ROWS_LEAST = 3, INTERVALS = 110, WHOLE_VERDICTS = 180 };

/* A function with its sort key. */
struct difference_row {
    struct str name;
    frame_id frame;
    struct change_sums self, total;
    unsigned sure;      /* 2: proven, 1: beyond the noise */
    double first, then; /* changes without sign: what colours follow, and the other */
};

struct difference_table {
    const struct picture *picture;
    struct sink *s;
    struct grid grid;
    struct difference_row *rows;
    size_t n;
    struct buf clean;
};

static const struct grid_column columns[] = {
    {.head = "self before"},
    {.head = "after"},
    {.head = "change"},
    {.head = "total before"},
    {.head = "after"},
    {.head = "change"},
    {.head = "how sure", .text = true, .whole = true},
    {.head = "compiled", .text = true, .whole = true, .spare = 3},
    {.head = "kind", .text = true, .whole = true, .spare = 4},
    {.head = "function", .text = true},
};

enum { SELF_COLUMNS = 0, TOTAL_COLUMNS = 3, SIDE_COLUMNS = 3 };

static int compare(const void *a, const void *b)
{
    const struct difference_row *x = a;
    const struct difference_row *y = b;

    if (x->sure != y->sure)
        return x->sure > y->sure ? -1 : 1;
    if (x->first != y->first)
        return x->first > y->first ? -1 : 1;
    if (x->then != y->then)
        return x->then > y->then ? -1 : 1;
    int order = str_compare(x->name, y->name);
    return order ? order : (x->frame > y->frame) - (x->frame < y->frame);
}

/* What is proven comes first, then what is beyond the noise, of samples enough. */
static unsigned sureness_of(const struct difference *d, frame_id frame)
{
    const struct evidence_row *row = difference_evidence(d, frame, d->by_self);

    if (verdict_lacks_samples(difference_verdict_of(d, frame, d->by_self)))
        return 0;
    return row && row->beyond_noise ? row->proven ? 2 : 1 : 0;
}

static void find_rows(struct difference_table *t)
{
    const struct picture *picture = t->picture;
    const struct difference *d = picture->difference;
    const struct profile *p = picture->profile;
    struct frame_sums sums;

    frame_sums_build(&sums, p, d->reversed);
    t->rows = mem_alloc(p->frames.n, sizeof *t->rows);
    for (frame_id frame = 1; frame < p->frames.n; frame++) {
        struct difference_row row = {
            .name = names_get(&p->names, p->frames.rows[frame].name),
            .frame = frame,
            .self = difference_of_runs(d, sums.self + frame * sums.n_columns),
            .total = difference_of_runs(d, sums.total + frame * sums.n_columns),
        };
        double self = fabs(difference_change(d, row.self));
        double total = fabs(difference_change(d, row.total));
        row.first = d->by_self ? self : total;
        row.then = d->by_self ? total : self;
        row.sure = sureness_of(d, frame);
        if (row.total.before || row.total.after)
            t->rows[t->n++] = row;
    }
    frame_sums_free(&sums);
    qsort(t->rows, t->n, sizeof *t->rows, compare);
}

static void add_sums(struct difference_table *t, struct change_sums sums)
{
    difference_text_amount(&t->grid.cell, t->picture, sums, SIDE_BEFORE);
    grid_next(&t->grid);
    difference_text_amount(&t->grid.cell, t->picture, sums, SIDE_AFTER);
    grid_next(&t->grid);
    difference_text_change(&t->grid.cell, t->picture, sums);
    grid_next(&t->grid);
}

static void add_sure(struct difference_table *t, frame_id frame)
{
    const bool by_self = t->picture->difference->by_self;
    const size_t cells = t->picture->style->columns;

    if (cells && cells < WHOLE_VERDICTS)
        difference_text_sure_short(&t->grid.cell, t->picture, frame, by_self, cells >= INTERVALS);
    else
        difference_text_sure(&t->grid.cell, t->picture, frame, by_self, " ");
    grid_next(&t->grid);
}

static void add_row(struct difference_table *t, const struct difference_row *row)
{
    const struct difference *d = t->picture->difference;
    enum frame_kind kind = d->profile->frames.rows[row->frame].kind;

    add_sums(t, row->self);
    add_sums(t, row->total);
    add_sure(t, row->frame);
    difference_text_tiers(&t->grid.cell, t->picture, row->frame);
    grid_next(&t->grid);
    grid_text(&t->grid, str_of(kind == KIND_UNKNOWN ? "" : kind_word(kind)));
    buf_clear(&t->clean);
    text_clean_name(name_without_mark(row->name), &t->clean);
    grid_text(&t->grid, buf_str(&t->clean));
}

/* "20 of 132 functions; 100 -> 123 samples, +23 (+23.00%) [-7, +53], within the noise" */
static void write_sum(const struct difference_table *t, struct sink *s, size_t shown)
{
    struct sink sure;

    if (shown < t->n) {
        sink_grouped(s, shown, 0);
        sink_text(s, " of ");
    }
    sink_grouped(s, t->n, 0);
    sink_text(s, t->n == 1 ? " function; " : " functions; ");
    difference_text_headline(s, t->picture);
    sink_open_buf(&sure);
    difference_text_certainty(&sure, t->picture);
    if (sure.buf.n)
        sink_byte(s, ' ');
    sink_str(s, buf_str(&sure.buf));
    sink_discard(&sure);
    grid_write_left_out(&t->grid, s);
    sink_byte(s, '\n');
    difference_text_power(s, t->picture);
}

static void write_foot(struct difference_table *t, size_t shown)
{
    struct sink *s = t->s;
    struct sink text;
    struct str line;

    sink_open_buf(&text);
    write_sum(t, &text, shown);
    sink_byte(s, '\n');
    for (struct str rest = buf_str(&text.buf); rest.n && take_field(&rest, '\n', &line);)
        terminal_text_write_wrapped(s, line, t->picture->style->columns);
    sink_discard(&text);
    if (shown < t->n && t->picture->style->lines)
        terminal_text_write_rest(s, "table", t->picture->style->coloured);
}

static void write_verdict(struct difference_table *t)
{
    struct sink text;

    sink_open_buf(&text);
    difference_verdict(&text, t->picture);
    if (text.buf.n) {
        terminal_text_write_wrapped(t->s, buf_str(&text.buf), t->picture->style->columns);
        sink_byte(t->s, '\n');
    }
    sink_discard(&text);
}

/* Returns how many functions are shown: of those that were not asked for, what a window holds next
 * to the verdict, the head, the foot and the next command. */
static size_t shown_of(struct difference_table *t)
{
    const struct style *style = t->picture->style;
    size_t most = style->rows_given ? style->rows : style->lines;
    struct sink *s = t->s;
    struct sink foot;

    if (!style->rows_given && most) {
        sink_open_buf(&foot);
        t->s = &foot;
        write_verdict(t);
        write_foot(t, 0);
        t->s = s;
        size_t others = 2 + terminal_text_lines(buf_str(&foot.buf), style->columns);
        most = most > others + ROWS_LEAST ? most - others : ROWS_LEAST;
        sink_discard(&foot);
    }
    return most && most < t->n ? most : t->n;
}

/* Least is told by what the table is not sorted by, and by what was before, which the change and
 * what is after tell too. */
static void start_grid(struct difference_table *t)
{
    const bool by_self = t->picture->difference->by_self;
    const size_t sorted = by_self ? SELF_COLUMNS : TOTAL_COLUMNS;
    const size_t other = by_self ? TOTAL_COLUMNS : SELF_COLUMNS;

    grid_init(&t->grid, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < SIDE_COLUMNS; i++)
        t->grid.columns[other + i].spare = 2;
    t->grid.columns[sorted].spare = 1;
}

void difference_table(struct sink *s, const struct picture *picture)
{
    struct difference_table t = {.picture = picture, .s = s};

    find_rows(&t);
    size_t shown = shown_of(&t);
    start_grid(&t);
    for (size_t i = 0; i < shown; i++)
        add_row(&t, &t.rows[i]);
    grid_fit(&t.grid, picture->style->columns, 0);
    write_verdict(&t);
    grid_write_head(&t.grid, s);
    grid_write(&t.grid, s, 0, shown);
    write_foot(&t, shown);
    grid_free(&t.grid);
    mem_free(t.rows, picture->profile->frames.n, sizeof *t.rows);
    buf_free(&t.clean);
}
