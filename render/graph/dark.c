/* The dark fills of a call graph. The ground is #16171b. */
#include "render/graph/dark.h"

#include <math.h>

struct colour graph_dark_plain(void)
{
    return (struct colour){0x26, 0x28, 0x2d};
}

/* In steps down to a luminance under which white text has 6:1. */
static struct colour darkened(struct colour c)
{
    const uint64_t most = COLOUR_WHITE / 100 * 12;
    const struct colour black = {0, 0, 0};
    struct colour made = c;

    for (unsigned part = 0; part <= 256 && colour_luminance(made) > most; part += 8)
        made = colour_mixed(c, black, part);
    return made;
}

struct colour graph_dark_fill(const struct graph_picture *p, double share)
{
    if (!p->style->colours.fill)
        return graph_dark_plain();
    double part = fmin(fmax(share, 0), 1);
    return colour_mixed(graph_dark_plain(), darkened(graph_colour(p, part)),
                        (unsigned)(256 * part + 0.5));
}

/* The square root lifts moderate changes well above what is unchanged. */
struct colour graph_dark_change(const struct graph_picture *p, double heat)
{
    const struct colormap *m = &p->style->colours;
    const uint64_t luminance = COLOUR_WHITE / 100 * 34;
    double part = fmin(fabs(heat), 1);

    if (!m->fill)
        return graph_dark_plain();
    return colour_mixed(graph_dark_plain(),
                        colour_lightened(heat < 0 ? m->less : m->more, luminance),
                        (unsigned)(256 * sqrt(part) + 0.5));
}
