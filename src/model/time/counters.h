/* The counters of a profile: numbers that were measured over time beside its samples, as memory in
 * use or the load of processors. */
#ifndef MODEL_TIME_COUNTERS_H
#define MODEL_TIME_COUNTERS_H

#include "base/slots.h"
#include "model/threads.h"

/* Digits after the point. */
enum { COUNTER_SCALE_MAX = 6 };

/* What a counter showed at a time. */
struct counted {
    int64_t at_ns; /* since the first sample; below 0: before it */
    int64_t value; /* exactly value / 10^scale */
};

struct counter {
    name_id name;
    name_id unit; /* 0: not told */
    thread_id of; /* a process is a thread without a tid; 0: not of one, or not known */
    unsigned scale;
    uint64_t largest;       /* no value is further from 0 */
    struct counted *values; /* by time, once they are settled */
    size_t room;
    size_t n;
    size_t n_settled; /* the times of those from here on are in the clock of the input that is
                       * being read, mod 2^64 */
};

/* Owns its arrays. Each counter once, in the order of adding. Zeroed: there are none. */
struct counter_list {
    struct counter *rows;
    size_t room;
    uint32_t n;
    struct slots slots;
    struct hash_key key;
};

/* A range of its values. */
struct counter_range {
    struct counted first, last; /* in time */
    int64_t least, most;
};

void counters_free(struct counter_list *c);
void counters_copy(struct counter_list *to, const struct counter_list *from);

/* Finds or adds a counter, and lends it until the next one is added. */
struct counter *counters_add(struct counter_list *c, name_id name, name_id unit, thread_id of);

/* Adds a value / 10^scale. Where a counter shows great numbers, and others with many digits after
 * the point, the last of these are rounded. */
void counter_add(struct counter *counter, int64_t at_ns, int64_t value, unsigned scale);

/* Adds to the times that are not settled. */
void counters_move(struct counter_list *c, uint64_t ns);

/* Takes the times as they are now, and sorts by them what one counter showed. Counters without
 * values are left out. */
void counters_settle(struct counter_list *c);

/* Keeps what was measured at `from` or later, and before `to`, by counters whose thread is kept;
 * and of these only counters that measured something. */
void counters_cut(struct counter_list *c, int64_t from_ns, int64_t to_ns, const bool *threads);

/* The range of a counter, which has values. */
struct counter_range counter_range(const struct counter *counter);

/* Adds all counters of another table, with the names and threads that maps have for its ids. */
void counters_add_all(struct counter_list *to, const struct counter_list *from,
                      const name_id *names, const thread_id *threads);

#endif
