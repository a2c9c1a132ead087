/* /sys/fs/cgroup/web.slice/cpu.stat, /sys/fs/cgroup/cpuacct/web/cpuacct.usage:
 * cgroups(7), Documentation/admin-guide/cgroup-v2.rst of Linux. */
#include "record/trap/group_files.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/parse.h"

enum { PATH = 3072 };

static const char BELOW[] = "/sys/fs/cgroup";

#define V2 ". unified"

/* Of version 2 first; up to a row without a name. */
static const struct group_file cpu[] = {
    {V2, "cpu.stat", "usage_usec", 1000},
    {"cpuacct cpu,cpuacct cpu", "cpuacct.usage", NULL, 1},
    {0},
};
static const struct group_file memory[] = {
    {V2, "memory.current", NULL, 1}, {"memory", "memory.usage_in_bytes", NULL, 1}, {0}};
static const struct group_file threads[] = {{V2 " pids", "pids.current", NULL, 1}, {0}};
static const struct group_file pressure[][2] = {
    [RESOURCE_CPU] = {{V2, "cpu.pressure", NULL, 1}},
    [RESOURCE_MEMORY] = {{V2, "memory.pressure", NULL, 1}},
    [RESOURCE_IO] = {{V2, "io.pressure", NULL, 1}},
};

/* Which processes are in it; those below are not in this file. */
static const struct group_file members[] = {
    {V2 " cpuacct cpu,cpuacct cpu memory pids", "cgroup.procs", NULL, 1}, {0}};

static const struct group_file *files_of(const struct condition *c)
{
    switch (c->metric) {
    case METRIC_CPU:
        return cpu;
    case METRIC_MEMORY:
        return memory;
    case METRIC_THREADS:
        return threads;
    case METRIC_PRESSURE:
        return pressure[c->resource];
    case METRIC_STALL:
        return members;
    case METRIC_RUN_QUEUE:
    case METRIC_IO_WAIT:
        break;
    }
    return NULL;
}

/* A group by its path below a tree; the root of a system that lies below another one. */
struct group_path {
    struct str root, group;
};

/* Whether a folder directly below /sys/fs/cgroup is a tree of its own. */
static bool is_tree(struct str name)
{
    static const char *const trees[] = {"unified",    "cpuacct", "cpu",    "cpu,cpuacct",
                                        "memory",     "pids",    "blkio",  "freezer",
                                        "perf_event", "systemd", "cpuset", "devices"};

    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
        if (str_equal(name, str_of(trees[i])))
            return true;
    return false;
}

static struct group_path place_of(struct str group, const char *root)
{
    const struct str below = str_of(BELOW);
    const size_t at = str_find(group, 0, below);
    struct group_path p = {str_of(root), group};
    struct str rest, word;

    if (at < group.n) {
        p.root = at ? str_from_to(group, 0, at) : p.root;
        p.group = str_from_to(group, at + below.n, group.n);
    }
    while (p.group.n && p.group.p[0] == '/')
        p.group = str_from_to(p.group, 1, p.group.n);
    rest = p.group;
    if (take_field(&rest, '/', &word) && is_tree(word))
        p.group = rest.p ? rest : STR("");
    return p;
}

/* Writes the path of a file, or of the folder where there is no name, in a tree. */
static bool path_in(char path[PATH], struct group_path p, struct str tree, const char *name)
{
    return snprintf(path, PATH, "%.*s%s/%.*s/%.*s/%s", (int)p.root.n, p.root.p, BELOW, (int)tree.n,
                    tree.p, (int)p.group.n, p.group.p, name) < PATH;
}

/* Whether any tree has the group. */
static bool is_there(struct group_path p, const struct group_file *files)
{
    char path[PATH];
    struct stat status;
    struct str tree;

    for (; files->name; files++)
        for (struct str rest = str_of(files->trees); take_word(&rest, &tree);)
            if (path_in(path, p, tree, "") && stat(path, &status) == 0)
                return true;
    return false;
}

static bool fail(const struct condition *c, struct str group, bool there, struct fault *f)
{
    struct buf subject = {0};
    struct excerpt e;

    condition_add_subject(&subject, c);
    buf_add_byte(&subject, '\0');
    if (!there)
        fault_set(
            f, FAULT_USAGE,
            "--when %.100s: no control group %s, wanted a folder below /sys/fs/cgroup, or the "
            "number of a process (pidof)",
            subject.p, excerpt_of(&e, group));
    else if (c->metric == METRIC_PRESSURE)
        fault_set(f, FAULT_SYSTEM,
                  "--when %.100s: the kernel tells no pressure of control group %s; start it with "
                  "psi=1 (Linux 4.20 and later, control groups of version 2)",
                  subject.p, excerpt_of(&e, group));
    else
        fault_set(f, FAULT_SYSTEM,
                  "--when %.100s: control group %s does not count this; wanted its controller, as "
                  "echo +%s >> /sys/fs/cgroup/cgroup.subtree_control",
                  subject.p, excerpt_of(&e, group),
                  c->metric == METRIC_MEMORY    ? "memory"
                  : c->metric == METRIC_THREADS ? "pids"
                                                : "cpu");
    buf_free(&subject);
    return false;
}

const struct group_file *group_file_find(const struct condition *c, struct str group,
                                         const char *root, struct buf *path, struct fault *f)
{
    const struct group_file *files = files_of(c);
    const struct group_path p = place_of(group, root);
    char here[PATH];
    struct str tree;

    for (const struct group_file *file = files; file->name; file++)
        for (struct str rest = str_of(file->trees); take_word(&rest, &tree);)
            if (path_in(here, p, tree, file->name) && access(here, R_OK) == 0) {
                buf_add(path, (struct str){here, strlen(here) + 1});
                return file;
            }
    fail(c, group, is_there(p, files), f);
    return NULL;
}
