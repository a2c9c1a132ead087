/* What heaptrack does not call leaked: the rules of a sanitizer that the program has, and some of
 * its own for the libraries of the system. */
#ifndef INPUT_HEAPTRACK_SUPPRESSIONS_H
#define INPUT_HEAPTRACK_SUPPRESSIONS_H

#include "input/common/text.h"

/* Rules have numbers from 1 on. */
typedef uint32_t rule_id;

struct heaptrack_rule;

/* Owns its rules. */
struct heaptrack_suppressions {
    struct buf text;
    struct heaptrack_rule *rules;
    size_t n, room;
    uint64_t n_ignored; /* rules beyond the limit */
};

void heaptrack_suppressions_init(struct heaptrack_suppressions *s);
void heaptrack_suppressions_free(struct heaptrack_suppressions *s);

/* Adds the rule "leak:PATTERN" of a line; others are not about leaks. */
void heaptrack_suppressions_add(struct heaptrack_suppressions *s, struct str line);

/* Finds the first rule that matches a name; 0: none does. */
rule_id heaptrack_suppressions_find(const struct heaptrack_suppressions *s, struct str name);

/* Counts what a rule suppressed. */
void heaptrack_suppressions_count(struct heaptrack_suppressions *s, rule_id rule, uint64_t bytes);

/* Says what was suppressed, and by which rules. */
void heaptrack_suppressions_tell(const struct heaptrack_suppressions *s, const struct reading *r);

#endif
