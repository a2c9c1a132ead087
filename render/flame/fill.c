/* The fill of a frame: by its name and kind, its share, or its change. */
#include "render/flame/fill.h"

#include "render/flame/difference_box.h"

struct frame_paint frame_paint_of_name(const struct picture *picture, struct str raw_name,
                                       enum frame_kind kind)
{
    struct frame_paint paint = {.ink = {0, 0, 0}};
    bool by_user = false;

    paint.fill = paint_fill(picture->painter, raw_name, kind, &by_user);
    if (by_user)
        paint.ink = colour_text_on(paint.fill);
    return paint;
}

struct frame_paint frame_paint_of(const struct picture *picture, const struct box *box)
{
    struct frame_paint paint = {.ink = {0, 0, 0}};
    struct str name = picture_raw_name(picture, box);

    if (picture->difference) {
        paint.fill = difference_box_fill(picture, box);
        return paint;
    }
    if (picture->style->colour_diffusion) {
        double whole = (double)picture->whole;
        paint.fill = paint_by_share(whole > 0 ? (double)box->total / whole : 0);
        return paint;
    }
    enum frame_kind kind = box->depth ? tree_kind(picture->tree, box->stack) : KIND_UNKNOWN;
    paint = frame_paint_of_name(picture, name, kind);
    if (picture->palette_map)
        palette_map_add(picture->palette_map, name, paint.fill);
    return paint;
}
