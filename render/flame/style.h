/* How a picture should look: plain values, resolved and checked. */
#ifndef RENDER_FLAME_STYLE_H
#define RENDER_FLAME_STYLE_H

#include "base/parse.h"
#include "render/common/text.h"
#include "render/theme/colour.h"

struct style {
    struct str title;      /* "": none */
    struct str page_title; /* of the file, for a list of open pages; "": as the title */
    struct str exact;      /* what the title says in short; "": the title says it */
    struct str subtitle;   /* "": none */
    struct str answer;     /* what the picture says, above the frames; "": it is not written */
    struct str legend;     /* the meaning of colours in a comparison; "": none */
    struct str notes;      /* a description in the file; "": none */
    struct str countname;  /* the unit of the numbers: "samples" */
    struct str by;         /* keys of the labels that the table lists, the first frames; "": none */
    struct str nametype;   /* the word for a frame in details: "Function:" */
    struct str fonttype;   /* CSS font family */
    double fontsize;       /* px, 1 to 200 */
    double fontwidth;      /* mean width of a character, as a fraction of fontsize */
    double width_px;       /* of the whole picture */
    double frame_px;       /* height of a row */
    double minwidth;       /* the least width of a drawn frame, in px or percent of the total */
    struct decimal factor; /* multiplies the numbers shown, not the widths */
    uint64_t max_nodes;    /* the most nodes of the embedded tree; 0: no limit */
    size_t columns;        /* width of the terminal for table and tree; 0: no limit */
    size_t lines;          /* its height; 0: no limit */
    size_t rows;           /* the most functions in the table, or paths in the tree; 0: all */
    unsigned answer_rows;  /* lines for the answer */
    unsigned legend_rows;  /* lines for the meaning, or for the legend of colours */
    enum text_cut cut;
    struct colour search_colour;
    struct colour stroke;
    struct colour ui_colour; /* of the title and other text outside of frames */
    bool minwidth_percent;
    bool inverted;  /* icicle: the root is at the top */
    bool reverse;   /* stacks are reversed: the tree starts from the leaves */
    bool chart;     /* flame chart: time runs from left to right */
    bool time_axis; /* above the frames; with chart: the measure is time in ns */
    bool lanes;     /* with time_axis: the first frames are threads, each in a lane of its own */
    bool ascii;     /* --encoding US-ASCII: other characters as references */
    bool has_stroke;
    bool has_ui_colour;
    bool colour_diffusion;
    bool no_legend;
    bool old_words;    /* a description as flamegraph.pl by its old name has it */
    bool old_folded;   /* folded stacks as programs by their old names write them: no comments */
    bool no_fold;      /* draws every frame of deep recursion */
    bool no_script;    /* neither viewer script nor embedded tree */
    bool no_compress;  /* of the embedded tree */
    bool only_visible; /* embeds only frames that have a box of their own */
    bool coloured;     /* the terminal shows colours */
    bool rows_given;   /* rows was chosen; else what is usual, or fits on the terminal */
    bool raw;          /* numbers are exact on a terminal too */
    bool wide;         /* lines may be longer than the terminal is wide */
    bool scaled;       /* table and tree write 1.23 ms, not 1,230,000 */
};

/* Left and right of the frames; 0 in a very narrow picture. */
static inline double style_margin_px(const struct style *style)
{
    return style->width_px >= 40 ? 10 : 0;
}

/* The width of the root's box. */
static inline double style_inner_px(const struct style *style)
{
    return style->width_px - 2 * style_margin_px(style);
}

#endif
