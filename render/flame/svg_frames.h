/* The frames of a flame graph as elements of an SVG:
 *
 *   <g class="frames" transform="translate(left, top)">
 *     <g transform="translate(0, y of the row)">
 *       <rect x width height fill color><title>name (1,234 samples, 12.34%)</title></rect> ...
 *       <path class="inlined"> the marks of inlined frames
 *       <path class="waits"> the hatches of what waits
 *       <g pointer-events="none" transform="translate(pad, baseline)"><text x>name</text> ...
 *     <text> the rows that are left out behind the last (narrow_rows.h)
 *
 * In dark surroundings the style sheet lets the ground shine through fills and makes labels white;
 * of what has a colour, which changed boxes of a comparison and labels on them may have, that is
 * its fill there.
 */
#ifndef RENDER_FLAME_SVG_FRAMES_H
#define RENDER_FLAME_SVG_FRAMES_H

#include "render/common/short_names.h"
#include "render/common/xml.h"
#include "render/flame/picture.h"
#include "render/flame/svg_attributes.h"

/* Borrows the picture and the sink; owns the rest. */
struct svg_frames {
    struct picture *picture;
    struct layout layout;
    uint32_t spare; /* rows behind the last for what is not a box; set by the caller */
    struct sink *s;
    struct xml xml;
    double cell_px; /* width of a character */
    struct buf name, label;
    struct buf constants; /* the text between the number and the share of a title, then the height
                           * of a box */
    size_t unit_end;      /* of the first */
    struct short_names short_names;
    const struct box *lane; /* whose rows are written; NULL: there are none */
    bool *id_given; /* by row of the user's attributes: its id is used; an id must be unique in the
                     * file */
    size_t n_given;
};

/* Lays the picture out (picture_layout). */
void svg_frames_start(struct svg_frames *f, struct picture *picture, struct sink *sink);
void svg_frames_free(struct svg_frames *f);

/* From the top of the first row to the bottom of the last. */
double svg_frames_height_px(const struct svg_frames *f);

/* The most elements that svg_frames_write will write; any number up to `enough` if they are surely
 * not more. */
uint64_t svg_frames_elements(const struct svg_frames *f, uint64_t enough);

/* Leaves out the deepest rows, as few as make svg_frames_write write at most so many elements and
 * bytes; none if too few would be left. Sets picture->n_too_deep and n_rows, and reduces n_drawn.
 */
void svg_frames_cut(struct svg_frames *f, uint64_t elements, uint64_t bytes);

/* Writes the frames; top_px is the top of the first row. */
void svg_frames_write(struct svg_frames *f, double top_px);

/* Ends the group that svg_frames_write began, to which the caller may have added. */
static inline void svg_frames_end(struct svg_frames *f)
{
    sink_text(f->s, "</g>\n");
}

/* <path class="inlined" d="M x,y mark M x,y mark ...": the corners of frames in the legend and in a
 * row. */
#define SVG_MARK "h5l-5,5z"
#define SVG_MARK_END "\" fill-opacity=\".65\" pointer-events=\"none\"/>\n"

/* The hatches of waits, in the <defs> of the picture. */
#define SVG_HATCH_ELEMENTS 2
#define SVG_HATCH                                                                                  \
    "<pattern id=\"flame-waits\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"        \
    "<path class=\"ui\" fill=\"#000\" fill-opacity=\".3\""                                         \
    " d=\"M0,0H.7L0,.7zM5.3,0H6V.7L.7,6H0V5.3zM6,5.3V6H5.3z\"/></pattern>"

/* Writes " (1,234 samples, 12.34%)". */
void svg_frames_amount(struct svg_frames *f, uint64_t value);

#endif
