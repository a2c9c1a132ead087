/* Overloads of one function where one side of a comparison tells them apart and the other does not.
 */
#ifndef MODEL_OVERLOADS_H
#define MODEL_OVERLOADS_H

#include "model/profile.h"

/* Returns by frame the rows that give functions of `fine` the names that they have in `coarse`,
 * where that has neither arguments nor marks: f(int) and f(long) become f if `coarse` has only f;
 * as profile_merge_as takes them. NULL if there are none. The caller frees frames.n rows. */
struct frame *overloads_join(struct profile *fine, const struct profile *coarse);

#endif
