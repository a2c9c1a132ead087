/* Writes to a pipe, a socket or a file, which may take a part at a time. */
#include "base/transfer.h"

#include <errno.h>
#include <unistd.h>

/* What is left when a call has returned how much it wrote. False with errno: the call failed. */
static bool go_on(struct str *bytes, ssize_t done)
{
    if (done < 0)
        return errno == EINTR;
    if (done == 0) {
        errno = EIO; /* a call that takes nothing tells no reason */
        return false;
    }
    *bytes = str_from_to(*bytes, (size_t)done, bytes->n);
    return true;
}

bool transfer_write(int to, struct str bytes)
{
    while (bytes.n)
        if (!go_on(&bytes, write(to, bytes.p, bytes.n)))
            return false;
    return true;
}

bool transfer_write_at(int to, struct str bytes, uint64_t at)
{
    const uint64_t end = at + bytes.n;

    while (bytes.n)
        if (!go_on(&bytes, pwrite(to, bytes.p, bytes.n, (off_t)(end - bytes.n))))
            return false;
    return true;
}
