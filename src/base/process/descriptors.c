/* Closes descriptors by close_range(2), or one by one as /proc/self/fd lists them. */
#include "base/process/descriptors.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/parse.h"

static int compare_descriptors(const void *a, const void *b)
{
    const int *x = a;
    const int *y = b;

    return (*x > *y) - (*x < *y);
}

/* What stays open beside the standard descriptors, in order. */
struct kept {
    int *fds;
    size_t n;
};

/* Closes all from one on to before another. */
static bool close_from(unsigned from, unsigned before)
{
    return from >= before || syscall(SYS_close_range, from, before - 1, 0) == 0;
}

static bool close_ranges(const struct kept *kept)
{
    unsigned from = STDERR_FILENO + 1;

    for (size_t i = 0; i < kept->n; i++)
        if (kept->fds[i] >= (int)from) {
            if (!close_from(from, (unsigned)kept->fds[i]))
                return false;
            from = (unsigned)kept->fds[i] + 1;
        }
    return syscall(SYS_close_range, from, ~0U, 0) == 0;
}

static void close_unless_kept(const struct kept *kept, int fd)
{
    if (fd > STDERR_FILENO &&
        !bsearch(&fd, kept->fds, kept->n, sizeof *kept->fds, compare_descriptors))
        close(fd);
}

/* False: there is no /proc. */
static bool close_listed(const struct kept *kept)
{
    DIR *list = opendir("/proc/self/fd");
    const struct dirent *entry;

    if (!list)
        return false;
    errno = 0;
    while ((entry = readdir(list)) != NULL) {
        struct str digits = str_of(entry->d_name);
        uint64_t fd;
        if (parse_u64(digits, &fd) && fd <= INT_MAX && (int)fd != dirfd(list))
            close_unless_kept(kept, (int)fd);
    }
    const bool ok = errno == 0;
    closedir(list);
    return ok;
}

/* Of more descriptors than can be tried, some might stay open. */
static bool close_possible(const struct kept *kept)
{
    enum { TRIED_MOST = 1 << 20 };
    struct rlimit most;

    if (getrlimit(RLIMIT_NOFILE, &most) != 0)
        return false;
    errno = EMFILE;
    if (most.rlim_cur > TRIED_MOST)
        return false;
    for (int fd = 0; fd < (int)most.rlim_cur; fd++)
        close_unless_kept(kept, fd);
    return true;
}

/* Before Linux 5.9 there is no close_range. */
bool descriptors_close_others(const int *fds, size_t n)
{
    struct kept kept = {mem_alloc(n, sizeof *kept.fds), n};

    memcpy(kept.fds, fds, n * sizeof *kept.fds);
    qsort(kept.fds, n, sizeof *kept.fds, compare_descriptors);
    const bool ok = close_ranges(&kept) || close_listed(&kept) || close_possible(&kept);
    mem_free(kept.fds, n, sizeof *kept.fds);
    return ok;
}
