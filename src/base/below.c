/* Walks down a path name by name. openat2 would do it at once, but is newer than kernels that are
 * still in use, and folders are made on the way. */
#include "base/below.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/parse.h"

static bool is_name(struct str part)
{
    return part.n && part.n <= NAME_MAX && !str_equal(part, STR(".")) &&
           !str_equal(part, STR(".."));
}

/* Opens the folder `part` of the folder `at`, which it closes. */
static int enter(int at, struct str part, bool make)
{
    char name[NAME_MAX + 1];
    int below = -1;

    errno = part.n > NAME_MAX ? ENAMETOOLONG : EINVAL;
    if (is_name(part)) {
        memcpy(name, part.p, part.n);
        name[part.n] = '\0';
        if (!make || mkdirat(at, name, 0777) == 0 || errno == EEXIST)
            below = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }
    int error = errno;
    close(at);
    errno = error;
    return below;
}

int below_open(const char *folder, struct str path, bool make)
{
    struct str rest = path;
    struct str part = {0};
    int at = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);

    while (at >= 0 && take_field(&rest, '/', &part) && rest.p)
        at = enter(at, part, make);
    if (at >= 0 && !is_name(part)) {
        close(at);
        errno = EINVAL;
        return -1;
    }
    return at;
}

const char *below_last(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}
