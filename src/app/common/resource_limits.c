/* Applies --limit memory and time by setrlimit. */
#include "app/common/resource_limits.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/control_group.h"
#include "base/parse.h"

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

static uint64_t at_most(uint64_t most, int resource)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        limit.rlim_cur < most)
        return limit.rlim_cur;
    return most;
}

static uint64_t half_of_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    long page = sysconf(_SC_PAGESIZE);
    uint64_t most = control_group_memory();

    if (pages > 0 && page > 0 && (uint64_t)pages < most / (uint64_t)page)
        most = (uint64_t)pages * (uint64_t)page;
    return at_most(at_most(most, RLIMIT_AS), RLIMIT_DATA) / 2;
}

void resource_limits_derive(struct limits *limits)
{
    if (limits->memory == LIMIT_DERIVED)
        limits->memory = MAPS_MORE_THAN_IT_USES ? 0 : half_of_memory();
}

/* The limit holds for what is written to: libraries and reserved addresses cost no memory. */
void resource_limits_apply(const struct limits *limits)
{
    set_limit(RLIMIT_DATA, limits->memory);
    set_limit(RLIMIT_CPU, limits->time ? seconds_taken() + limits->time : 0);
}

bool resource_limits_reached_memory(void)
{
    char text[200];
    struct rlimit limit;
    struct str word = {0};
    uint64_t pages;
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text);

    if (fd >= 0)
        close(fd);
    if (n <= 0 || getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return false;
    struct str rest = {text, (size_t)n};
    for (unsigned i = 0; i < 6; i++) /* size, resident, shared, code, 0, data and stack */
        if (!take_word(&rest, &word))
            return false;
    /* A table that doubles asks for no more than there is: it fails beyond a third of the limit. */
    return parse_u64(word, &pages) && pages > limit.rlim_cur / 4 / (uint64_t)sysconf(_SC_PAGESIZE);
}
