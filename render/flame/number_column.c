/* Aligned numbers: each is written to a buffer to see where its point stands. */
#include "render/flame/number_column.h"

void amounts_init(struct amounts *a, const struct picture *picture, size_t least)
{
    *a = (struct amounts){.picture = picture, .least = least};
    sink_open_buf(&a->text);
}

void amounts_free(struct amounts *a)
{
    sink_discard(&a->text);
}

static struct str text_of(struct amounts *a, uint64_t value, size_t *point)
{
    a->text.buf.n = 0;
    output_count(&a->text, a->picture, value);
    struct str text = buf_str(&a->text.buf);
    *point = str_find(text, 0, STR("."));
    return text;
}

void amounts_measure(struct amounts *a, uint64_t value)
{
    size_t point;
    struct str text = text_of(a, value, &point);

    if (point > a->before)
        a->before = point;
    if (text.n - point > a->after)
        a->after = text.n - point;
}

size_t amounts_cells(const struct amounts *a)
{
    size_t cells = a->before + a->after;

    return cells > a->least ? cells : a->least;
}

void amounts_pad(struct sink *s, size_t have, size_t cells)
{
    for (; have < cells; have++)
        sink_byte(s, ' ');
}

void amounts_write(struct amounts *a, struct sink *s, uint64_t value)
{
    size_t point;
    struct str text = text_of(a, value, &point);

    amounts_pad(s, point + a->after, amounts_cells(a));
    sink_str(s, text);
    amounts_pad(s, text.n - point, a->after);
}

void amounts_percent(struct amounts *a, struct sink *s, uint64_t value, size_t cells)
{
    a->text.buf.n = 0;
    output_percent(&a->text, value, a->picture->whole);
    amounts_pad(s, a->text.buf.n, cells);
    sink_str(s, buf_str(&a->text.buf));
}

void amounts_total(const struct amounts *a, struct sink *s)
{
    const struct picture *picture = a->picture;
    struct buf unit = {0};

    text_clean(output_unit_of(picture, picture->tree->total[0]), &unit);
    output_count(s, picture, picture->tree->total[0]);
    sink_byte(s, ' ');
    sink_str(s, buf_str(&unit));
    if (picture->whole != picture->tree->total[0]) {
        sink_text(s, ", percent of ");
        output_count(s, picture, picture->whole);
    }
    buf_free(&unit);
}
