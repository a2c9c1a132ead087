/* 997 samples a second of a command, 199 of what runs, 99 of the system. */
#include "app/record/rate.h"

enum { HZ_COMMAND = 997, HZ_PROCESS = 199, HZ_WIDE = 99 };

uint64_t record_frequency(const struct record_request *r)
{
    if (r->frequency || r->period)
        return r->frequency;
    if (r->all || r->groups.n || r->containers.n)
        return HZ_WIDE;
    return r->command[0] || r->started ? HZ_COMMAND : HZ_PROCESS;
}

bool record_is_by_period(const struct record_request *r)
{
    return r->period || (r->events.n && event_is_tracepoint(&r->events.rows[0]));
}
