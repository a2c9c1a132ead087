/* Writes the whole tree of a picture for the viewer script; render/flame/embedded_format.h
 * describes the bytes. */
#ifndef RENDER_FLAME_EMBEDDED_TREE_H
#define RENDER_FLAME_EMBEDDED_TREE_H

#include "model/ordered_callees.h"
#include "render/common/compressed_chunks.h"
#include "render/flame/picture.h"

/* Adds the tree to new chunks; the caller ends those. Prunes frames whose total is below `least`:
 * each run of them becomes one node, so all sums stay; sets picture->n_pruned and picture->pruned
 * to their number and total. Raises the threshold until the tree has no more nodes than the style
 * allows. */
void embedded_tree_write(struct chunks *to, struct picture *picture,
                         const struct frame_order *order, const struct ordered_callees *callees,
                         uint64_t least);

/* The most chunks that a tree can have. */
uint64_t embedded_tree_most_chunks(const struct picture *picture);

#endif
