/* Counts processors by affinity mask and by the cpu.max of control groups (cgroup v2: "200000
 * 100000" is two processors, "max 100000" all). */
#include "base/processors.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/parse.h"

/* Reads a small file whole; returns an empty text on failure. */
static struct str read_small(const char *path, char *to, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, to, size);

    if (fd >= 0)
        close(fd);
    return (struct str){to, n > 0 ? (size_t)n : 0};
}

/* The path of the process's control group: it follows "0::" in /proc/self/cgroup. */
static struct str own_group(char *text, size_t size)
{
    struct str rest = read_small("/proc/self/cgroup", text, size);
    struct str line;

    while (take_field(&rest, '\n', &line))
        if (str_starts(line, STR("0::/")))
            return str_from_to(line, 3, line.n);
    return STR("");
}

static unsigned by_quota(void)
{
    char text[1024];
    char path[1200];
    struct str group = own_group(text, sizeof text);
    struct str word;
    uint64_t quota;
    uint64_t period;

    if (group.n == 0)
        return 0;
    snprintf(path, sizeof path, "/sys/fs/cgroup%.*s/cpu.max", (int)group.n, group.p);
    struct str rest = read_small(path, text, sizeof text);
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
