/* What an SVG holds for readers who may run scripts: the whole tree, and the viewer. */
#ifndef RENDER_SVG_VIEWER_H
#define RENDER_SVG_VIEWER_H

#include "render/output.h"

/* A zeroed struct writes nothing but the style sheet of a picture without a script. */
struct svg_viewer {
    struct buf tree; /* packed */
    const char *packing;
    bool used;
};

/* Packs the tree without the frames that the style leaves out, unless it wants no viewer. */
void svg_viewer_pack(struct svg_viewer *v, struct picture *picture, const struct layout *layout);

/* How many elements svg_viewer_write will write. */
uint64_t svg_viewer_elements(const struct svg_viewer *v);

/* Writes the <style> element. */
void svg_viewer_style(const struct svg_viewer *v, struct sink *s);

/* Writes the <metadata> elements of the tree and the <script>. */
void svg_viewer_write(const struct svg_viewer *v, struct sink *s);

void svg_viewer_free(struct svg_viewer *v);

#endif
