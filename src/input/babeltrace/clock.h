/* The times of the events that babeltrace prints. */
#ifndef INPUT_BABELTRACE_CLOCK_H
#define INPUT_BABELTRACE_CLOCK_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* Reads 04:02:08.951714483, 2026-11-28 04:02:08.951714483, or 1795838528.951714483, in ns: with a
 * date since 1970, without one since midnight. False where it is none of them, and with a year
 * before 1700 or after 2200, which has no such ns. */
MUST_CHECK bool trace_clock(struct str s, int64_t *ns);

/* Whether a time in ns is one that is read without a date: from 0 on, for 73 years. */
bool trace_clock_holds(int64_t ns);

#endif
