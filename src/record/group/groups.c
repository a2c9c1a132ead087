/* /sys/fs/cgroup/perf_event/web, or /sys/fs/cgroup/web.slice in version 2 */
#include "record/group/groups.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/group/container.h"

enum { PATH = 4096 };

/* Opens a group by its whole path, as that of a container, or below the tree in which events are
 * counted: a tree of its own in version 1, else that of version 2. */
static bool open_group(struct groups *g, const char *name)
{
    static const char *const roots[] = {"/sys/fs/cgroup/perf_event/", "/sys/fs/cgroup/unified/",
                                        "/sys/fs/cgroup/"};
    const bool whole = strstr(name, "/sys/fs/cgroup/") != NULL;
    char path[PATH];
    int fd = -1;

    for (size_t i = 0; fd < 0 && i < (whole ? 1 : sizeof roots / sizeof roots[0]); i++)
        if (snprintf(path, sizeof path, "%s%s", whole ? "" : roots[i], name) < PATH)
            fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    g->fds = mem_grow(g->fds, &g->room, g->n + 1, sizeof *g->fds);
    g->fds[g->n++] = fd;
    return true;
}

bool groups_add(struct groups *g, const char *name, struct fault *f)
{
    return open_group(g, name) ||
           fault_set(f, FAULT_USAGE,
                     "--cgroup %s: no such group, wanted a folder below /sys/fs/cgroup", name);
}

bool groups_add_container(struct groups *g, const char *name, struct fault *f)
{
    struct buf path = {0};
    bool ok = container_find(name, &path, f);

    if (ok && !open_group(g, path.p))
        ok = fault_set(f, FAULT_SYSTEM, "%s: %s", path.p, strerror(errno));
    buf_free(&path);
    return ok;
}

void groups_close(struct groups *g)
{
    for (size_t i = 0; i < g->n; i++)
        close(g->fds[i]);
    mem_free(g->fds, g->room, sizeof *g->fds);
    *g = (struct groups){0};
}
