/* What the areas of a timeline are, and how large in a snapshot. */
#include "render/timeline/legend.h"

#include <math.h>

#include "render/flame/fill.h"

enum { LEGEND_CELLS = 30 };

const struct colour timeline_part_fills[TIMELINE_PARTS] = {
    {0x5c, 0x86, 0xc4}, {0xd9, 0xa5, 0x4a}, {0x7a, 0xb3, 0x7c}};

/* Distinct in hue and lightness, on light and dark backgrounds. */
const struct colour timeline_site_fills[TIMELINE_SITES] = {
    {0x4e, 0x79, 0xa7}, {0xf2, 0x8e, 0x2b}, {0x76, 0xb7, 0xb2}, {0xe1, 0x57, 0x59},
    {0xed, 0xc9, 0x48}, {0xb0, 0x7a, 0xa1}, {0x59, 0xa1, 0x4f}, {0xff, 0x9d, 0xa7}};

bool timeline_has_part(const struct timeline *t, size_t part)
{
    size_t i = 0;

    while (i < t->n && !t->shots[i].parts[part])
        i++;
    return i < t->n || part == TIMELINE_HEAP;
}

size_t timeline_n_parts(const struct timeline *t)
{
    size_t n = 0;

    for (size_t i = 0; i < TIMELINE_PARTS; i++)
        n += timeline_has_part(t, i);
    return n;
}

static size_t columns_of(const struct timeline_canvas *c)
{
    double columns = floor(c->whole.width / (LEGEND_CELLS * c->cell));

    return columns < 1 ? 1 : columns > 4 ? 4 : (size_t)columns;
}

size_t timeline_legend_rows(const struct timeline_canvas *c, size_t n)
{
    return (n + columns_of(c) - 1) / columns_of(c);
}

/* The sum of the parts below this one. What belongs to no site is on top, up to the whole heap. */
uint64_t timeline_below(const struct timeline_snapshot *s, const struct timeline_canvas *c,
                        bool of_sites, size_t part)
{
    uint64_t sum = 0;

    if (!of_sites) {
        for (size_t i = 0; i < part; i++)
            sum += s->parts[i];
        return sum;
    }
    for (size_t i = 0; i < part; i++)
        sum += i < c->t.n_sites ? s->sites[i] : 0;
    return part > c->t.n_sites ? s->parts[TIMELINE_HEAP] : sum;
}

/* A row of the legend, and its value in a snapshot. */
struct entry {
    struct str name;
    struct colour fill;
    uint64_t value;
    bool is_rest;
};

static void legend_entry(struct timeline_canvas *c, const struct timeline_chart *chart, size_t at,
                         const struct entry *entry)
{
    size_t columns = columns_of(c);
    double width = chart->width / (double)columns;
    size_t row = at / columns;
    double x = chart->left + (double)(at % columns) * width;
    double y = chart->top + chart->height + 1.5 * c->font * (2 + (double)row) + 4;
    struct sink words;

    sink_text(c->s, entry->is_rest ? "<rect class=\"rest\"" : "<rect");
    svg_number(c->s, "x", x);
    svg_number(c->s, "y", y);
    svg_number(c->s, "width", c->font);
    svg_number(c->s, "height", c->font);
    svg_colour(c->s, "fill", entry->fill);
    sink_text(c->s, "/>");
    sink_open_buf(&words);
    timeline_amount(c, entry->value, &words);
    sink_byte(&words, ' ');
    double room = (width - 2.5 * c->font) / c->cell - (double)words.buf.n;
    buf_clear(&c->clean);
    buf_clear(&c->fitted);
    text_clean(entry->name, &c->clean);
    text_fit(buf_str(&c->clean), room > 0 ? (size_t)room : 0, TEXT_CUT_SMART, &c->fitted);
    sink_str(&words, buf_str(&c->fitted));
    timeline_write(c, x + 1.5 * c->font, y + 0.85 * c->font, "start", buf_str(&words.buf),
                   (width - 2.5 * c->font) / c->cell);
    sink_discard(&words);
}

/* "in snapshot 70, the peak" */
static void legend_head(struct timeline_canvas *c, const struct timeline_chart *chart,
                        const struct timeline_snapshot *s)
{
    struct sink words;

    sink_open_buf(&words);
    sink_text(&words, "in snapshot ");
    sink_u64(&words, s->is->number);
    sink_text(&words, s->is->is_peak ? ", the peak" : "");
    timeline_write(c, chart->left, chart->top + chart->height + 2.6 * c->font, "start",
                   buf_str(&words.buf), chart->width / 2 / c->cell);
    sink_discard(&words);
}

enum { ENTRIES_MOST = TIMELINE_SITES + 1 };

/* The entries of a legend, the largest first; of equal ones the lowest area. */
struct entries {
    struct entry rows[ENTRIES_MOST];
    size_t n;
};

static void add_entry(struct entries *to, struct entry entry)
{
    size_t at = to->n++;

    for (; at && to->rows[at - 1].value < entry.value; at--)
        to->rows[at] = to->rows[at - 1];
    to->rows[at] = entry;
}

static void write_entries(struct timeline_canvas *c, const struct timeline_chart *chart,
                          const struct entries *entries)
{
    for (size_t i = 0; i < entries->n; i++)
        legend_entry(c, chart, i, &entries->rows[i]);
}

void timeline_legends(struct timeline_canvas *c, size_t shot, size_t detailed)
{
    const struct timeline_snapshot *s = &c->t.shots[shot];
    const size_t n_sites = c->t.n_sites;
    struct entries parts = {.n = 0};
    struct entries sites = {.n = 0};

    legend_head(c, &c->whole, s);
    for (size_t i = 0; i < TIMELINE_PARTS; i++)
        if (timeline_has_part(&c->t, i))
            add_entry(&parts, (struct entry){timeline_part_name(i), timeline_part_fills[i],
                                             s->parts[i], false});
    write_entries(c, &c->whole, &parts);
    if (c->sites.height <= 0)
        return;
    s = &c->t.shots[detailed];
    legend_head(c, &c->sites, s);
    for (size_t i = 0; i < n_sites; i++)
        add_entry(&sites, (struct entry){timeline_site_name(&c->t, i), timeline_site_fills[i],
                                         s->sites[i], false});
    add_entry(&sites,
              (struct entry){timeline_site_name(&c->t, n_sites), REST_FILL,
                             s->parts[TIMELINE_HEAP] - timeline_below(s, c, true, n_sites), true});
    write_entries(c, &c->sites, &sites);
}
