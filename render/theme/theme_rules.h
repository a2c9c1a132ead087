/* The parsed rules of a theme, from theme_parse to theme_match. */
#ifndef RENDER_THEME_THEME_RULES_H
#define RENDER_THEME_THEME_RULES_H

#include "base/str.h"

enum theme_verb { VERB_STARTS, VERB_ENDS, VERB_CONTAINS, VERB_PART, VERB_IS, VERB_KIND };

struct theme_part {
    struct str text;
    bool chained; /* must be found after the previous part */
};

/* Holds if any of its parts fits. */
struct theme_test {
    enum theme_verb verb;
    size_t parts, parts_end; /* in theme.parts, half-open */
    unsigned kinds;          /* of VERB_KIND: bit k for enum frame_kind k */
};

/* Fits if all its tests hold; "otherwise" has none. */
struct theme_rule {
    size_t tests, tests_end; /* in theme.tests, half-open */
    size_t colour;
};

#endif
