/* cgroup.threads of version 2, tasks of version 1: a number a line. */
#include "record/group/group_tasks.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/parse.h"

/* Folders that are still to be looked at. */
struct open_groups {
    int *fds;
    size_t room, n;
};

enum { BLOCK = 4096, NUMBER = 24, GROUPS_MOST = 10000 };

struct finder {
    void (*found)(void *context, uint32_t tid);
    void *context;
};

static void take_line(const struct finder *f, struct str line)
{
    uint64_t tid;

    if (parse_u64(line, &tid) && tid && tid <= INT32_MAX)
        f->found(f->context, (uint32_t)tid);
}

/* Reads lines; a long one is no number. */
static bool read_lines(const struct finder *f, int fd)
{
    char block[BLOCK];
    char line[NUMBER];
    size_t at = 0;
    ssize_t n;

    while ((n = read(fd, block, sizeof block)) > 0)
        for (ssize_t i = 0; i < n; i++) {
            if (block[i] != '\n') {
                line[at] = block[i];
                at += at + 1 < sizeof line;
                continue;
            }
            take_line(f, (struct str){line, at});
            at = 0;
        }
    return n == 0;
}

/* A group of version 2 whose threads are those of its processes refuses to tell them. */
static bool read_group(const struct finder *f, int group)
{
    static const char *const names[] = {"cgroup.threads", "tasks"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const int fd = openat(group, names[i], O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (fd < 0)
            continue;
        const bool ok = read_lines(f, fd) || errno == EOPNOTSUPP;
        close(fd);
        return ok;
    }
    return false;
}

static void add(struct open_groups *g, int parent, const char *name)
{
    const int fd = g->n < GROUPS_MOST
                       ? openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
                       : -1;

    if (fd < 0)
        return;
    g->fds = mem_grow(g->fds, &g->room, g->n + 1, sizeof *g->fds);
    g->fds[g->n++] = fd;
}

/* Adds the groups below; takes the descriptor. */
static void add_below(struct open_groups *g, int group)
{
    DIR *folder = fdopendir(group);

    if (!folder) {
        close(group);
        return;
    }
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder))
        if (e->d_name[0] != '.')
            add(g, group, e->d_name);
    closedir(folder);
}

bool group_tasks_each(int group, void (*found)(void *context, uint32_t tid), void *context)
{
    const struct finder finder = {found, context};
    struct open_groups g = {.n = 0};
    bool ok = true;

    add(&g, group, ".");
    for (bool first = true; g.n; first = false) {
        const int next = g.fds[--g.n];
        ok = (read_group(&finder, next) || !first) && ok; /* those below may have gone by now */
        add_below(&g, next);
    }
    mem_free(g.fds, g.room, sizeof *g.fds);
    return ok;
}
