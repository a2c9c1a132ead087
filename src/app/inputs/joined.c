/* Divides a joined reading: each output gets the profile that a reading for it alone makes. */
#include "app/inputs/joined.h"

#include "app/selection/events.h"
#include "base/mem.h"
#include "model/shown.h"

static void divide(struct profile *to, const struct profile *from, bool whole, bool timed)
{
    if (whole)
        shown_left_out(to, from, timed);
    else
        shown_profile(to, from, timed);
}

void joined_divide(struct profile *to, struct profile *joined, const struct input_request *r,
                   bool is_last)
{
    bool whole = r->read->naming.modules;
    bool timed = r->read->timed;

    if (whole && is_last && shown_leave_out(joined, timed)) {
        *to = *joined;
        *joined = (struct profile){0};
    } else {
        divide(to, joined, whole, timed);
    }
    if (r->paths->n > 1)
        events_count_rows(to);
}

struct profile *joined_take_first(struct profile *p, const struct read_request *read)
{
    struct profile *joined = mem_alloc(1, sizeof *joined);

    *joined = *p;
    divide(p, joined, read->first_whole, read->first_timed);
    return joined;
}
