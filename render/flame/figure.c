/* Draws a flame graph on the pages of a figure. */
#include "render/flame/figure.h"

#include "base/mem.h"
#include "model/functions.h"
#include "render/common/amount.h"
#include "render/flame/answer.h"
#include "render/flame/callout.h"
#include "render/flame/difference_box.h"
#include "render/flame/difference_text.h"
#include "render/flame/figure_table.h"
#include "render/flame/fill.h"
#include "render/flame/lane.h"
#include "render/flame/narrow_rows.h"
#include "render/flame/page.h"
#include "render/flame/time_axis.h"

enum { ENTRIES = 20, ENTRY_CELLS = 200, HATCH_PERCENT = 30 };

struct flame {
    struct picture *picture;
    enum figure_format format;
    struct layout layout;
    struct functions functions;
    struct sink commands;
    struct buf clean, text; /* scratch */
    size_t *rows;           /* by depth: its first box; one more for the end */
    uint32_t spare;         /* rows behind them for names alone, on the only page */
    size_t *entries;        /* 1 + the widest box of a function of the contents; 0: not drawn */
    size_t n_entries;
    uint32_t n_pages;
};

/* The content of a page: rows [from, to) of the layout, and where row `from` is. */
struct page {
    uint32_t from, to;
    uint32_t number;
    double top_px, height_px;
};

/* With the row of the line that says which rows are left out. */
static uint32_t rows_of(const struct flame *fl)
{
    return fl->layout.depth + 1 + fl->spare + (fl->picture->n_narrow_rows > 0);
}

static void name_of(struct flame *fl, const struct box *box)
{
    buf_clear(&fl->clean);
    if (box->lane) {
        lane_label(fl->picture, box, &fl->clean);
        return;
    }
    text_clean_name(name_without_mark(tree_name(fl->picture->tree, box->stack)), &fl->clean);
}

/* The name after the sign of its change; whether it has one. */
static bool marked_name_of(struct flame *fl, const struct box *box)
{
    struct str mark = str_of(difference_text_mark(fl->picture, box));

    buf_clear(&fl->clean);
    buf_add(&fl->clean, mark);
    if (mark.n)
        buf_add_byte(&fl->clean, ' ');
    text_clean_name(name_without_mark(tree_name(fl->picture->tree, box->stack)), &fl->clean);
    return mark.n > 0;
}

/* Says behind a name how many frames the box stands for, if both have so much room. */
static void add_repeats(struct flame *fl, const struct box *box, double room_cells)
{
    const uint32_t n = picture_repeats(fl->picture, box);
    struct sink text;

    if (n < 2 || (double)(text_cells(buf_str(&fl->clean)) + REPEATS_CELLS) > room_cells)
        return;
    sink_open_buf(&text);
    sink_text(&text, REPEATS_SIGN);
    sink_grouped(&text, n, 0);
    buf_add(&fl->clean, buf_str(&text.buf));
    sink_discard(&text);
}

static name_id name_id_of(const struct flame *fl, const struct box *box)
{
    const struct profile *p = fl->picture->profile;

    return p->frames.rows[p->stacks.rows[box->stack].frame].name;
}

/* The table of contents: the functions with the greatest self values, each at its widest frame. */
static void list_entries(struct flame *fl)
{
    size_t n = fl->functions.n < ENTRIES ? fl->functions.n : ENTRIES;

    fl->n_entries = n;
    fl->entries = mem_alloc(n, sizeof *fl->entries);
    for (size_t i = 0; i < fl->layout.n; i++) {
        const struct box *box = &fl->layout.boxes[i];
        name_id name = name_id_of(fl, box);
        for (size_t k = 0; k < n && !box->joined && box->depth; k++) {
            size_t *widest = &fl->entries[k];
            if (fl->functions.rows[k].name == name && fl->functions.rows[k].self &&
                (!*widest || fl->layout.boxes[*widest - 1].total < box->total))
                *widest = i + 1;
        }
    }
}

