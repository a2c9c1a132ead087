/* Extracts a picture's record for a report: sums, the heaviest functions, a thumbnail, and exceeded
 * rules of the budget. */
#include "app/report/facts.h"

#include "app/report/changes.h"
#include "app/report/doubt.h"
#include "base/mem.h"
#include "model/functions.h"
#include "render/flame/answer.h"
#include "render/flame/fill.h"

enum { THUMB_ROWS = 20, THUMB_BOXES = 100, THUMB_LEAST_PX = 2 };

struct facts_builder {
    struct report_facts *facts;
    struct picture *picture;
    const struct names *names;
    struct functions functions;
    struct report_row row;
    struct sink boxes;           /* of the thumbnail */
    struct sink answer;          /* of the row */
    struct report_stacks stacks; /* for row.excesses */
    struct buf doubt;            /* of the row */
    struct buf name;             /* scratch */
    unsigned char *met;          /* by rule */
};

static struct str function_name(const struct facts_builder *t, const struct function *function)
{
    return report_name(names_get(t->names, function->name));
}

static struct report_function function_of(const struct facts_builder *t,
                                          const struct function *function)
{
    return (struct report_function){function_name(t, function), function->self, function->total};
}

/* The largest functions. */
struct largest {
    const struct function *rows[REPORT_FUNCTIONS];
    size_t n;
    bool by_total; /* sorts by total, then self */
};

static bool goes_before(const struct facts_builder *t, const struct largest *l,
                        const struct function *a, const struct function *b)
{
    if (l->by_total && a->total != b->total)
        return a->total > b->total;
    return functions_compare(a, b, t->names) < 0;
}

static void insert(const struct facts_builder *t, struct largest *l,
                   const struct function *function)
{
    size_t at = l->n;

    while (at && goes_before(t, l, function, l->rows[at - 1]))
        at--;
    if (at == REPORT_FUNCTIONS)
        return;
    l->n += l->n < REPORT_FUNCTIONS;
    for (size_t i = l->n - 1; i > at; i--)
        l->rows[i] = l->rows[i - 1];
    l->rows[at] = function;
}

static void take_functions(struct facts_builder *t)
{
    struct report_row *row = &t->row;
    struct largest by_self = {.n = 0};
    struct largest by_total = {.by_total = true};

    row->n_functions = t->functions.n;
    for (size_t i = 0; i < t->functions.n; i++) {
        const struct function *function = &t->functions.rows[i];
        if (function->self)
            insert(t, &by_self, function);
        insert(t, &by_total, function);
    }
    row->n_self = by_self.n;
    for (size_t i = 0; i < by_self.n; i++)
        row->self[i] = function_of(t, by_self.rows[i]);
    row->n_most = by_total.n;
    for (size_t i = 0; i < by_total.n; i++)
        row->most[i] = function_of(t, by_total.rows[i]);
}

/* ---- thumbnail ------------------------------------------------------------------------------- */

/* The part of the picture that a thumbnail shows: a frame and what lies above it. */
struct thumbnail_part {
    uint64_t start, total;
    uint32_t depth;
};

static bool is_in_part(const struct thumbnail_part *part, const struct box *box)
{
    return box->depth >= part->depth && box->start >= part->start &&
           box->start + box->total <= part->start + part->total;
}

/* Leaves the trunk out, which looks alike in all pictures of a program: goes to the callee with
 * most of its caller, while that is half of all, and back to where the way last split. */
static struct thumbnail_part find_part(const struct layout *l)
{
    const double most = 0.6;
    const double half = 0.5;
    struct thumbnail_part part = {l->boxes[0].start, l->boxes[0].total, 0};
    struct thumbnail_part split = part;
    const struct box *next = NULL;
    size_t callees = 0;

    for (size_t i = 1; i < l->n; i++) {
        const struct box *box = &l->boxes[i];
        if (box->depth > part.depth + 1) {
            split = callees > 1 ? part : split;
            if (!next)
                return split;
            part = (struct thumbnail_part){next->start, next->total, next->depth};
            next = NULL;
            callees = 0;
        }
        if (!is_in_part(&part, box))
            continue;
        callees++;
        if (!box->joined && (double)box->total >= most * (double)part.total &&
            (double)box->total >= half * (double)l->boxes[0].total)
            next = box;
    }
    return callees > 1 ? part : split;
}

static unsigned px_of(const struct thumbnail_part *part, uint64_t value)
{
    return (unsigned)((double)(value - part->start) / (double)part->total * REPORT_THUMB_WIDTH +
                      0.5);
}

static void draw_box(struct facts_builder *t, const struct thumbnail_part *part,
                     const struct box *box, unsigned row_px)
{
    static const struct colour rest = REST_FILL;
    struct colour fill = box->joined ? rest : frame_paint_of(t->picture, box).fill;
    unsigned x = px_of(part, box->start);
    unsigned width = px_of(part, box->start + box->total) - x;
    unsigned row = box->depth - part->depth;
    unsigned y =
        t->picture->style->inverted ? row * row_px : REPORT_THUMB_HEIGHT - (row + 1) * row_px;

    if (width)
        report_box_put(&t->boxes, &(struct report_box){fill, x, y, width, row_px});
}

