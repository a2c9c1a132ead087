/* Says what a picture leaves out. */
#ifndef APP_DRAW_LEFT_OUT_H
#define APP_DRAW_LEFT_OUT_H

#include "model/canonical_order.h"
#include "render/flame/picture.h"

/* Prints how many frames the written picture does not draw because a limit has no room for their
 * rows, and how many are not in its file. embeds_tree: its format has a viewer with all frames,
 * unless the style leaves it out. output: the name of one of several; NULL: there is only one. */
void left_out_print(const struct picture *picture, bool embeds_tree, const char *output);

/* Prints how much --max-nodes moved to callers when profiles were merged, of this total. */
void left_out_print_merged(const struct pruned *pruned, uint64_t total);

#endif
