/* How -g auto decides between frame pointers and copies of stacks. */
#ifndef RECORD_CHAIN_CHOICE_H
#define RECORD_CHAIN_CHOICE_H

struct record_outcome;
struct recorder;

/* Chooses a set of counters by what was recorded so far. If that cannot be read, nothing is
 * changed, but that too much is not taken. */
void chain_choice_look(struct recorder *r);

/* Says which chains samples have, for those taken last. */
void chain_choice_tell(const struct recorder *r, struct record_outcome *outcome);

#endif
