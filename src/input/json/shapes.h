/* The shapes of JSON records: what stands between the values of a record is mostly that of one
 * before, so that comparing it finds the values where a parser would look at each byte. Only text
 * that a parser has taken is ever compared with, in the same place, and what does not agree is left
 * to the parser. */
#ifndef INPUT_JSON_SHAPES_H
#define INPUT_JSON_SHAPES_H

#include "base/buf.h"
#include "input/json/stream.h"

/* An item of a record and the text before it, of a bracket or a word with it. */
struct shape_step {
    uint64_t head, mask;   /* the first bytes of the text, and which of eight they are */
    uint32_t text, text_n; /* where in the text of all, how long */
    uint32_t key, key_n;
    uint32_t next;  /* the first step that was met behind it; 0: none */
    uint32_t other; /* another one in its place; 0: none */
    uint32_t depth; /* less that of the record */
    enum json_kind kind;
};

/* An item of the record that was found. */
struct shape_item {
    uint32_t step;
    size_t from, to; /* the text of a string or number; else both are its end */
};

/* Owns its steps, which are a tree: records that begin alike share them. Zeroed it is empty. */
struct shapes {
    struct shape_step *steps; /* the first is before all records */
    size_t room;
    uint32_t n;
    struct buf text;
    struct shape_item *items;
    size_t n_items, items_room;
    uint32_t at; /* the step of the record that is learned; the next one comes behind it */
    bool learning;
};

void shapes_free(struct shapes *s);

/* Returns where the record ends that stands at `at` of the text and sets the items, or 0. It stands
 * there with the comma behind another one, or as the value of a member behind its key, from the
 * quote at the end of that. */
size_t shapes_find(struct shapes *s, struct str text, size_t at);

/* Returns where the quote at the end of the key is that the text begins with, and sets the key
 * without its escapes; or 0. */
size_t shapes_key(struct str text, struct buf *key);

/* Returns where the byte stands that is no space, from `at` on; the end when there is none. */
size_t shapes_space(struct str text, size_t at);

/* A record is learned item by item as a parser tells them; before is the text between the item and
 * that before it, with it unless it is a string or number, whose quotes belong to the text around
 * them. It is known once the end of the outermost value was told. */
void shapes_begin(struct shapes *s);
void shapes_learn(struct shapes *s, const struct json_item *item, struct str before, size_t depth);

#endif
