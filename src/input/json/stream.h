/* The interface of the JSON reader: values come one by one through a callback. */
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
    JSON_DAMAGE, /* open values have no end: the stream resumes further on */
};

/* All pointers are lent for the call. */
struct json_item {
    enum json_kind kind;
    size_t depth;    /* how many arrays and objects enclose it; an end has the depth of its
                      * beginning */
    struct str key;  /* of a value in an object; else empty */
    struct str text; /* a string unescaped, a number as written; for damage, what made it invalid:
                      * empty at a missing end */
    bool is_whole;   /* of a number: it is known to be the integer */
    uint64_t whole;
};

struct json_parser;

/* Filled by the format's reader, except where noted. */
struct json {
    struct reading *r;
    struct blocks *blocks;
    struct fault *f;

    /* Takes the next item. False with a fault. */
    bool (*take)(void *context, const struct json_item *item);
    void *context;

    /* The depth of records; the reader sets it when it finds their array. After damage the stream
     * resumes at the next line that begins an object, taken for a record; an end between two
     * records is no damage. 0: each line is a value of its own. */
    size_t records;

    /* records are objects of few shapes */
    bool alike;

    /* The depth of members that are many and of few shapes, with any keys; 0: none. */
    size_t members;

    /* there are arrays of only numbers, null, true and false, outside of records */
    bool numbers;

    struct json_parser *parser; /* set here */
};

/* Whether an item is the value of a key. */
static inline bool json_says(const struct json_item *item, const char *key)
{
    return str_equal(item->key, str_of(key));
}

/* The line on which the current item ends. */
uint64_t json_line(const struct json *j);

/* Sets the fault of damage that leaves nothing to be used; returns false. wanted: "a profile of V8"
 */
MUST_CHECK bool json_invalid(const struct json *j, const struct json_item *damage,
                             const char *wanted);

/* Counts a problem that the reader found at a line, as lines_bad. */
MUST_CHECK bool json_bad(struct json *j, uint64_t line, const char *reason, struct str near);

#endif
