/* The state of a JSON parser, shared with the code that finds parts of the text without yajl. */
#ifndef INPUT_JSON_PARSER_H
#define INPUT_JSON_PARSER_H

#ifdef FLAME_HAVE_YAJL
#include "input/json/libyajl.h"
#include "input/json/shapes.h"

enum skip {
    SKIP_NOTHING,
    SKIP_LINE,   /* to the end of a line */
    SKIP_BLANKS, /* to the first byte of the next line */
};

struct json_parser {
    yajl_handle yajl;
    size_t depth;
    size_t depth_most;
    struct json_item item; /* has the key of the value to come */
    struct buf key;        /* of item, if the block does not hold it */
    bool has_key;
    bool any;     /* an item was taken since the parser restarted */
    bool quiet;   /* yajl is being fed a replacement for the text before the resumption point */
    bool refused; /* take returned false */
    enum skip skip;
    struct str block;   /* the rest of the block from a damaged place on */
    size_t from;        /* in block: the end of what yajl was given, or of what was found without it
                         */
    bool without;       /* the item being taken was found without yajl */
    bool in_string;     /* yajl's text so far ends in a string, */
    bool in_escape;     /* and after a backslash */
    bool behind_record; /* what was taken ends with a record */
    bool in_members;    /* a key of members was seen, and they have not ended */
    bool is_member;     /* the last item ended one of them */
    bool behind_member; /* what was taken ends with the comma after one */
    size_t record_end;  /* in block; where yajl reported the end of one */
    size_t learned;     /* in block; the end of the last item */
    struct shapes shapes;
    bool alike;          /* the records or members have known shapes so far */
    size_t strange;      /* bytes given to yajl for them, minus bytes it was spared */
    bool in_numbers;     /* the innermost array has only numbers so far */
    bool behind_bracket; /* what was taken ends with the bracket of an array */
    bool behind_comma;   /* in numbers; what was taken ends with a comma */
    size_t array_begin;  /* in block; where yajl reported the start of one; 0: not */
    size_t number_end;   /* in block; the end of the last item if in numbers; else SIZE_MAX */
    const char *counted; /* newlines before it are counted */
    uint64_t lines;
    bool in_line;        /* the last block ended inside a line */
    uint64_t since_item; /* bytes of whole blocks without an item */
};

/* Where in the block the last item ends. */
static inline size_t json_taken_to(const struct json_parser *parser)
{
    return parser->from + (parser->without ? 0 : libyajl.yajl_get_bytes_consumed(parser->yajl));
}

#endif

#endif
