/* One reading for pictures and for formats of whole samples: its frames have modules, lines and
 * full names, and besides the names that they have without these (frame.shown). From it come the
 * profiles of two readings. */
#ifndef MODEL_SHOWN_H
#define MODEL_SHOWN_H

#include "base/buf.h"
#include "model/profile.h"

/* Begins a name that is shown, so that it is none of the others: names then have the order that
 * they have in either reading. */
#define SHOWN_MARK "\x01\xff"

/* Finds or adds a name that is shown. room: scratch. */
name_id shown_add(struct names *names, struct str text, struct buf *room);

/* Lends the text of such a name, as names_get does. */
struct str shown_text(const struct names *names, name_id shown);

/* Writes the profile of the reading for pictures: frames have the name shown, their kind, and where
 * they were seen. Frames, stacks and samples that become equal are merged, samples as far
 * as the kind of time allows; one without times forgets them. The caller frees `to`. */
void shown_profile(struct profile *to, const struct profile *from, enum time_kind kind);

/* Writes the profile of the reading for whole samples: frames do not have the name shown. The rest
 * as shown_profile. */
void shown_left_out(struct profile *to, const struct profile *from, enum time_kind kind);

/* The same in place, if no frames and samples become equal, and the kind is the one it has; else
 * false, and nothing is changed. */
MUST_CHECK bool shown_leave_out(struct profile *p, enum time_kind kind);

#endif
