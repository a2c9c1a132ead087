/* flame record: looks up verbs.def. */
#include "app/options/verbs.h"

#include <string.h>

static const struct {
    const char *name;
    enum program program;
} verbs[VERB_COUNT] = {
#define VERB(id, name, program, function) {name, PROGRAM_##program},
#include "app/options/verbs.def"
#undef VERB
};

enum verb verb_of(const char *word)
{
    for (unsigned i = VERB_DRAW + 1; i < VERB_COUNT; i++)
        if (strcmp(verbs[i].name, word) == 0)
            return (enum verb)i;
    return VERB_DRAW;
}

const char *verb_name(enum verb verb)
{
    return verbs[verb].name;
}

enum program verb_program(enum verb verb)
{
    return verbs[verb].program;
}