static struct figure_rect place_of(const struct flame *fl, const struct page *page,
                                   const struct box *box)
{
    const struct style *style = fl->picture->style;
    struct picture_place place = picture_place_of(fl->picture, box);
    uint32_t row = style->inverted ? box->depth - page->from : page->to - 1 - box->depth;

    return (struct figure_rect){style_margin_px(style) + (double)place.from / 10,
                                page->top_px + row * style->frame_px, (double)place.width / 10,
                                style->frame_px - flame_row_gap_px(style)};
}

/* A gap keeps neighbours of one colour distinct; edges that touch would let the background through.
 */
static struct figure_rect filled(struct figure_rect r)
{
    const double hairline = 0.5;

    if (r.width > 4 * hairline)
        r.width -= hairline;
    return r;
}

static struct str link_of(const struct flame *fl, const struct box *box)
{
    const struct frame_attributes *all = fl->picture->painter->attributes;
    const struct attribute_row *row =
        all ? frame_attributes_find(all, picture_raw_name(fl->picture, box)) : NULL;

    return row ? frame_attributes_value(all, row, ATTRIBUTE_HREF) : STR("");
}

/* Makes the corner dark, in lines so thin that no steps are seen. */
static void mark(struct flame *fl, struct figure_rect r, struct colour fill)
{
    enum { LINES = 2 * FLAME_MARK_PX };

    figure_colour(&fl->commands,
                  colour_mixed(fill, (struct colour){0, 0, 0}, 256 * FLAME_MARK_PERCENT / 100));
    for (unsigned i = 0; i < LINES; i++)
        figure_rect(&fl->commands,
                    (struct figure_rect){r.x, r.y + i / 2.0, (LINES - i) / 2.0, 0.5});
}

static void rectangle(struct flame *fl, const struct page *page, const struct box *box)
{
    const double least = 4; /* in a narrower one two lines would leave no colour */
    const struct style *style = fl->picture->style;
    struct sink *s = &fl->commands;
    struct figure_rect r = filled(place_of(fl, page, box));

    if (box->joined || box->lane) {
        figure_colour(s, box->lane ? (struct colour)LANE_FILL : (struct colour)REST_FILL);
        figure_rect(s, r);
        return;
    }
    struct str link = link_of(fl, box);
    struct colour fill = frame_paint_of(fl->picture, box).fill;
    figure_colour(s, fill);
    if (link.n)
        figure_link(s, r, link);
    else
        figure_rect(s, r);
    if (difference_box_is_named(fl->picture, box)) {
        figure_colour(s, (struct colour)PROVEN_STROKE);
        figure_outline(s, r);
        if (r.width > least)
            figure_outline(s, (struct figure_rect){r.x + 1, r.y + 1, r.width - 2, r.height - 2});
    } else if (difference_box_is_dashed(fl->picture, box)) {
        figure_colour(s, (struct colour)ONE_SIDE_STROKE);
        figure_dashes(s, r);
    } else if (style->has_stroke) {
        figure_colour(s, style->stroke);
        figure_outline(s, r);
    }
    if (is_marked_inlined(fl->picture, box))
        mark(fl, r, fill);
    if (picture_is_hatched(fl->picture, box)) {
        figure_colour(s, colour_mixed(fill, (struct colour){0, 0, 0}, 256 * HATCH_PERCENT / 100));
        figure_hatch(s, r);
    }
}

