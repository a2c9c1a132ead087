/* Rules of the user by which functions of two sides are one: a file of lines such as
 * "^JS:[*~]([^ ]+).* -> \1". */
#ifndef APP_INPUTS_IDENTITY_RULES_H
#define APP_INPUTS_IDENTITY_RULES_H

#include <regex.h>

#include "base/buf.h"
#include "base/fault.h"

struct identity_rule {
    regex_t pattern;
    struct str replacement; /* in the text of all */
};

/* Owns its text and patterns. A zeroed struct has no rules, and may be freed. */
struct identity_rules {
    struct buf text;
    struct identity_rule *rows;
    size_t n, room;
};

/* Reads a file: a line is a POSIX extended regular expression, " -> ", and what each match of it in
 * a name becomes, where \1 to \9 are its groups. Empty lines and those that begin with '#' are
 * passed over. What is none of these is a FAULT_USAGE that names the line. */
MUST_CHECK bool identity_rules_read(struct identity_rules *rules, const char *path,
                                    struct fault *f);
void identity_rules_free(struct identity_rules *rules);

/* Appends the name as all rules, one after the other, leave it; the name itself where they leave
 * nothing. Its mark (_[k]) is kept. */
void identity_rules_apply(const struct identity_rules *rules, struct str name, struct buf *to);

#endif
