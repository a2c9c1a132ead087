/* Reads /proc/self/cgroup and files below /sys/fs/cgroup. In version 2 all is in one tree,
 * "0::/a/b"; in version 1 memory has its own, "4:memory:/a/b". In a container the path may be that
 * outside of it, so that only the root exists. */
#include "base/control_group.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/parse.h"

static const char OWN[] = "/proc/self/cgroup";

enum { PATH = CONTROL_GROUP_TEXT + 100 };

/* Reads a small file of lines whole, which the kernel hands out in one piece; returns an empty text
 * on failure, so that no part of a number is taken for it. */
static struct str read_small(const char *path, char text[CONTROL_GROUP_TEXT])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t n = 0;
    ssize_t more = fd < 0 ? -1 : 1;

    while (more > 0 && n < CONTROL_GROUP_TEXT && (n == 0 || text[n - 1] != '\n')) {
        more = read(fd, text + n, CONTROL_GROUP_TEXT - n);
        n += more > 0 ? (size_t)more : 0;
    }
    if (fd >= 0)
        close(fd);
    return (struct str){text, more < 0 ? 0 : n};
}

/* Finds the path of the group in the tree of a controller ("": version 2) in what the file says;
 * empty: none. */
static struct str own_group(struct str rest, struct str controller)
{
    struct str line;

    while (take_field(&rest, '\n', &line)) {
        struct str number;
        struct str name;
        if (take_field(&line, ':', &number) && take_field(&line, ':', &name) &&
            str_equal(name, controller) && str_starts(line, STR("/")))
            return line;
    }
    return STR("");
}

struct str control_group_read(const char *file, char text[CONTROL_GROUP_TEXT])
{
    char path[PATH];
    struct str group = own_group(read_small(OWN, text), STR(""));

    if (group.n == 0)
        return group;
    snprintf(path, sizeof path, "/sys/fs/cgroup%.*s/%s", (int)group.n, group.p, file);
    return read_small(path, text);
}

/* The least number in the files of a group and those around it; "max" is none. */
static uint64_t least(const char *root, struct str group, const char *file)
{
    uint64_t found = UINT64_MAX;

    for (;;) {
        char path[PATH];
        char text[CONTROL_GROUP_TEXT];
        uint64_t value;
        snprintf(path, sizeof path, "%s%.*s/%s", root, (int)group.n, group.p, file);
        if (parse_u64(str_trim(read_small(path, text)), &value) && value < found)
            found = value;
        if (group.n == 0)
            return found;
        do
            group.n--;
        while (group.n && group.p[group.n] != '/');
    }
}

/* A controller is in one of the trees. */
uint64_t control_group_memory(void)
{
    char text[CONTROL_GROUP_TEXT];
    const struct str own = read_small(OWN, text);
    struct str group = own_group(own, STR("memory"));

    if (group.n)
        return least("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
    group = own_group(own, STR(""));
    return group.n ? least("/sys/fs/cgroup", group, "memory.max") : UINT64_MAX;
}
