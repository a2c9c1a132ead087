/* XML, element by element, through expat. Nothing outside of the input is ever read, a
 * document type with declarations, of entities above all, is a fault, and what can grow has a
 * limit. */
#ifndef INPUT_COMMON_XML_H
#define INPUT_COMMON_XML_H

#include "input/common/reading.h"

struct xml;

/* Each returns false when it has set a fault. */
struct xml_reader {
    void *context;
    /* An element begins; names and values end in NUL, the attributes in NULL. */
    bool (*start)(void *context, struct xml *x, const char *name, const char *const *attributes);
    /* It ends. Text is what stood in it when xml_keep_text was called at its start, else empty;
     * lent. */
    bool (*end)(void *context, struct xml *x, const char *name, struct str text);
};

/* Reads all blocks. XML that is cut off or not well-formed is counted as bad when samples were
 * taken before, else it is a fault. Without expat a fault says how to get it. */
MUST_CHECK bool xml_read(const struct xml_reader *reader, struct reading *r, struct blocks *blocks,
                         struct fault *f);

/* Keeps the text of the element that begins, until it ends or another begins in it. */
void xml_keep_text(struct xml *x);

/* Returns the value of an attribute, or NULL. */
const char *xml_attribute(const char *const *attributes, const char *name);

/* Returns the line of the element, which r->tally.lines is from then on. */
uint64_t xml_line(struct xml *x);

/* Counts what began at that line as damaged: reading_bad. */
MUST_CHECK bool xml_bad(struct xml *x, uint64_t line, const char *reason, struct str near);

/* Returns how many bits of a prefix show that it is XML whose root element is this one, with a
 * declaration, comments and a document type before it. 0: it is not. */
unsigned xml_recognise(struct str prefix, struct str root);

#endif
