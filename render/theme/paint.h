/* The fill of a frame: the grey of separators, or else from the user's attributes, the palette map,
 * or the theme. A name has the same fill everywhere. */
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

/* Borrows everything. Painting writes nothing, so workers may share it. */
struct painter {
    const struct theme *theme;
    enum paint_source source;
    struct hash_key key;                       /* of PAINT_RANDOM: hash_key_draw() */
    const struct palette_map *map;             /* NULL: none */
    const struct frame_attributes *attributes; /* NULL: none */
};

/* Returns the fill of a frame. Sets *named_by_user if the user chose it: text on it then needs
 * colour_text_on(fill); on other fills black text is readable. */
struct colour paint_fill(const struct painter *p, struct str raw_name, enum frame_kind kind,
                         bool *named_by_user);

/* The same with a colour of the theme that was chosen already. */
struct colour paint_fill_of(const struct painter *p, struct str raw_name, size_t colour,
                            bool *named_by_user);

/* --colordiffusion: red, stronger for larger shares (0 to 1) of the whole. */
struct colour paint_by_share(double share);

#endif
