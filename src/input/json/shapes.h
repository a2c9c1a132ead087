/* The shapes of JSON records: the text between a record's values is usually that of an earlier
 * record, so a comparison finds the values faster than a parser. Only text that a parser has
 * accepted is compared with, in the same context; what does not match goes to the parser. */
#ifndef INPUT_JSON_SHAPES_H
#define INPUT_JSON_SHAPES_H

#include "base/buf.h"
#include "input/json/stream.h"

/* An item of a record and the text before it; brackets and words are included. */
struct shape_step {
    uint64_t head, mask;   /* the first bytes of the text, and a mask for up to eight of them */
    uint32_t text, text_n; /* position in the text of all steps, and length */
    uint32_t key, key_n;
    uint32_t next;  /* the first step that followed it; 0: none */
    uint32_t other; /* an alternative to this step; 0: none */
    uint32_t depth; /* relative to the record */
    enum json_kind kind;
};

/* An item found in a record. */
struct shape_item {
    uint32_t step;
    size_t from, to; /* a string or number; else both are its end */
};

/* Owns its steps, which form a trie: records share beginnings. Zeroed: empty. */
struct shapes {
    struct shape_step *steps; /* the first precedes all records */
    size_t room;
    uint32_t n;
    struct buf text;
    struct shape_item *items;
    size_t n_items, items_room;
    uint32_t at; /* the last step of the record being learned */
    bool learning;
};

void shapes_free(struct shapes *s);

/* Returns the end of the record at `at` and sets its items; 0: no match. It begins with the comma
 * after another record, or, as the value of a member, with the quote at the end of its key. */
size_t shapes_find(struct shapes *s, struct str text, size_t at);

/* Returns the position of the quote that ends the key at the start of text, and sets the unescaped
 * key; or 0. */
size_t shapes_key(struct str text, struct buf *key);

/* Returns the position of the first byte from `at` on that is no space, or the end. */
size_t shapes_space(struct str text, size_t at);

/* Learns a record item by item from the parser. `before` is the text since the previous item,
 * including this one unless it is a string or number, whose quotes belong to the surrounding text.
 * The record is known after the end of its outermost value. */
void shapes_begin(struct shapes *s);
void shapes_learn(struct shapes *s, const struct json_item *item, struct str before, size_t depth);

#endif
