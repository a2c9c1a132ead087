/* What stands in the head of a lane. */
#include "render/flame/lane.h"

#include "render/common/amount.h"

void lane_name(const struct picture *picture, const struct box *lane, struct buf *to)
{
    struct sink s;

    if (!lane->joined) {
        text_clean(tree_name(picture->tree, lane->stack), to);
        return;
    }
    sink_open_buf(&s);
    sink_text(&s, "+ ");
    sink_grouped(&s, lane->joined, 0);
    sink_text(&s, lane->joined == 1 ? " more thread" : " more threads");
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

void lane_label(const struct picture *picture, const struct box *lane, struct buf *to)
{
    struct sink s;

    lane_name(picture, lane, to);
    sink_open_buf(&s);
    sink_text(&s, ", ");
    amount_write_scaled(&s, (double)lane->total, STR("ns"));
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}
