/* What the colours of a flame graph mean: which frame has which, and how much each stands for:
 *
 *   [] JIT 58 %  [] kernel 29 %  [] user 13 %  |] inlined
 *
 * Shares are of self values, in whole percent, and add up to 100. Inlined frames have the colour of
 * their callers and a mark, whose entry is the last and has no share. */
#ifndef RENDER_FLAME_LEGEND_H
#define RENDER_FLAME_LEGEND_H

#include "model/tree.h"
#include "render/flame/style.h"
#include "render/theme/theme.h"

/* The embedded tree has three bits for an entry. */
enum { LEGEND_MOST = 8 };

struct legend_entry {
    size_t name, name_end; /* in legend.text, clean */
    struct colour swatch;
    uint64_t self;
    unsigned percent;
    unsigned row; /* its place in the picture, by legend_place: */
    double x_px, width_px;
};

/* Owns its arrays. A zeroed struct is a valid empty legend. */
struct legend {
    unsigned char *colours; /* by frame: the index of the theme's colour */
    unsigned char *entries; /* by frame: of its entry; n: it has none, as it stands for so little */
    uint32_t n_frames;
    struct legend_entry rows[LEGEND_MOST + 1]; /* the heaviest first, "other" as well; then that
                                                * of the mark */
    size_t n;                                  /* without that of the mark */
    bool marks_inlined;                        /* there are inlined frames, and a mark tells them */
    unsigned n_rows; /* of the picture; 0: there is no room, or nothing to say */
    struct buf text;
};

/* Chooses the colours of all frames and adds up their shares. The tree has totals; reverse: its
 * stacks are leaf first. */
void legend_build(struct legend *l, const struct theme *theme, const struct tree *t, bool reverse);
void legend_free(struct legend *l);

/* Keeps the colours, but has no entries. */
void legend_clear(struct legend *l);

/* Places the entries in rows as wide as the frames, each row in the middle of the picture. Without
 * room for an entry, or with too many rows, there are none. */
void legend_place(struct legend *l, const struct style *style);

/* How many entries are shown, that of the mark included. */
size_t legend_n_shown(const struct legend *l);

/* "JIT 58 %"; of what is but called through, and of the mark, the name alone: "inlined". */
void legend_text(const struct legend *l, size_t entry, struct buf *to);

/* The side of a swatch, and what follows it. */
static inline double legend_swatch_px(const struct style *style)
{
    return style->fontsize * 0.8;
}

#endif
