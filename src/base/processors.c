/* Counts processors by affinity mask and by the cpu.max of control groups (cgroup v2: "200000
 * 100000" is two processors, "max 100000" all). */
#include "base/processors.h"

#include <pthread.h>
#include <sched.h>

#include "base/control_group.h"
#include "base/mem.h"
#include "base/parse.h"

static unsigned by_quota(void)
{
    char text[CONTROL_GROUP_TEXT];
    struct str rest = control_group_read("cpu.max", text);
    struct str word;
    uint64_t quota;
    uint64_t period;

    if (!take_word(&rest, &word) || !parse_u64(word, &quota))
        return 0;
    if (!take_field(&rest, '\n', &word) || !parse_u64(str_trim(word), &period) || !period)
        return 0;
    return quota / period > 1024 ? 0 : (unsigned)((quota + period - 1) / period);
}

unsigned processors_usable(void)
{
    cpu_set_t set;
    unsigned n = 1;
    unsigned quota = by_quota();

    if (sched_getaffinity(0, sizeof set, &set) == 0)
        n = (unsigned)CPU_COUNT(&set);
    if (quota && quota < n)
        n = quota;
    return n ? n : 1;
}

unsigned processors_for(unsigned asked)
{
    enum { MOST = 4 };

    if (asked)
        return asked;
    unsigned usable = processors_usable();
    return usable < MOST ? usable : MOST;
}

void processors_run(void *(*run)(void *item), void *items, size_t n, size_t size)
{
    pthread_t *threads = mem_alloc(n, sizeof *threads);
    bool *started = mem_alloc(n, sizeof *started);
    char *first = items;

    for (size_t i = 1; i < n; i++)
        started[i] = pthread_create(&threads[i], NULL, run, first + i * size) == 0;
    run(first);
    for (size_t i = 1; i < n; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        else
            run(first + i * size);
    }
    mem_free(threads, n, sizeof *threads);
    mem_free(started, n, sizeof *started);
}
