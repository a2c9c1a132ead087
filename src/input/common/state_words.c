/* RUNNABLE, BLOCKED, chan receive: looks up what a thread did. */
#include "input/common/state_words.h"

enum thread_state state_of_word(const struct state_word *words, size_t n, struct str word)
{
    if (!word.n)
        return STATE_RUNNING;
    for (size_t i = 0; i < n; i++)
        if (str_equal(word, str_of(words[i].word)))
            return words[i].state;
    return STATE_WAITING;
}
