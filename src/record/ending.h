/* The last steps of a recording: names of functions and containers, and its outcome. */
#ifndef RECORD_ENDING_H
#define RECORD_ENDING_H

#include <stdbool.h>

struct record_outcome;
struct recorder;

/* Before anything is counted, as that takes a while in which no ring is read and a container may
 * end before the recording does; and at the end. Only of what is recorded. */
void ending_name_containers(struct recorder *r);

/* Whether a signal came when the recording had ended: it gives up what would still be taken. */
bool ending_is_given_up(void *recorder);

/* Takes the files that name code; the recording is finished with them. */
void ending_take_names(struct recorder *r);

/* Unwinds stacks, and names what is in them, once the recording is finished. */
void ending_complete(struct recorder *r, struct record_outcome *outcome);

void ending_tell(struct recorder *r, struct record_outcome *outcome);

#endif
