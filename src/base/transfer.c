/* Writes to a pipe, a socket or a file, which may take a part at a time. */
#include "base/transfer.h"

#include <errno.h>
#include <unistd.h>

bool transfer_write(int to, struct str bytes)
{
    while (bytes.n) {
        const ssize_t done = write(to, bytes.p, bytes.n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes = str_from_to(bytes, (size_t)done, bytes.n);
    }
    return true;
}
