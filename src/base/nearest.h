/* "Did you mean ...?": finds the known word that is nearest to an unknown one. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include "base/fault.h"
#include "base/parse.h"

/* Zeroed: no word seen yet. */
struct nearest {
    const char *word; /* borrowed; NULL: none */
    unsigned distance;
};

/* Compares the wanted word with one known word. Returns whether they are equal. */
static inline bool nearest_look(struct nearest *n, struct str wanted, const char *known)
{
    unsigned distance = edit_distance(wanted, str_of(known), 64);

    if (!n->word || distance < n->distance)
        *n = (struct nearest){known, distance};
    return str_equal(wanted, str_of(known));
}

/* Returns the nearest word seen if at most about a third of its letters differ; else NULL. */
static inline const char *nearest_word(const struct nearest *n)
{
    return n->word && n->distance <= (strlen(n->word) + 2) / 3 ? n->word : NULL;
}

/* Records a fault for an unknown word, with a suggestion if one is near: "WHAT is named "word"; did
 * you mean "ward"? (HINT)". Returns false. */
bool nearest_fault(const struct nearest *n, const char *what, struct str word, const char *hint,
                   struct fault *f);

#endif
