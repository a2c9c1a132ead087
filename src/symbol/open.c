/* Opening of files that an input names, or that lie where others may put them. */
#include "symbol/open.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int open_regular(const char *path, bool links, struct stat *status)
{
    int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (links ? 0 : O_NOFOLLOW);
    int fd;

    do
        fd = open(path, flags);
    while (fd < 0 && errno == EINTR);
    if (fd >= 0 && fstat(fd, status) == 0 && S_ISREG(status->st_mode))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

const char *open_path(struct buf *to, const char *folder, const char *below, const char *name)
{
    const char *parts[] = {folder, below, name};

    buf_clear(to);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (to->n && parts[i][0])
            buf_add_byte(to, '/');
        buf_add(to, str_of(parts[i]));
    }
    buf_add_byte(to, '\0');
    return to->p;
}
