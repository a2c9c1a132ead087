/* The numbers of both sides before each line of a tree that compares. */
#include "render/flame/tree_sides.h"

#include "render/flame/difference_text.h"
#include "render/flame/number_column.h"

static const char *const heads[] = {"before", "after", "change"};

static void write_side(const struct tree_sides *sides, struct sink *s, unsigned which,
                       struct change_sums sums)
{
    if (which == SIDES)
        difference_text_change(s, sides->picture, sums);
    else
        difference_text_amount(s, sides->picture, sums, (enum side)which);
}

void tree_sides_init(struct tree_sides *sides, const struct picture *picture)
{
    *sides = (struct tree_sides){.picture = picture};
    for (unsigned which = 0; which <= SIDES; which++)
        sides->cells[which] = strlen(heads[which]);
    for (stack_id i = 0; i < picture->tree->n; i++) {
        struct change_sums sums = difference_total(picture->difference, i);
        for (unsigned which = 0; which <= SIDES; which++) {
            struct sink text;
            sink_open_buf(&text);
            write_side(sides, &text, which, sums);
            size_t cells = text_cells(buf_str(&text.buf));
            if (cells > sides->cells[which])
                sides->cells[which] = cells;
            sink_discard(&text);
        }
    }
}

void tree_sides_write_head(const struct tree_sides *sides, struct sink *s)
{
    for (unsigned which = 0; which <= SIDES; which++) {
        number_column_pad(s, strlen(heads[which]), sides->cells[which]);
        sink_text(s, heads[which]);
        sink_text(s, "  ");
    }
}

size_t tree_sides_write(const struct tree_sides *sides, struct sink *s, struct change_sums sums)
{
    bool coloured = sides->picture->style->coloured;
    size_t used = 0;

    for (unsigned which = 0; which <= SIDES; which++) {
        struct sink text;
        sink_open_buf(&text);
        write_side(sides, &text, which, sums);
        number_column_pad(s, text_cells(buf_str(&text.buf)), sides->cells[which]);
        if (coloured && which == SIDES && sums.before != sums.after)
            sink_ink(s, text.buf.p[0] == '+' ? INK_HOT : INK_LESS);
        sink_str(s, buf_str(&text.buf));
        if (coloured)
            sink_ink(s, INK_PLAIN);
        sink_text(s, "  ");
        sink_discard(&text);
        used += sides->cells[which] + 2;
    }
    return used;
}
