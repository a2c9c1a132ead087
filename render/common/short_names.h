/* The shortened names in one picture: as far as there is room, none stands for two functions. */
#ifndef RENDER_COMMON_SHORT_NAMES_H
#define RENDER_COMMON_SHORT_NAMES_H

#include "base/hash.h"
#include "base/slots.h"
#include "render/common/text.h"

struct short_name;

/* Owns its rows. */
struct short_names {
    struct hash_key key;
    struct short_name *rows;
    size_t room;
    uint32_t n;
    struct slots slots; /* rows by text */
    struct buf other;
};

void short_names_start(struct short_names *names);

void short_names_free(struct short_names *names);

/* Appends as text_fit does; takes another way to shorten the name if that text stands for another
 * name already, unless none is free. */
void short_names_fit(struct short_names *names, struct str clean, size_t cells, enum text_cut cut,
                     struct buf *to);

#endif
