/* Reads the tree of one massif snapshot: from the allocation to its callers. */
#ifndef INPUT_MASSIF_TREE_H
#define INPUT_MASSIF_TREE_H

#include "input/common/frame_cache.h"
#include "input/common/snapshot_builder.h"

struct massif_node;

/* Owns everything except the text and the snapshots. */
struct massif_tree {
    struct text *text;
    struct snapshot_builder *snapshots;
    struct frame_cache frame_cache; /* by the text after the bytes */
    struct massif_node *nodes;      /* from the allocation to the last line */
    size_t n, nodes_room;
    size_t skipped; /* 1 + the depth of a skipped line; its callers are skipped, too; 0: none */
    bool is_told;   /* missing lines were reported */
    struct buf room;
};

void massif_tree_init(struct massif_tree *t, struct text *text, struct snapshot_builder *snapshots);
void massif_tree_free(struct massif_tree *t);

/* Begins the tree of a snapshot with that many bytes on the heap. */
void massif_tree_begin(struct massif_tree *t, uint64_t bytes);

/* Reads a line of the tree. False with a fault when a limit is reached or the reading is strict. */
MUST_CHECK bool massif_tree_take(struct massif_tree *t, struct str line);

/* Ends the tree: bytes whose callers no line gives become [heap]. Fails as massif_tree_take. */
MUST_CHECK bool massif_tree_end(struct massif_tree *t);

/* Adds bytes of a single frame to the snapshot. Fails as builder_add. */
MUST_CHECK bool massif_tree_add(struct massif_tree *t, struct str name, uint64_t bytes);

#endif
