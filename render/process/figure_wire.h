/* The protocol between the programs and the children that draw figures: commands
 * (base/process/wire.h) on standard input, first about the whole file, then pages and their
 * contents. The child's arguments are the format, by its name in --format, and its limit of
 * processor time in seconds (0: none). It writes the figure to standard output.
 *
 * A length is a number in hundredths of a pixel of the picture (96 to the inch), as two's
 * complement; a colour is 0xRRGGBB. Texts are clean (render/common/text.h). */
#ifndef RENDER_PROCESS_FIGURE_WIRE_H
#define RENDER_PROCESS_FIGURE_WIRE_H

enum figure_operation {
    /* for the whole file */
    FIGURE_PAPER = 'P', /* scale in ten thousandths; width, height and margin of the paper in
                           hundredths of a point; most pixels (0: any); quality; flags */
    FIGURE_META = 'M',  /* which (enum figure_meta), text */

    /* only flame-rsvg: the one page */
    FIGURE_SVG = 'V', /* the bytes of the SVG */

    /* flame-cairo */
    FIGURE_FONT = 'F',    /* 1 if the family must be installed, families separated by commas */
    FIGURE_PAGE = 'N',    /* width, height: begins a page; its upper left corner is at 0, 0 */
    FIGURE_COLOUR = 'C',  /* of the following commands */
    FIGURE_SHADE = 'G',   /* x, y, width, height, colour at the bottom; at the top: the colour */
    FIGURE_RECT = 'R',    /* x, y, width, height */
    FIGURE_OUTLINE = 'O', /* x, y, width, height: its lines, a pixel wide */
    FIGURE_DASHES = 'D',  /* the same, dashed */
    FIGURE_HATCH = 'H',   /* x, y, width, height: thin slanted lines in it */
    FIGURE_TEXT = 'T',    /* x, y of the baseline, size, room, flags, text */
    FIGURE_LINK = 'L',    /* x, y, width, height, address: a clickable rectangle */
    FIGURE_ENTRY = 'E',   /* y, text: an entry of the table of contents */
};

enum figure_paper_flag { FIGURE_TRANSPARENT = 1 };

enum figure_meta {
    FIGURE_TITLE,
    FIGURE_SUBJECT,
    FIGURE_KEYWORDS,
    FIGURE_CREATOR,
    FIGURE_DATE, /* ISO 8601; without it the figure has no date */
    FIGURE_METAS
};

/* Which part of the text is at x, and how to make it fit. */
enum figure_text_flag {
    FIGURE_MIDDLE = 1,
    FIGURE_END = 2,
    FIGURE_BOLD = 4,
    FIGURE_CUT_RIGHT = 8, /* see enum text_cut */
    FIGURE_MARKED = 32,   /* begins with the sign of a change and a blank, which stay */
    FIGURE_WHOLE = 16,    /* draw only text that does not fit, condensed: to be hidden behind a box
                           */
};

#endif
