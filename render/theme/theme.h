/* Themes: the colour of a frame by its name and kind. themes/README.md describes their format. */
#ifndef RENDER_THEME_THEME_H
#define RENDER_THEME_THEME_H

#include "base/buf.h"
#include "base/fault.h"
#include "model/frames.h"
#include "render/theme/colour.h"

/* base + span * v[source]; base and all results are within 0..255. */
struct theme_channel {
    int base, span;
    unsigned source;
};

struct theme_colour {
    struct str name;
    struct theme_channel r, g, b;
    bool is_undivided; /* it is never divided, and does not count when others are */
};

struct theme_rule;
struct theme_test;
struct theme_part;

enum { THEME_DIVIDED_MOST = 6 };

/* Owns its text; everything else points into it. A zeroed struct may be freed. */
struct theme {
    struct buf text;
    struct str about; /* a sentence; empty: none */
    struct background background;
    struct colour unchanged, less, more; /* of a comparison: changes take one of the last two */
    bool wakers;      /* frames after a frame "--" are wakers: they get the mark _[w] */
    char after_first; /* rules apply to what follows the first such byte; 0: to the whole name */
    bool inlined_as_caller;  /* inlined frames take the colour of what they are inlined into */
    unsigned divide_percent; /* a colour with a larger part of the area is divided among the parts
                              * of the program into these: */
    size_t divided_into[THEME_DIVIDED_MOST];
    size_t n_divided_into; /* 0: none is */
    struct theme_colour *colours;
    struct theme_rule *rules; /* the last one always fits */
    struct theme_test *tests;
    struct theme_part *parts;
    size_t n_colours, n_rules, n_tests, n_parts;
    size_t colour_room, rule_room, test_room, part_room;
};

/* Loads the theme with that name, or else the file. If neither exists, a FAULT_USAGE lists the
 * names; a broken file is a FAULT_INPUT with its line. */
MUST_CHECK bool theme_load(struct theme *t, const char *name_or_path, struct fault *f);

/* Parses a theme in memory; file is its name in messages. */
MUST_CHECK bool theme_parse(struct theme *t, const char *file, struct str bytes, struct fault *f);

void theme_free(struct theme *t);

/* Name and description of the i-th built-in theme, sorted by name; false after the last. */
bool theme_listed(size_t i, struct str *name, struct str *about);

/* Returns the index of the colour that the rules choose for a frame. */
size_t theme_match(const struct theme *t, struct str raw_name, enum frame_kind kind);

/* Returns the colour with that index at v, three numbers from 0 to 1; light enough for black text.
 */
struct colour theme_colour_at(const struct theme *t, size_t index, const double v[3]);

#endif
