/* A profile under other names. */
#ifndef MODEL_RENAME_H
#define MODEL_RENAME_H

#include "model/profile.h"

/* Makes a profile in which each frame has the name of `names` that stands under its id in by_frame,
 * and nothing else of its row but the kind. Frames that become equal under one caller become one.
 * No name of the other profile is in it but those given, labels and units. */
void profile_rename(struct profile *to, const struct profile *from, const struct names *names,
                    const name_id *by_frame);

#endif
