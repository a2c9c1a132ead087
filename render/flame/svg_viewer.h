/* The interactive part of an SVG: the embedded tree, and the viewer script. */
#ifndef RENDER_FLAME_SVG_VIEWER_H
#define RENDER_FLAME_SVG_VIEWER_H

#include "model/ordered_callees.h"
#include "render/common/compressed_chunks.h"
#include "render/flame/picture.h"

enum { SVG_VIEWER_WORKERS = 3 }; /* the most workers besides the one that writes the picture */

/* A zeroed struct writes only the style sheet of a picture without script. */
struct svg_viewer {
    bool used;
    bool compress;
    struct picture *picture;
    struct picture embedded; /* the same with unreversed stacks */
    uint64_t least;
    struct frame_order order;
    struct ordered_callees callees;
    pthread_mutex_t linking; /* locked until there are branches */
    struct chunks chunks;    /* of the embedded tree */
    pthread_t workers[SVG_VIEWER_WORKERS];
    size_t n_workers;
};

/* Starts to pack the tree, without the frames that the style prunes; does nothing if the style
 * wants no viewer. Workers pack a large tree in parallel to the caller, until svg_viewer_write or
 * svg_viewer_free. The picture's n_pruned and pruned are set then. */
void svg_viewer_start(struct svg_viewer *v, struct picture *picture);

/* Helps to pack the tree, and waits until it is done. */
void svg_viewer_finish(struct svg_viewer *v);

/* The most elements that svg_viewer_write will write; the same for any number of workers. */
uint64_t svg_viewer_elements(const struct svg_viewer *v);

/* The most bytes that svg_viewer_style and svg_viewer_write will write. Waits like
 * svg_viewer_finish. */
uint64_t svg_viewer_bytes(struct svg_viewer *v);

/* Writes the <style> element. */
void svg_viewer_style(const struct svg_viewer *v, struct sink *s);

/* Writes the <metadata> elements of the tree and the <script>. */
void svg_viewer_write(struct svg_viewer *v, struct sink *s);

void svg_viewer_free(struct svg_viewer *v);

#endif
