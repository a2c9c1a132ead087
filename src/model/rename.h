/* Gives the functions of a profile new names and drops everything else that could identify them. */
#ifndef MODEL_RENAME_H
#define MODEL_RENAME_H

#include "model/profile.h"

/* Writes a profile in which each frame has the name by_frame[id] (from `names`) and its kind, and
 * nothing else of its old row. Frames of one caller that become equal are merged. Only the given
 * names, labels and units end up in the new profile. */
void profile_rename(struct profile *to, const struct profile *from, const struct names *names,
                    const name_id *by_frame);

#endif
