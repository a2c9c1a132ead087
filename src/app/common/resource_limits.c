/* Applies --limit memory and time by setrlimit. */
#include "app/common/resource_limits.h"

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

/* Whole seconds of processor time that this process has used. */
static uint64_t seconds_taken(void)
{
    struct rusage usage;

    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return 0;
    return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000000;
}

void resource_limits_apply(const struct limits *limits)
{
    set_limit(RLIMIT_AS, limits->memory);
    set_limit(RLIMIT_CPU, limits->time ? seconds_taken() + limits->time : 0);
}
