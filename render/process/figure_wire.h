/* What the programs tell the children that draw figures, pictures that scripts and style sheets
 * play no part in: commands (render/process/wire.h) on standard input, first about all pages, then
 * pages and what stands on them. The child's arguments are the format, by the name that --format
 * gives it, and its seconds of processor time (0: any number). The figure comes from its standard
 * output.
 *
 * A length is a number in hundredths of a pixel of the picture, of which 96 are an inch, as two's
 * complement; a colour is 0xRRGGBB. Texts are clean (render/common/text.h). */
#ifndef RENDER_PROCESS_FIGURE_WIRE_H
#define RENDER_PROCESS_FIGURE_WIRE_H

enum figure_operation {
    /* for all pages */
    FIGURE_PAPER = 'P', /* scale in ten thousandths; width, height and margin of the paper in
                           hundredths of a point; most pixels (0: any); quality; flags */
    FIGURE_META = 'M',  /* which (enum figure_meta), text */

    /* flame-rsvg: the one page */
    FIGURE_SVG = 'V', /* the bytes of the SVG */

    /* flame-cairo */
    FIGURE_FONT = 'F',    /* 1 when the family must be there, families, commas between them */
    FIGURE_PAGE = 'N',    /* width, height: begins a page, with its upper left corner at 0, 0 */
    FIGURE_COLOUR = 'C',  /* of what follows */
    FIGURE_SHADE = 'G',   /* x, y, width, height, colour at the bottom; at the top: the colour */
    FIGURE_RECT = 'R',    /* x, y, width, height */
    FIGURE_OUTLINE = 'O', /* x, y, width, height: its lines, a pixel wide */
    FIGURE_DASHES = 'D',  /* the same in dashes */
    FIGURE_TEXT = 'T',    /* x, y of the baseline, size, room, flags, text */
    FIGURE_LINK = 'L',    /* x, y, width, height, address: a rectangle that leads there */
    FIGURE_ENTRY = 'E',   /* y, text: an entry of the table of contents */
};

enum figure_paper_flag { FIGURE_TRANSPARENT = 1 };

enum figure_meta {
    FIGURE_TITLE,
    FIGURE_SUBJECT,
    FIGURE_KEYWORDS,
    FIGURE_CREATOR,
    FIGURE_DATE, /* as ISO 8601 writes it; without one the figure has none */
    FIGURE_METAS
};

/* Where x is in a text, and how it is made to fit its room. */
enum figure_text_flag {
    FIGURE_MIDDLE = 1,
    FIGURE_END = 2,
    FIGURE_BOLD = 4,
    FIGURE_CUT_RIGHT = 8, /* see enum text_cut */
    FIGURE_WHOLE = 16,    /* only one that does not fit is shown, narrow: for what hides it */
};

#endif
