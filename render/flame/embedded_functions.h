/* The functions of an embedded tree; render/flame/embedded_format.h describes the bytes. */
#ifndef RENDER_FLAME_EMBEDDED_FUNCTIONS_H
#define RENDER_FLAME_EMBEDDED_FUNCTIONS_H

#include "model/frame_order.h"
#include "render/flame/embedded_parts.h"
#include "render/flame/picture.h"

/* The number of a function, as LEB128. */
struct embedded_id {
    unsigned char bytes[7];
    unsigned char n; /* 0: no node has it */
};

struct embedded_functions {
    struct embedded_id *ids; /* by frame */
    size_t n_ids;
    uint32_t rest; /* the number that stands for pruned frames */
    bool has_rest;
    uint32_t n;
    struct buf names, kinds, fills, links; /* sections of the tree */
    struct buf modules;                    /* not in a comparison */
    struct buf change;                     /* only there */
    struct buf waits;                      /* only with lanes */
    struct embedded_parts parts;           /* while functions are numbered */
    struct buf name, name_before;          /* clean */
    uint32_t linked;                       /* 1 + the last function with links */
};

/* Numbers the functions of frames whose total is at least `least`; sets picture->n_pruned to the
 * number of other frames. */
void embedded_functions_build(struct embedded_functions *fs, struct picture *picture,
                              const struct frame_order *order, uint64_t least);
void embedded_functions_free(struct embedded_functions *fs);

#endif
