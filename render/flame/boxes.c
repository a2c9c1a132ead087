/* The layout of a flame graph as text, for tests and scripts: the boxes that an SVG would draw.
 *
 *   #depth  start  total  joined  x      width   name
 *   1       0      30     0       0.0    354.0   main
 *   1       30     3      7       354.0  35.4    rest
 *
 * Columns are separated by tabs. Start and total are in units of the profile, exact and not
 * multiplied by --factor; x and width are in pixels, x from the left edge of the root's box. A box
 * of joined callees too narrow to be drawn, or of threads without a lane, has their number and the
 * name "rest". Names keep their mark. In a comparison start and total only give widths, and the
 * sums of all runs before and after precede the name.
 */
#include "render/flame/difference_box.h"
#include "render/flame/difference_text.h"
#include "render/flame/narrow_rows.h"
#include "render/flame/picture.h"
#include "render/output.h"

struct boxes {
    const struct picture *picture;
    struct layout layout;
    struct sink *s;
    struct buf clean;
};

static void write_tenths(struct boxes *out, uint64_t n)
{
    sink_u64(out->s, n / 10);
    sink_byte(out->s, '.');
    sink_u64(out->s, n % 10);
    sink_byte(out->s, '\t');
}

/* The sums of each side over all its runs. */
static void write_sides(struct boxes *out, const struct box *box)
{
    struct change_sums sums = difference_box_sums(out->picture, box);
    unsigned scale = out->picture->profile->columns[1].scale;

    sink_decimal(out->s, sums.before, scale);
    sink_byte(out->s, '\t');
    sink_decimal(out->s, sums.after, scale);
    sink_byte(out->s, '\t');
}

static void write_box(struct boxes *out, const struct box *box)
{
    const struct tree *t = out->picture->tree;
    unsigned scale = t->column->scale;
    struct picture_place place = picture_place_of(out->picture, box);

    sink_u64(out->s, box->depth);
    sink_byte(out->s, '\t');
    sink_decimal(out->s, box->start, scale);
    sink_byte(out->s, '\t');
    sink_decimal(out->s, box->total, scale);
    sink_byte(out->s, '\t');
    sink_u64(out->s, box->joined);
    sink_byte(out->s, '\t');
    write_tenths(out, place.from);
    write_tenths(out, place.width);
    if (out->picture->difference)
        write_sides(out, box);
    out->clean.n = 0;
    text_clean_name(box->joined ? STR("rest") : tree_name(t, box->stack), &out->clean);
    sink_str(out->s, buf_str(&out->clean));
    sink_byte(out->s, '\n');
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    struct boxes out = {.picture = picture, .s = sink};

    (void)f;
    picture_layout(picture, &out.layout);
    narrow_rows_cut(picture, &out.layout);
    sink_text(sink, picture->difference
                        ? "#depth\tstart\ttotal\tjoined\tx\twidth\tbefore\tafter\tname\n"
                        : "#depth\tstart\ttotal\tjoined\tx\twidth\tname\n");
    for (size_t i = 0; i < out.layout.n; i++)
        write_box(&out, &out.layout.boxes[i]);
    layout_free(&out.layout);
    buf_free(&out.clean);
    return true;
}

static const char *const endings[] = {"boxes", NULL};

const struct output_format output_boxes = {
    .name = "boxes",
    .about = "the layout of the picture as text: place, size and name of each box",
    .endings = endings,
    .write = write,
    .both = true,
    .by_time = true,
};
