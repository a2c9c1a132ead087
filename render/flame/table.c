/* A table of functions by self value, for a terminal:
 *
 *     self  self %   total  total %  function
 *   23,450   31.20  75,160   100.00  main
 *
 * A column with the kind precedes the names if any function's kind is known.
 */
#include "model/functions.h"
#include "render/common/terminal_text.h"
#include "render/flame/by_table.h"
#include "render/flame/difference_table.h"
#include "render/flame/number_column.h"
#include "render/output.h"

enum { PERCENT_CELLS = 6, TOTAL_PERCENT_CELLS = 7, NAME_CELLS_LEAST = 20, GAP = 2, GAPS = 8 };

/* In a window: head, blank line, sum, how to see the rest, the next command. */
enum { LINES_OTHER = 5, ROWS_LEAST = 3 };

struct text_table {
    const struct picture *picture;
    struct sink *s;
    struct functions functions;
    size_t n; /* functions that are shown */
    struct number_column self, total;
    size_t kind_cells; /* 0: no kind is known */
    size_t name_cells; /* 0: no limit */
    size_t bar;        /* cells of the bars of self values; 0: none */
    uint64_t most;     /* the greatest self value, which has a whole bar */
    struct buf clean, fitted;
};

static const char *kind_shown(const struct function *function)
{
    return function->kind == KIND_UNKNOWN ? "" : kind_word(function->kind);
}

static void ink(const struct text_table *out, enum ink ink)
{
    if (out->picture->style->coloured)
        sink_ink(out->s, ink);
}

/* Returns how many functions are shown: of those that were not asked for, what a window holds. */
static size_t shown(const struct text_table *out)
{
    const struct style *style = out->picture->style;
    size_t most = style->rows_given ? style->rows : style->lines;

    if (!style->rows_given && most)
        most = most > LINES_OTHER + ROWS_LEAST ? most - LINES_OTHER : ROWS_LEAST;
    return most && most < out->functions.n ? most : out->functions.n;
}

static void measure(struct text_table *out)
{
    const struct style *style = out->picture->style;

    out->n = shown(out);
    out->bar = terminal_text_bar(style->columns);
    number_column_init(&out->self, out->picture, strlen("self"));
    number_column_init(&out->total, out->picture, strlen("total"));
    for (size_t i = 0; i < out->n; i++) {
        const struct function *function = &out->functions.rows[i];
        number_column_measure(&out->self, function->self);
        number_column_measure(&out->total, function->total);
        if (function->self > out->most)
            out->most = function->self;
        if (strlen(kind_shown(function)) > out->kind_cells)
            out->kind_cells = strlen(kind_shown(function));
    }
    if (out->kind_cells && out->kind_cells < strlen("kind"))
        out->kind_cells = strlen("kind");
    size_t used = number_column_cells(&out->self) + number_column_cells(&out->total) +
                  PERCENT_CELLS + TOTAL_PERCENT_CELLS + GAPS + (out->bar ? out->bar + GAP : 0) +
                  (out->kind_cells ? out->kind_cells + GAP : 0);
    if (style->columns)
        out->name_cells =
            style->columns > used + NAME_CELLS_LEAST ? style->columns - used : NAME_CELLS_LEAST;
}

static void write_head(struct text_table *out)
{
    ink(out, INK_FAINT);
    number_column_pad(out->s, strlen("self"), number_column_cells(&out->self));
    sink_text(out->s, "self  self %  ");
    number_column_pad(out->s, 0, out->bar ? out->bar + GAP : 0);
    number_column_pad(out->s, strlen("total"), number_column_cells(&out->total));
    sink_text(out->s, "total  total %  ");
    if (out->kind_cells) {
        sink_text(out->s, "kind");
        number_column_pad(out->s, strlen("kind"), out->kind_cells + GAP);
    }
    sink_text(out->s, "function");
    ink(out, INK_PLAIN);
    sink_byte(out->s, '\n');
}

static void write_name(struct text_table *out, const struct function *function)
{
    struct str name = names_get(&out->picture->profile->names, function->name);

    out->clean.n = 0;
    text_clean_name(name_without_mark(name), &out->clean);
    struct str clean = buf_str(&out->clean);
    if (out->name_cells) {
        out->fitted.n = 0;
        text_fit(clean, out->name_cells,
                 out->picture->style->cut == TEXT_CUT_SMART ? TEXT_CUT_MIDDLE : TEXT_CUT_RIGHT,
                 &out->fitted);
        clean = buf_str(&out->fitted);
    }
    sink_str(out->s, clean);
}

static void write_function(struct text_table *out, const struct function *function)
{
    struct sink *s = out->s;

    number_column_write(&out->self, s, function->self);
    number_column_pad(s, 0, GAP);
    number_column_percent(&out->self, s, function->self, PERCENT_CELLS);
    number_column_pad(s, 0, GAP);
    if (out->bar) {
        terminal_text_write_bar(s, function->self, out->most, out->bar,
                                out->picture->style->coloured
                                    ? terminal_text_ink(function->self, out->picture->whole)
                                    : INK_PLAIN);
        number_column_pad(s, 0, GAP);
    }
    number_column_write(&out->total, s, function->total);
    number_column_pad(s, 0, GAP);
    number_column_percent(&out->total, s, function->total, TOTAL_PERCENT_CELLS);
    number_column_pad(s, 0, GAP);
    if (out->kind_cells) {
        sink_text(s, kind_shown(function));
        number_column_pad(s, strlen(kind_shown(function)), out->kind_cells + GAP);
    }
    write_name(out, function);
    sink_byte(s, '\n');
}

/* "20 of 132 functions, 75,160 samples" */
static void write_foot(struct text_table *out)
{
    struct sink *s = out->s;

    sink_byte(s, '\n');
    if (out->n < out->functions.n) {
        sink_grouped(s, out->n, 0);
        sink_text(s, " of ");
    }
    sink_grouped(s, out->functions.n, 0);
    sink_text(s, out->functions.n == 1 ? " function, " : " functions, ");
    number_column_total(&out->total, s);
    sink_byte(s, '\n');
    if (out->n < out->functions.n && out->picture->style->lines)
        terminal_text_write_rest(s, "table", out->picture->style->coloured);
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    struct text_table out = {.picture = picture, .s = sink};

    (void)f;
    if (picture->difference) {
        difference_table(sink, picture);
        return true;
    }
    if (picture->style->by.n) {
        by_table(sink, picture);
        return true;
    }
    tree_list_callees(picture->tree, 0);
    functions_build(&out.functions, picture->tree, false);
    measure(&out);
    write_head(&out);
    for (size_t i = 0; i < out.n; i++)
        write_function(&out, &out.functions.rows[i]);
    write_foot(&out);
    functions_free(&out.functions);
    number_column_free(&out.self);
    number_column_free(&out.total);
    buf_free(&out.clean);
    buf_free(&out.fitted);
    return true;
}

static const char *const endings[] = {"table", NULL};

const struct output_format output_table = {
    .name = "table",
    .about = "functions by self and total, aligned for a terminal",
    .endings = endings,
    .write = write,
    .both = true,
    .by_functions = true,
};
