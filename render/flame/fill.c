/* The fill of a frame: by its name and kind, its share, or its change. */
#include "render/flame/fill.h"

#include "render/flame/difference_box.h"
#include "render/flame/lane.h"
#include "render/flame/page.h"

struct frame_paint frame_paint_of_frame(const struct picture *picture, frame_id frame)
{
    const struct profile *p = picture->profile;
    const struct frame *row = &p->frames.rows[frame];
    const struct legend *legend = picture->legend;
    struct str name = names_get(&p->names, row->name);
    struct frame_paint paint = {.ink = {0, 0, 0}};
    bool by_user = false;

    if (picture_is_lane(picture, frame)) {
        paint.fill = (struct colour)LANE_FILL;
        return paint;
    }
    paint.fill = legend ? paint_fill_of(picture->painter, name, legend->colours[frame], &by_user)
                        : paint_fill(picture->painter, name, row->kind, &by_user);
    if (by_user)
        paint.ink = colour_text_on(paint.fill);
    /* A dark fill stays as the user chose it. */
    paint.has_dark = paint.ink.r > 0;
    paint.dark = paint.fill;
    return paint;
}

struct frame_paint frame_paint_of(const struct picture *picture, const struct box *box)
{
    struct frame_paint paint = {.ink = {0, 0, 0}};

    if (picture->difference) {
        struct difference_fill fill = difference_box_fill(picture, box);
        paint.fill = fill.light;
        paint.dark = fill.dark;
        paint.has_dark = fill.changed;
        return paint;
    }
    if (picture->style->colour_diffusion && !box->lane) {
        double whole = (double)picture->whole;
        paint.fill = paint_by_share(whole > 0 ? (double)box->total / whole : 0);
        return paint;
    }
    paint = frame_paint_of_frame(picture, picture->profile->stacks.rows[box->stack].frame);
    if (picture->palette_map)
        palette_map_add(picture->palette_map, picture_raw_name(picture, box), paint.fill);
    return paint;
}

bool is_box_inlined(const struct picture *picture, const struct box *box)
{
    const struct profile *p = picture->profile;

    return picture->marks_inlined && box->depth && !box->joined &&
           p->frames.rows[p->stacks.rows[box->stack].frame].kind == KIND_INLINED;
}

bool is_marked_inlined(const struct picture *picture, const struct box *box)
{
    return is_box_inlined(picture, box) &&
           picture_place_of(picture, box).width >= UINT64_C(10) * FLAME_MARKED_PX;
}
