/* "Did you mean ...?": the known word that is nearest to one that is not known. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include "base/fault.h"
#include "base/parse.h"

/* A zeroed struct has seen no word yet. */
struct nearest {
    const char *word; /* borrowed; NULL: none */
    unsigned distance;
};

/* Looks at one known word. Returns whether it is the wanted one. */
static inline bool nearest_look(struct nearest *n, struct str wanted, const char *known)
{
    unsigned distance = edit_distance(wanted, str_of(known), 64);

    if (!n->word || distance < n->distance)
        *n = (struct nearest){known, distance};
    return str_equal(wanted, str_of(known));
}

/* Returns the nearest word seen when it may be what was meant: a third of its letters differ at
 * most. Else NULL. */
static inline const char *nearest_word(const struct nearest *n)
{
    return n->word && n->distance <= (strlen(n->word) + 2) / 3 ? n->word : NULL;
}

/* Records that a word is not known, and the nearest one where it may be what was meant: "WHAT is
 * named "word"; did you mean "ward"? (HINT)". Returns false. */
bool nearest_fault(const struct nearest *n, const char *what, struct str word, const char *hint,
                   struct fault *f);

#endif
