/* Text in figures, shaped and measured by pango. */
#ifndef RENDER_CHILD_CAIRO_LABEL_H
#define RENDER_CHILD_CAIRO_LABEL_H

#include <pango/pangocairo.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "render/common/short_names.h"

/* A pango layout shared by all texts of a figure. */
struct figure_labels {
    PangoLayout *layout;
    PangoFontDescription *font;
    struct buf measured, fitted; /* scratch */
    uint32_t size;               /* the layout's size, in hundredths of a pixel */
    bool bold;
    struct short_names short_names;
};

struct figure_label {
    struct str text; /* clean */
    double x, y;     /* y of the baseline; flags say where in the text x is */
    uint32_t size;   /* hundredths of a pixel */
    double room;     /* 0: any */
    uint32_t flags;  /* enum figure_text_flag */
};

/* Whether a font family is installed; sets *nearest to a similar one, or NULL. */
bool labels_has_family(const char *family, const char **nearest);

/* families: separated by commas. */
void labels_start(struct figure_labels *l, cairo_t *cr, const char *families);

/* Draws the text in the colour of cr, shortened to fit its room. */
void labels_show(struct figure_labels *l, cairo_t *cr, const struct figure_label *label);

#endif
