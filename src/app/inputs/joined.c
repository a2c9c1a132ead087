/* Divides a joined reading: each output gets the profile that a reading for it alone makes. */
#include "app/inputs/joined.h"

#include "app/selection/events.h"
#include "base/mem.h"
#include "model/shown.h"

static void divide(struct profile *to, const struct profile *from, bool whole, enum time_kind kind)
{
    if (whole)
        shown_left_out(to, from, kind);
    else
        shown_profile(to, from, kind);
}

void joined_divide(struct profile *to, struct profile *joined, const struct input_request *r,
                   bool is_last)
{
    bool whole = r->read->ask.naming.modules;
    enum time_kind kind = read_request_time(r->read);

    if (whole && is_last && shown_leave_out(joined, kind)) {
        *to = *joined;
        *joined = (struct profile){0};
    } else {
        divide(to, joined, whole, kind);
    }
    if (r->paths->n > 1)
        events_count_rows(to);
}

struct profile *joined_take_first(struct profile *p, const struct read_request *read)
{
    struct profile *joined = mem_alloc(1, sizeof *joined);

    *joined = *p;
    divide(p, joined, read->first_whole,
           read->first_timed   ? TIME_POINTS
           : read->ask.ordered ? TIME_ORDER
                               : TIME_NONE);
    return joined;
}