/* Draws the frames above the trunk, if they are wide enough. */
static void draw_thumbnail(struct facts_builder *t)
{
    struct tree *tree = t->picture->tree;
    uint64_t least = t->picture->whole / (REPORT_THUMB_WIDTH / THUMB_LEAST_PX) + 1;
    struct layout layout = {0};

    sink_open_buf(&t->boxes);
    layout_build(&layout, tree, t->picture->whole, least, least);
    if (layout.n) {
        struct thumbnail_part part = find_part(&layout);
        unsigned rows = layout.depth + 1 - part.depth;
        if (rows > THUMB_ROWS)
            rows = THUMB_ROWS;
        unsigned row_px = REPORT_THUMB_HEIGHT / (rows > 8 ? rows : 8);
        for (size_t i = 0, n = 0; i < layout.n && n < THUMB_BOXES; i++)
            if (is_in_part(&part, &layout.boxes[i]) && layout.boxes[i].depth - part.depth < rows) {
                draw_box(t, &part, &layout.boxes[i], row_px);
                n++;
            }
    }
    layout_free(&layout);
    t->row.boxes = buf_str(&t->boxes.buf);
}

/* ---- budget ---------------------------------------------------------------------------------- */

static void exceed(struct facts_builder *t, size_t rule, const struct function *function,
                   uint64_t value)
{
    struct report_row *row = &t->row;

    row->n_exceeded++;
    if (row->n_excesses == REPORT_EXCESSES)
        return;
    struct str stack = report_stack(&t->stacks, t->picture, function->name, function->kind);
    row->excesses[row->n_excesses++] = (struct report_excess){.rule = rule,
                                                              .name = function_name(t, function),
                                                              .stack = stack,
                                                              .value = value,
                                                              .share = report_percent(row, value)};
}

/* Records an excess if the function breaks the rule; for a forbidden one its total. */
static void check_function(struct facts_builder *t, size_t i, const struct function *function)
{
    const struct budget_rule *rule = &t->facts->budget->rules[i];
    uint64_t value = rule->kind == BUDGET_SELF ? function->self : function->total;

    switch (rule->kind) {
    case BUDGET_FORBID:
        exceed(t, i, function, value);
        break;
    case BUDGET_TOTAL:
    case BUDGET_SELF:
        if (budget_exceeds(rule, (double)value, (double)t->picture->tree->total[0]))
            exceed(t, i, function, value);
        break;
    case BUDGET_GROWTH: /* only for comparisons */
        break;
    }
}

static void check_budget(struct facts_builder *t)
{
    const struct budget *budget = t->facts->budget;

    t->met = mem_alloc(budget->n, 1);
    memset(t->met, '0', budget->n);
    for (size_t k = 0; budget->n && k < t->functions.n; k++) {
        const struct function *function = &t->functions.rows[k];
        buf_clear(&t->name);
        buf_add(&t->name, name_without_mark(names_get(t->names, function->name)));
        buf_add_byte(&t->name, '\0');
        for (size_t i = 0; i < budget->n; i++)
            if (budget->rules[i].kind != BUDGET_GROWTH && budget_is_about(budget, i, t->name.p)) {
                t->met[i] = '0' + REPORT_RULE_CHECKED;
                check_function(t, i, function);
            }
    }
    t->row.met = (struct str){(const char *)t->met, budget->n};
    t->row.tried = STR("");
}

/* ---- the whole record ------------------------------------------------------------------------ */

static void take_sums(struct facts_builder *t, const struct inputs *in)
{
    const struct column *column = t->picture->tree->column;
    const struct input_report *report = &in->summary.inputs[0].report;
    struct report_row *row = &t->row;

    row->format = str_of(report->format->name);
    row->event = names_get(t->names, column->name);
    row->unit = picture_unit(t->picture);
    row->about = buf_str(&in->about);
    sink_open_buf(&t->answer);
    if (!t->picture->difference)
        answer_write(&t->answer, t->picture, NULL, " ");
    row->answer = buf_str(&t->answer.buf);
    row->total = t->picture->tree->total[0];
    row->scale = column->scale;
    row->n_lines = report->tally.lines;
    row->n_skipped = report->tally.bad;
}

void report_facts_take(struct report_facts *facts, struct picture *picture, bool reversed,
                       const struct inputs *in)
{
    struct facts_builder t = {
        .facts = facts, .picture = picture, .names = &picture->profile->names};
    struct report_changes *changes = mem_alloc(1, sizeof *changes); /* too large for the stack */

    take_sums(&t, in);
    if (picture->difference) {
        tree_list_callees(picture->tree, 0);
        report_changes_take(changes, &t.row, facts->budget, picture, &facts->before, in);
        report_doubt_find(&t.doubt, picture->difference, facts->told);
        t.row.sides.doubt = buf_str(&t.doubt);
    } else {
        tree_list_unordered(picture->tree);
        if (facts->budget->n)
            functions_build(&t.functions, picture->tree, reversed);
        else
            functions_add_up(&t.functions, picture->tree, reversed);
        take_functions(&t);
        check_budget(&t);
    }
    draw_thumbnail(&t);
    report_row_write(&facts->record, &t.row);
    if (picture->difference)
        report_changes_free(changes, facts->budget);
    mem_free(changes, 1, sizeof *changes);
    report_stacks_free(&t.stacks);
    mem_free(t.met, facts->budget->n, 1);
    buf_free(&t.name);
    buf_free(&t.doubt);
    sink_discard(&t.boxes);
    sink_discard(&t.answer);
    functions_free(&t.functions);
}
