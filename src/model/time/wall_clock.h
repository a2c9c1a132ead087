/* Times of the day and dates, in UTC: "2026-11-20 14:02:07.25". */
#ifndef MODEL_TIME_WALL_CLOCK_H
#define MODEL_TIME_WALL_CLOCK_H

#include "base/attr.h"
#include "base/sink.h"
#include "base/str.h"

#define WALL_CLOCK_DAY_NS UINT64_C(86400000000000)

/* Writes the date of a day, counted from 1970: "2026-11-20". */
void wall_clock_date(struct sink *s, uint64_t days);

/* Writes a time of the day, of any day: "14:02:07", with 3, 6 or 9 digits behind a point where it
 * is no whole second. */
void wall_clock_time(struct sink *s, uint64_t ns);

/* Writes both of a time since 1970, with a text between them: "2026-11-20 14:02:07". */
void wall_clock_write(struct sink *s, uint64_t ns, const char *between);

/* Parses all of s as a time of the day: "14:02", "14:02:07", "14:02:07.25" with at most 9 digits.
 * "24:00" is the end of the day. */
MUST_CHECK bool wall_clock_parse(struct str s, uint64_t *ns);

/* Parses all of s as a time since 1970, until 2400: "2026-11-20T14:02:07.25Z", with the letters or
 * a blank and none; "Fri Nov 20 14:02:07 2026", as ctime writes it. No time zone is looked at. */
MUST_CHECK bool wall_clock_parse_whole(struct str s, uint64_t *ns);

#endif
