/* Splits a command that is one text into words, as a shell does. */
#ifndef APP_COMMON_SHELL_WORDS_H
#define APP_COMMON_SHELL_WORDS_H

#include "base/buf.h"
#include "base/fault.h"

/* A zeroed struct is empty. Owns its arrays. */
struct shell_words {
    char **words; /* up to a NULL; they lie in the text */
    size_t n;
    struct buf text;
};

/* Quotes and backslashes keep blanks and signs together as they do in a shell. What only a shell
 * can do, variables, patterns, pipes and so on, is a FAULT_USAGE that tells `option`, from which
 * the text comes, and how to call a shell. */
MUST_CHECK bool shell_words_split(struct shell_words *to, const char *option, const char *command,
                                  struct fault *f);
void shell_words_free(struct shell_words *w);

#endif
