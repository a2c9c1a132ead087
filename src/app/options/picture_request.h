/* Options that control how a flame graph looks. */
#ifndef APP_OPTIONS_PICTURE_REQUEST_H
#define APP_OPTIONS_PICTURE_REQUEST_H

#include "render/flame/style.h"
#include "render/theme/paint.h"

/* The theme when none is asked for. It has colours and divides them, and marks no wakers. */
#define COLORS_USUAL "auto"

/* Borrows texts from the arguments. */
struct picture_request {
    struct style style;
    const char *title;              /* NULL: chosen by the kind of picture */
    bool no_subtitle;               /* --subtitle "", or flamegraph.pl: the title stands alone */
    const char *colors;             /* theme name or file */
    const char *bgcolors;           /* NULL: the theme's */
    const char *palette_map;        /* --cp: its file; NULL: none */
    const char *nameattr;           /* NULL: none */
    enum paint_source paint_source; /* name, --hash, --random, --deterministic */
    bool red_blue;                  /* a comparison in the colours of flamegraph.pl */
    uint64_t total;                 /* --total in whole units; 0: the sum */
};

#endif
