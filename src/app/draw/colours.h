/* The colours of a picture, and the line that says what they mean. */
#ifndef APP_DRAW_COLOURS_H
#define APP_DRAW_COLOURS_H

#include "render/flame/picture.h"

/* A zeroed struct may be freed. */
struct colours {
    struct legend legend;   /* the picture borrows it */
    struct sink of_changes; /* of a comparison: the text of its legend, lent to the style */
};

/* Chooses them for the picture, whose tree has totals; sets what the style says of the legend. */
void colours_choose(struct colours *c, struct style *style, const struct theme *theme,
                    struct picture *picture);
void colours_free(struct colours *c);

#endif
