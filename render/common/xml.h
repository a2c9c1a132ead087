/* Text inside XML. */
#ifndef RENDER_COMMON_XML_H
#define RENDER_COMMON_XML_H

#include "base/sink.h"
#include "render/common/text.h"

/* Owns its scratch; a zeroed struct with a sink is ready. */
struct xml {
    struct sink *s;
    bool ascii; /* characters beyond ASCII are written as references */
    struct buf clean;
};

void xml_free(struct xml *x);

/* Writes any bytes, cleaned and escaped, for text and for attribute values. */
void xml_text(struct xml *x, struct str raw);

/* The same for text that text_clean made. */
void xml_clean(struct xml *x, struct str clean);

#endif
