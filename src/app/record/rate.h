/* How often samples are taken. */
#ifndef APP_RECORD_RATE_H
#define APP_RECORD_RATE_H

#include "app/options/record_request.h"

/* Samples a second, as asked for or usual for what is recorded; 0: by period. */
uint64_t record_frequency(const struct record_request *r);

/* Whether samples are taken by the number of events, which may be any number a second. */
bool record_is_by_period(const struct record_request *r);

#endif
