/* Divides a joined reading: each output gets the profile that a reading for it alone makes. */
#include "app/inputs/joined.h"

#include "app/selection/events.h"
#include "base/mem.h"
#include "model/shown.h"

static void divide(struct profile *to, const struct profile *from, const struct read_request *r)
{
    (read_request_whole(r) ? shown_left_out : shown_profile)(to, from, read_request_time(r));
}

void joined_divide(struct profile *to, struct profile *joined, const struct input_request *r,
                   bool is_last)
{
    if (read_request_whole(r->read) && is_last &&
        shown_leave_out(joined, read_request_time(r->read))) {
        *to = *joined;
        *joined = (struct profile){0};
    } else {
        divide(to, joined, r->read);
    }
    if (r->paths->n > 1)
        events_count_rows(to);
}

struct profile *joined_take(struct profile *p)
{
    struct profile *joined = mem_alloc(1, sizeof *joined);

    *joined = *p;
    *p = (struct profile){0};
    return joined;
}

struct profile *joined_take_first(struct profile *p, const struct read_request *first)
{
    struct profile *joined = joined_take(p);

    divide(p, joined, first);
    return joined;
}
