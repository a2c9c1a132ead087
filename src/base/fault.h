/* An error and its message. The first fault wins; it says where, what was found and what was
 * wanted. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include "base/attr.h"
#include "base/str.h"

/* The values are the exit statuses of the programs. */
enum fault_kind {
    FAULT_NONE = 0,
    FAULT_INPUT = 1,  /* the input is bad */
    FAULT_USAGE = 2,  /* asked wrongly */
    FAULT_SYSTEM = 3, /* input, output or memory */
    FAULT_BUDGET = 5, /* flame report: a budget was exceeded */
};

struct fault {
    enum fault_kind kind; /* FAULT_NONE: nothing went wrong */
    bool unread;          /* an opened file could not be read to its end */
    char text[1000]; /* one line, lower case, no full stop; starts with the file where known; room
                      * for a path */
};

/* Records the fault unless there already is one. Returns false, so that a function can end with
 * "return fault_set(...)". Text taken from input must pass through an excerpt first. */
bool fault_set(struct fault *f, enum fault_kind kind, const char *format, ...) PRINTF_LIKE(3, 4);

/* Records that an opened file cannot be read to its end: some of the data is lost. Returns false,
 * as fault_set. */
bool fault_set_unread(struct fault *f, const char *name, const char *why);

/* A short piece of input made safe for a terminal. */
struct excerpt {
    char text[256];
};

/* Returns e->text: at most 60 bytes of s, shortened with "..."; every byte outside printable ASCII
 * becomes \xNN. */
const char *excerpt_of(struct excerpt *e, struct str s);

/* The end of a message that quotes the input: " (near \"...\")". */
struct near {
    char text[sizeof(struct excerpt) + 16];
};

/* Returns n->text; "" when the excerpt is empty. */
const char *near_of(struct near *n, const char *excerpt);

#endif
