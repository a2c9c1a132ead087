/* --label-from path '/(?<pod>[^/]+)/': a regular expression whose named groups become labels. */
#ifndef APP_OPTIONS_LABEL_PATTERN_H
#define APP_OPTIONS_LABEL_PATTERN_H

#include <regex.h>

#include "base/buf.h"
#include "base/fault.h"

enum { LABEL_PATTERN_GROUPS = 16 };

/* Borrows the text of the pattern; owns what was compiled. */
struct label_pattern {
    regex_t compiled;
    bool is_compiled;
    struct str names[LABEL_PATTERN_GROUPS]; /* of groups that become labels */
    size_t groups[LABEL_PATTERN_GROUPS];    /* their numbers, from 1 */
    size_t n;
};

/* Compiles a POSIX extended regular expression in which a group may have a name, (?<name>...). No
 * named group, too many groups, and what is no expression are a fault of --label-from. */
MUST_CHECK bool label_pattern_compile(struct label_pattern *p, const char *text, struct fault *f);
void label_pattern_free(struct label_pattern *p);

/* Looks for the pattern in a text. Sets values[i] to what the group names[i] matched, lent from the
 * text; empty: nothing. */
bool label_pattern_match(const struct label_pattern *p, const char *text,
                         struct str values[LABEL_PATTERN_GROUPS]);

#endif
