/* The size of the paper, and the position of the picture on it. */
#include "render/figure/page.h"

#include <math.h>
#include <stdio.h>

const char *const figure_names[FIGURE_FORMATS] = {
    [FIGURE_EPS] = "eps", [FIGURE_JPEG] = "jpeg", [FIGURE_PDF] = "pdf",
    [FIGURE_PNG] = "png", [FIGURE_PS] = "ps",
};

/* 96 pixels or 72 points are an inch. */
static const double pt_of_px = 0.75;

static struct figure_place on_paper(const struct figure_paper *paper, double width_px,
                                    double height_px)
{
    double wide = (paper->width_pt - 2 * paper->margin_pt) / width_px;
    double high = (paper->height_pt - 2 * paper->margin_pt) / height_px;
    struct figure_place place = {paper->width_pt, paper->height_pt, fmin(wide, high), 0, 0};

    place.x = (paper->width_pt - width_px * place.scale) / 2;
    place.y = paper->margin_pt;
    return place;
}

/* Shrinks a page that PDF readers could not show, within reason. */
static void shrink(struct figure_place *place)
{
    double longest = fmax(place->width, place->height);
    double part = FIGURE_PDF_MOST / longest;

    if (longest <= FIGURE_PDF_MOST || !(longest <= FIGURE_POINTS_MOST))
        return;
    place->width *= part;
    place->height *= part;
    place->scale *= part;
    place->x *= part;
    place->y *= part;
}

struct figure_place figure_place_of(enum figure_format format, const struct figure_paper *paper,
                                    double width_px, double height_px)
{
    bool pixels = figure_has_pixels(format);
    struct figure_place place = {.scale = paper->scale * (pixels ? 1 : pt_of_px)};

    if (paper->width_pt > 0)
        return on_paper(paper, width_px, height_px);
    place.x = place.y = pixels ? 0 : paper->margin_pt;
    place.width = width_px * place.scale + 2 * place.x;
    place.height = height_px * place.scale + 2 * place.y;
    if (pixels) {
        place.width = fmax(round(place.width), 1);
        place.height = fmax(round(place.height), 1);
    }
    if (format == FIGURE_PDF)
        shrink(&place);
    return place;
}

double figure_height_px(const struct figure_paper *paper, double width_px)
{
    double scale = (paper->width_pt - 2 * paper->margin_pt) / width_px;

    return paper->width_pt > 0 ? (paper->height_pt - 2 * paper->margin_pt) / scale : 0;
}

bool figure_sides_fit(enum figure_format format, const struct figure_place *place,
                      char why[FIGURE_WHY_ROOM])
{
    const double told_most = 1e15;
    bool pixels = figure_has_pixels(format);
    int most = pixels ? FIGURE_PIXELS_MOST : FIGURE_POINTS_MOST;

    if (place->width <= most && place->height <= most)
        return true;
    snprintf(why, FIGURE_WHY_ROOM, "%ld x %ld %s found, wanted at most %d a side (%s)",
             lround(fmin(place->width, told_most)), lround(fmin(place->height, told_most)),
             pixels ? "pixels" : "points", most, pixels ? "--scale, --dpi" : "--scale, --paper");
    return false;
}

bool figure_pixels_fit(enum figure_format format, const struct figure_place *place, uint64_t most)
{
    return !figure_has_pixels(format) || !most || place->width * place->height <= (double)most;
}
