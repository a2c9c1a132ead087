/* The user's attributes for frames (--nameattr): links, tooltips, classes, fills. Other attributes
 * are rejected, and all values are safe in an SVG after XML escaping. */
#ifndef RENDER_THEME_FRAME_ATTRIBUTES_H
#define RENDER_THEME_FRAME_ATTRIBUTES_H

#include "base/fault.h"
#include "model/names.h"
#include "render/theme/colour.h"

enum frame_attribute {
    ATTRIBUTE_HREF,   /* http, https, #fragment or a relative path; percent-encoded, plain ASCII */
    ATTRIBUTE_TITLE,  /* replaces the tooltip; any bytes: pass it through text_clean */
    ATTRIBUTE_CLASS,  /* letters, digits, _ - and blanks */
    ATTRIBUTE_ID,     /* a letter, then letters, digits, _ -; must be unique in the file, so only
                       * the first frame of the name gets it */
    ATTRIBUTE_TARGET, /* _blank, _self, _parent or _top */
    ATTRIBUTE_COUNT,
};

struct attribute_row {
    name_id name;
    name_id value[ATTRIBUTE_COUNT]; /* 0: not given */
    bool has_fill;
    struct colour fill;
    uint64_t line;
};

/* Owns its names. A zeroed struct is a valid empty table. */
struct frame_attributes {
    struct names names;
    struct attribute_row *rows; /* sorted by name, each name once */
    size_t n, room;
};

/* Parses lines NAME TAB KEY=VALUE TAB KEY=VALUE..., with optional quotes around values. Anything
 * else is a FAULT_USAGE that names the line. */
MUST_CHECK bool frame_attributes_read(struct frame_attributes *attributes, const char *path,
                                      struct fault *f);

/* The same from memory; file is its name in messages. */
MUST_CHECK bool frame_attributes_parse(struct frame_attributes *attributes, const char *file,
                                       struct str bytes, struct fault *f);

void frame_attributes_free(struct frame_attributes *attributes);

/* Returns the row of a name, or NULL. */
const struct attribute_row *frame_attributes_find(const struct frame_attributes *attributes,
                                                  struct str raw_name);

/* Lends a value of a row; empty when it was not given. */
struct str frame_attributes_value(const struct frame_attributes *attributes,
                                  const struct attribute_row *row, enum frame_attribute which);

#endif
