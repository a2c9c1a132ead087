/* The state of a parser, shared with those who find some of the text without it. */
#ifndef INPUT_JSON_PARSER_H
#define INPUT_JSON_PARSER_H

#ifdef FLAME_HAVE_YAJL
#include <yajl/yajl_parse.h>

#include "input/json/shapes.h"

enum skip {
    SKIP_NOTHING,
    SKIP_LINE,   /* to the end of a line */
    SKIP_BLANKS, /* to what the next line begins with */
};

struct json_parser {
    yajl_handle yajl;
    size_t depth;
    size_t depth_most;
    struct json_item item; /* with the key of the value that is to come */
    struct buf key;        /* that of item, where the block does not hold it */
    bool has_key;
    bool any;     /* an item was taken since the parser began anew */
    bool quiet;   /* what stands for the text before the place where the stream goes on is read */
    bool refused; /* take returned false */
    enum skip skip;
    struct str block; /* what is left of the block since the text was damaged */
    size_t from;      /* in it: where yajl was last given more, or what is found without it ends */
    bool without;     /* an item that was found without yajl is taken */
    bool in_string;   /* what yajl was given ends in one */
    bool in_escape;   /* and behind a backslash */
    bool behind_record; /* what was taken ends with a record */
    bool in_members;    /* a key of members was met, and they have not ended */
    bool is_member;     /* the last item ended one of them */
    bool behind_member; /* what was taken ends with the comma behind it */
    size_t record_end;  /* in block; where yajl told that one ends */
    size_t learned;     /* in block; the end of the last item */
    struct shapes shapes;
    bool alike;          /* the records or members so far are */
    size_t strange;      /* bytes that yajl was given of them, less those it was spared */
    bool in_numbers;     /* the innermost array holds numbers alone so far */
    bool behind_bracket; /* what was taken ends with that of an array */
    bool behind_comma;   /* in numbers, and what was taken ends with the comma behind one */
    size_t array_begin;  /* in block; where yajl told that one begins; 0: it did not */
    size_t number_end;   /* in block; the end of the last item, a number; SIZE_MAX: it was none */
    const char *counted; /* newlines before it are in lines */
    uint64_t lines;
    bool in_line;        /* the last block ended inside a line */
    uint64_t since_item; /* bytes of whole blocks without an item */
};

/* Where in the block the last item ends. */
static inline size_t json_taken_to(const struct json_parser *parser)
{
    return parser->from + (parser->without ? 0 : yajl_get_bytes_consumed(parser->yajl));
}

#endif

#endif
