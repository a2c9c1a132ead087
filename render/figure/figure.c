/* Builds the commands for the child processes that draw figures. */
#include "render/figure/figure.h"

#include <math.h>

#include "base/process/child_process.h"
#include "base/process/wire.h"
#include "render/common/text.h"
#include "render/process/figure_wire.h"

static uint32_t parts(double value, double of_one)
{
    return (uint32_t)lround(value * of_one);
}

static void meta(struct sink *s, enum figure_meta which, struct str raw)
{
    struct buf clean = {0};

    if (!raw.n)
        return;
    text_clean(raw, &clean);
    sink_byte(s, FIGURE_META);
    wire_number(s, which);
    wire_text(s, buf_str(&clean));
    buf_free(&clean);
}

/* Two pixels for one: on today's screens pixels are small. */
double figure_usual_scale(enum figure_format format)
{
    return figure_has_pixels(format) ? 2 : 1;
}

static struct figure_paper paper_of(enum figure_format format, const struct figure_style *style)
{
    struct figure_paper paper = style->paper;

    if (paper.scale <= 0)
        paper.scale = figure_usual_scale(format);
    return paper;
}

void figure_begin(struct sink *s, enum figure_format format, const struct figure_style *style,
                  const struct limits *limits)
{
    struct figure_paper paper = paper_of(format, style);

    sink_byte(s, FIGURE_PAPER);
    wire_number(s, parts(paper.scale, 1e4));
    wire_number(s, parts(paper.width_pt, 100));
    wire_number(s, parts(paper.height_pt, 100));
    wire_number(s, parts(paper.margin_pt, 100));
    wire_number(s, limits->image < UINT32_MAX ? (uint32_t)limits->image : UINT32_MAX);
    wire_number(s, style->quality);
    wire_number(s, style->transparent ? FIGURE_TRANSPARENT : 0);
    meta(s, FIGURE_TITLE, style->title);
    meta(s, FIGURE_SUBJECT, style->subject);
    meta(s, FIGURE_KEYWORDS, style->keywords);
    meta(s, FIGURE_CREATOR, style->creator);
    meta(s, FIGURE_DATE, style->date);
}

static void length(struct sink *s, double px)
{
    const double most = 2e7; /* of 32 bits */

    wire_number(s, (uint32_t)(int32_t)lround(fmax(fmin(px, most), -most) * 100));
}

static void rectangle(struct sink *s, char operation, struct figure_rect r)
{
    sink_byte(s, operation);
    length(s, r.x);
    length(s, r.y);
    length(s, r.width);
    length(s, r.height);
}

