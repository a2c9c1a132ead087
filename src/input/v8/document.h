/* A profile of V8 as JSON writes it, alone or in an event of a trace. */
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

/* Zeroed but for what it borrows it is outside. Whatever stands where, nothing nests here. */
struct v8_document {
    struct v8_profile *p; /* borrowed; what is read is added to it */
    struct text *text;    /* borrowed */
    struct json *json;    /* borrowed; its place is that of damage */
    enum v8_part part;
    size_t depth;  /* of what is in the part */
    bool inner;    /* in "cpuProfile", where an event holds a document in its own */
    bool headed;   /* the outermost open node is "head" */
    uint32_t node; /* the innermost open one */
    struct v8_allocation allocation;
};

/* Begins with the object that is the document. */
void v8_document_begin(struct v8_document *d, const struct json_item *item);

/* Takes the next item; behind its end the part is V8_OUTSIDE. False with a fault. */
MUST_CHECK bool v8_document_take(struct v8_document *d, const struct json_item *item);

/* Forgets what is open, and what is read. */
void v8_document_reset(struct v8_document *d);

#endif
