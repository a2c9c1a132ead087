/* Writes the whole tree of a picture as bytes: render/flame/embedded_format.h says which. */
#ifndef RENDER_FLAME_EMBEDDED_TREE_H
#define RENDER_FLAME_EMBEDDED_TREE_H

#include "model/ordered_callees.h"
#include "render/common/compressed_chunks.h"
#include "render/flame/picture.h"

/* Adds the tree to new chunks, which the caller ends. Frames whose total is below `least` are left
 * out: a run of them becomes one node, so that every sum stays, and picture->n_pruned and
 * pruned tell how many they are and their share. The least total rises until the tree has no more
 * nodes than the style allows. */
void embedded_tree_write(struct chunks *to, struct picture *picture,
                         const struct frame_order *order, const struct ordered_callees *branches,
                         uint64_t least);

/* How many chunks a tree has at most. */
uint64_t embedded_tree_most_chunks(const struct picture *picture);

#endif
