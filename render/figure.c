/* Telling the children that draw. */
#include "render/figure.h"

#include <math.h>

#include "render/child.h"
#include "render/figure_wire.h"
#include "render/text.h"
#include "render/wire.h"

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

/* Pixels are small on today's screens. */
static double usual_scale(enum figure_format format)
{
    return figure_has_pixels(format) ? 2 : 1;
}

void figure_begin(struct sink *s, enum figure_format format, const struct figure_style *style,
                  const struct limits *limits)
{
    const struct figure_paper *paper = &style->paper;
    uint64_t thousands = limits->image / 1000;

    sink_byte(s, FIGURE_PAPER);
    wire_number(s, parts(paper->scale > 0 ? paper->scale : usual_scale(format), 1e4));
    wire_number(s, parts(paper->width_pt, 100));
    wire_number(s, parts(paper->height_pt, 100));
    wire_number(s, parts(paper->margin_pt, 100));
    wire_number(s, thousands < UINT32_MAX ? (uint32_t)thousands : UINT32_MAX);
    wire_number(s, style->quality);
    wire_number(s, style->transparent ? FIGURE_TRANSPARENT : 0);
    meta(s, FIGURE_TITLE, style->title);
    meta(s, FIGURE_SUBJECT, style->subject);
    meta(s, FIGURE_KEYWORDS, style->keywords);
    meta(s, FIGURE_CREATOR, style->creator);
    meta(s, FIGURE_DATE, style->date);
}

#ifdef FLAME_HAVE_RSVG

bool figure_of_svg(struct str svg, enum figure_format format, const struct figure_style *style,
                   const struct limits *limits, struct sink *to, struct fault *f)
{
    struct sink commands;
    bool late;
    unsigned seconds = limits->time < UINT32_MAX ? (unsigned)limits->time : 0;

    sink_open_buf(&commands);
    figure_begin(&commands, format, style, limits);
    sink_byte(&commands, FIGURE_SVG);
    wire_text(&commands, svg);
    bool ok = child_run("flame-rsvg", figure_names[format], seconds, buf_str(&commands.buf), to,
                        &late, f);
    sink_discard(&commands);
    return ok && (!late || limits_reached(f, figure_names[format], "time", limits->time));
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
