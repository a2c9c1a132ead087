/* --limit memory and time. */
#include "app/confine.h"

#include <sys/resource.h>

static void set_limit(int resource, uint64_t value)
{
    struct rlimit limit;

    if (value == 0 || getrlimit(resource, &limit) != 0)
        return;
    if (limit.rlim_max == RLIM_INFINITY || value < limit.rlim_max) {
        limit.rlim_cur = (rlim_t)value;
        setrlimit(resource, &limit);
    }
}

void confine(const struct limits *limits)
{
    set_limit(RLIMIT_AS, limits->memory);
    set_limit(RLIMIT_CPU, limits->time);
}
