/* Reads XML element by element through expat. Reads nothing outside of the input; a document type
 * with declarations (such as entities) is a fault; everything that can grow has a limit. */
#ifndef INPUT_COMMON_XML_H
#define INPUT_COMMON_XML_H

#include "input/common/reading.h"

struct xml;

/* Callbacks; each returns false when it has set a fault. */
struct xml_reader {
    void *context;
    /* An element begins. Names and values are NUL-terminated, attributes NULL-terminated. */
    bool (*start)(void *context, struct xml *x, const char *name, const char *const *attributes);
    /* An element ends. text: its text if xml_keep_text was called at its start, else empty; lent.
     */
    bool (*end)(void *context, struct xml *x, const char *name, struct str text);
};

/* Reads all blocks. Truncated or malformed XML is counted as bad if samples were taken before it,
 * else it is a fault. Without expat a fault says how to get it. */
MUST_CHECK bool xml_read(const struct xml_reader *reader, struct reading *r, struct blocks *blocks,
                         struct fault *f);

/* Keeps the text of the element that begins, until it ends or a child begins. */
void xml_keep_text(struct xml *x);

/* Returns the value of an attribute, or NULL. */
const char *xml_attribute(const char *const *attributes, const char *name);

/* Returns the line of the element, and sets r->tally.lines to it. */
uint64_t xml_line(struct xml *x);

/* Counts what began at that line as damaged: reading_bad. */
MUST_CHECK bool xml_bad(struct xml *x, uint64_t line, const char *reason, struct str near);

/* Returns how many bits of a prefix confirm XML with this root element, after an optional
 * declaration, comments and document type; 0: it is not. */
unsigned xml_recognise(struct str prefix, struct str root);

#endif