static void label(struct flame *fl, const struct page *page, const struct box *box, unsigned flags)
{
    const struct style *style = fl->picture->style;
    struct figure_rect r = place_of(fl, page, box);
    double room = r.width - 2 * FLAME_TEXT_PAD_PX;
    double least = style->fontsize * style->fontwidth; /* no name is cut to one letter */
    bool marked = fl->picture->difference && !flags;   /* whole names are there to be found */

    if ((box->joined && !box->lane) || (!flags && room < least))
        return;
    if (flags)
        room = filled(r).width - (r.width > least ? least / 2 : 0);
    if (style->cut == TEXT_CUT_RIGHT)
        flags |= FIGURE_CUT_RIGHT;
    if (!marked)
        name_of(fl, box);
    else if (marked_name_of(fl, box))
        flags |= FIGURE_MARKED;
    if (!flags)
        add_repeats(fl, box, room / least);
    figure_colour(&fl->commands,
                  box->lane ? (struct colour){0, 0, 0} : frame_paint_of(fl->picture, box).ink);
    figure_text(&fl->commands,
                (struct figure_text){.x = r.x + (r.width - room) / 2,
                                     .y = r.y + flame_baseline_px(style),
                                     .size = style->fontsize,
                                     .room = room,
                                     .flags = flags},
                buf_str(&fl->clean));
}

static struct colour mixed(struct colour a, struct colour b)
{
    return (struct colour){(unsigned char)((3 * a.r + b.r) / 4),
                           (unsigned char)((3 * a.g + b.g) / 4),
                           (unsigned char)((3 * a.b + b.b) / 4)};
}

static struct colour heading_colour(const struct flame *fl, bool faint)
{
    const struct style *style = fl->picture->style;
    struct colour ground = fl->picture->background.top;
    struct colour ink = style->has_ui_colour ? style->ui_colour : colour_text_on(ground);

    return faint ? mixed(ink, ground) : ink;
}

static void heading(struct flame *fl, struct str raw, double y, double size, bool faint)
{
    const struct style *style = fl->picture->style;

    if (!raw.n)
        return;
    buf_clear(&fl->clean);
    text_clean(raw, &fl->clean);
    if (!faint && fl->picture->difference)
        size = flame_verdict_px(style, text_cells(buf_str(&fl->clean)));
    figure_colour(&fl->commands, heading_colour(fl, faint));
    figure_text(&fl->commands,
                (struct figure_text){.x = style->width_px / 2,
                                     .y = y,
                                     .size = size,
                                     .room = style_inner_px(style),
                                     .flags = FIGURE_MIDDLE | FIGURE_CUT_RIGHT},
                buf_str(&fl->clean));
}

static void legend(struct flame *fl)
{
    const struct style *style = fl->picture->style;
    const struct legend *l = fl->picture->legend;
    const double side = legend_swatch_px(style);

    for (size_t i = 0; l && l->n_rows && i < legend_n_shown(l); i++) {
        const struct legend_entry *e = &l->rows[i];
        double baseline = flame_legend_y_px(style) + 1.5 * style->fontsize * e->row;
        figure_colour(&fl->commands, e->swatch);
        figure_rect(&fl->commands, (struct figure_rect){e->x_px, baseline - side, side, side});
        if (i == l->n)
            mark(fl, (struct figure_rect){e->x_px, baseline - side, side, side}, e->swatch);
        buf_clear(&fl->clean);
        legend_text(l, i, &fl->clean);
        figure_colour(&fl->commands, heading_colour(fl, false));
        figure_text(&fl->commands,
                    (struct figure_text){.x = e->x_px + 1.5 * side,
                                         .y = baseline,
                                         .size = style->fontsize,
                                         .room = e->width_px + style->fontsize - 1.5 * side,
                                         .flags = FIGURE_CUT_RIGHT},
                    buf_str(&fl->clean));
    }
}

static void draw_axis(struct flame *fl, const struct page *page)
{
    const struct style *style = fl->picture->style;
    const double high = flame_axis_px(style);
    struct sink label;

    if (!style->time_axis)
        return;
    struct time_axis axis = time_axis_of(fl->picture);
    for (uint64_t i = 0; i < axis.n; i++) {
        double x = style_margin_px(style) + (double)i * axis.px;
        sink_open_buf(&label);
        time_axis_label(&axis, i * axis.step, &label);
        figure_colour(&fl->commands, heading_colour(fl, false));
        figure_rect(&fl->commands, (struct figure_rect){x, page->top_px - high, 1, high});
        figure_text(&fl->commands,
                    (struct figure_text){.x = x + FLAME_AXIS_PAD_PX,
                                         .y = page->top_px - high + style->fontsize,
                                         .size = style->fontsize,
                                         .room = style_inner_px(style),
                                         .flags = FIGURE_CUT_RIGHT},
                    buf_str(&label.buf));
        sink_discard(&label);
    }
}

