/* The samples of a thread in a Firefox profile. */
#ifndef RENDER_EXCHANGE_FIREFOX_SAMPLES_H
#define RENDER_EXCHANGE_FIREFOX_SAMPLES_H

#include "base/sink.h"
#include "render/exchange/firefox_lists.h"

/* By how many digits to shift a number of the first measure's unit to get milliseconds; false: it
 * is no time. */
bool firefox_find_shift(const struct profile *p, int *digits);

/* The format's word for the unit. */
const char *firefox_weight_type(const struct profile *p, bool is_time);

/* Writes the columns of a table that was begun, and ends it. The lists are those of the thread. */
void firefox_samples_write(struct sink *s, const struct firefox_lists *lists,
                           const struct thread_sample *samples, uint32_t n);

#endif
