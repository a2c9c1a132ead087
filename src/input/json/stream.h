/* The values of a JSON text as they come, and how a reader asks for them. */
#ifndef INPUT_JSON_STREAM_H
#define INPUT_JSON_STREAM_H

#include "input/common/reading.h"

enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_OBJECT,
    JSON_OBJECT_END,
    JSON_ARRAY,
    JSON_ARRAY_END,
    JSON_DAMAGE, /* what was open is not ended: the stream goes on elsewhere */
};

/* All it points at is lent for the call. */
struct json_item {
    enum json_kind kind;
    size_t depth;    /* arrays and objects around it; an end has the depth of its beginning */
    struct str key;  /* of a value in an object; else empty */
    struct str text; /* a string without its escapes, a number as it is written, of damage what ends
                        where it is found: empty where the end is missing */
    bool is_whole;   /* of a number: it is known to be whole, namely */
    uint64_t whole;
};

struct json_parser;

/* Filled by the reader of a format but for what is said to be set here. */
struct json {
    struct reading *r;
    struct blocks *blocks;
    struct fault *f;

    /* Takes what comes next. False with a fault. */
    bool (*take)(void *context, const struct json_item *item);
    void *context;

    /* The depth of the values that are records; the reader sets it when it finds their array.
     * Behind damage the stream goes on with the next line that begins an object, taken for a
     * record; an end between two records is no damage. 0: each line begins a value of its own. */
    size_t records;

    /* Records are objects of few shapes. */
    bool alike;

    /* The depth of members that are many and of few shapes, whatever their keys; 0: none are. */
    size_t members;

    /* There are arrays of numbers alone, outside of records. */
    bool numbers;

    struct json_parser *parser; /* set here */
};

/* The line where the item that is being taken ends. */
uint64_t json_line(const struct json *j);

/* Counts something the reader found wrong at a line, as lines_bad. */
MUST_CHECK bool json_bad(struct json *j, uint64_t line, const char *reason, struct str near);

#endif
