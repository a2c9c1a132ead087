/* /usr/lib/libssl.so.3 (deleted) */
#include "base/kernel_path.h"

struct str kernel_path_undeleted(struct str path)
{
    const struct str mark = STR(" (deleted)");

    if (str_ends(path, mark))
        path.n -= mark.n;
    return path;
}
