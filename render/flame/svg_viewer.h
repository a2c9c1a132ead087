/* What an SVG holds for readers who may run scripts: the whole tree, and the viewer. */
#ifndef RENDER_FLAME_SVG_VIEWER_H
#define RENDER_FLAME_SVG_VIEWER_H

#include "model/ordered_callees.h"
#include "render/common/compressed_chunks.h"
#include "render/flame/picture.h"

enum { SVG_VIEWER_WORKERS = 3 }; /* beside the one who writes the picture, at most */

/* A zeroed struct writes nothing but the style sheet of a picture without a script. */
struct svg_viewer {
    bool used;
    bool compress;
    struct picture *picture;
    struct picture embedded; /* the same of the stacks from their roots on */
    uint64_t least;
    struct frame_order order;
    struct ordered_callees branches;
    pthread_mutex_t linking; /* held until there are branches */
    struct chunks chunks;    /* of the tree */
    pthread_t workers[SVG_VIEWER_WORKERS];
    size_t n_workers;
};

/* Starts to pack the tree without the frames that the style leaves out, unless it wants no viewer.
 * A large one is packed by workers that go on beside the caller until svg_viewer_write or
 * svg_viewer_free; the picture's n_pruned and pruned are set then. */
void svg_viewer_start(struct svg_viewer *v, struct picture *picture);

/* Waits until the tree is packed, and helps. */
void svg_viewer_finish(struct svg_viewer *v);

/* How many elements svg_viewer_write will write at most; the same for any number of workers. */
uint64_t svg_viewer_elements(const struct svg_viewer *v);

/* Writes the <style> element. */
void svg_viewer_style(const struct svg_viewer *v, struct sink *s);

/* Writes the <metadata> elements of the tree and the <script>. */
void svg_viewer_write(struct svg_viewer *v, struct sink *s);

void svg_viewer_free(struct svg_viewer *v);

#endif
