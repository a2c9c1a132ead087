/* What threads did, by the words that inputs have for it. */
#ifndef INPUT_COMMON_STATE_WORDS_H
#define INPUT_COMMON_STATE_WORDS_H

#include "base/str.h"
#include "model/moments.h"

struct state_word {
    const char *word;
    enum thread_state state;
};

/* Returns the state of a word, of n; that of another is STATE_WAITING: inputs have many for waits
 * of which the cause is not known, and few for the rest. No word is STATE_RUNNING, as nothing is
 * told.
 */
enum thread_state state_of_word(const struct state_word *words, size_t n, struct str word);

#endif
