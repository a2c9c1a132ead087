/* The string table of a profile: each text once. */
#ifndef MODEL_NAMES_H
#define MODEL_NAMES_H

#include "base/hash.h"
#include "base/slots.h"
#include "base/str.h"

typedef uint32_t name_id;

/* Owns its text. Texts are equal exactly if their ids are; id 0 is "". Ids count up from 0 in the
 * order of adding. */
struct names {
    char *text; /* all names, one after another */
    size_t text_room;
    size_t *end; /* of each name in text; it begins where the previous one ends */
    size_t end_room;
    uint32_t n;
    struct slots slots; /* without the empty name */
    name_id *recent;    /* recently used names, by a quick hash; 0: none */
    size_t n_recent;
    struct hash_key key;
};

void names_init(struct names *names);
void names_free(struct names *names);

/* Makes a copy with the same ids. */
void names_copy(struct names *to, const struct names *from);

/* Returns the id of the text; adds it if new. The text may be part of a lent name. */
name_id names_add(struct names *names, struct str text);

/* Lends the text until the next names_add. */
static inline struct str names_get(const struct names *names, name_id id)
{
    size_t from = id ? names->end[id - 1] : 0;

    return (struct str){names->text + from, names->end[id] - from};
}

#endif
