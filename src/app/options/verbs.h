/* The verbs of flame: flame record, flame merge. */
#ifndef APP_OPTIONS_VERBS_H
#define APP_OPTIONS_VERBS_H

#include "app/options/options.h"

enum verb {
#define VERB(id, name, program, function) VERB_##id,
#include "app/options/verbs.def"
#undef VERB
    VERB_COUNT
};

/* Returns the verb of that name; VERB_DRAW if there is none. */
enum verb verb_of(const char *word);

/* Returns the name, "" of VERB_DRAW, which has none. */
const char *verb_name(enum verb verb);

/* Returns the program whose options follow. */
enum program verb_program(enum verb verb);

#endif
