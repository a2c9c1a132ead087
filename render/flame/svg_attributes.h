/* Attributes of the elements of a flame graph, written with a leading blank. */
#ifndef RENDER_FLAME_SVG_ATTRIBUTES_H
#define RENDER_FLAME_SVG_ATTRIBUTES_H

#include <string.h>

#include "base/sink.h"
#include "render/theme/colour.h"

static inline void svg_number(struct sink *s, const char *name, double value)
{
    sink_byte(s, ' ');
    sink_text(s, name);
    sink_text(s, "=\"");
    sink_short(s, value, 2);
    sink_byte(s, '"');
}

static inline void svg_colour(struct sink *s, const char *name, struct colour value)
{
    struct colour_text text;

    sink_byte(s, ' ');
    sink_text(s, name);
    char *from = sink_room(s, 16);
    char *to = DIGITS_TEXT(from, "=\"");
    to = memcpy(to, colour_hex(&text, value), sizeof text.text);
    to = DIGITS_TEXT(to + sizeof text.text - 1, "\"");
    sink_took(s, (size_t)(to - from));
}

#endif