static void draw_background(struct flame *fl, const struct page *page)
{
    struct background b = fl->picture->background;
    struct figure_rect all = {0, 0, fl->picture->style->width_px, page->height_px};

    if (fl->picture->figure->transparent)
        return;
    figure_colour(&fl->commands, b.top);
    if (colour_equal(b.top, b.bottom))
        figure_rect(&fl->commands, all);
    else
        figure_shade(&fl->commands, all, b.bottom);
}

/* The caller that all frames of a row share. */
static stack_id common_caller(const struct flame *fl, uint32_t depth)
{
    const struct stack *rows = fl->picture->profile->stacks.rows;
    const struct box *boxes = fl->layout.boxes;
    stack_id common = rows[boxes[fl->rows[depth]].stack].caller;

    for (size_t i = fl->rows[depth] + 1; i < fl->rows[depth + 1]; i++) {
        stack_id other = rows[boxes[i].stack].caller;
        /* A caller has a lower number than what it calls. */
        while (other != common) {
            if (other > common)
                other = rows[other].caller;
            else
                common = rows[common].caller;
        }
    }
    return common;
}

/* ", called by: main > run" after "page 2 of 3": the nearest callers, the outermost first. */
static void add_path(struct flame *fl, const struct page *page)
{
    enum { SHOWN = 6 };
    const struct stack *rows = fl->picture->profile->stacks.rows;
    stack_id path[SHOWN];
    stack_id at = common_caller(fl, page->from);
    size_t n = 0;

    for (; at && n < SHOWN; at = rows[at].caller)
        path[n++] = at;
    if (n)
        buf_add(&fl->text, fl->picture->style->reverse ? STR(", calling: ") : STR(", called by: "));
    if (n && at)
        buf_add(&fl->text, STR("\xE2\x80\xA6 \xE2\x80\xBA "));
    while (n) {
        const struct box box = {.stack = path[--n]};
        name_of(fl, &box);
        buf_add(&fl->text, buf_str(&fl->clean));
        if (n)
            buf_add(&fl->text, STR(" \xE2\x80\xBA "));
    }
}

static void answer(struct flame *fl)
{
    const struct style *style = fl->picture->style;
    struct str lines[ANSWER_LINES];
    size_t n = answer_lines(style, style->answer, lines);

    for (size_t i = 0; i < n; i++)
        heading(fl, lines[i], flame_answer_y_px(style) + 1.5 * style->fontsize * (double)i,
                style->fontsize, true);
}

static void page_heading(struct flame *fl, const struct page *page)
{
    const struct style *style = fl->picture->style;
    struct sink head;

    if (page->number == 1) {
        heading(fl, style->title, flame_title_y_px(style), flame_title_px(style), false);
        heading(fl, style->subtitle, flame_subtitle_y_px(style), style->fontsize, true);
        answer(fl);
        heading(fl, style->legend, flame_legend_y_px(style), style->fontsize, true);
        legend(fl);
    }
    if (fl->n_pages == 1 || page->number == 1)
        return;
    sink_open_buf(&head);
    sink_text(&head, "page ");
    sink_u64(&head, page->number);
    sink_text(&head, " of ");
    sink_u64(&head, fl->n_pages);
    buf_clear(&fl->text);
    buf_add(&fl->text, buf_str(&head.buf));
    sink_discard(&head);
    add_path(fl, page);
    heading(fl, buf_str(&fl->text), flame_title_y_px(style), style->fontsize, true);
}

