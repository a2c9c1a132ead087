/* The file of --identity: rules that map function names of both sides of a comparison to one name,
 * in lines such as "^JS:[*~]([^ ]+).* -> \1". */
#ifndef APP_INPUTS_IDENTITY_RULES_H
#define APP_INPUTS_IDENTITY_RULES_H

#include <regex.h>

#include "base/buf.h"
#include "base/fault.h"

struct identity_rule {
    regex_t pattern;
    struct str replacement; /* borrowed from identity_rules.text */
};

/* Owns its text and patterns. A zeroed struct has no rules, and may be freed. */
struct identity_rules {
    struct buf text;
    struct identity_rule *rows;
    size_t n, room;
};

/* Reads a file: a line is a POSIX extended regular expression, " -> ", and the replacement for each
 * match in a name, with \1 to \9 for its groups. Empty lines and lines that begin with '#' are
 * skipped. Any other line is a FAULT_USAGE that names it. */
MUST_CHECK bool identity_rules_read(struct identity_rules *rules, const char *path,
                                    struct fault *f);
void identity_rules_free(struct identity_rules *rules);

/* Appends the name after all rules in turn; the unchanged name if the result would be empty. Keeps
 * its mark (_[k]). */
void identity_rules_apply(const struct identity_rules *rules, struct str name, struct buf *to);

#endif
