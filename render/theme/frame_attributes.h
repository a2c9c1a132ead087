/* What a user adds to frames of a picture (--nameattr): links, tooltips, classes, fills. Only the
 * attributes below exist, and their values are safe in an SVG once they are escaped as XML. */
#ifndef RENDER_THEME_FRAME_ATTRIBUTES_H
#define RENDER_THEME_FRAME_ATTRIBUTES_H

#include "base/fault.h"
#include "model/names.h"
#include "render/theme/colour.h"

enum frame_attribute {
    ATTRIBUTE_HREF,   /* http, https, #fragment or a relative path; percent-encoded, plain ASCII */
    ATTRIBUTE_TITLE,  /* in place of the tooltip; any bytes: pass it through text_clean */
    ATTRIBUTE_CLASS,  /* letters, digits, _ - and blanks */
    ATTRIBUTE_ID,     /* a letter, then letters, digits, _ -; once in the file, so give it to the
                         first frame of the name only */
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

/* Reads lines NAME TAB KEY=VALUE TAB KEY=VALUE... with or without quotes around a value. Anything
 * else in the file is a FAULT_USAGE that names the line. */
MUST_CHECK bool frame_attributes_read(struct frame_attributes *attributes, const char *path,
                                      struct fault *f);

/* The same from memory; file is what messages call it. */
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