/* An entry of the contents belongs to the page on which its box is not a repetition. */
static void contents(struct flame *fl, const struct page *page)
{
    for (size_t i = 0; i < fl->n_entries; i++) {
        const struct box *box = fl->entries[i] ? &fl->layout.boxes[fl->entries[i] - 1] : NULL;
        if (!box || box->depth < page->from + (page->number > 1) || box->depth >= page->to)
            continue;
        struct sink text;
        sink_open_buf(&text);
        name_of(fl, box);
        buf_clear(&fl->text);
        text_fit(buf_str(&fl->clean), ENTRY_CELLS, TEXT_CUT_SMART, &fl->text);
        sink_str(&text, buf_str(&fl->text));
        sink_text(&text, " (");
        amount_percent(&text, fl->functions.rows[i].self, fl->layout.whole);
        sink_text(&text, "%)");
        figure_entry(&fl->commands, place_of(fl, page, box).y, buf_str(&text.buf));
        sink_discard(&text);
    }
}

static void draw_callouts(struct flame *fl, const struct page *page)
{
    struct callouts found;

    callouts_find(&found, fl->picture, &fl->layout, fl->rows,
                  (struct callout_rows){page->from, page->to, fl->spare});
    callouts_draw(&found, fl->picture->style,
                  (struct callout_page){page->from, page->to, style_margin_px(fl->picture->style),
                                        page->top_px},
                  &fl->commands);
    callouts_free(&found);
}

static void draw_page(struct flame *fl, const struct page *page)
{
    size_t from = fl->rows[page->from];
    size_t to = fl->rows[page->to <= fl->layout.depth ? page->to : fl->layout.depth + 1];

    figure_page(&fl->commands, fl->picture->style->width_px, page->height_px);
    contents(fl, page);
    draw_background(fl, page);
    page_heading(fl, page);
    draw_axis(fl, page);
    /* For searching: the whole names are under their boxes. */
    for (size_t i = from; i < to && fl->picture->figure->whole_text; i++)
        label(fl, page, &fl->layout.boxes[i], FIGURE_WHOLE);
    for (size_t i = from; i < to; i++)
        rectangle(fl, page, &fl->layout.boxes[i]);
    for (size_t i = from; i < to; i++)
        label(fl, page, &fl->layout.boxes[i], 0);
    if (page->to == rows_of(fl))
        narrow_rows_draw(&fl->commands, fl->picture, heading_colour(fl, true),
                         page->top_px +
                             (fl->picture->style->inverted ? page->to - 1 - page->from : 0) *
                                 fl->picture->style->frame_px);
    draw_callouts(fl, page);
}

/* How many rows fit on the first page, and on the others. */
static void rows_a_page(const struct flame *fl, uint32_t *first, uint32_t *others)
{
    const struct style *style = fl->picture->style;
    double high = figure_height_px(&fl->picture->figure->paper, style->width_px);
    double around = flame_bottom_px(style);
    double room = floor((high - around - flame_top_px(style)) / style->frame_px);
    double more = floor((high - around - flame_next_top_px(style)) / style->frame_px);

    *first = *others = rows_of(fl);
    if (high <= 0 || room >= rows_of(fl))
        return;
    /* A row is repeated, so a page holds two; what is not that high is made smaller. */
    *first = room > 2 ? (uint32_t)room : 2;
    *others = more > 2 ? (uint32_t)more : 2;
}

/* Names may need more rows, if that does not make it more pages: what they are beside would be on
 * another one. */
static void find_spare(struct flame *fl)
{
    const uint32_t end = fl->layout.depth + 1;
    struct callouts found;
    uint32_t first;
    uint32_t others;

    callouts_find(&found, fl->picture, &fl->layout, fl->rows,
                  (struct callout_rows){0, end, CALLOUT_SPARE});
    fl->spare = found.end - end;
    callouts_free(&found);
    rows_a_page(fl, &first, &others);
    if (first < rows_of(fl))
        fl->spare = 0;
}

