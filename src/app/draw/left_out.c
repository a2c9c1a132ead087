/* "the first 96588 rows are drawn; ..." */
#include "app/draw/left_out.h"

#include <inttypes.h>

#include "app/common/message.h"
#include "render/common/amount.h"

static void print_too_deep(const struct picture *picture, bool has_viewer, const char *output)
{
    message_print("%s%sthe first %" PRIu64 " rows are drawn; %" PRIu64
                  " deeper frame%s would make the picture larger than the limits \"output\" and "
                  "\"elements\"%s",
                  output ? output : "", output ? ": " : "", picture->n_rows, picture->n_too_deep,
                  plural(picture->n_too_deep), has_viewer ? "; its viewer shows them" : "");
}

static void print_pruned(const struct picture *picture, const char *output)
{
    struct sink share;

    sink_open_buf(&share);
    amount_percent(&share, picture->pruned, picture->tree->total[0]);
    sink_byte(&share, '\0');
    message_print("%s%s--max-nodes: %" PRIu64
                  " narrow frame%s with %s%% of the total are in the file as sums only",
                  output ? output : "", output ? ": " : "", picture->n_pruned,
                  plural(picture->n_pruned), share.buf.p);
    sink_discard(&share);
}

void left_out_print(const struct picture *picture, bool embeds_tree, const char *output)
{
    if (picture->n_too_deep)
        print_too_deep(picture, embeds_tree && !picture->style->no_script, output);
    /* --only-visible asks for that. */
    if (picture->n_pruned && !picture->style->only_visible)
        print_pruned(picture, output);
}

void left_out_print_merged(const struct pruned *pruned, uint64_t total)
{
    struct sink s;

    if (!pruned->stacks)
        return;
    sink_open_buf(&s);
    sink_text(&s, "--max-nodes: ");
    sink_grouped(&s, pruned->stacks, 0);
    sink_text(&s, pruned->stacks == 1 ? " stack is" : " stacks are");
    sink_text(&s, " removed; their callers now have their counts, ");
    amount_percent(&s, pruned->moved, total);
    sink_text(&s, "% of the total; the largest of them had ");
    amount_percent(&s, pruned->largest, total);
    sink_byte(&s, '%');
    message_print("%.*s", (int)s.buf.n, s.buf.p);
    sink_discard(&s);
}
