/* What functions of an embedded tree belong to: module, package and kind;
 * render/flame/embedded_format.h describes the bytes. */
#ifndef RENDER_FLAME_EMBEDDED_PARTS_H
#define RENDER_FLAME_EMBEDDED_PARTS_H

#include "base/buf.h"
#include "model/tree.h"
#include "render/theme/theme.h"

enum { EMBEDDED_BY_MODULE, EMBEDDED_BY_PACKAGE, EMBEDDED_BY_KIND, EMBEDDED_PARTS };

struct embedded_parts {
    struct names names[EMBEDDED_PARTS];
    struct buf ids[EMBEDDED_PARTS]; /* of each function */
    const struct profile *p;
    struct theme kinds; /* no colours: of no frame is the kind known */
    struct str program; /* the module with most of the weight; lent */
};

void embedded_parts_init(struct embedded_parts *parts, const struct tree *t);
void embedded_parts_free(struct embedded_parts *parts);

/* Adds those of the next function; 0: it stands for no frame. */
void embedded_parts_add(struct embedded_parts *parts, frame_id frame);

/* Appends the section; nothing where nothing is known. */
void embedded_parts_write(const struct embedded_parts *parts, struct buf *to);

#endif
