/* A range of time, and what of a profile lies in it. */
#ifndef MODEL_TIME_TIME_WINDOW_H
#define MODEL_TIME_TIME_WINDOW_H

#include "model/profile.h"

/* Excludes its end. */
struct time_window {
    uint64_t from_ns, to_ns;
    bool of_day; /* both count from midnight in UTC (to_ns UINT64_MAX: it has no end), not from the
                  * first sample; to be resolved before it is used */
};

/* Makes a range of times of day one of times of the profile: of the first day, or of the next if
 * the profile has times of it and none before. It is empty, 0 to 0, where the profile has none, and
 * where it is not known when its first sample was taken. */
struct time_window time_window_resolve(struct time_window window, const struct profile *p);

/* When the last sample was over; 0: none has a time. */
uint64_t time_window_last(const struct profile *p);

/* How long a sample lasted from its time on, as a column says; 0: it is a point, or the column
 * measures no time. The first column is in ns if its unit is not told. */
uint64_t time_window_lasts(const struct profile *p, size_t column, uint32_t sample);

/* The same by the first of its values that is a time. */
uint64_t time_window_length(const struct profile *p, uint32_t sample);

/* Whether a sample is in the range, or a part of one that lasted: always when window is NULL or the
 * profile has no times; never when the sample has none. */
bool time_window_has(const struct time_window *window, const struct profile *p, uint32_t sample);

/* What a sample that it has is in the range: what lasted is cut at both ends, in each column that
 * measures time; others are whole. */
uint64_t time_window_value(const struct time_window *window, const struct profile *p, size_t column,
                           uint32_t sample);
struct moment time_window_moment(const struct time_window *window, const struct profile *p,
                                 uint32_t sample);

/* Keeps counters and marks in the range (NULL: of all times), but those of threads that have label
 * sets of which none is kept. */
void time_window_keep_tracks(const struct time_window *window, struct profile *p, const bool *keep);

/* Drops samples whose label set (by id) is not kept, or, in a timed profile, that are not in the
 * range, and cuts others to it; the same of counters and marks. Their stacks, labels and names
 * stay. */
void time_window_keep(const struct time_window *window, struct profile *p, const bool *keep);

#endif
