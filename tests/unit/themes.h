/* What the tests of themes and of painting share. */
#ifndef TESTS_UNIT_THEMES_H
#define TESTS_UNIT_THEMES_H

#include "unit.h"

#include "render/theme/theme.h"

static inline struct theme load(const char *name)
{
    struct theme t;
    struct fault f = {0};

    if (!theme_load(&t, name, &f))
        fail_msg("%s", f.text);
    return t;
}

#endif
