/* Texts, shaped and measured by pango. */
#ifndef RENDER_CHILD_CAIRO_LABEL_H
#define RENDER_CHILD_CAIRO_LABEL_H

#include <pango/pangocairo.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* One layout for all texts of a figure. */
struct labels {
    PangoLayout *layout;
    PangoFontDescription *font;
    struct buf measured, fitted; /* scratch */
    uint32_t size;               /* that the layout has, in hundredths of a pixel */
    bool bold;
};

struct label {
    struct str text; /* clean */
    double x, y;     /* y of the baseline, x by the flags */
    uint32_t size;   /* hundredths of a pixel */
    double room;     /* 0: any */
    uint32_t flags;  /* enum figure_text_flag */
};

/* Whether a font family is installed; sets *nearest to the one that may be meant, or NULL. */
bool labels_has_family(const char *family, const char **nearest);

/* families: with commas between them. */
void labels_start(struct labels *l, cairo_t *cr, const char *families);

/* Shows the text in the colour of cr, as much of it as its room holds. */
void labels_show(struct labels *l, cairo_t *cr, const struct label *label);

#endif
