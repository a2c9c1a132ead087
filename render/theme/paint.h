/* The fill of a frame: from its separator, the attributes and the palette map of the user, or the
 * theme. The same name has the same fill wherever it stands. */
#ifndef RENDER_THEME_PAINT_H
#define RENDER_THEME_PAINT_H

#include "base/hash.h"
#include "render/theme/frame_attributes.h"
#include "render/theme/palette_map.h"
#include "render/theme/theme.h"

/* Where a theme's v1, v2 and v3 come from. */
enum paint_source {
    PAINT_BY_NAME,       /* one number from the sum of the code points, as flamegraph.pl does */
    PAINT_BY_HASH,       /* --hash: from the first and the last three characters */
    PAINT_DETERMINISTIC, /* --deterministic: FNV-1a, as inferno does */
    PAINT_RANDOM,        /* --random: from the name and the key */
};

/* Borrows all of it. Nothing is written when painting, so workers may share it. */
struct painter {
    const struct theme *theme;
    enum paint_source source;
    struct hash_key key;                       /* of PAINT_RANDOM: hash_key_draw() */
    const struct palette_map *map;             /* NULL: none */
    const struct frame_attributes *attributes; /* NULL: none */
};

/* Returns the fill of a frame. *named_by_user says that the user chose it: text on it takes
 * colour_text_on(fill); on every other fill black text is readable. */
struct colour paint_fill(const struct painter *p, struct str raw_name, enum frame_kind kind,
                         bool *named_by_user);

/* --colordiffusion: red, the deeper the larger the share (0 to 1) of a frame in the whole. */
struct colour paint_by_share(double share);

#endif