static uint32_t number_of(struct colour c)
{
    return (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

void figure_font(struct sink *s, bool must_exist, struct str families)
{
    sink_byte(s, FIGURE_FONT);
    wire_number(s, must_exist);
    wire_text(s, families);
}

void figure_page(struct sink *s, double width, double height)
{
    sink_byte(s, FIGURE_PAGE);
    length(s, width);
    length(s, height);
}

void figure_colour(struct sink *s, struct colour c)
{
    sink_byte(s, FIGURE_COLOUR);
    wire_number(s, number_of(c));
}

void figure_rect(struct sink *s, struct figure_rect r)
{
    rectangle(s, FIGURE_RECT, r);
}

void figure_outline(struct sink *s, struct figure_rect r)
{
    rectangle(s, FIGURE_OUTLINE, r);
}

void figure_dashes(struct sink *s, struct figure_rect r)
{
    rectangle(s, FIGURE_DASHES, r);
}

void figure_hatch(struct sink *s, struct figure_rect r)
{
    rectangle(s, FIGURE_HATCH, r);
}

void figure_shade(struct sink *s, struct figure_rect r, struct colour bottom)
{
    rectangle(s, FIGURE_SHADE, r);
    wire_number(s, number_of(bottom));
}

void figure_link(struct sink *s, struct figure_rect r, struct str address)
{
    rectangle(s, FIGURE_LINK, r);
    wire_text(s, address);
}

void figure_entry(struct sink *s, double y, struct str clean)
{
    sink_byte(s, FIGURE_ENTRY);
    length(s, y);
    wire_text(s, clean);
}

void figure_text(struct sink *s, struct figure_text at, struct str clean)
{
    sink_byte(s, FIGURE_TEXT);
    length(s, at.x);
    length(s, at.y);
    length(s, at.size);
    length(s, at.room);
    wire_number(s, at.flags);
    wire_text(s, clean);
}

bool figure_check(enum figure_format format, const struct figure_style *style,
                  const struct limits *limits, double width_px, double height_px, struct fault *f)
{
    struct figure_paper paper = paper_of(format, style);
    struct figure_place place = figure_place_of(format, &paper, width_px, height_px);
    char why[FIGURE_WHY_ROOM];

    if (!figure_sides_fit(format, &place, why))
        return fault_set(f, FAULT_INPUT, "%s: %s", figure_names[format], why);
    if (figure_pixels_fit(format, &place, limits->image))
        return true;
    return limits_reached(f, figure_names[format], "image", limits->image);
}

#if defined(FLAME_HAVE_CAIRO) || defined(FLAME_HAVE_RSVG)

static bool run_child(const char *program, struct str commands, enum figure_format format,
                      const struct limits *limits, struct sink *to, struct fault *f)
{
    struct child child = {.program = program,
                          .task = figure_names[format],
                          .seconds = limits->time < UINT32_MAX ? (unsigned)limits->time : 0};
    bool late;

    return child_run(&child, commands, to, &late, f) &&
           (!late || limits_reached(f, figure_names[format], "time", limits->time));
}

#endif

#ifdef FLAME_HAVE_CAIRO

#define CAIRO "flame-cairo"

bool figure_can_be_drawn(struct fault *f)
{
    return child_is_there(CAIRO, f);
}

bool figure_draw(struct str commands, enum figure_format format, const struct limits *limits,
                 struct sink *to, struct fault *f)
{
    return run_child(CAIRO, commands, format, limits, to, f);
}

#else

#define WITHOUT_CAIRO                                                                              \
    "this program was built without cairo, wanted -DFLAME_CAIRO=ON, libcairo2-dev and "            \
    "libpango1.0-dev"

bool figure_can_be_drawn(struct fault *f)
{
    return fault_set(f, FAULT_USAGE, WITHOUT_CAIRO);
}

bool figure_draw(struct str commands, enum figure_format format, const struct limits *limits,
                 struct sink *to, struct fault *f)
{
    (void)commands;
    (void)limits;
    (void)to;
    return fault_set(f, FAULT_USAGE, "--format %s: " WITHOUT_CAIRO, figure_names[format]);
}

#endif

#ifdef FLAME_HAVE_RSVG

bool figure_of_svg(struct str svg, enum figure_format format, const struct figure_style *style,
                   const struct limits *limits, struct sink *to, struct fault *f)
{
    struct sink commands;

    if (svg.n > FIGURE_SVG_MOST)
        return fault_set(f, FAULT_INPUT, "an SVG of at least %zu bytes found, wanted at most %u",
                         svg.n, (unsigned)FIGURE_SVG_MOST);
    sink_open_buf(&commands);
    figure_begin(&commands, format, style, limits);
    sink_byte(&commands, FIGURE_SVG);
    wire_text(&commands, svg);
    bool ok = run_child("flame-rsvg", buf_str(&commands.buf), format, limits, to, f);
    sink_discard(&commands);
    return ok;
}

#else

bool figure_of_svg(struct str svg, enum figure_format format, const struct figure_style *style,
                   const struct limits *limits, struct sink *to, struct fault *f)
{
    (void)svg;
    (void)style;
    (void)limits;
    (void)to;
    return fault_set(f, FAULT_USAGE,
                     "--format %s: this program was built without librsvg, wanted "
                     "-DFLAME_RSVG=ON and librsvg2-dev",
                     figure_names[format]);
}

#endif
