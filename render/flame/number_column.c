/* Aligned numbers: each is first written to a buffer to find its point. */
#include "render/flame/number_column.h"

#include "render/common/amount.h"

void number_column_init(struct number_column *a, const struct picture *picture, size_t least)
{
    *a = (struct number_column){.picture = picture, .least = least};
    sink_open_buf(&a->text);
}

void number_column_free(struct number_column *a)
{
    sink_discard(&a->text);
}

/* Whether numbers have their unit with them: "1.23 ms". */
static bool is_scaled(const struct picture *picture)
{
    return picture->style->scaled && amount_is_scaled(picture_unit(picture));
}

void number_column_unit(const struct picture *picture, struct buf *to)
{
    if (is_scaled(picture))
        buf_add(to, str_of(amount_word(picture_unit(picture))));
    else
        text_clean(picture_unit(picture), to);
}

static void write_number(struct sink *s, const struct picture *picture, uint64_t value)
{
    if (value && is_scaled(picture))
        amount_write_rounded(s, picture_shown(picture, value), picture_unit(picture));
    else
        picture_count(s, picture, value);
}

static struct str text_of(struct number_column *a, uint64_t value, size_t *point)
{
    a->text.buf.n = 0;
    write_number(&a->text, a->picture, value);
    struct str text = buf_str(&a->text.buf);
    *point = amount_point(text);
    return text;
}

void number_column_measure(struct number_column *a, uint64_t value)
{
    size_t point;
    struct str text = text_of(a, value, &point);

    if (point > a->before)
        a->before = point;
    size_t after = text_cells(str_from_to(text, point, text.n));
    if (after > a->after)
        a->after = after;
}

size_t number_column_cells(const struct number_column *a)
{
    size_t cells = a->before + a->after;

    return cells > a->least ? cells : a->least;
}

void number_column_pad(struct sink *s, size_t have, size_t cells)
{
    for (; have < cells; have++)
        sink_byte(s, ' ');
}

void number_column_write(struct number_column *a, struct sink *s, uint64_t value)
{
    size_t point;
    struct str text = text_of(a, value, &point);

    number_column_pad(s, point + a->after, number_column_cells(a));
    sink_str(s, text);
    number_column_pad(s, text_cells(str_from_to(text, point, text.n)), a->after);
}

void number_column_percent(struct number_column *a, struct sink *s, uint64_t value, size_t cells)
{
    a->text.buf.n = 0;
    amount_percent(&a->text, value, a->picture->whole);
    number_column_pad(s, a->text.buf.n, cells);
    sink_str(s, buf_str(&a->text.buf));
}

void number_column_total(const struct number_column *a, struct sink *s)
{
    const struct picture *picture = a->picture;
    struct buf unit = {0};

    text_clean(picture_unit_of(picture, picture->tree->total[0]), &unit);
    write_number(s, picture, picture->tree->total[0]);
    if (!is_scaled(picture) || !picture->tree->total[0]) {
        sink_byte(s, ' ');
        sink_str(s, buf_str(&unit));
    }
    if (picture->whole != picture->tree->total[0]) {
        sink_text(s, ", percent of ");
        write_number(s, picture, picture->whole);
    }
    buf_free(&unit);
}
