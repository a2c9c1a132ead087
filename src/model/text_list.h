/* Lines of text, each kept by itself. */
#ifndef MODEL_TEXT_LIST_H
#define MODEL_TEXT_LIST_H

#include "base/buf.h"

/* Owns its text. Zeroed: none. */
struct text_list {
    struct buf text;
    size_t *ends; /* in the text, by line */
    size_t n, room;
};

/* Adds a text without what ends it. A line break in it begins another line; empty ones are left
 * out. */
void text_list_add(struct text_list *to, struct str text);

/* Adds the lines [from, lines->n). */
void text_list_add_all(struct text_list *to, const struct text_list *lines, size_t from);

/* Lends a line until the next change. */
struct str text_list_get(const struct text_list *lines, size_t i);
void text_list_free(struct text_list *lines);

#endif
