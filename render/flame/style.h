/* How a picture is to look: plain values, resolved and checked. */
#ifndef RENDER_FLAME_STYLE_H
#define RENDER_FLAME_STYLE_H

#include "base/parse.h"
#include "render/common/text.h"
#include "render/theme/colour.h"

struct style {
    struct str title;     /* "" for none */
    struct str subtitle;  /* "" for none */
    struct str legend;    /* what the colours of a difference mean; "" for none */
    struct str notes;     /* goes into the file as a description; "" for none */
    struct str countname; /* the unit of the numbers: "samples" */
    struct str nametype;  /* what a frame is called in details: "Function:" */
    struct str fonttype;  /* CSS font family */
    double fontsize;      /* px, 1 to 200 */
    double fontwidth;     /* mean width of a character as a part of fontsize */
    double width_px;      /* of the whole picture */
    double frame_px;      /* height of a row */
    double minwidth;      /* least width of a frame that is drawn, px or percent of the total */
    bool minwidth_percent;
    struct decimal factor; /* numbers shown are multiplied by it; widths are not */
    bool inverted;         /* icicle: the root on top */
    bool reverse;          /* the tree is merged from the leaves */
    bool chart;            /* time runs from left to right */
    bool ascii;            /* --encoding US-ASCII: other characters as references */
    enum text_cut cut;
    struct colour search_colour;
    bool has_stroke;
    struct colour stroke;
    bool has_ui_colour;
    struct colour ui_colour; /* of title and other text outside of frames */
    bool colour_diffusion;
    bool no_script;     /* neither the tree nor the viewer */
    bool no_compress;   /* of the tree */
    bool only_visible;  /* nothing in the file of frames that are not drawn on their own */
    uint64_t max_nodes; /* most nodes of the tree in the file; 0: no limit */
    size_t columns;     /* of the terminal for table and tree; 0: no limit */
    size_t rows;        /* most functions in the table; 0: all */
};

/* Left and right of the frames; a very narrow picture has none. */
static inline double style_margin_px(const struct style *style)
{
    return style->width_px >= 40 ? 10 : 0;
}

/* The width that the frames share. */
static inline double style_inner_px(const struct style *style)
{
    return style->width_px - 2 * style_margin_px(style);
}

#endif
