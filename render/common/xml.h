/* Writes text into XML. */
#ifndef RENDER_COMMON_XML_H
#define RENDER_COMMON_XML_H

#include "base/sink.h"
#include "render/common/text.h"

/* Owns a scratch buffer; a zeroed struct with a sink is ready. */
struct xml {
    struct sink *s;
    bool ascii; /* writes characters beyond ASCII as references */
    struct buf clean;
};

void xml_free(struct xml *x);

/* Writes any bytes, cleaned and escaped, as text or attribute value. */
void xml_text(struct xml *x, struct str raw);

/* The same, cut as text_clean_name does. */
void xml_name(struct xml *x, struct str raw);

/* The same for text that is already clean. */
void xml_clean(struct xml *x, struct str clean);

#endif
