/* Turns the rows of a call tree into samples: a function's self value is its total minus its
 * callees'. */
#include "input/common/outline.h"

#include "base/mem.h"

struct outline_row {
    size_t column;
    size_t n;      /* frames from the root on */
    uint64_t hash; /* of these */
    uint64_t line;
    uint64_t own[OUTLINE_VALUES];
    bool unknown;  /* what it has was not to be read */
    bool exceeded; /* the rows below have more than this one */
};

void outline_init(struct outline *o, struct text *text, bool inclusive)
{
    *o = (struct outline){.text = text, .inclusive = inclusive};
    builder_begin(&text->builder);
}

void outline_free(struct outline *o)
{
    mem_free(o->rows, o->room, sizeof *o->rows);
    *o = (struct outline){0};
}

/* Makes the builder's stack the path to the last row. */
static void go_back(struct outline *o)
{
    struct builder *b = &o->text->builder;

    b->n = o->n ? o->rows[o->n - 1].n : 0;
    b->hash = o->n ? o->rows[o->n - 1].hash : 0;
}

/* Adds the self value of the last row. */
static bool close_row(struct outline *o)
{
    const struct outline_row *row = &o->rows[o->n - 1];
    bool any = false;

    for (size_t i = 0; i < OUTLINE_VALUES; i++)
        any = any || row->own[i];
    if (any && !builder_add(&o->text->builder, ROOT_FIRST, o->labels, row->own, row->line))
        return false;
    if (row->exceeded &&
        !lines_bad(&o->text->lines, row->line, "less than the rows below it together", STR("")))
        return false;
    o->n--;
    go_back(o);
    return true;
}

bool outline_end(struct outline *o, size_t column)
{
    while (o->n && o->rows[o->n - 1].column >= column)
        if (!close_row(o))
            return false;
    return true;
}

/* Returns the row whose values include those of a new row; NULL: none does. */
static struct outline_row *find_holder(const struct outline *o)
{
    size_t n = o->inclusive ? o->n : 0;

    while (n && o->rows[n - 1].unknown)
        n--;
    return n ? &o->rows[n - 1] : NULL;
}

bool outline_add(struct outline *o, size_t column, frame_id frame, const uint64_t *values)
{
    struct builder *b = &o->text->builder;
    struct outline_row row = {
        .column = column, .line = o->text->r->tally.lines, .unknown = values == NULL};
    struct outline_row *holder = find_holder(o);

    for (size_t i = 0; values && i < b->n_values && i < OUTLINE_VALUES; i++) {
        row.own[i] = values[i];
        if (!holder)
            continue;
        holder->exceeded = holder->exceeded || (values[i] > holder->own[i] && !o->rounded);
        holder->own[i] -= values[i] < holder->own[i] ? values[i] : holder->own[i];
    }
    if (frame && !builder_push(b, frame))
        return false;
    row.n = b->n;
    row.hash = b->hash;
    o->rows = mem_grow(o->rows, &o->room, o->n + 1, sizeof *o->rows);
    o->rows[o->n++] = row;
    return true;
}

size_t outline_column(const struct outline *o, size_t row)
{
    return o->rows[row].column;
}
