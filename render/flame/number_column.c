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

static struct str text_of(struct number_column *a, uint64_t value, size_t *point)
{
    a->text.buf.n = 0;
    picture_count(&a->text, a->picture, value);
    struct str text = buf_str(&a->text.buf);
    *point = str_find(text, 0, STR("."));
    return text;
}

void number_column_measure(struct number_column *a, uint64_t value)
{
    size_t point;
    struct str text = text_of(a, value, &point);

    if (point > a->before)
        a->before = point;
    if (text.n - point > a->after)
        a->after = text.n - point;
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
    number_column_pad(s, text.n - point, a->after);
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
    picture_count(s, picture, picture->tree->total[0]);
    sink_byte(s, ' ');
    sink_str(s, buf_str(&unit));
    if (picture->whole != picture->tree->total[0]) {
        sink_text(s, ", percent of ");
        picture_count(s, picture, picture->whole);
    }
    buf_free(&unit);
}
