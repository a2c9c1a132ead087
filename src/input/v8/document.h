/* Reads a V8 profile in JSON, alone or in an event of a trace. */
#ifndef INPUT_V8_DOCUMENT_H
#define INPUT_V8_DOCUMENT_H

#include "input/json/json.h"
#include "input/v8/profile.h"

enum v8_part {
    V8_OUTSIDE,
    V8_DOCUMENT,
    V8_NODES,
    V8_NODE,
    V8_CALL_FRAME,
    V8_CHILDREN,
    V8_SAMPLES,
    V8_SAMPLE,
    V8_DELTAS,
    V8_STAMPS,
    V8_PARTS,
};

/* Zeroed except for what it borrows: outside of a document. Needs no nesting, wherever things are.
 */
struct v8_document {
    struct v8_profile *p; /* borrowed; receives what is read */
    struct text *text;    /* borrowed */
    struct json *json;    /* borrowed; gives the line of damage */
    enum v8_part part;
    size_t depth;  /* of the contents of the part */
    bool inner;    /* in "cpuProfile", where an event contains a document */
    bool headed;   /* the outermost open node is "head" */
    uint32_t node; /* the innermost open one */
    struct v8_allocation allocation;
};

/* Begins with the object that is the document. */
void v8_document_begin(struct v8_document *d, const struct json_item *item);

/* Takes the next item; after the document's end, part is V8_OUTSIDE. False with a fault. */
MUST_CHECK bool v8_document_take(struct v8_document *d, const struct json_item *item);

/* Discards what is open, and what was read. */
void v8_document_reset(struct v8_document *d);

#endif