static void draw_pages(struct flame *fl)
{
    const struct style *style = fl->picture->style;
    uint32_t first;
    uint32_t others;

    rows_a_page(fl, &first, &others);
    fl->n_pages = 1;
    if (first < rows_of(fl))
        fl->n_pages += (rows_of(fl) - first + others - 2) / (others - 1);
    for (uint32_t number = 1, from = 0; number <= fl->n_pages; number++) {
        uint32_t most = number == 1 ? first : others;
        struct page page = {.from = from, .to = from + most, .number = number};
        if (page.to > rows_of(fl))
            page.to = rows_of(fl);
        page.top_px = number == 1 ? flame_top_px(style) : flame_next_top_px(style);
        page.height_px =
            page.top_px + (page.to - page.from) * style->frame_px + flame_bottom_px(style);
        draw_page(fl, &page);
        from = page.to - 1;
    }
}

static void set_meta(struct flame *fl, struct figure_style *figure, struct sink *subject)
{
    const struct picture *p = fl->picture;

    sink_open_buf(subject);
    sink_text(subject, p->style->chart ? "Flame chart of " : "Flame graph of ");
    picture_count(subject, p, p->tree->total[0]);
    sink_byte(subject, ' ');
    sink_str(subject, picture_unit_of(p, p->tree->total[0]));
    sink_text(subject, p->style->answer.n ? ". " : "");
    sink_str(subject, p->style->answer);
    if (p->style->notes.n) {
        sink_text(subject, p->style->answer.n ? " Notes: " : ". Notes: ");
        sink_str(subject, p->style->notes);
    }
    figure->subject = buf_str(&subject->buf);
    figure->keywords = STR("flame graph, profile");
    /* Pixels have a title in the file only where one was asked for, which the style then has. */
    if (!figure_has_pixels(fl->format))
        figure->title = p->style->title;
}

static void draw_all(struct flame *fl)
{
    const struct picture *p = fl->picture;
    struct figure_style figure = *p->figure;
    struct sink subject;

    sink_open_buf(&fl->commands);
    set_meta(fl, &figure, &subject);
    figure_begin(&fl->commands, fl->format, &figure, p->limits);
    figure_font(&fl->commands, figure.font.n > 0, figure.font.n ? figure.font : p->style->fonttype);
    draw_pages(fl);
    if (figure.table)
        flame_table(&fl->commands, p, &fl->functions);
    sink_discard(&subject);
}

static bool check_size(const struct flame *fl, struct fault *f)
{
    const struct style *style = fl->picture->style;
    double height = flame_top_px(style) + rows_of(fl) * style->frame_px + flame_bottom_px(style);

    return figure_check(fl->format, fl->picture->figure, fl->picture->limits, style->width_px,
                        height, f);
}

bool flame_figure(struct picture *picture, enum figure_format format, struct sink *sink,
                  struct fault *f)
{
    struct flame fl = {.picture = picture, .format = format};

    if (format == FIGURE_PDF) {
        tree_list_callees(picture->tree, 0);
        functions_build(&fl.functions, picture->tree, picture->style->reverse);
    }
    picture_layout(picture, &fl.layout);
    narrow_rows_cut(picture, &fl.layout);
    fl.rows = layout_rows(&fl.layout);
    find_spare(&fl);
    list_entries(&fl);
    bool ok = check_size(&fl, f);
    if (ok) {
        draw_all(&fl);
        ok = figure_draw(buf_str(&fl.commands.buf), format, picture->limits, sink, f);
        sink_discard(&fl.commands);
    }
    mem_free(fl.rows, fl.layout.depth + (size_t)2, sizeof *fl.rows);
    mem_free(fl.entries, fl.n_entries, sizeof *fl.entries);
    functions_free(&fl.functions);
    layout_free(&fl.layout);
    buf_free(&fl.clean);
    buf_free(&fl.text);
    return ok;
}
