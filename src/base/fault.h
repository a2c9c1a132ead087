/* What went wrong: the first fault wins and says where, what was found and what was wanted. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include "base/attr.h"
#include "base/str.h"

/* The values are the exit statuses of the programs. */
enum fault_kind {
    FAULT_NONE = 0,
    FAULT_INPUT = 1,  /* the input is the problem */
    FAULT_USAGE = 2,  /* asked wrongly */
    FAULT_SYSTEM = 3, /* input, output or memory */
    FAULT_BUDGET = 5, /* flame report found more than a budget allows */
};

struct fault {
    enum fault_kind kind; /* FAULT_NONE: nothing went wrong */
    char text[1000]; /* room for a path; one line, lower case, no full stop; starts with the file
                        where known */
};

/* Records the fault unless one is there already. Returns false, so that a function can end with
 * "return fault_set(...)". Text taken from input must pass through an excerpt first. */
bool fault_set(struct fault *f, enum fault_kind kind, const char *format, ...) PRINTF_LIKE(3, 4);

/* A short piece of input made safe for a terminal. */
struct excerpt {
    char text[256];
};

/* Returns e->text: at most 60 bytes of s, cut with "...", where every byte outside printable ASCII
 * is shown as \xNN. */
const char *excerpt_of(struct excerpt *e, struct str s);

/* What stands behind a message about a place: " (near \"...\")". */
struct near {
    char text[sizeof(struct excerpt) + 16];
};

/* Returns n->text, "" when the excerpt is. */
const char *near_of(struct near *n, const char *excerpt);

#endif
